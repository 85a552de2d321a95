#include "radio_wire.h"

/* ---- small things ---- */

static struct radio_edge *edge_at(struct radio_box *box, uint8_t place)
{
    return &box->queue[(uint8_t)(box->first + place) % RADIO_QUEUE];
}

/* Boxes that were disturbed by each other must not try again at the same moments. */
static uint32_t throw_dice(struct radio_box *box, uint32_t sides)
{
    box->dice ^= box->dice << 13;
    box->dice ^= box->dice >> 17;
    box->dice ^= box->dice << 5;
    return box->dice % sides;
}

static uint32_t unanswered_for(const struct radio_box *box)
{
    return box->tries ? box->now_ms - box->unanswered_ms : 0;
}

static bool is_past(uint32_t now, uint32_t moment)
{
    return (uint32_t)(now - moment) < 0x80000000u;
}

static bool is_playing(const struct radio_box *box)
{
    return box->now_ms - box->edge_ms < RADIO_PLAY_MS;
}

void radio_box_start(struct radio_box *box, uint8_t seat, uint32_t boot)
{
    *box = (struct radio_box){.seat = seat, .boot = boot};
    box->dice = boot * 2654435761u + seat * 40503u + 1u;
    panel_start(&box->panel, "box", boot);
}

/* ---- keys ---- */

static void drop_first(struct radio_box *box, uint8_t count)
{
    box->first = (uint8_t)((box->first + count) % RADIO_QUEUE);
    box->count = (uint8_t)(box->count - count);
    box->base_seq = (uint16_t)(box->base_seq + count);
}

static void count_lost(struct radio_box *box, uint8_t count)
{
    box->lost = (uint16_t)(box->lost > 0xFFFF - count ? 0xFFFF : box->lost + count);
}

static void keep_edge(struct radio_box *box, uint32_t ms, uint8_t key, bool is_down)
{
    box->edge_ms = box->now_ms;
    if (box->count == RADIO_QUEUE) {
        count_lost(box, 1);
        return;
    }
    *edge_at(box, box->count++) = (struct radio_edge){.ms = ms, .key = key, .is_down = is_down};
    box->next_ms = box->now_ms + throw_dice(box, RADIO_SPREAD_MS);
    if (box->tries && unanswered_for(box) < RADIO_DEAF_MS)
        box->tries = 1;
}

void radio_box_scan(struct radio_box *box, uint32_t now_ms, uint8_t keys_down, uint16_t millivolts)
{
    struct panel *panel = &box->panel;
    box->now_ms = now_ms;
    box->millivolts = millivolts;
    if (!box->has_looked)
        panel->down = keys_down;   /* found down: such a key counts once it was released */
    box->has_looked = true;
    panel_scan(panel, now_ms, keys_down);
    for (; panel->count; panel->count--) {   /* the panel only feels; we keep */
        const struct panel_edge *edge = &panel->queue[panel->first];
        keep_edge(box, edge->ms, edge->key, edge->is_down);
        panel->first = (uint8_t)((panel->first + 1u) % PANEL_QUEUE);
    }
}

void radio_box_wake(struct radio_box *box, uint32_t now_ms, uint8_t woken_by, uint16_t latency_ms)
{
    box->now_ms = now_ms;
    box->next_ms = now_ms;
    if (woken_by)
        box->tries = 0;
    for (uint8_t key = 0; key < PANEL_KEYS; key++) {
        uint32_t bit = (uint32_t)1 << key;
        if ((woken_by & bit) && !(box->panel.down & bit)) {
            box->panel.down |= bit;
            keep_edge(box, now_ms - latency_ms, key, true);
        }
    }
}

/* ---- what we say ---- */

static uint32_t pause_after(struct radio_box *box)
{
    uint32_t deaf = unanswered_for(box);
    if (deaf >= RADIO_LOST_MS)
        return is_playing(box) ? RADIO_ASK_SELDOM_MS + throw_dice(box, 200) : RADIO_SIGN_S * 1000u;
    if (deaf >= RADIO_DEAF_MS || (!box->receiver && box->tries > 4))
        return RADIO_ASK_MS + throw_dice(box, 60);
    uint8_t doublings = (uint8_t)(box->tries > RADIO_DOUBLINGS ? RADIO_DOUBLINGS : box->tries - 1u);
    uint32_t pause = (uint32_t)RADIO_FIRST_MS << doublings;
    return pause / 2 + throw_dice(box, pause + 1u);
}

static uint8_t *put_edges(struct radio_box *box, uint8_t *at, uint8_t count)
{
    for (uint8_t place = 0; place < count; place++) {
        struct radio_edge *edge = edge_at(box, place);
        if (!edge->was_sent)
            edge->first_ms = box->now_ms;
        edge->was_sent = true;
        *at++ = (uint8_t)(edge->key | (edge->is_down ? 0x80u : 0u));
        at = put_wire(at, edge->ms, 4);
    }
    return at;
}

