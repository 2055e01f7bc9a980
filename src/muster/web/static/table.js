// A game at the table: taps are kept with their time until the server has them, clocks run by the server's time, and
// the board changes in place. Without network the phone goes on: what was tapped shows, and is sent when it is back.
import { morph, settled } from "./morph.js";

const body = document.body;
const id = body.dataset.tableId, url = body.dataset.tap;
const KEY = `muster-taps:${id}:${body.dataset.own}:${url}`; // Of this side alone: a phone may change hands.

// ---- The server's time ----
// The device's clock may be wrong or be set while we play; this one only ever counts up. It stops while the
// device sleeps, which then shows as time that the device's clock is ahead by, until the server has been asked.
const steady = () => performance.timeOrigin + performance.now();
let apart = Date.now() - steady(), slept = 0;
function ticks() {
  const gap = Date.now() - steady() - apart;
  if (Math.abs(gap) > 1000) { apart += gap; slept += Math.max(gap, 0); setTimeout(() => set(3)); }
  return steady() + slept;
}
let ahead = Number(body.dataset.now) - ticks(), known = Infinity;
const now = () => Math.round(ticks() + ahead);

async function ask() {
  const sent = ticks();
  const answer = await fetch(body.dataset.time, { cache: "no-store" });
  const there = Number(await answer.text()), back = ticks();
  // The way there and back may take long; the shortest one says most. It counts for less as time goes by, and for
  // nothing once our time cannot be right.
  known += 5;
  const took = back - sent, off = back + ahead - there;
  if (answer.ok && (took <= known || off < -known || off > took + known)) { known = took; ahead = there + took / 2 - back; }
}
async function set(times) {
  for (let n = 0; n < times; n++) await ask().catch(() => {});
  tick();
}
set(5);
setInterval(() => set(1), 60000);

// ---- Clocks ----
function written(left) {
  const seconds = Math.max(Math.ceil(left / 1000), 0);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
const TICK = 200; // Milliseconds; sooner where a clock comes to its next second, so that two phones turn together.
let ticking = 0;
let out = 0; // How many clocks have come to a mark or their end while they ran: the board is another one when one more does.
const AGAIN = 2000; // Milliseconds, for a phone whose time is a little ahead of the server's: it asked too early.
function tick() {
  const time = now();
  let over = 0, wait = TICK;
  for (const face of document.querySelectorAll("[data-left]")) {
    const ran = "running" in face.dataset ? time - Number(face.dataset.since) : 0;
    const left = Number(face.dataset.left) - ran, text = written(left);
    if (face.textContent !== text) face.textContent = text;
    if ("running" in face.dataset && left <= 0) over++;
    else if ("running" in face.dataset) wait = Math.min(wait, left - (Math.ceil(left / 1000) - 1) * 1000);
    if ("running" in face.dataset) for (const mark of face.dataset.marks?.split(" ") ?? []) if (left <= Number(mark)) over++;
    const bar = face.closest("form, div")?.nextElementSibling;
    if (bar?.classList.contains("dc-bar")) bar.value = Math.max(left, 0);
  }
  if (over > out) for (const later of [50, AGAIN]) setTimeout(() => { if (out) refresh().catch(() => {}); }, later);
  out = over;
  clearTimeout(ticking);
  ticking = setTimeout(tick, wait);
}

// ---- Taps that the server does not have yet ----
const run = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
let count = 0;
let queue = [];
try { queue = JSON.parse(localStorage.getItem(KEY)) || []; } catch { /* Storage is off: taps live as long as this page. */ }
function keep() {
  try { if (queue.length) localStorage.setItem(KEY, JSON.stringify(queue)); else localStorage.removeItem(KEY); } catch { /* see above */ }
}

function values(form) {
  const all = JSON.parse(form.elements.values.value || "{}");
  for (const [name, text] of new FormData(form)) {
    if (name.startsWith("switch.")) all[name.slice(7)] = JSON.parse(text);
    if (name.startsWith("number.")) all[name.slice(7)] = Number(text);
    if (name.startsWith("text.")) all[name.slice(5)] = text;
  }
  return all;
}

document.addEventListener("submit", (ev) => {
  const form = ev.target;
  if (ev.defaultPrevented) return;
  if ("call" in form.dataset) { ev.preventDefault(); call(form); return; }
  if (!("tap" in form.dataset)) return;
  ev.preventDefault();
  if (form.dataset.ask && !confirm(form.dataset.ask)) return;
  queue.push({ url: form.getAttribute("action"), run, count: ++count, key: form.elements.key.value, values: values(form), at: now(), seen: Number(body.dataset.seq) });
  keep();
  show(form);
  form.dataset.sent = "";
  send();
});

// What can be seen of a tap at once, before the server has answered.
function show(form) {
  const button = form.querySelector("button"), counter = form.closest(".cnt");
  if (counter && form.dataset.by) { const v = counter.querySelector(".v"); v.textContent = Number(v.textContent) + Number(form.dataset.by); }
  if ("switch" in form.dataset) for (const one of form.parentElement.querySelectorAll("button")) one.setAttribute("aria-pressed", one === button);
  if ("tick" in form.dataset) form.closest(".chk").toggleAttribute("data-done");
  if ("runs" in form.dataset) {
    for (const face of document.querySelectorAll("[data-side]")) {
      const clock = face.querySelector("[data-left]"), runs = face.dataset.side === form.dataset.runs;
      if (!clock || runs === "running" in clock.dataset) continue;
      if ("running" in clock.dataset) clock.dataset.left = Number(clock.dataset.left) - (now() - Number(clock.dataset.since));
      clock.dataset.since = now();
      clock.toggleAttribute("data-running", runs);
    }
    tick();
  }
}

// A judge is called, or no longer needed. Without network the page stays, and says so.
async function call(form) {
  const held = document.getElementById("held");
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), signal: AbortSignal.timeout?.(15000) });
    if (answer.status >= 500) throw new Error(String(answer.status));
    if (held) held.hidden = true;
    put(await answer.text());
  } catch {
    if (held) { held.hidden = false; held.scrollIntoView({ block: "center" }); }
  }
}

