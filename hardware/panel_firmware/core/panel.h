/* The panel as a machine without pins: keys go in, frames and lamps come out.
 *
 * Nothing here knows a chip. A port feeds it one scan of the keys every millisecond and the bytes
 * that came in, and takes from it the bytes to send and the lamps to light. No memory is
 * allocated and no time is asked for. The language on the wire is described in
 * docs/reference/panel-protocol.md.
 */
#ifndef PANEL_H
#define PANEL_H

#include <stdbool.h>
#include <stdint.h>

#define PANEL_PROTOCOL 1
#define PANEL_FIRMWARE "1"
#define PANEL_SEATS 4
#define PANEL_KEYS 8          /* keys of one seat */
#define PANEL_ALL_KEYS 32     /* bit 8 * seat + key of a scan */
#define PANEL_LINE 48         /* the longest line, with its end */
#define PANEL_QUEUE 16        /* edges kept until they are acknowledged */
#define PANEL_WINDOW 4        /* edges that may be under way at once */
#define PANEL_SETTLE_DOWN 5   /* equal samples, a millisecond apart, that make a press */
#define PANEL_SETTLE_UP 20    /* equal samples that make a release: worn contacts open briefly while held */
#define PANEL_RESEND_MS 30
#define PANEL_GREET_MS 25
#define PANEL_GREETINGS 10
#define PANEL_BEAT_MS 250
#define PANEL_AWAY_MS 3000
#define PANEL_WALK_MS 250     /* a lamp's turn in the walk at power-up */

struct panel_edge {
    uint32_t ms;
    uint16_t sent_ms;         /* when it was last sent, if it was */
    uint8_t key;              /* 8 * seat + key */
    bool is_down;
    bool was_sent;
};

struct panel {
    const char *board;
    uint32_t boot;
    uint32_t now_ms;

    uint32_t down;                     /* keys as they rest */
    uint32_t unsettled;                /* keys that the last scan saw otherwise */
    uint8_t differs[PANEL_ALL_KEYS];   /* for how many scans in a row each was */

    struct panel_edge queue[PANEL_QUEUE];
    uint8_t first, count;              /* where the queue begins, a ring, and its length */
    uint8_t base_seq;                  /* the sequence of the first */
    uint16_t lost, damaged, repeated;

    char in[PANEL_LINE];
    uint8_t in_length;
    bool in_too_long;
    char out[PANEL_LINE];
    uint8_t out_length, out_next;

    bool is_greeted;                   /* a hello came since the start, and the host is not away */
    uint8_t greetings;                 /* identities still to be sent after a hello */
    uint32_t heard_ms;                 /* when the host last said anything whole */
    uint32_t greeting_ms, beat_ms;     /* when the next one is due */

    uint16_t lamp_mask, lamp_command;
    bool echo_is_due;
};

/* `board` is one short word; `boot` differs from one start to the next. */
void panel_start(struct panel *panel, const char *board, uint32_t boot);

/* One look at all keys, every millisecond; a bit is set while its key is down. */
void panel_scan(struct panel *panel, uint32_t now_ms, uint32_t keys_down);

/* A byte came in. */
void panel_receive(struct panel *panel, uint8_t byte);

/* The next byte to send; false when there is nothing to say now. */
bool panel_transmit(struct panel *panel, uint8_t *byte);

/* Whether a lamp is lit at this moment: bit s for seat s. */
uint8_t panel_lamps(const struct panel *panel);

#endif
