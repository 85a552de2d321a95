/* Who the panel says it is on USB: one serial port, with the board's own number as its serial. */
#include <pico/unique_id.h>
#include <tusb.h>

enum { VENDOR = 0x2E8A, PRODUCT = 0x000A, VERSION = 0x0100 };
enum { CONTROL, CONTROL_DATA, INTERFACES };
enum { ENDPOINT_NOTICE = 0x81, ENDPOINT_OUT = 0x02, ENDPOINT_IN = 0x82 };
enum { LANGUAGE, MANUFACTURER, NAME, SERIAL, PORT, STRINGS };

static const tusb_desc_device_t device = {
    .bLength = sizeof(tusb_desc_device_t),
    .bDescriptorType = TUSB_DESC_DEVICE,
    .bcdUSB = 0x0200,
    .bDeviceClass = TUSB_CLASS_MISC,
    .bDeviceSubClass = MISC_SUBCLASS_COMMON,
    .bDeviceProtocol = MISC_PROTOCOL_IAD,
    .bMaxPacketSize0 = CFG_TUD_ENDPOINT0_SIZE,
    .idVendor = VENDOR,
    .idProduct = PRODUCT,
    .bcdDevice = VERSION,
    .iManufacturer = MANUFACTURER,
    .iProduct = NAME,
    .iSerialNumber = SERIAL,
    .bNumConfigurations = 1,
};

static const uint8_t configuration[] = {
    TUD_CONFIG_DESCRIPTOR(1, INTERFACES, 0, TUD_CONFIG_DESC_LEN + TUD_CDC_DESC_LEN, 0, 100),
    TUD_CDC_DESCRIPTOR(CONTROL, PORT, ENDPOINT_NOTICE, 8, ENDPOINT_OUT, ENDPOINT_IN, 64),
};

static const char *const strings[STRINGS] = {
    [MANUFACTURER] = "Riichi Table Companion",
    [NAME] = "riichi panel",
    [PORT] = "keys and lamps",
};

const uint8_t *tud_descriptor_device_cb(void)
{
    return (const uint8_t *)&device;
}

const uint8_t *tud_descriptor_configuration_cb(uint8_t index)
{
    (void)index;
    return configuration;
}

const uint16_t *tud_descriptor_string_cb(uint8_t index, uint16_t language)
{
    static uint16_t answer[32];
    char serial[2 * PICO_UNIQUE_BOARD_ID_SIZE_BYTES + 1];
    const char *text = index < STRINGS ? strings[index] : NULL;
    uint8_t length = 0;
    (void)language;
    if (index == LANGUAGE) {
        answer[++length] = 0x0409;
    } else {
        if (index == SERIAL) {
            pico_get_unique_board_id_string(serial, sizeof serial);
            text = serial;
        }
        if (!text)
            return NULL;
        while (text[length] && length < 31) {
            answer[length + 1] = (uint8_t)text[length];
            length++;
        }
    }
    answer[0] = (uint16_t)((TUSB_DESC_STRING << 8) | (2 * length + 2));
    return answer;
}
