/* Datagrams between seat boxes and their receiver: numbers with the low byte first, CRC-16 at the end. */
#ifndef RADIO_WIRE_H
#define RADIO_WIRE_H

#include "crc.h"
#include "radio.h"

enum { WIRE_BOX = 'P', WIRE_ANSWER = 'A' };

static inline uint8_t *put_wire(uint8_t *at, uint32_t number, uint8_t bytes)
{
    while (bytes--) {
        *at++ = (uint8_t)number;
        number >>= 8;
    }
    return at;
}

static inline uint32_t take_wire(const uint8_t **at, uint8_t bytes)
{
    uint32_t number = 0;
    for (uint8_t i = 0; i < bytes; i++)
        number |= (uint32_t)*(*at)++ << (8u * i);
    return number;
}

static inline uint16_t crc_of(const uint8_t *bytes, uint8_t length)
{
    uint16_t crc = 0xFFFF;
    while (length--)
        crc = crc16_step(crc, *bytes++);
    return crc;
}

/* Closes a datagram that ends at `end`; returns its length. */
static inline uint8_t seal_wire(uint8_t *datagram, uint8_t *end)
{
    uint8_t length = (uint8_t)(end - datagram);
    put_wire(end, crc_of(datagram, length), 2);
    return (uint8_t)(length + 2);
}

/* Whether these bytes are a whole datagram of this kind: others may use the same radio. */
static inline bool is_wire(const uint8_t *datagram, uint8_t length, uint8_t kind, uint8_t at_least)
{
    if (length < at_least || datagram[0] != 'R' || datagram[1] != RADIO_VERSION || datagram[2] != kind)
        return false;
    const uint8_t *check = datagram + length - 2;
    return take_wire(&check, 2) == crc_of(datagram, (uint8_t)(length - 2));
}

/* How far `one` is past `other`, on a ring of numbers. */
static inline int16_t wire_steps(uint16_t one, uint16_t other)
{
    return (int16_t)(uint16_t)(one - other);
}

#endif
