/* Throws random, damaged, forged, late and doubled datagrams at both ends of the radio.
 *
 *   fuzz_radio DATAGRAMS SEED
 *
 * Built with the address and undefined-behaviour sanitizers; each datagram lies in memory of just its length,
 * so that a byte read beyond it is found. What has no right CRC must change nothing at all; whatever has, both
 * ends have to be whole afterwards, and every line for the host must be whole and carry its checksum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/radio_wire.h"

#define BOXES 2
#define KEPT 8

static uint64_t state;
static unsigned long thrown, refused, answered, sent, told, said, states, restarts;
static struct radio_box boxes[BOXES];
static struct radio_receiver receiver;
static uint32_t now, boots = 1;
static uint8_t keys[BOXES];

/* What was in the air, to come again late. */
static struct { uint8_t bytes[RADIO_DATAGRAM], length; } kept[KEPT];

static uint32_t dice(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

static void insist(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "after %lu datagrams: %s\n", thrown, what);
        abort();
    }
}

static void check_box(const struct radio_box *box)
{
    insist(box->count <= RADIO_QUEUE && box->first < RADIO_QUEUE, "a box has lost its place in its queue");
    insist(box->panel.count == 0, "the panel of a box keeps edges");
    insist(box->panel.down < 256, "a box has eight keys");
    for (uint8_t place = 0; place < box->count; place++)
        insist(box->queue[(box->first + place) % RADIO_QUEUE].key < PANEL_KEYS, "an edge of no key is kept");
    uint32_t for_ms;
    radio_box_rest(box, &for_ms);
    insist(for_ms < 0x80000000u, "a box rests for ever");
}

static void check_receiver(void)
{
    insist(receiver.panel.count <= PANEL_QUEUE && receiver.panel.first < PANEL_QUEUE,
           "the receiver has lost its place in its queue");
    for (uint8_t place = 0; place < receiver.panel.count; place++)
        insist(receiver.panel.queue[(receiver.panel.first + place) % PANEL_QUEUE].key < PANEL_ALL_KEYS,
               "an edge of no key was handed on");
    insist(receiver.line_next <= receiver.line_length && receiver.line_length <= PANEL_LINE, "a line has run over");
}

static int is_whole(const uint8_t *bytes, uint8_t length)
{
    if (length < 5)
        return 0;
    return (bytes[length - 2] | bytes[length - 1] << 8) == crc_of(bytes, (uint8_t)(length - 2));
}

static void to_box(struct radio_box *box, const uint8_t *bytes, uint8_t length)
{
    struct radio_box before = *box;
    radio_box_hear(box, bytes, length);
    if (!is_whole(bytes, length))
        insist(!memcmp(&before, box, sizeof before), "a damaged answer changed a box");
    check_box(box);
}

/* Returns the length of the answer; it is 0 for what was damaged. */
static uint8_t to_receiver(const uint8_t *bytes, uint8_t length, uint8_t *answer)
{
    struct radio_receiver before = receiver;
    uint8_t answer_length = radio_receiver_hear(&receiver, bytes, length, answer);
    if (!is_whole(bytes, length)) {
        insist(answer_length == 0, "a damaged datagram was answered");
        insist(!memcmp(&before, &receiver, sizeof before), "a damaged datagram changed the receiver");
    }
    refused += answer_length == 0;
    answered += answer_length != 0;
    insist(answer_length == 0 || (answer_length == RADIO_ANSWER && is_whole(answer, answer_length)),
           "an answer is not whole");
    check_receiver();
    return answer_length;
}

/* Both ends hear it; the answer may be lost, or come back damaged. */
static void throw_it(const uint8_t *bytes, uint8_t length)
{
    thrown++;
    uint8_t *exact = malloc(length ? length : 1), *answer = malloc(RADIO_ANSWER);
    insist(exact && answer, "no memory");
    memcpy(exact, bytes, length);
    struct radio_box *box = &boxes[dice() % BOXES];
    to_box(box, exact, length);
    if (to_receiver(exact, length, answer) && dice() % 4) {
        if (dice() % 8 == 0)
            answer[dice() % RADIO_ANSWER] ^= (uint8_t)(1u << dice() % 8);
        for (int i = 0; i < BOXES; i++)
            to_box(&boxes[i], answer, RADIO_ANSWER);
    }
    unsigned slot = dice() % KEPT;
    kept[slot].length = length;
    memcpy(kept[slot].bytes, bytes, length);
    free(exact);
    free(answer);
}

/* ---- what is thrown ---- */

static uint8_t noise(uint8_t *bytes)
{
    uint8_t length = (uint8_t)(dice() % (RADIO_DATAGRAM + 1));
    for (uint8_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)dice();
    return length;
}

static uint8_t from_a_box(uint8_t *bytes)
{
    uint8_t *exact = malloc(RADIO_DATAGRAM);
    insist(exact != NULL, "no memory");
    struct radio_box *box = &boxes[dice() % BOXES];
    uint8_t length = radio_box_send(box, exact);
    insist(length == 0 || (is_whole(exact, length) && length == RADIO_HEADER + exact[24] * RADIO_EDGE),
           "a box said something that is not whole");
    memcpy(bytes, exact, length);
    free(exact);
    sent += length != 0;
    check_box(box);
    return length;
}

