// The service worker, where the browser allows one (localhost, https): keeps the files of one release of the page, so
// that it opens without the companion too and says what is missing. It never keeps an answer about the table.

const HOME = "/static/"; // the companion writes the name of its release into this address
const PATIENCE_MS = 4_000;

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(sweep()));

async function fill() {
  const shelf = await caches.open(HOME);
  const listed = await fetch(`${HOME}shell.json`);
  await shelf.addAll(["/", ...(await listed.json())]);
  await skipWaiting();
}

async function sweep() {
  for (const name of await caches.keys()) if (name !== HOME) await caches.delete(name);
}

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname === "/") event.respondWith(firstPage(event.request));
  else if (pathname.startsWith(HOME)) event.respondWith(file(event.request));
});

// The newest page where the companion answers; else the kept one, which belongs to the kept files.
async function firstPage(request) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS));
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    const shelf = await caches.open(HOME);
    return (await shelf.match("/")) ?? Response.error();
  }
}

// What a view needs later is kept when it first comes. A shelf that is full keeps nothing, but hands on what came.
async function file(request) {
  const shelf = await caches.open(HOME);
  const kept = await shelf.match(request.url);
  if (kept) return kept;
  const fresh = await fetch(request.url);
  if (fresh.ok) await shelf.put(request.url, fresh.clone()).catch(() => {});
  return fresh;
}
