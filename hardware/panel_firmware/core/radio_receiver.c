#include <stdio.h>

#include "radio_wire.h"

void radio_receiver_start(struct radio_receiver *receiver, const char *board, uint32_t boot)
{
    *receiver = (struct radio_receiver){0};
    panel_start(&receiver->panel, board, boot);
}

/* ---- boxes ---- */

static void note_silence(struct radio_receiver *receiver)
{
    for (uint8_t place = 0; place < PANEL_SEATS; place++) {
        struct radio_seat *seat = &receiver->seats[place];
        uint32_t patience = 3000u * (seat->promised_s ? seat->promised_s : 1u);
        bool is_away = seat->is_known && receiver->now_ms - seat->heard_ms > patience;
        if (is_away != seat->is_away)
            seat->told_ms = receiver->now_ms - RADIO_STATE_MS;   /* say so at once */
        seat->is_away = is_away;
    }
}

void radio_receiver_tick(struct radio_receiver *receiver, uint32_t now_ms)
{
    receiver->now_ms = now_ms;
    /* The keys are as the boxes tell: the panel itself feels none. */
    panel_scan(&receiver->panel, now_ms, receiver->panel.down);
    note_silence(receiver);
}

/* False: the panel's queue is full, and the box keeps the edge. */
static bool hand_on(struct panel *panel, uint8_t key, bool is_down, uint32_t ms)
{
    if (panel->count == PANEL_QUEUE)
        return false;
    panel->queue[(uint8_t)(panel->first + panel->count++) % PANEL_QUEUE] =
        (struct panel_edge){.ms = ms, .key = key, .is_down = is_down};
    uint32_t bit = (uint32_t)1 << key;
    panel->down = is_down ? panel->down | bit : panel->down & ~bit;
    return true;
}

static void add_lost(struct radio_receiver *receiver, struct radio_seat *seat, uint16_t lost)
{
    uint16_t more = (uint16_t)(lost - seat->lost);
    if (!more || wire_steps(lost, seat->lost) < 0)
        return;
    seat->lost = lost;
    struct panel *panel = &receiver->panel;
    panel->lost = (uint16_t)(panel->lost > 0xFFFF - more ? 0xFFFF : panel->lost + more);
    panel->beat_ms = receiver->now_ms;   /* say so at once */
}

/* A box that started anew begins with its own first edge. A number that went down is an old datagram, unless
 * the box was silent for so long that it must be another one in its place.
 */
static bool is_from_now(const struct radio_receiver *receiver, const struct radio_seat *seat, uint32_t boot)
{
    if (!seat->is_known || (int32_t)(boot - seat->boot) >= 0)
        return true;
    return receiver->now_ms - seat->heard_ms > RADIO_OLD_MS;
}

static void know(struct radio_receiver *receiver, uint8_t place, uint32_t boot, uint16_t base_seq)
{
    struct radio_seat *seat = &receiver->seats[place];
    receiver->panel.down &= ~((uint32_t)0xFF << (8u * place));
    *seat = (struct radio_seat){.is_known = true, .boot = boot, .next_seq = base_seq};
    seat->told_ms = receiver->now_ms - RADIO_STATE_MS;
}

/* Takes the edges that come next; true if the box has told all that it has and we have taken all of it. */
static bool take_edges(struct radio_receiver *receiver, uint8_t place, uint32_t sent_ms, uint16_t base_seq,
                       uint8_t count, const uint8_t *at)
{
    struct radio_seat *seat = &receiver->seats[place];
    if (wire_steps(base_seq, seat->next_seq) > 0)
        seat->next_seq = base_seq;   /* the box gave up some edges, and counts them as lost */
    for (uint8_t i = 0; i < count; i++) {
        uint8_t key = *at++;
        uint32_t age = sent_ms - take_wire(&at, 4);
        if ((uint16_t)(base_seq + i) != seat->next_seq)
            continue;
        key = (uint8_t)(key & 0x87u);
        if (!hand_on(&receiver->panel, (uint8_t)(8u * place + (key & 7u)), key & 0x80u,
                     receiver->now_ms - age))
            return false;
        seat->next_seq++;
        if (key & 0x80u)
            seat->down_ms = receiver->now_ms - age;
    }
    return seat->next_seq == (uint16_t)(base_seq + count);
}

static uint8_t look_of(const struct panel *panel, uint8_t place)
{
    uint16_t bits = panel->lamp_mask >> place;
    return (uint8_t)((bits & 1u) | ((bits >> 3) & 2u) | ((bits >> 6) & 4u) | ((bits >> 9) & 8u));
}

