// Modules of the page without a page: each line that comes in is a function and what it is given, as JSON.

import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const root = pathToFileURL(`${process.argv[2]}/`).href;
// What the page fetches from its companion: here only files answer.
globalThis.fetch = async (path) => new Response(await readFile(new URL(String(path).replace(/^\/static\//, ""), root)));
// Words bring their letters, and a sound waits for the first tap; here nothing is laid out and nobody taps.
Object.assign(globalThis, { FontFace: class {}, document: { fonts: new Set() } });
Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} });
Object.assign(globalThis, { requestAnimationFrame: (act) => setTimeout(act), cancelAnimationFrame: clearTimeout });
register(`data:text/javascript,${encodeURIComponent(`
  export async function resolve(specifier, context, next) {
    if (!specifier.startsWith("/static/")) return next(specifier, context);
    return { url: new URL(specifier.slice(8), ${JSON.stringify(root)}).href, format: "module", shortCircuit: true };
  }
  export async function load(url, context, next) {
    return next(url, url.startsWith("file:") ? { ...context, format: "module" } : context);
  }`)}`);

for await (const line of createInterface({ input: process.stdin })) {
  const { code, given } = JSON.parse(line);
  let answer;
  try {
    const { default: act } = await import(`data:text/javascript,${encodeURIComponent(`export default ${code}`)}`);
    answer = { value: (await act(given)) ?? null };
  } catch (error) {
    answer = { error: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit();
