/* The Nano firmware on a simulated chip, with keys, lamps and a serial port for tests.
 *
 *   nano_bench FIRMWARE.elf LINK
 *
 * LINK becomes a symbolic link to a pseudo-terminal: the port of the panel. Orders come as lines on
 * standard input, and each is answered by one line:
 *
 *   keys HEX      bit 8 * seat + key is down        diodes 0|1    solder them in, or leave them out
 *   in N          hand N bytes from the port to the chip at the speed of the line
 *   run US        let this much of the chip's time pass; answers "ok TIME LAMPS BYTES_OUT EDGES"
 *   pace 0|1      let time pass by itself, as fast as real time
 *   unplug        pull the cable, the chip keeps its power       replug     put it back
 *   reset         a power cut; the EEPROM keeps what it knows    quit
 *
 * Without `pace 1` nothing moves between orders, so that a test is the same on every machine.
 * EDGES counts the changes of the lamps since the start.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

enum { MHZ = 16, BYTE_CYCLES = MHZ * 1000000 / 11520, ROWS = 8, COLUMNS = 4, LAMPS = 4, PENDING = 1 << 16 };

struct pin {
    char port;
    int bit;
};

#define ROW_PIN(letter, bit) {letter, bit},
#define COLUMN_PIN(letter, bit) {letter, bit},
#define LAMP_PIN(letter, bit) {letter, bit},
#define NOTHING(letter, bit)
#define PIN(what, number, letter, bit, label) TAKE_##what(#letter[0], bit)

#define TAKE_ROW ROW_PIN
#define TAKE_COLUMN NOTHING
#define TAKE_LAMP NOTHING
static const struct pin rows[ROWS] = {
#include "../ports/pins_nano.h"
};
#undef TAKE_ROW
#undef TAKE_COLUMN
#define TAKE_ROW NOTHING
#define TAKE_COLUMN COLUMN_PIN
static const struct pin columns[COLUMNS] = {
#include "../ports/pins_nano.h"
};
#undef TAKE_COLUMN
#undef TAKE_LAMP
#define TAKE_COLUMN NOTHING
#define TAKE_LAMP LAMP_PIN
static const struct pin lamps[LAMPS] = {
#include "../ports/pins_nano.h"
};

static avr_t *avr;
static avr_irq_t *column_pins[COLUMNS], *uart_in;
static unsigned long pressed, directions[128];
static int has_diodes = 1, was_low[COLUMNS];
static uint8_t pending[PENDING];
static unsigned pending_in, pending_out;
static int master = -1, slave = -1;
static const char *link_name;
static FILE *answers;
static long bytes_out, lamp_edges;
static int lamps_now, line_is_busy;

/* ---- the keys ---- */

static unsigned long driven_low(char port)
{
    avr_ioport_state_t state;
    avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(port), &state);
    return directions[(int)port] & ~(unsigned long)state.port;
}

static int is_pressed(int row, int column)
{
    return (pressed >> (row * COLUMNS + column)) & 1;
}

/* A diode lets a row pull a column, never a column pull a row. */
static void find_low_columns(int *column_low)
{
    unsigned long low_b = driven_low('B'), low_d = driven_low('D');
    int row_low[ROWS], again = pressed != 0;
    for (int row = 0; row < ROWS; row++)
        row_low[row] = ((rows[row].port == 'B' ? low_b : low_d) >> rows[row].bit) & 1;
    while (again) {
        again = 0;
        for (int row = 0; row < ROWS; row++)
            for (int column = 0; column < COLUMNS; column++) {
                if (!is_pressed(row, column))
                    continue;
                if (row_low[row] && !column_low[column])
                    again = column_low[column] = 1;
                if (!has_diodes && column_low[column] && !row_low[row])
                    again = row_low[row] = 1;
            }
    }
}

static void wire_up(void)
{
    int column_low[COLUMNS] = {0};
    find_low_columns(column_low);
    for (int column = 0; column < COLUMNS; column++)
        if (column_low[column] != was_low[column])
            avr_raise_irq(column_pins[column], !(was_low[column] = column_low[column]));
}

/* Without a key every column hangs on its pull-up; after a power cut the chip has to be told again. */
static void pull_up(void)
{
    memset(directions, 0, sizeof directions);
    for (int column = 0; column < COLUMNS; column++) {
        avr_raise_irq(column_pins[column], 0);
        avr_raise_irq(column_pins[column], 1);
        was_low[column] = 0;
    }
}

/* A port is about to change its directions: the state that can be read is still the old one. */
static void turn(struct avr_irq_t *irq, uint32_t value, void *port)
{
    (void)irq;
    directions[(int)*(const char *)port] = value;
    wire_up();
}

static void watch_lamps(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    int lit = 0;
    for (int lamp = 0; lamp < LAMPS; lamp++)
        lit |= (int)((value >> lamps[lamp].bit) & 1) << lamp;
    lamp_edges += lit != lamps_now;
    lamps_now = lit;
}

/* ---- the line ---- */

static void chip_says(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    uint8_t byte = (uint8_t)value;
    if (master >= 0 && write(master, &byte, 1) == 1)
        bytes_out++;
}

static avr_cycle_count_t next_byte(avr_t *chip, avr_cycle_count_t when, void *unused)
{
    (void)chip, (void)unused;
    if (pending_in == pending_out) {
        line_is_busy = 0;
        return 0;
    }
    avr_raise_irq(uart_in, pending[pending_out]);
    pending_out = (pending_out + 1) % PENDING;
    return when + BYTE_CYCLES;
}