uint8_t radio_box_send(struct radio_box *box, uint8_t *datagram)
{
    if (!is_past(box->now_ms, box->next_ms))
        return 0;
    if (!box->tries)
        box->unanswered_ms = box->now_ms;
    /* To somebody who does not answer we only say that we are here: an edge that was never sent is no doubt. */
    bool is_telling = box->receiver && unanswered_for(box) < RADIO_DEAF_MS;
    uint8_t count = is_telling ? box->count : 0;
    if (count > RADIO_WINDOW)
        count = RADIO_WINDOW;
    if (box->tries < 250)
        box->tries++;
    box->sent_ms = box->now_ms;
    box->lost_sent = box->lost;
    box->next_ms = box->now_ms + pause_after(box);
    uint8_t *at = datagram;
    *at++ = 'R';
    *at++ = RADIO_VERSION;
    *at++ = WIRE_BOX;
    *at++ = (uint8_t)(box->seat | (count == box->count ? 0x80u : 0u));
    at = put_wire(at, box->boot, 4);
    at = put_wire(at, box->receiver, 4);
    at = put_wire(at, box->now_ms, 4);
    at = put_wire(at, box->millivolts, 2);
    at = put_wire(at, box->lost, 2);
    at = put_wire(at, is_playing(box) ? 1 : RADIO_SIGN_S, 2);
    at = put_wire(at, box->base_seq, 2);
    *at++ = count;
    return seal_wire(datagram, put_edges(box, at, count));
}

/* ---- what we hear ---- */

/* Another receiver, or the same after a power cut. What was first sent before it started may or may not have
 * been handed on by the one before: it is given up, and counted.
 */
static void meet(struct radio_box *box, uint32_t receiver, uint32_t up_ms)
{
    bool is_first = !box->receiver;
    box->receiver = receiver;
    uint8_t doubtful = 0;
    while (!is_first && doubtful < box->count && edge_at(box, doubtful)->was_sent
           && box->now_ms - edge_at(box, doubtful)->first_ms >= up_ms)
        doubtful++;
    drop_first(box, doubtful);
    box->lost = (uint16_t)(box->lost - box->lost_told);   /* it counts from zero, too */
    box->lost_told = 0;
    count_lost(box, doubtful);
}

static void rest_until_news(struct radio_box *box)
{
    box->tries = 0;
    uint32_t pause = RADIO_POLL_MS - 50u + throw_dice(box, 100);
    if (box->count)
        pause = 1;
    else if (box->panel.down && box->now_ms - box->edge_ms < RADIO_STUCK_MS)
        pause = RADIO_HELD_MS - 10u + throw_dice(box, 20);
    else if (!is_playing(box))
        pause = RADIO_SIGN_S * 1000u;
    box->next_ms = box->now_ms + pause;
}

void radio_box_hear(struct radio_box *box, const uint8_t *datagram, uint8_t length)
{
    if (length != RADIO_ANSWER || !is_wire(datagram, length, WIRE_ANSWER, RADIO_ANSWER))
        return;
    const uint8_t *at = datagram + 3;
    uint8_t seat = *at++;
    uint32_t boot = take_wire(&at, 4), receiver = take_wire(&at, 4), asked_ms = take_wire(&at, 4);
    uint16_t next_seq = (uint16_t)take_wire(&at, 2);
    uint32_t up_ms = take_wire(&at, 4);
    if ((seat & 0x7Fu) != box->seat || boot != box->boot)
        return;
    bool is_fresh = box->tries && asked_ms == box->sent_ms;
    if (receiver != box->receiver) {
        if (!is_fresh)
            return;   /* perhaps the last word of the receiver before */
        meet(box, receiver, up_ms);
        rest_until_news(box);
        box->next_ms = box->now_ms;   /* now that we know to whom: tell it, or say that all is told */
        return;
    }
    int16_t told = wire_steps(next_seq, box->base_seq);
    if (told > 0 && told <= box->count)
        drop_first(box, (uint8_t)told);
    box->panel.heard_ms = box->now_ms;
    box->panel.is_greeted = seat & 0x80u;
    /* Our look, from planes of four lamps to the first of them. */
    uint8_t look = *at++;
    box->panel.lamp_mask = (uint16_t)((look & 1u) | (look & 2u) << 3 | (look & 4u) << 6 | (look & 8u) << 9);
    if (is_fresh) {
        box->lost_told = box->lost_sent;
        rest_until_news(box);
    }
}

/* ---- rest ---- */

enum radio_rest radio_box_rest(const struct radio_box *box, uint32_t *for_ms)
{
    *for_ms = is_past(box->now_ms, box->next_ms) ? 0 : box->next_ms - box->now_ms;
    bool is_waiting = box->tries && unanswered_for(box) < RADIO_DEAF_MS;
    if (is_waiting || box->panel.unsettled || (box->panel.down && box->now_ms - box->edge_ms < RADIO_STUCK_MS))
        return RADIO_AWAKE;
    if (is_playing(box) || *for_ms < RADIO_SIGN_S * 500u)
        return *for_ms > 2 ? RADIO_LIGHT_SLEEP : RADIO_AWAKE;
    return RADIO_DEEP_SLEEP;
}

uint8_t radio_box_wakers(const struct radio_box *box)
{
    return (uint8_t)~box->panel.down;
}