static uint8_t answer_to(const struct radio_receiver *receiver, uint8_t place, uint32_t boot,
                         uint32_t sent_ms, uint8_t *answer)
{
    uint8_t *at = answer;
    *at++ = 'R';
    *at++ = RADIO_VERSION;
    *at++ = WIRE_ANSWER;
    *at++ = (uint8_t)(place | (receiver->panel.is_greeted ? 0x80u : 0u));
    at = put_wire(at, boot, 4);
    at = put_wire(at, receiver->panel.boot, 4);
    at = put_wire(at, sent_ms, 4);
    at = put_wire(at, receiver->seats[place].next_seq, 2);
    at = put_wire(at, receiver->now_ms, 4);
    *at++ = look_of(&receiver->panel, place);
    return seal_wire(answer, at);
}

uint8_t radio_receiver_hear(struct radio_receiver *receiver, const uint8_t *datagram, uint8_t length,
                            uint8_t *answer)
{
    if (!is_wire(datagram, length, WIRE_BOX, RADIO_HEADER))
        return 0;
    const uint8_t *at = datagram + 3;
    uint8_t first = *at++, place = first & 0x7Fu;
    uint32_t boot = take_wire(&at, 4), addressed = take_wire(&at, 4), sent_ms = take_wire(&at, 4);
    uint16_t millivolts = (uint16_t)take_wire(&at, 2), lost = (uint16_t)take_wire(&at, 2);
    uint16_t promised_s = (uint16_t)take_wire(&at, 2), base_seq = (uint16_t)take_wire(&at, 2);
    uint8_t count = *at++;
    if (place >= PANEL_SEATS || length != RADIO_HEADER + count * RADIO_EDGE)
        return 0;
    struct radio_seat *seat = &receiver->seats[place];
    if (!is_from_now(receiver, seat, boot))
        return 0;
    /* Edges that were meant for us before a power cut may have been handed on then: first we say who we are. */
    if (addressed == receiver->panel.boot) {
        if (!seat->is_known || seat->boot != boot)
            know(receiver, place, boot, base_seq);
        seat->heard_ms = receiver->now_ms;
        seat->millivolts = millivolts;
        seat->promised_s = promised_s;
        add_lost(receiver, seat, lost);
        if (take_edges(receiver, place, sent_ms, base_seq, count, at) && (first & 0x80u))
            seat->whole_ms = receiver->now_ms;
    }
    return answer_to(receiver, place, boot, sent_ms, answer);
}

/* ---- the line to the host ---- */

static void say_state(struct radio_receiver *receiver, uint8_t place)
{
    struct radio_seat *seat = &receiver->seats[place];
    seat->told_ms = receiver->now_ms;
    uint32_t age_s = (receiver->now_ms - seat->heard_ms) / 1000u;
    int length = snprintf(receiver->line, sizeof receiver->line - 6, "B %u %u %lu %u %lu", (unsigned)place,
                          (unsigned)seat->millivolts, (unsigned long)age_s, (unsigned)seat->is_away,
                          (unsigned long)seat->boot);
    uint16_t crc = crc_of((const uint8_t *)receiver->line, (uint8_t)length);
    length += snprintf(receiver->line + length, 7, "*%04X\n", (unsigned)crc);
    receiver->line_length = (uint8_t)length;
    receiver->line_next = 0;
}

/* A seat with a key down whose box has not said so just now: its release may be on the way. */
static const struct radio_seat *doubtful_seat(const struct radio_receiver *receiver)
{
    for (uint8_t place = 0; place < PANEL_SEATS; place++) {
        const struct radio_seat *seat = &receiver->seats[place];
        bool is_held = (receiver->panel.down >> (8u * place)) & 0xFFu;
        bool is_sure = receiver->now_ms - seat->whole_ms <= RADIO_SURE_MS
            || (int32_t)(seat->whole_ms - seat->down_ms) >= RADIO_HELD_DOWN_MS;
        if (is_held && !is_sure && !seat->is_away)
            return seat;
    }
    return NULL;
}

static bool say_state_if_due(struct radio_receiver *receiver)
{
    const struct radio_seat *doubtful = doubtful_seat(receiver);
    for (uint8_t place = 0; place < PANEL_SEATS; place++) {
        const struct radio_seat *seat = &receiver->seats[place];
        uint32_t pause = seat == doubtful ? PANEL_BEAT_MS : RADIO_STATE_MS;
        if (seat->is_known && receiver->now_ms - seat->told_ms >= pause) {
            say_state(receiver, place);
            return true;
        }
    }
    /* A heartbeat says that every edge so far was told: the host counts long presses by it. */
    if (doubtful)
        receiver->panel.beat_ms = receiver->now_ms + 1u;
    return false;
}

bool radio_receiver_transmit(struct radio_receiver *receiver, uint8_t *byte)
{
    bool is_between_lines = receiver->panel.out_next == receiver->panel.out_length;
    if (receiver->line_next == receiver->line_length) {
        if (!is_between_lines || !receiver->panel.is_greeted || !say_state_if_due(receiver))
            return panel_transmit(&receiver->panel, byte);
    }
    *byte = (uint8_t)receiver->line[receiver->line_next++];
    return true;
}
