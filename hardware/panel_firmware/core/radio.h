/* Seat boxes without a cable: both ends of a lossy radio, as machines without pins, radio and clock.
 *
 * A box keeps the edges of its keys until the receiver has them, and repeats them; the receiver puts
 * each into the queue of the panel on the USB line, once and in order. A datagram may be lost, late,
 * doubled or damaged. The language is described in docs/build-radio.md; the panel on the receiver
 * speaks to the host as every panel does (docs/reference/panel-protocol.md).
 */
#ifndef RADIO_H
#define RADIO_H

#include "panel.h"

#define RADIO_VERSION 1
#define RADIO_DATAGRAM 250       /* the most that ESP-NOW carries */
#define RADIO_HEADER 27
#define RADIO_EDGE 5             /* bytes of one edge in a datagram */
#define RADIO_ANSWER 25
#define RADIO_QUEUE 64           /* edges that a box keeps */
#define RADIO_WINDOW 32          /* edges in one datagram */
#define RADIO_SPREAD_MS 6        /* an edge is told within so long, not all boxes in the same instant; */
#define RADIO_FIRST_MS 8         /* about so long after the first try comes the next, */
#define RADIO_DOUBLINGS 1        /* and then twice as long each time, so often */
#define RADIO_DEAF_MS 500        /* without an answer for so long, a box only asks who is there, */
#define RADIO_ASK_MS 150         /* so often, */
#define RADIO_LOST_MS 30000      /* and after so long without an answer */
#define RADIO_ASK_SELDOM_MS 2000 /* so often */
#define RADIO_HELD_MS 50         /* a box says so often that a key is still down, */
#define RADIO_STUCK_MS 10000     /* for so long */
#define RADIO_POLL_MS 500        /* while people play: asks for its lamp */
#define RADIO_PLAY_MS 600000u    /* so long after the last edge a box sleeps deeply */
#define RADIO_SIGN_S 300         /* and gives a sign of life so often */
#define RADIO_SURE_MS 100        /* a key counts as still down for so long after its box said so, */
#define RADIO_HELD_DOWN_MS 2100  /* and after so long it can mean nothing more */
#define RADIO_STATE_MS 1000      /* the receiver tells the host of each box so often */
#define RADIO_OLD_MS 10000       /* no datagram is older than this */

enum radio_rest { RADIO_AWAKE, RADIO_LIGHT_SLEEP, RADIO_DEEP_SLEEP };

struct radio_edge {
    uint32_t ms;
    uint32_t first_ms;           /* when it was first sent, if it was */
    uint8_t key;
    bool is_down;
    bool was_sent;
};

struct radio_box {
    struct panel panel;          /* feels the keys and plays the lamp; its own seat is its seat 0 */
    uint8_t seat;
    bool has_looked;             /* at its keys, since it started */
    uint32_t boot, receiver;     /* boot numbers; the receiver's is 0 until it is known */
    uint32_t now_ms, dice;

    struct radio_edge queue[RADIO_QUEUE];
    uint8_t first, count;
    uint16_t base_seq, millivolts;
    uint16_t lost, lost_sent, lost_told;   /* edges dropped; as last sent, and as the receiver has it */

    uint32_t sent_ms, next_ms, edge_ms;
    uint32_t unanswered_ms;      /* since when nobody answers, if so */
    uint8_t tries;               /* datagrams since the last answer */
};

/* One box as the receiver knows it. */
struct radio_seat {
    bool is_known, is_away;
    uint32_t boot, heard_ms, told_ms;
    uint32_t whole_ms, down_ms;  /* when we last had all that its box has; when its last key went down */
    uint16_t next_seq, lost, millivolts, promised_s;
};

struct radio_receiver {
    struct panel panel;
    uint32_t now_ms;
    struct radio_seat seats[PANEL_SEATS];
    char line[PANEL_LINE];
    uint8_t line_length, line_next;
};

/* `boot` rises from one power-up of this box to the next (it is kept in flash), and is not 0. */
void radio_box_start(struct radio_box *box, uint8_t seat, uint32_t boot);

/* One look at the keys of this box every millisecond while it is not asleep: bit k for key k. */
void radio_box_scan(struct radio_box *box, uint32_t now_ms, uint8_t keys_down, uint16_t millivolts);

/* The box woke from deep sleep. `woken_by` are the keys that woke it (the chip remembers them even if the
 * finger is gone), `latency_ms` is how long ago: their edges count from then. Its memory was kept.
 */
void radio_box_wake(struct radio_box *box, uint32_t now_ms, uint8_t woken_by, uint16_t latency_ms);

/* The datagram to send now; 0 when there is none. `datagram` has room for RADIO_DATAGRAM bytes. */
uint8_t radio_box_send(struct radio_box *box, uint8_t *datagram);

/* A datagram came in; whoever sent it. */
void radio_box_hear(struct radio_box *box, const uint8_t *datagram, uint8_t length);

/* How the box may rest now, and for how many milliseconds at most unless a key is pressed. */
enum radio_rest radio_box_rest(const struct radio_box *box, uint32_t *for_ms);

/* Which keys may wake the box: a key that is stuck may not, or it would wake it for ever. */
uint8_t radio_box_wakers(const struct radio_box *box);

/* `boot` differs from one start to the next and is not 0. */
void radio_receiver_start(struct radio_receiver *receiver, const char *board, uint32_t boot);

/* Every millisecond. */
void radio_receiver_tick(struct radio_receiver *receiver, uint32_t now_ms);

/* A datagram came in; returns the length of the answer to send at once, 0 for none. */
uint8_t radio_receiver_hear(struct radio_receiver *receiver, const uint8_t *datagram, uint8_t length,
                            uint8_t *answer);

/* The next byte for the host; false when there is nothing to say now. The host's bytes go to
 * `panel_receive` of the receiver's panel.
 */
bool radio_receiver_transmit(struct radio_receiver *receiver, uint8_t *byte);

#endif
