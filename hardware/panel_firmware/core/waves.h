/* How each look of a lamp goes: sixteen steps of an eighth of a second, the leftmost bit first.
 * The same table is in firmware_bridge/signals.py; a test compares the two.
 */
#ifndef PANEL_WAVES_H
#define PANEL_WAVES_H

#include <stdint.h>

#define PANEL_STEP_MS 125

enum { LAMP_OFF, LAMP_STEADY, LAMP_SLOW, LAMP_FAST, LAMP_DOUBLE, LAMP_TRIPLE, LAMP_BEACON, LAMP_WINK };

#define PANEL_WAVES { \
    0x0000, /* OFF    ................ */ \
    0xFFFF, /* STEADY ################ */ \
    0xF0F0, /* SLOW   ####....####.... */ \
    0xAAAA, /* FAST   #.#.#.#.#.#.#.#. */ \
    0xA000, /* DOUBLE #.#............. */ \
    0xA800, /* TRIPLE #.#.#........... */ \
    0x8000, /* BEACON #............... */ \
    0xFFFC, /* WINK   ##############.. */ \
}

#endif
