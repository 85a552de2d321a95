#include "panel.h"

#include "crc.h"
#include "waves.h"

static const uint16_t waves[] = PANEL_WAVES;

/* ---- small things ---- */

static bool is_past(uint32_t now, uint32_t moment)
{
    return (uint32_t)(now - moment) < 0x80000000u;
}

static void count_up(uint16_t *counter)
{
    if (*counter < 0xFFFF)
        (*counter)++;
}

static struct panel_edge *edge_at(struct panel *panel, uint8_t place)
{
    return &panel->queue[(uint8_t)(panel->first + place) % PANEL_QUEUE];
}

void panel_start(struct panel *panel, const char *board, uint32_t boot)
{
    *panel = (struct panel){0};
    panel->board = board;
    panel->boot = boot;
}

/* ---- keys ---- */

static void remember(struct panel *panel, uint8_t key, bool is_down)
{
    if (panel->count == PANEL_QUEUE) {
        count_up(&panel->lost);
        panel->beat_ms = panel->now_ms;   /* say so at once */
        return;
    }
    struct panel_edge *edge = edge_at(panel, panel->count++);
    *edge = (struct panel_edge){.ms = panel->now_ms, .key = key, .is_down = is_down};
}

static void notice_absence(struct panel *panel)
{
    if (panel->is_greeted && (uint32_t)(panel->now_ms - panel->heard_ms) >= PANEL_AWAY_MS) {
        panel->is_greeted = false;
        panel->greetings = 0;
        panel->greeting_ms = panel->now_ms;
    }
}

static uint8_t samples_of_edge(const struct panel *panel, uint8_t key)
{
    return (panel->down >> key) & 1u ? PANEL_SETTLE_UP : PANEL_SETTLE_DOWN;
}

void panel_scan(struct panel *panel, uint32_t now_ms, uint32_t keys_down)
{
    panel->now_ms = now_ms;
    notice_absence(panel);
    uint32_t changed = keys_down ^ panel->down;
    if (!(changed | panel->unsettled))
        return;
    panel->unsettled = changed;
    for (uint8_t key = 0; key < PANEL_ALL_KEYS; key++, changed >>= 1) {
        if (!(changed & 1u)) {
            panel->differs[key] = 0;
        } else if (++panel->differs[key] >= samples_of_edge(panel, key)) {
            panel->differs[key] = 0;
            panel->down ^= (uint32_t)1 << key;
            remember(panel, key, (panel->down >> key) & 1u);
        }
    }
}

/* ---- lamps ---- */

static uint8_t look_of(const struct panel *panel, uint8_t seat)
{
    uint16_t bits = panel->lamp_mask >> seat;
    return (uint8_t)((bits & 1u) | ((bits >> 3) & 2u) | ((bits >> 6) & 4u) | ((bits >> 9) & 8u));
}

uint8_t panel_lamps(const struct panel *panel)
{
    uint8_t lit = 0;
    uint8_t step = (uint8_t)((panel->now_ms / PANEL_STEP_MS) % 16u);
    for (uint8_t seat = 0; seat < PANEL_SEATS; seat++) {
        uint8_t look = look_of(panel, seat);
        if (!panel->is_greeted) {
            /* Alone: a key lights its own lamp, so that the wiring can be tried without a host. */
            bool touched = (panel->down >> (8u * seat)) & 0xFFu;
            look = touched ? LAMP_STEADY : LAMP_BEACON;
            if (panel->now_ms < PANEL_SEATS * PANEL_WALK_MS)
                look = panel->now_ms / PANEL_WALK_MS == seat || touched ? LAMP_STEADY : LAMP_OFF;
        }
        if (look < sizeof waves / sizeof *waves && (waves[look] >> (15u - step)) & 1u)
            lit |= (uint8_t)(1u << seat);
    }
    return lit;
}

/* ---- what we say ---- */

static void put(struct panel *panel, char letter)
{
    if (panel->out_length < PANEL_LINE)
        panel->out[panel->out_length++] = letter;
}

