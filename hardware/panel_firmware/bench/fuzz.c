/* Throws random and damaged lines at the core and checks what must hold whatever comes.
 *
 *   fuzz FRAMES SEED
 *
 * Built with the address and undefined-behaviour sanitizers. Every kind of line is thrown: noise,
 * good frames, and good frames with bytes changed, dropped or doubled. After each one the
 * panel has to be whole, and everything it says has to be whole lines with their checksum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/crc.h"
#include "../core/panel.h"

static uint64_t state;
static unsigned long frames, said, presses, told, emptied;

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
        fprintf(stderr, "after %lu frames: %s\n", frames, what);
        abort();
    }
}

/* Half of the acknowledgements are near the truth, so that the queue is often nearly empty. */
static int good_frame(char *line, const struct panel *panel)
{
    static const char *const kinds[] = {"?", "A %u", "L %u %u", "Z %u %u", "A %u %u", "L %u"};
    unsigned one = dice() % 8 ? dice() % 256 : dice(), two = dice() % 0x10000;
    int length;
    if (dice() % 2)
        one = (panel->base_seq + dice() % 6 + 255u) % 256u;
    switch (dice() % 6) {
    case 0: length = snprintf(line, 40, "%s", kinds[0]); break;
    case 1: length = snprintf(line, 40, kinds[1], one); break;
    case 2: length = snprintf(line, 40, kinds[2], one, two); break;
    case 3: length = snprintf(line, 40, kinds[3], one, two); break;
    case 4: length = snprintf(line, 40, kinds[4], one, two); break;
    default: length = snprintf(line, 40, kinds[5], one); break;
    }
    uint16_t crc = 0xFFFF;
    for (int i = 0; i < length; i++)
        crc = crc16_step(crc, (uint8_t)line[i]);
    return length + sprintf(line + length, "*%04X\n", crc);
}

static int damage(char *line, int length)
{
    int at = (int)(dice() % (unsigned)length);
    switch (dice() % 4) {
    case 0:
        line[at] = (char)(line[at] ^ (1 << (dice() % 8)));
        return length;
    case 1:
        memmove(line + at, line + at + 1, (size_t)(length - at - 1));
        return length - 1;
    case 2:
        memmove(line + at + 1, line + at, (size_t)(length - at));
        return length + 1;
    default:
        line[at] = (char)dice();
        return length;
    }
}

static int noise(char *line)
{
    int length = (int)(dice() % 60);
    for (int i = 0; i < length; i++)
        line[i] = (char)(dice() % 3 ? dice() : (uint32_t)"?*A L 0123456789\n\r"[dice() % 18]);
    return length;
}

static void check(const struct panel *panel)
{
    emptied += panel->count == 0;
    insist(panel->count <= PANEL_QUEUE, "the queue holds too much");
    insist(panel->first < PANEL_QUEUE, "the queue has lost its place");
    insist(panel->in_length < PANEL_LINE, "the line is too long");
    insist(panel->out_length <= PANEL_LINE && panel->out_next <= panel->out_length, "the output has run over");
    insist(panel_lamps(panel) < 16, "there are only four lamps");
}

static void listen(struct panel *panel)
{
    static char line[PANEL_LINE + 1];
    static unsigned length;
    uint8_t byte;
    for (int budget = 200; budget && panel_transmit(panel, &byte); budget--) {
        if (byte != '\n') {
            insist(length < PANEL_LINE - 1, "a line that was said is too long");
            line[length++] = (char)byte;
            continue;
        }
        uint16_t crc = 0xFFFF;
        insist(length > 5 && line[length - 5] == '*', "a line was said without its checksum");
        for (unsigned i = 0; i < length - 5; i++)
            crc = crc16_step(crc, (uint8_t)line[i]);
        line[length] = '\0';
        insist(strtoul(line + length - 4, NULL, 16) == crc, "a line was said with a wrong checksum");
        insist(strchr("IEKH", line[0]) != NULL, "a line of an unknown kind was said");
        told += line[0] == 'E';
        said++;
        length = 0;
    }
}

int main(int argc, char **argv)
{
    unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 3000000;
    struct panel panel;
    uint32_t now = 0, keys = 0;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) * 2654435761u + 1 : 88172645463325252u;
    panel_start(&panel, "native", 4294967295u);
    for (frames = 0; frames < wanted; frames++) {
        char line[80];
        int length = dice() % 8 ? good_frame(line, &panel) : noise(line);
        if (dice() % 2)
            for (int hits = (int)(dice() % 3); hits && length > 0; hits--)
                length = damage(line, length);
        for (int i = 0; i < length; i++)
            panel_receive(&panel, (uint8_t)line[i]);
        if (dice() % 8 == 0) {
            keys ^= (uint32_t)1 << (dice() % 32);
            presses++;
            for (int ms = 0; ms < 6; ms++)
                panel_scan(&panel, ++now, keys);
        }
        if (dice() % 64 == 0)
            now += dice() % 8 ? dice() % 5000 : dice();
        panel_scan(&panel, ++now, keys);
        listen(&panel);
        check(&panel);
    }
    insist(told > 0 && panel.damaged > 0 && emptied > 1000, "nothing was tried");
    printf("%lu frames, %lu edges of keys, %lu lines said, %lu of them edges: nothing broke\n", frames, presses,
           said, told);
    return 0;
}
