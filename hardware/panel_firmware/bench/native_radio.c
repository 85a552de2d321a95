/* Both ends of the radio as a library for tests. Everything else is called by its own name. */
#include <stdlib.h>

#include "../core/radio.h"

struct radio_box *native_box_new(uint32_t seat, uint32_t boot)
{
    struct radio_box *box = malloc(sizeof *box);
    if (box)
        radio_box_start(box, (uint8_t)seat, boot);
    return box;
}

struct radio_receiver *native_receiver_new(uint32_t boot)
{
    struct radio_receiver *receiver = malloc(sizeof *receiver);
    if (receiver)
        radio_receiver_start(receiver, "radio", boot);
    return receiver;
}

struct panel *native_panel_of(struct radio_receiver *receiver)
{
    return &receiver->panel;
}

uint32_t native_box_lamp(const struct radio_box *box)
{
    return panel_lamps(&box->panel) & 1u;
}

uint32_t native_box_queued(const struct radio_box *box)
{
    return box->count;
}

uint32_t native_receiver_transmit(struct radio_receiver *receiver, uint8_t *bytes, uint32_t room)
{
    uint32_t count = 0;
    while (count < room && radio_receiver_transmit(receiver, bytes + count))
        count++;
    return count;
}

/* One millisecond of a box that is awake; returns the length of what it sends. */
uint32_t native_box_turn(struct radio_box *box, uint32_t now_ms, uint32_t keys_down, uint32_t millivolts,
                         uint8_t *datagram)
{
    radio_box_scan(box, now_ms, (uint8_t)keys_down, (uint16_t)millivolts);
    return radio_box_send(box, datagram);
}