static void put_word(struct panel *panel, const char *word)
{
    while (*word)
        put(panel, *word++);
}

static void put_number(struct panel *panel, uint32_t number)
{
    char digits[10];
    uint8_t length = 0;
    do {
        digits[length++] = (char)('0' + number % 10u);
        number /= 10u;
    } while (number);
    put(panel, ' ');
    while (length)
        put(panel, digits[--length]);
}

static void begin(struct panel *panel, char kind)
{
    panel->out_length = panel->out_next = 0;
    put(panel, kind);
}

static void finish(struct panel *panel)
{
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < panel->out_length; i++)
        crc = crc16_step(crc, (uint8_t)panel->out[i]);
    put(panel, '*');
    for (int8_t shift = 12; shift >= 0; shift = (int8_t)(shift - 4))
        put(panel, "0123456789ABCDEF"[(crc >> shift) & 0xF]);
    put(panel, '\n');
}

static void say_identity(struct panel *panel)
{
    begin(panel, 'I');
    put_number(panel, PANEL_PROTOCOL);
    put(panel, ' ');
    put_word(panel, panel->board);
    put_word(panel, " " PANEL_FIRMWARE);
    put_number(panel, panel->boot);
    put_number(panel, panel->base_seq);
    put_number(panel, PANEL_SEATS);
    put_number(panel, PANEL_KEYS);
    put_number(panel, panel->now_ms);
    finish(panel);
}

static void say_echo(struct panel *panel)
{
    panel->echo_is_due = false;
    begin(panel, 'K');
    put_number(panel, panel->lamp_command);
    put_number(panel, panel->lamp_mask);
    finish(panel);
}

static void say_edge(struct panel *panel, uint8_t place)
{
    struct panel_edge *edge = edge_at(panel, place);
    if (edge->was_sent)
        count_up(&panel->repeated);
    edge->was_sent = true;
    edge->sent_ms = (uint16_t)panel->now_ms;
    begin(panel, 'E');
    put_number(panel, (uint8_t)(panel->base_seq + place));
    put_number(panel, edge->key / PANEL_KEYS);
    put_number(panel, edge->key % PANEL_KEYS);
    put_word(panel, edge->is_down ? " D" : " U");
    put_number(panel, edge->ms);
    finish(panel);
}

static void say_beat(struct panel *panel)
{
    panel->beat_ms = panel->now_ms + PANEL_BEAT_MS;
    begin(panel, 'H');
    put_number(panel, panel->now_ms);
    put_number(panel, panel->count);
    put_number(panel, panel->damaged);
    put_number(panel, panel->repeated);
    put_number(panel, panel->lost);
    finish(panel);
}

static bool greet_if_due(struct panel *panel)
{
    if ((panel->is_greeted && !panel->greetings) || !is_past(panel->now_ms, panel->greeting_ms))
        return false;
    panel->greeting_ms = panel->now_ms + (panel->greetings ? PANEL_GREET_MS : PANEL_BEAT_MS);
    if (panel->greetings)
        panel->greetings--;
    say_identity(panel);
    return true;
}

static bool tell_edge_if_due(struct panel *panel)
{
    for (uint8_t place = 0; place < panel->count && place < PANEL_WINDOW; place++) {
        const struct panel_edge *edge = edge_at(panel, place);
        if (!edge->was_sent || (uint16_t)((uint16_t)panel->now_ms - edge->sent_ms) >= PANEL_RESEND_MS) {
            say_edge(panel, place);
            return true;
        }
    }
    return false;
}

static bool say_something(struct panel *panel)
{
    if (greet_if_due(panel))
        return true;
    if (!panel->is_greeted)
        return false;
    if (panel->echo_is_due) {
        say_echo(panel);
        return true;
    }
    if (tell_edge_if_due(panel))
        return true;
    if (is_past(panel->now_ms, panel->beat_ms)) {
        say_beat(panel);
        return true;
    }
    return false;
}

