// Kept by the browser beside a player's pages: what was seen last stays readable without a network, and says its age.
// The server puts `const STATIC = "/static/…/"` and `const FILES = […]` before this.
const PAGES = "muster-pages", SHELF = `muster-${STATIC}`;
const MINE = /^\/e\/[^/]+\/me\/(report\/)?$/;

self.addEventListener("install", (ev) => {
  ev.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (ev) => {
  ev.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("muster-") && name !== SHELF && name !== PAGES) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

// From a page that did not come through this worker: it is fetched here once more, or it would not be there without a
// network. In WebKit such a page stays out of its care until it is loaded again, whatever is claimed.
self.addEventListener("message", (ev) => {
  if (ev.data !== "claim") return;
  const url = new URL(ev.source.url);
  ev.waitUntil(Promise.all([self.clients.claim(), MINE.test(url.pathname) && mine(new Request(url), url)]));
});

self.addEventListener("fetch", (ev) => {
  const url = new URL(ev.request.url);
  if (url.origin !== location.origin) return;
  if (ev.request.method !== "GET") {
    // Somebody else takes this phone: nothing of the player before stays readable.
    if (/\/(leave|pick|code|use|sign-out)\/$/.test(url.pathname)) ev.waitUntil(caches.delete(PAGES));
    return;
  }
  if (url.pathname.startsWith(STATIC)) {
    ev.respondWith(caches.match(ev.request).then((found) => found || fetch(ev.request)));
  } else if (MINE.test(url.pathname)) {
    ev.respondWith(mine(ev.request, url));
  }
});

async function mine(request, url) {
  const pages = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (!answer.ok || answer.redirected) return answer;
    const text = await answer.clone().text();
    // A connection that breaks in mid-page is no error to every browser; half a page is none.
    if (!text.includes("</html>")) throw new Error("broken off");
    await pages.put(url.pathname, page(text, answer));
    return answer;
  } catch (error) {
    const found = await pages.match(url.pathname);
    if (!found) throw error;
    const from = new Date(found.headers.get("Date") || Date.now()).toISOString();
    return page((await found.text()).replace("<body", `<body data-kept="${from}"`), found);
  }
}

// A page with the headers that it came with, apart from those of the way it came.
function page(text, answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(text, { headers });
}
