// The Pico firmware on a simulated chip, with keys, lamps and a USB port for tests.
//
//   node pico_bench.mjs PANEL.uf2 BOOTROM.bin [HEX]
//
// HEX are the keys that are down at power-up, as in the order `keys`.
// Orders come as lines on standard input, and each is answered by one line:
//   keys HEX    bit 8 * seat + key is down          in HEX    hand bytes to the USB port
//   who         what the panel says about itself on USB, as JSON: vendor, product, three texts
//   pulls       which pull each pin has, as JSON: rows, columns and lamps, "up", "down" or "none"
//   run US      let this much of the chip's time pass; answers "ok TIME LAMPS HEX-OF-WHAT-IT-SAID"
// The first line is "ready" once the panel has enumerated on USB and its port is open.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  ConsoleLogger,
  createSetupPacket,
  DataDirection,
  GPIOPinState,
  LogLevel,
  SetupRecipient,
  SetupRequest,
  SetupType,
  Simulator,
  USBCDC,
} from 'rp2040js';

const ROWS = [2, 3, 4, 5, 6, 7, 8, 9];
const COLUMNS = [10, 11, 12, 13];
const LAMPS = [16, 17, 18, 19];
const FLASH = 0x10000000;
const CYCLE_NS = 8;

const { rp2040: chip, clock } = new Simulator();
chip.logger = new ConsoleLogger(LogLevel.Error);

function loadUf2(path) {
  const file = readFileSync(path);
  for (let at = 0; at < file.length; at += 512) {
    const address = file.readUInt32LE(at + 12);
    const length = file.readUInt32LE(at + 16);
    chip.flash.set(file.subarray(at + 32, at + 32 + length), address - FLASH);
  }
}

let pressed = 0;

// A diode lets a row pull a column, never a column pull a row.
function wire() {
  let low = 0;
  ROWS.forEach((gpio, row) => {
    if (chip.gpio[gpio].value === GPIOPinState.Low) low |= (pressed >>> (4 * row)) & 15;
  });
  COLUMNS.forEach((gpio, column) => chip.gpio[gpio].setInputValue(!((low >> column) & 1)));
}

// Asks for a descriptor as a host does: kind 1 is the device, kind 3 a text.
function descriptor(kind, index) {
  const asked = chip.usbCtrl.onEndpointWrite;
  let given = null;
  chip.usbCtrl.onEndpointWrite = (endpoint, bytes) => {
    if (endpoint === 0 && bytes.length) given = Buffer.from(bytes);
    else asked(endpoint, bytes);
  };
  chip.usbCtrl.sendSetupPacket(
    createSetupPacket({
      dataDirection: DataDirection.DeviceToHost,
      type: SetupType.Standard,
      recipient: SetupRecipient.Device,
      bRequest: SetupRequest.GetDescriptor,
      wValue: (kind << 8) | index,
      wIndex: kind === 3 ? 0x0409 : 0,
      wLength: 64,
    }),
  );
  for (let ms = 0; ms < 100 && !given; ms++) run(1000);
  chip.usbCtrl.onEndpointWrite = asked;
  return given;
}

function identify() {
  const device = descriptor(1, 0);
  const text = (place) => descriptor(3, device[place]).subarray(2).toString('utf16le');
  return [device.readUInt16LE(8), device.readUInt16LE(10), text(14), text(15), text(16)];
}

function pull(gpio) {
  const { pullupEnabled, pulldownEnabled } = chip.gpio[gpio];
  return pullupEnabled ? (pulldownEnabled ? 'both' : 'up') : pulldownEnabled ? 'down' : 'none';
}

let said = [];
let isConnected = false;

function run(us) {
  const until = clock.nanos + us * 1000;
  while (clock.nanos < until) {
    if (chip.core.waiting) {
      clock.tick(Math.min(clock.nanosToNextAlarm, until - clock.nanos));
    } else {
      clock.tick(chip.core.executeInstruction() * CYCLE_NS);
    }
  }
}

function lit() {
  return LAMPS.reduce((sum, gpio, seat) => sum | ((chip.gpio[gpio].value === GPIOPinState.High) << seat), 0);
}

function answer(word) {
  console.log(`${word} ${Math.round(clock.micros)} ${lit()} ${Buffer.from(said).toString('hex') || '-'}`);
  said = [];
}

function obey(line) {
  const [order, value] = line.trim().split(' ');
  if (order === 'keys') {
    pressed = parseInt(value, 16) >>> 0;
    wire();
  } else if (order === 'in') {
    for (const byte of Buffer.from(value, 'hex')) usb.sendSerialByte(byte);
  } else if (order === 'who') {
    return console.log(JSON.stringify(identify()));
  } else if (order === 'pulls') {
    return console.log(JSON.stringify([ROWS, COLUMNS, LAMPS].map((pins) => pins.map(pull))));
  } else if (order === 'run') {
    run(Number(value));
  } else {
    return answer('unknown-order');
  }
  answer('ok');
}

const [panel, bootrom, held] = process.argv.slice(2);
pressed = parseInt(held ?? '0', 16) >>> 0;
const rom = readFileSync(bootrom);
chip.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));
loadUf2(panel);
ROWS.forEach((gpio) => chip.gpio[gpio].addListener(wire));
wire();
const usb = new USBCDC(chip.usbCtrl);
usb.onDeviceConnected = () => (isConnected = true);
usb.onSerialData = (bytes) => said.push(...bytes);
chip.core.PC = FLASH;
for (let ms = 0; ms < 5000 && !isConnected; ms++) run(1000);
answer(isConnected ? 'ready' : 'not-enumerated');
createInterface({ input: process.stdin }).on('line', obey);
