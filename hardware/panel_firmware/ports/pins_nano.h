/* Pins of the Arduino Nano (ATmega328P): PIN(what, number, port letter, bit, label on the board).
 * Every row serves four keys, two rows a seat: row 2 s has chi, pon, kan, ron of seat s,
 * row 2 s + 1 has tsumo, riichi, wait, next. The drawing hardware/schematics/hub-nano.yml must agree.
 */
PIN(ROW, 0, D, 2, "D2")
PIN(ROW, 1, D, 3, "D3")
PIN(ROW, 2, D, 4, "D4")
PIN(ROW, 3, D, 5, "D5")
PIN(ROW, 4, D, 6, "D6")
PIN(ROW, 5, D, 7, "D7")
PIN(ROW, 6, B, 0, "D8")
PIN(ROW, 7, B, 1, "D9")
PIN(COLUMN, 0, C, 0, "A0")
PIN(COLUMN, 1, C, 1, "A1")
PIN(COLUMN, 2, C, 2, "A2")
PIN(COLUMN, 3, C, 3, "A3")
PIN(LAMP, 0, B, 2, "D10")
PIN(LAMP, 1, B, 3, "D11")
PIN(LAMP, 2, B, 4, "D12")
PIN(LAMP, 3, B, 5, "D13")
