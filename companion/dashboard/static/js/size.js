// How large sheets, lists and buttons are: as the screen is, and as the reader of this device has chosen.

const SIZES = { least: 0.6, most: 1.6, step: 0.1 };

export function sizeOf(asked) {
  const size = Number(asked);
  return size >= SIZES.least && size <= SIZES.most ? size : 1;
}

export function wearSize(size) {
  document.documentElement.style.setProperty("--size", String(size));
}

// Nothing may become smaller than on a tablet: less can be chosen only where the screen makes things larger.
export function sizes() {
  const [long, short] = innerWidth > innerHeight ? [innerWidth, innerHeight] : [innerHeight, innerWidth];
  const grown = Math.max(1, Math.min(long / 1280, short / 800));
  return { ...SIZES, least: Math.max(SIZES.least, Math.ceil(10 / grown) / 10) };
}

// That many pixels of the screen, in pixels of a page at its usual size.
export function asUsual(pixels) {
  return (pixels * 16) / parseFloat(getComputedStyle(document.documentElement).fontSize);
}
