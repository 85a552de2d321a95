/* Pins of the Raspberry Pi Pico (RP2040): PIN(what, number, GPIO, label on the board).
 * Every row serves four keys, two rows a seat: row 2 s has chi, pon, kan, ron of seat s,
 * row 2 s + 1 has tsumo, riichi, wait, next. The drawing hardware/schematics/hub-pico.yml must agree.
 */
PIN(ROW, 0, 2, "GP2")
PIN(ROW, 1, 3, "GP3")
PIN(ROW, 2, 4, "GP4")
PIN(ROW, 3, 5, "GP5")
PIN(ROW, 4, 6, "GP6")
PIN(ROW, 5, 7, "GP7")
PIN(ROW, 6, 8, "GP8")
PIN(ROW, 7, 9, "GP9")
PIN(COLUMN, 0, 10, "GP10")
PIN(COLUMN, 1, 11, "GP11")
PIN(COLUMN, 2, 12, "GP12")
PIN(COLUMN, 3, 13, "GP13")
PIN(LAMP, 0, 16, "GP16")
PIN(LAMP, 1, 17, "GP17")
PIN(LAMP, 2, 18, "GP18")
PIN(LAMP, 3, 19, "GP19")