// What a page that is there already asks for: its main part alone.
const PART = { "Muster-Part": "main" };

let sending = false;
async function send() {
  if (sending || !queue.length) return;
  sending = true;
  try {
    while (queue.length) {
      // Those of one page go together: they were counted together.
      const first = queue[0], taps = queue.filter((one) => one.run === first.run && one.url === first.url).slice(0, 20);
      const fields = new URLSearchParams({ table: id, run: first.run, seen: first.seen, taps: JSON.stringify(taps) });
      const token = document.querySelector("input[name=csrfmiddlewaretoken]");
      if (token) fields.set("csrfmiddlewaretoken", token.value);
      const answer = await fetch(first.url, { method: "POST", headers: PART, body: fields, signal: AbortSignal.timeout?.(15000) });
      if (answer.status >= 500 || [408, 425, 429].includes(answer.status)) throw new Error(String(answer.status));
      if (answer.status === 403) { signedOut(); return; } // What is saved stays, in case the name comes back to this phone.
      queue = queue.filter((one) => !taps.includes(one));
      keep();
      const text = await answer.text();
      // What was sent is not being filled in any more, unless it has to be put right.
      const taken = answer.ok && !text.includes('data-key="void-');
      for (const form of document.querySelectorAll("form[data-sent]")) { delete form.dataset.sent; if (taken) form.reset(); }
      await settled();
      if (!queue.length) put(text); // What was tapped since is not on it yet.
    }
    told();
  } catch {
    told();
    setTimeout(send, 2000 + Math.random() * 1000);
  } finally {
    sending = false;
    if ((missed || latest > Number(body.dataset.seq)) && !queue.length) refresh().catch(() => {});
  }
}

// Another phone has taken over: the player's own page says so.
function signedOut() { location.replace(body.dataset.mine || location.pathname); }