bool panel_transmit(struct panel *panel, uint8_t *byte)
{
    if (panel->out_next == panel->out_length && !say_something(panel))
        return false;
    *byte = (uint8_t)panel->out[panel->out_next++];
    return true;
}

/* ---- what we hear ---- */

/* Takes a field: one space and a decimal number up to the limit. If there is none: false, nothing taken. */
static bool take_number(const char **text, uint16_t limit, uint16_t *number)
{
    const char *at = *text;
    uint32_t value = 0;
    if (*at++ != ' ' || *at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++) {
        value = value * 10u + (uint32_t)(*at - '0');
        if (value > limit)
            return false;
    }
    if (*at && *at != ' ')
        return false;
    *text = at;
    *number = (uint16_t)value;
    return true;
}

static void hear_hello(struct panel *panel)
{
    panel->is_greeted = true;
    panel->greetings = PANEL_GREETINGS;
    panel->greeting_ms = panel->now_ms;
}

static bool hear_acknowledgement(struct panel *panel, const char *fields)
{
    uint16_t seq;
    if (!take_number(&fields, 255, &seq))
        return false;
    if (!panel->is_greeted)
        return true;   /* meant for us before the restart */
    panel->greetings = 0;
    uint8_t upto = (uint8_t)(seq - panel->base_seq + 1u);
    if (upto && upto <= panel->count && upto <= PANEL_WINDOW) {
        panel->first = (uint8_t)((panel->first + upto) % PANEL_QUEUE);
        panel->count = (uint8_t)(panel->count - upto);
        panel->base_seq = (uint8_t)(panel->base_seq + upto);
    }
    return true;
}

static bool hear_lamps(struct panel *panel, const char *fields)
{
    uint16_t command, mask;
    if (!take_number(&fields, 0xFFFF, &command) || !take_number(&fields, 0xFFFF, &mask))
        return false;
    panel->lamp_command = command;
    panel->lamp_mask = mask;
    panel->echo_is_due = true;
    return true;
}

static bool hear(struct panel *panel, const char *payload)
{
    switch (payload[0]) {
    case '?':
        hear_hello(panel);
        return true;
    case 'A':
        return hear_acknowledgement(panel, payload + 1);
    case 'L':
        return hear_lamps(panel, payload + 1);
    default:
        return true;   /* newer than we are */
    }
}

static int8_t hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return (int8_t)(letter - '0');
    if (letter >= 'A' && letter <= 'F')
        return (int8_t)(letter - 'A' + 10);
    return -1;
}

/* Cuts the checksum off a line; false when it does not fit. */
static bool unwrap(struct panel *panel)
{
    if (panel->in_too_long || panel->in_length < 6)
        return false;
    uint8_t length = (uint8_t)(panel->in_length - 5);
    uint16_t crc = 0xFFFF, claimed = 0;
    for (uint8_t i = 0; i < length; i++) {
        if (panel->in[i] < 0x20 || panel->in[i] > 0x7E)
            return false;
        crc = crc16_step(crc, (uint8_t)panel->in[i]);
    }
    if (panel->in[length] != '*')
        return false;
    for (uint8_t i = (uint8_t)(length + 1); i < panel->in_length; i++) {
        int8_t digit = hex_digit(panel->in[i]);
        if (digit < 0)
            return false;
        claimed = (uint16_t)((claimed << 4) | (uint16_t)digit);
    }
    panel->in[length] = '\0';
    return crc == claimed;
}

static void end_line(struct panel *panel)
{
    if (panel->in_length || panel->in_too_long) {
        if (unwrap(panel) && hear(panel, panel->in))
            panel->heard_ms = panel->now_ms;
        else
            count_up(&panel->damaged);
    }
    panel->in_length = 0;
    panel->in_too_long = false;
}

void panel_receive(struct panel *panel, uint8_t byte)
{
    if (byte == '\n' || byte == '\r')
        end_line(panel);
    else if (panel->in_length < PANEL_LINE - 1)
        panel->in[panel->in_length++] = (char)byte;
    else
        panel->in_too_long = true;
}
