/* The port to the Raspberry Pi Pico: RP2040, USB serial by TinyUSB.
 *
 * A row at rest floats: the chip's own pull-down would draw current out of a column through each held key, and
 * five of them bring the column below what the chip takes for high.
 *
 * One loop does it all: USB, then, once a millisecond, the keys and the lamps. While no program has
 * the port open nothing is said, and the core keeps the edges. A watchdog of half a second starts the
 * panel anew if the loop ever hangs.
 */
#include <hardware/gpio.h>
#include <hardware/watchdog.h>
#include <pico/rand.h>
#include <pico/time.h>
#include <tusb.h>

#include "../../core/panel.h"

#define COLUMN_SETTLE_US 20          /* four cables of 1.5 m against the 10 k pull-ups */
#define WATCHDOG_MS 500

#define TAKE_ROW(gpio)
#define TAKE_COLUMN(gpio)
#define TAKE_LAMP(gpio)
#define PIN(what, number, gpio, label) TAKE_##what(gpio)
#undef TAKE_ROW
#define TAKE_ROW(gpio) gpio,
static const uint8_t rows[] = {
#include "../pins_pico.h"
};
#undef TAKE_ROW
#undef TAKE_COLUMN
#define TAKE_ROW(gpio)
#define TAKE_COLUMN(gpio) gpio,
static const uint8_t columns[] = {
#include "../pins_pico.h"
};
#undef TAKE_COLUMN
#undef TAKE_LAMP
#define TAKE_COLUMN(gpio)
#define TAKE_LAMP(gpio) gpio,
static const uint8_t lamps[] = {
#include "../pins_pico.h"
};

enum { ROWS = sizeof rows, COLUMNS = sizeof columns };
_Static_assert(ROWS * COLUMNS == PANEL_ALL_KEYS, "every key has its crossing");
_Static_assert(sizeof lamps == PANEL_SEATS, "every seat has its lamp");

static struct panel panel;

static void set_up_pins(void)
{
    for (uint8_t i = 0; i < ROWS; i++) {
        gpio_init(rows[i]);              /* an input, and its latch low: at rest it fights nobody */
        gpio_disable_pulls(rows[i]);     /* the chip starts with a pull-down, which held keys would feed */
        gpio_set_drive_strength(rows[i], GPIO_DRIVE_STRENGTH_12MA);  /* four keys held in one row stay low */
        gpio_put(rows[i], false);
    }
    for (uint8_t i = 0; i < COLUMNS; i++) {
        gpio_init(columns[i]);
        gpio_pull_up(columns[i]);
    }
    for (uint8_t i = 0; i < PANEL_SEATS; i++) {
        gpio_init(lamps[i]);
        gpio_set_dir(lamps[i], GPIO_OUT);
    }
}

static uint32_t scan(void)
{
    uint32_t down = 0;
    for (uint8_t row = 0; row < ROWS; row++) {
        gpio_set_dir(rows[row], GPIO_OUT);
        busy_wait_us(COLUMN_SETTLE_US);
        for (uint8_t column = 0; column < COLUMNS; column++)
            if (!gpio_get(columns[column]))
                down |= (uint32_t)1 << (row * COLUMNS + column);
        gpio_set_dir(rows[row], GPIO_IN);
    }
    return down;
}

static void light(uint8_t lit)
{
    for (uint8_t seat = 0; seat < PANEL_SEATS; seat++)
        gpio_put(lamps[seat], (lit >> seat) & 1u);
}

static void listen(void)
{
    while (tud_cdc_available())
        panel_receive(&panel, (uint8_t)tud_cdc_read_char());
}

static void speak(void)
{
    uint8_t byte;
    if (!tud_cdc_connected())
        return;
    while (tud_cdc_write_available() && panel_transmit(&panel, &byte))
        tud_cdc_write_char((char)byte);
    tud_cdc_write_flush();
}

int main(void)
{
    uint32_t seen = 0;
    panel_start(&panel, "pico", get_rand_32());
    set_up_pins();
    tusb_init();
    watchdog_enable(WATCHDOG_MS, true);
    for (;;) {
        tud_task();
        uint32_t now = to_ms_since_boot(get_absolute_time());
        if (now != seen) {
            seen = now;
            watchdog_update();
            panel_scan(&panel, now, scan());
            light(panel_lamps(&panel));
        }
        listen();
        speak();
    }
}
