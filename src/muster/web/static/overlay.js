// An overlay of a stream: long tables turn their pages, and a game tracked at its table shows each tap immediately
// and its clocks by the server's time. live.js fetches and updates the page.
const body = document.body;

// ---- Pages ----
let timer = 0;
function turn() {
  const pages = Number(body.dataset.pages) || 1, now = Number(body.dataset.page) || 1;
  if (pages > 1) {
    const address = new URL(location.href), next = (now % pages) + 1;
    if (next === 1) address.searchParams.delete("page"); else address.searchParams.set("page", next);
    history.replaceState(null, "", address);
    document.dispatchEvent(new Event("turn"));
  }
  wait();
}
function wait() {
  clearTimeout(timer);
  timer = setTimeout(turn, (Number(body.dataset.seconds) || 12) * 1000);
}
wait();

// ---- Room ----
// If there are more lines than fit the picture, the letters get smaller until all of them do.
function fit() {
  const panel = document.querySelector(".ov");
  body.style.removeProperty("--o-size");
  if (!panel) return;
  const size = parseFloat(getComputedStyle(body).fontSize), room = innerHeight / (panel.offsetHeight + 2 * size);
  if (room < 1) body.style.setProperty("--o-size", `${Math.floor(size * room * 10) / 10}px`);
}
fit();
addEventListener("resize", fit);
addEventListener("load", fit);
document.addEventListener("refreshed", fit);

// ---- The server's time ----
// OBS runs for a day; the fastest of a few answers shows how far off this machine is.
let ahead = body.dataset.now ? Number(body.dataset.now) - Date.now() : 0, best = Infinity;
async function sync() {
  best = Infinity;
  for (let n = 0; n < 3; n += 1) {
    try {
      const sent = performance.now(), answer = await fetch(body.dataset.time, { cache: "no-store" });
      const there = Number(await answer.text()), trip = performance.now() - sent;
      if (answer.ok && trip < best) { best = trip; ahead = there + trip / 2 - Date.now(); }
    } catch { /* offline: next time */ }
  }
}
function written(left) {
  const seconds = Math.max(Math.ceil(left / 1000), 0);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
function tick() {
  for (const face of document.querySelectorAll("[data-left][data-since]:not([data-clock])")) {
    const ran = "running" in face.dataset ? Date.now() + ahead - Number(face.dataset.since) : 0;
    const text = written(Number(face.dataset.left) - ran);
    if (face.textContent !== text) face.textContent = text;
  }
}

// ---- The game at the table ----
let stream = null, followed = "";
function follow() {
  const table = body.dataset.tableId || "";
  if (table === followed) return;
  stream?.close();
  followed = table;
  if (!table) return;
  stream = new EventSource(`/live/table/${encodeURIComponent(table)}`);
  stream.onmessage = (message) => {
    if (JSON.parse(message.data).seq > Number(body.dataset.tableSeq)) document.dispatchEvent(new Event("turn"));
  };
}
if (body.dataset.time) {
  sync();
  setInterval(sync, 300000);
  setInterval(tick, 200);
  follow();
  document.addEventListener("refreshed", () => { follow(); tick(); });
}