// ---- The board ----
let asked = 0, shown = 0;
async function refresh() {
  const mine = ++asked;
  const answer = await fetch(body.dataset.home || location.href, { headers: { Accept: "text/html", ...PART } });
  if (answer.status === 403) { signedOut(); return; }
  if (!answer.ok && answer.status !== 409) throw new Error(String(answer.status));
  const text = await answer.text();
  await settled();
  if (mine < shown || queue.length) return; // As above.
  shown = mine;
  missed = false;
  put(text);
}
// What the board asks for or warns of, at its top. Somebody who has scrolled down is taken there when there is something
// new, and to a refusal of their tap.
function asks() { return [...document.querySelectorAll("#main .say h1, #main .t-notice:is([data-tone=late], [data-tone=stopped], [data-tone=wrong]):not([hidden])")].map((one) => one.textContent); }
function look(before) {
  const refused = document.querySelector('#main [data-key^="void-"]');
  if (refused) refused.scrollIntoView({ block: "center" });
  else if (asks().some((one) => !before.includes(one)) && !document.querySelector(".half") && !document.activeElement?.matches("input:not([type=radio]), textarea")) up();
}
function up() {
  clearTimeout(waiting);
  const wait = counting();
  if (wait > 0) waiting = setTimeout(up, wait); else scrollTo(0, 0);
}
// Somebody who is counting presses one button again and again. Until they pause, it stays under their thumb, whatever
// appears above it, and the page goes nowhere.
const PAUSE = 1500; // Milliseconds.
let thumb = "", pressed = 0, waiting = 0;
function counting() { return thumb ? pressed + PAUSE - Date.now() : 0; }
function counted() { return counting() > 0 && [...document.querySelectorAll("#main .cnt button")].find((one) => one.getAttribute("aria-label") === thumb)?.getBoundingClientRect().top; }
document.addEventListener("pointerdown", (ev) => { thumb = ev.target.closest?.(".cnt button")?.getAttribute("aria-label") ?? ""; pressed = Date.now(); }, true);
function put(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const main = page.getElementById("main");
  if (main && page.body.className !== body.className) { location.replace(location.pathname); return; } // From a choice in secret back to both halves.
  if (main && (page.body.dataset.tableId ?? id) !== id) { location.reload(); return; } // The next game, or another one on the big screen.
  if (!main || Number(page.body.dataset.seq) < Number(body.dataset.seq)) return;
  document.querySelectorAll('#main [data-key^="void-"], #main [data-key="refusal"]').forEach((old) => old.remove());
  const before = asks(), place = counted();
  morph(document.getElementById("main"), main);
  const moved = counted() - place;
  if (moved) scrollBy(0, moved);
  look(before);
  if (page.body.dataset.seq) body.dataset.seq = page.body.dataset.seq;
  line(live);
  told();
  tick();
}
function told() {
  const notice = document.getElementById("queue");
  if (!notice) return;
  notice.hidden = !queue.length || live;
  const text = notice.querySelector("[data-saved]");
  text.textContent = text.dataset.saved.replace("{n}", queue.length);
}
let live = false, missed = false; // `missed`: the next round may have begun in the meantime.
function line(on) {
  if (!on) missed = true;
  live = on;
  const chip = document.getElementById("line");
  if (chip) { chip.textContent = on ? chip.dataset.live : chip.dataset.lost; chip.dataset.state = on ? "in" : "late"; }
}

// The round's clock and calls for a judge are the event's, and come by its own stream.
let hall = null, heardHall = Number(body.dataset.hallSeq);
function listen() {
  if (!body.dataset.hall) return;
  hall?.close();
  hall = new EventSource(`/live/${encodeURIComponent(body.dataset.hall)}`);
  hall.onmessage = (message) => {
    const { seq, spread, about, clock } = JSON.parse(message.data);
    if (seq <= heardHall) return;
    heardHall = seq;
    if (clock || !about || about.includes(Number(body.dataset.number))) setTimeout(() => refresh().catch(() => {}), Math.random() * spread);
  };
}

let alarm = 0, patience = 0; // A server that said it would be back is given some seconds.
function cut() {
  if (!alarm) alarm = setTimeout(() => { line(false); told(); }, patience);
}
let stream = null, heard = 0, latest = 0; // `latest`: the last entry of the journal that the stream has told of.
function follow() {
  listen();
  stream?.close();
  stream = new EventSource(`/live/table/${encodeURIComponent(id)}`);
  heard = Date.now();
  stream.onopen = () => { clearTimeout(alarm); alarm = patience = 0; heard = Date.now(); line(true); told(); set(2); send().then(() => { if (missed) refresh().catch(() => {}); }); };
  stream.onmessage = (message) => {
    heard = Date.now();
    latest = JSON.parse(message.data).seq;
    // The answer to what is being sent has the newest board anyway.
    if (latest > Number(body.dataset.seq) && !sending) refresh().catch(() => {});
  };
  stream.addEventListener("beat", () => { heard = Date.now(); });
  stream.addEventListener("again", () => { patience = 15000; });
  stream.onerror = () => { cut(); if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 3000); };
}
if (body.dataset.home) history.replaceState(null, "", body.dataset.home);
follow();
setInterval(() => { if (!document.hidden && Date.now() - heard > 40000) follow(); if (!live) refresh().catch(() => {}); }, 5000);
addEventListener("online", follow);
addEventListener("offline", () => { line(false); told(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) { stream.close(); hall?.close(); } else { follow(); refresh().catch(() => {}); } });
send();
tick();

// A tablet stays on its stand from one game to the next.
const stand = document.getElementById("stand");
if (stand) {
  try { stand.checked = localStorage.getItem("stand") === "on"; } catch { /* Storage is off: it is chosen for each game. */ }
  stand.addEventListener("change", () => {
    try { localStorage.setItem("stand", stand.checked ? "on" : "off"); } catch { /* see above */ }
  });
}