/* Somebody who knows the language: right in form, wrong in all that it says. Half of the boot numbers are near. */
static uint8_t forged(uint8_t *bytes)
{
    uint8_t *at = bytes;
    int is_answer = dice() % 2;
    uint32_t boot = dice() % 2 ? boots - dice() % 3 : dice();
    *at++ = 'R';
    *at++ = dice() % 16 ? RADIO_VERSION : (uint8_t)dice();
    *at++ = is_answer ? WIRE_ANSWER : WIRE_BOX;
    *at++ = (uint8_t)(dice() % 8 ? (dice() % 4) | (dice() & 0x80u) : dice());
    at = put_wire(at, boot, 4);
    at = put_wire(at, dice() % 2 ? receiver.panel.boot : dice(), 4);
    if (is_answer) {
        at = put_wire(at, dice() % 2 ? boxes[dice() % BOXES].sent_ms : dice(), 4);
        at = put_wire(at, dice(), 2);
        at = put_wire(at, dice(), 4);
        *at++ = (uint8_t)dice();
        return seal_wire(bytes, at);
    }
    at = put_wire(at, now - dice() % 1000, 4);
    for (int field = 0; field < 4; field++)
        at = put_wire(at, dice(), 2);
    uint8_t count = (uint8_t)(dice() % 45), claimed = dice() % 8 ? count : (uint8_t)dice();
    if (count > (RADIO_DATAGRAM - RADIO_HEADER) / RADIO_EDGE)
        count = claimed = (RADIO_DATAGRAM - RADIO_HEADER) / RADIO_EDGE;
    *at++ = claimed;
    for (uint8_t i = 0; i < count * RADIO_EDGE; i++)
        *at++ = (uint8_t)dice();
    return seal_wire(bytes, at);
}

static uint8_t damage(uint8_t *bytes, uint8_t length)
{
    uint8_t at = (uint8_t)(dice() % length);
    switch (dice() % 4) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << dice() % 8);
        return length;
    case 1:
        memmove(bytes + at, bytes + at + 1, (size_t)(length - at - 1));
        return (uint8_t)(length - 1);
    case 2:
        return at;
    default:
        bytes[at] = (uint8_t)dice();
        return length;
    }
}

static void throw_one(void)
{
    uint8_t bytes[RADIO_DATAGRAM];
    uint8_t length;
    switch (dice() % 8) {
    case 0: length = noise(bytes); break;
    case 1:
    case 2: length = forged(bytes); break;
    case 3: {
        unsigned slot = dice() % KEPT;
        length = kept[slot].length;
        memcpy(bytes, kept[slot].bytes, length);
        break;
    }
    default: length = from_a_box(bytes); break;
    }
    for (int hits = (int)(dice() % 4) - 1; hits > 0 && length; hits--)
        length = damage(bytes, length);
    throw_it(bytes, length);
}

/* ---- what else happens ---- */

static void move_on(void)
{
    for (int i = 0; i < BOXES; i++) {
        if (dice() % 8 == 0)
            keys[i] ^= (uint8_t)(1u << dice() % 8);
        if (dice() % 512 == 0)
            radio_box_wake(&boxes[i], now, (uint8_t)dice(), (uint16_t)dice());
        for (int ms = (int)(dice() % 8); ms >= 0; ms--)
            radio_box_scan(&boxes[i], now + (uint32_t)(8 - ms), keys[i], (uint16_t)(3300 + dice() % 900));
        check_box(&boxes[i]);
        insist(!(radio_box_wakers(&boxes[i]) & boxes[i].panel.down), "a key that is down wakes a box");
    }
    now += 8;
    if (dice() % 256 == 0)
        now += dice() % 8 ? dice() % 700000 : dice();
    radio_receiver_tick(&receiver, now);
    check_receiver();
    if (dice() % 4096 == 0) {
        restarts++;
        uint32_t which = dice() % (BOXES + 1);
        if (which < BOXES)
            radio_box_start(&boxes[which], (uint8_t)which, ++boots);
        else
            radio_receiver_start(&receiver, "radio", dice() | 1u);
    }
}

static void from_the_host(void)
{
    char line[40];
    int length = dice() % 8 ? snprintf(line, 30, "A %u", (receiver.panel.base_seq + dice() % 6 + 255u) % 256u)
                            : snprintf(line, 30, dice() % 4 ? "?" : "L %u %u", dice() % 256, dice() % 65536);
    uint16_t crc = crc_of((const uint8_t *)line, (uint8_t)length);
    length += snprintf(line + length, 7, "*%04X\n", (unsigned)crc);
    for (int i = 0; i < length; i++)
        panel_receive(&receiver.panel, (uint8_t)line[i]);
}

static void to_the_host(void)
{
    static char line[PANEL_LINE + 1];
    static unsigned length;
    uint8_t byte;
    for (int budget = 200; budget && radio_receiver_transmit(&receiver, &byte); budget--) {
        insist(length < PANEL_LINE, "a line for the host is too long");
        if (byte != '\n') {
            line[length++] = (char)byte;
            continue;
        }
        insist(length > 5 && line[length - 5] == '*', "a line for the host has no checksum");
        uint16_t crc = crc_of((const uint8_t *)line, (uint8_t)(length - 5));
        line[length] = '\0';
        insist(strtoul(line + length - 4, NULL, 16) == crc, "a line for the host has a wrong checksum");
        insist(strchr("IEKHB", line[0]) != NULL, "a line of an unknown kind was said");
        told += line[0] == 'E';
        states += line[0] == 'B';
        said++;
        length = 0;
    }
}

int main(int argc, char **argv)
{
    unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) * 2654435761u + 1 : 88172645463325252u;
    for (uint8_t i = 0; i < BOXES; i++)
        radio_box_start(&boxes[i], i, ++boots);
    radio_receiver_start(&receiver, "radio", 4294967295u);
    while (thrown < wanted) {
        throw_one();
        move_on();
        if (dice() % 4 == 0)
            from_the_host();
        to_the_host();
    }
    insist(sent && refused && answered && told && states && restarts, "nothing was tried");
    printf("%lu datagrams, %lu of them answered, %lu refused, %lu lines said, %lu of them edges: nothing broke\n",
           thrown, answered, refused, said, told);
    return 0;
}
