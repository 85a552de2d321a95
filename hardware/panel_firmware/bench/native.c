/* The core as a library for tests: the panel with a name for everything a test wants to see. */
#include <stdlib.h>

#include "../core/panel.h"

struct panel *native_new(uint32_t boot)
{
    struct panel *panel = malloc(sizeof *panel);
    if (panel)
        panel_start(panel, "native", boot);
    return panel;
}

void native_free(struct panel *panel)
{
    free(panel);
}

void native_restart(struct panel *panel, uint32_t boot)
{
    panel_start(panel, "native", boot);
}

void native_scan(struct panel *panel, uint32_t now_ms, uint32_t keys_down)
{
    panel_scan(panel, now_ms, keys_down);
}

void native_receive(struct panel *panel, const uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        panel_receive(panel, bytes[i]);
}

uint32_t native_transmit(struct panel *panel, uint8_t *bytes, uint32_t room)
{
    uint32_t count = 0;
    while (count < room && panel_transmit(panel, bytes + count))
        count++;
    return count;
}

uint32_t native_lamps(const struct panel *panel)
{
    return panel_lamps(panel);
}

uint32_t native_looks(const struct panel *panel)
{
    return panel->lamp_mask;
}

uint32_t native_lost(const struct panel *panel)
{
    return panel->lost;
}

uint32_t native_damaged(const struct panel *panel)
{
    return panel->damaged;
}

uint32_t native_queued(const struct panel *panel)
{
    return panel->count;
}
