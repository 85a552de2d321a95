/* The port to the Arduino Nano: ATmega328P at 16 MHz, serial at 115200 baud.
 *
 * A timer interrupt counts milliseconds; everything else happens in the main loop, which sleeps in
 * between. The receiver has an interrupt, because two characters are all the chip keeps for us.
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay.h>

#include "../../core/panel.h"

#define BAUD_DIVISOR 16              /* 16 MHz / (8 * (16 + 1)) = 117,647 baud, 2.1 % fast */
#define COLUMN_SETTLE_US 20          /* four cables of 1.5 m against the 10 k pull-ups */
#define RECEIVED 64                  /* a power of two */

struct pin {
    volatile uint8_t *port, *ddr, *pin;
    uint8_t bit;
};

#define PIN_OF(letter, number) {&PORT##letter, &DDR##letter, &PIN##letter, (uint8_t)(1u << (number))}
#define TAKE_ROW(letter, bit) PIN_OF(letter, bit),
#define TAKE_COLUMN(letter, bit)
#define TAKE_LAMP(letter, bit)
#define PIN(what, number, letter, bit, label) TAKE_##what(letter, bit)
static const struct pin rows[] = {
#include "../pins_nano.h"
};
#undef TAKE_ROW
#undef TAKE_COLUMN
#define TAKE_ROW(letter, bit)
#define TAKE_COLUMN(letter, bit) PIN_OF(letter, bit),
static const struct pin columns[] = {
#include "../pins_nano.h"
};
#undef TAKE_COLUMN
#undef TAKE_LAMP
#define TAKE_COLUMN(letter, bit)
#define TAKE_LAMP(letter, bit) PIN_OF(letter, bit),
static const struct pin lamps[] = {
#include "../pins_nano.h"
};

enum { ROWS = sizeof rows / sizeof *rows, COLUMNS = sizeof columns / sizeof *columns };
_Static_assert(ROWS * COLUMNS == PANEL_ALL_KEYS, "every key has its crossing");
_Static_assert(sizeof lamps / sizeof *lamps == PANEL_SEATS, "every seat has its lamp");

static volatile uint32_t ticks;
static volatile uint8_t received[RECEIVED];
static volatile uint8_t received_in, received_out;
static struct panel panel;

ISR(TIMER0_COMPA_vect)
{
    ticks++;
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)((received_in + 1u) % RECEIVED);
    if (next != received_out) {      /* a full buffer damages the line; its checksum will tell */
        received[received_in] = byte;
        received_in = next;
    }
}

ISR(USART_UDRE_vect)
{
    UCSR0B &= (uint8_t)~_BV(UDRIE0);   /* it only had to wake the main loop */
}

static void count_boot(uint32_t *boot)
{
    static uint32_t EEMEM kept;
    *boot = eeprom_read_dword(&kept) + 1u;
    eeprom_update_dword(&kept, *boot);
}

static void set_up_pins(void)
{
    for (uint8_t i = 0; i < ROWS; i++) {
        *rows[i].ddr &= (uint8_t)~rows[i].bit;     /* a row at rest floats: it can fight nobody */
        *rows[i].port &= (uint8_t)~rows[i].bit;
    }
    for (uint8_t i = 0; i < COLUMNS; i++) {
        *columns[i].ddr &= (uint8_t)~columns[i].bit;
        *columns[i].port |= columns[i].bit;
    }
    for (uint8_t i = 0; i < PANEL_SEATS; i++)
        *lamps[i].ddr |= lamps[i].bit;
}

static void set_up_clocks(void)
{
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);                /* 16 MHz / 64 / 250 = 1 kHz */
    OCR0A = 249;
    TIMSK0 = _BV(OCIE0A);
    UBRR0 = BAUD_DIVISOR;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    wdt_enable(WDTO_500MS);
}

static uint32_t scan(void)
{
    uint32_t down = 0;
    for (uint8_t row = 0; row < ROWS; row++) {
        *rows[row].ddr |= rows[row].bit;           /* its latch is low: now it pulls */
        _delay_us(COLUMN_SETTLE_US);
        for (uint8_t column = 0; column < COLUMNS; column++)
            if (!(*columns[column].pin & columns[column].bit))
                down |= (uint32_t)1 << (row * COLUMNS + column);
        *rows[row].ddr &= (uint8_t)~rows[row].bit;
    }
    return down;
}

static void light(uint8_t lit)
{
    for (uint8_t seat = 0; seat < PANEL_SEATS; seat++) {
        if ((lit >> seat) & 1u)
            *lamps[seat].port |= lamps[seat].bit;
        else
            *lamps[seat].port &= (uint8_t)~lamps[seat].bit;
    }
}

static void listen(void)
{
    while (received_out != received_in) {
        panel_receive(&panel, received[received_out]);
        received_out = (uint8_t)((received_out + 1u) % RECEIVED);
    }
}

static void speak(void)
{
    uint8_t byte;
    while ((UCSR0A & _BV(UDRE0)) && panel_transmit(&panel, &byte))
        UDR0 = byte;
    if (!(UCSR0A & _BV(UDRE0)))
        UCSR0B |= _BV(UDRIE0);
}

static uint32_t now(void)
{
    cli();
    uint32_t copy = ticks;
    sei();
    return copy;
}

int main(void)
{
    uint32_t boot, seen = 0;
    MCUSR = 0;
    wdt_disable();                     /* after its own reset the watchdog runs at 15 ms */
    count_boot(&boot);
    panel_start(&panel, "nano", boot);
    set_up_pins();
    set_up_clocks();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    for (;;) {
        uint32_t at = now();
        if (at != seen) {
            seen = at;
            wdt_reset();
            panel_scan(&panel, at, scan());
            light(panel_lamps(&panel));
        }
        listen();
        speak();
        sleep_mode();
    }
}