static void hand_over(const uint8_t *bytes, ssize_t count)
{
    for (ssize_t i = 0; i < count; i++) {
        pending[pending_in] = bytes[i];
        pending_in = (pending_in + 1) % PENDING;
    }
    if (count > 0 && !line_is_busy) {
        line_is_busy = 1;
        avr_cycle_timer_register(avr, BYTE_CYCLES, next_byte, NULL);
    }
}

static void plug(void)
{
    struct termios raw;
    char name[128], fresh[512];
    if (openpty(&master, &slave, name, NULL, NULL)) {
        perror("openpty");
        exit(1);
    }
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(master, F_SETFL, O_NONBLOCK);
    snprintf(fresh, sizeof fresh, "%s.new", link_name);
    unlink(fresh);
    if (symlink(name, fresh) || rename(fresh, link_name)) {
        perror(link_name);
        exit(1);
    }
}

static void unplug(void)
{
    unlink(link_name);
    if (master >= 0) {
        close(master);
        close(slave);
    }
    master = slave = -1;
    pending_in = pending_out = 0;
}

static int read_exactly(int count)
{
    uint8_t bytes[4096];
    while (count > 0) {
        struct pollfd one = {.fd = master, .events = POLLIN};
        if (master < 0 || poll(&one, 1, 5000) <= 0)
            return 0;
        ssize_t got = read(master, bytes, count < (int)sizeof bytes ? (size_t)count : sizeof bytes);
        if (got <= 0)
            return 0;
        hand_over(bytes, got);
        count -= (int)got;
    }
    return 1;
}

/* ---- time ---- */

static void advance(double us)
{
    avr_cycle_count_t until = avr->cycle + (avr_cycle_count_t)(us * MHZ);
    while (avr->cycle < until) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the chip has crashed\n");
            exit(1);
        }
    }
}

static void no_nap(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip, (void)cycles;
}

static double wall_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* One millisecond of the chip, then wait for the clock on the wall. */
static void keep_pace(double *due)
{
    uint8_t bytes[1024];
    ssize_t got = master >= 0 ? read(master, bytes, sizeof bytes) : 0;
    if (got > 0)
        hand_over(bytes, got);
    advance(1000);
    *due += 1000;
    double ahead = *due - wall_us();
    if (ahead > 0)
        usleep((useconds_t)ahead);
    else if (ahead < -20000)
        *due = wall_us();              /* the machine was busy: do not rush after lost time */
}

/* ---- orders ---- */

static void answer(const char *word)
{
    fprintf(answers, "%s %.0f %d %ld %ld\n", word, (double)avr->cycle / MHZ, lamps_now, bytes_out, lamp_edges);
    fflush(answers);
}

static void obey(const char *order, int *paced)
{
    double us;
    int number;
    if (sscanf(order, "run %lf", &us) == 1)
        advance(us);
    else if (sscanf(order, "in %d", &number) == 1) {
        if (!read_exactly(number)) {
            answer("missing-bytes");
            return;
        }
    } else if (sscanf(order, "keys %lx", &pressed) == 1)
        wire_up();
    else if (sscanf(order, "diodes %d", &has_diodes) == 1)
        wire_up();
    else if (sscanf(order, "pace %d", paced) == 1)
        ;
    else if (!strncmp(order, "unplug", 6))
        unplug();
    else if (!strncmp(order, "replug", 6))
        plug();
    else if (!strncmp(order, "reset", 5)) {
        avr_reset(avr);
        pull_up();
        pending_in = pending_out = 0;
        line_is_busy = 0;
    } else if (!strncmp(order, "quit", 4)) {
        unlink(link_name);
        exit(0);
    } else {
        answer("unknown-order");
        return;
    }
    answer("ok");
}

static void serve(void)
{
    char order[128];
    int paced = 0;
    double due = 0;
    setvbuf(stdin, NULL, _IONBF, 0);
    for (;;) {
        struct pollfd one = {.fd = 0, .events = POLLIN};
        if (!paced || poll(&one, 1, 0) > 0) {
            if (!fgets(order, sizeof order, stdin))
                break;
            obey(order, &paced);
            due = paced ? (due == 0 ? wall_us() : due) : 0;
        } else
            keep_pace(&due);
    }
    unlink(link_name);
}

static void set_up_chip(const char *file)
{
    elf_firmware_t firmware = {0};
    if (elf_read_firmware(file, &firmware)) {
        fprintf(stderr, "%s is not a firmware\n", file);
        exit(1);
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    firmware.frequency = MHZ * 1000000;
    avr_load_firmware(avr, &firmware);
    avr->frequency = MHZ * 1000000;
    avr->sleep = no_nap;
    avr->run_cycle_limit = 1000;       /* in one go, and asleep up to the next timer */
    avr->log = LOG_ERROR;
    for (uint8_t interrupt = 0; interrupt < 2; interrupt++)
        avr_extint_set_strict_lvl_trig(avr, interrupt, 0);   /* or it looks at them every cycle */
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
}

static void set_up_wires(void)
{
    static const char ports[] = "BD";
    for (int i = 0; i < COLUMNS; i++)
        column_pins[i] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(columns[i].port), columns[i].bit);
    for (const char *port = ports; *port; port++) {
        avr_irq_register_notify(
            avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(*port), IOPORT_IRQ_DIRECTION_ALL), turn,
            (void *)(uintptr_t)port);
    }
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(lamps[0].port), IOPORT_IRQ_REG_PORT), watch_lamps, NULL);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), chip_says, NULL);
    pull_up();
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: nano_bench FIRMWARE.elf LINK\n");
        return 2;
    }
    link_name = argv[2];
    answers = fdopen(dup(1), "w");
    dup2(2, 1);                        /* what the simulator prints must not get into the answers */
    set_up_chip(argv[1]);
    set_up_wires();
    plug();
    answer("ready");
    serve();
    return 0;
}
