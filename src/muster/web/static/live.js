// A page that follows its event: told of a change by the stream, it fetches itself and changes in place.
// Without the stream it asks every ten seconds, and says so.
import { clockTime, fill, filling, morph, own, settled } from "./morph.js";

const body = document.body;
const event = body.dataset.event;
let fresh = body.dataset.kept ? new Date(body.dataset.kept) : new Date(); // When this page was as the server has it.

// The answer to a form is under the form's address, where nothing can be fetched; it goes on from where it belongs.
if (body.dataset.home) {
  history.replaceState(null, "", body.dataset.home);
  [...document.forms].filter((form) => form.method === "post").forEach(own);
}

// Answers may overtake one another: one that was asked for earlier never replaces a later one.
let asked = 0, shown = 0;

async function refresh() {
  clearTimeout(timer);
  timer = due = 0;
  const mine = ++asked;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok && answer.status !== 409) throw new Error(String(answer.status)); // 409: the page, and why not.
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  await settled();
  if (mine < shown) return;
  shown = mine;
  if (newer(page)) { location.reload(); return; }
  // A form whose game is gone is answered by another kind of page.
  if (onPhone(page) !== onPhone(document)) { if (!busy()) location.reload(); return; }
  for (const id of ["top", "said", "main", "foot"]) {
    const from = document.getElementById(id), to = page.getElementById(id);
    // What was answered to this reader alone stays until they have read it.
    if (from && to && !("hold" in from.dataset)) morph(from, to);
  }
  for (const name of Object.keys(body.dataset)) if (!(name in page.body.dataset)) delete body.dataset[name];
  for (const [name, value] of Object.entries(page.body.dataset)) body.dataset[name] = value;
  fresh = page.body.dataset.kept ? new Date(page.body.dataset.kept) : new Date();
  say(streaming);
  sift();
  document.dispatchEvent(new Event("refreshed"));
}

// The server was started again with another version of this script; nothing that was typed is thrown away for it.
function newer(page) {
  const source = (from) => from.querySelector('script[src*="/live.js"]').getAttribute("src");
  return source(page) !== source(document) && !busy();
}
function busy() { return [...document.forms].some(filling); }
function onPhone(from) { return !!from.querySelector(".phone"); }

let streaming = false, timer = 0, due = 0, polling = 0;

// Thousands of phones hear of a change at once; they come one after the other, within the time that the server says.
function soon(within) {
  const at = Date.now() + 30 + Math.random() * within;
  if (timer && due <= at) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(() => refresh().catch(() => { if (streaming) soon(8000); }), at - Date.now());
}

function hear(news) {
  const seen = Number(body.dataset.seq);
  if (news.seq < seen) return;
  if (news.seat) settled().then(() => sit(news.seat));
  if (news.clock) document.dispatchEvent(new CustomEvent("clock", { detail: news.clock }));
  if (news.seq === seen) return;
  if (concerns(news.about) || named(news)) soon(hurried(news.about) || named(news) ? 400 : news.spread);
  else if (!timer) body.dataset.seq = news.seq;
}

// `about` is missing if a change may be about everybody, and empty if only staff can see it.
function concerns(about) {
  if (!about || body.dataset.follow === "staff") return true;
  return body.dataset.follow === "seat" ? about.includes(Number(body.dataset.table)) : about.length > 0;
}

// A name that was taken over or asked for concerns the phones of that name.
function named({ names }) {
  return Boolean(names && body.dataset.name && names.includes(Number(body.dataset.name)));
}

function hurried(about) {
  return body.dataset.follow === "staff" || "hurry" in body.dataset || (about && body.dataset.follow === "seat");
}

// The new table is on the phone before its page is fetched.
function sit(seat) {
  const { round, table } = body.dataset;
  if (String(seat.round) === round && String(seat.table ?? "") === table) return;
  const template = document.getElementById(seat.table === null ? "free" : "seated");
  if (!template) return;
  const seen = fill(template, seat);
  const number = seen.querySelector(".no");
  if (number) number.dataset.digits = String(seat.table).length;
  const main = document.getElementById("main"), kept = [...main.querySelectorAll(":scope > template")];
  main.replaceChildren(seen, ...kept);
  body.dataset.round = seat.round;
  body.dataset.table = seat.table ?? "";
}

function say(live) {
  streaming = live;
  const chip = document.querySelector("#stream .chip");
  if (chip) { chip.textContent = live ? chip.dataset.live : chip.dataset.lost; chip.dataset.state = live ? "in" : "late"; }
  const lost = document.getElementById("lost");
  lost.hidden = live;
  lost.textContent = live ? "" : lost.dataset.lost.replace("{time}", clockTime(fresh));
}

let stream = null, heard = 0, alarm = 0, next = 0, told = 0, refused = 0, hung = 0;
let patience = 3000; // Longer for a server that said it would be back.
const SILENCE = 40000; // The server says something every 15 seconds; a phone that left its network hears nothing.
const HANGING = 5000; // A laptop that sleeps answers nothing at all, and a browser would wait for minutes.

function lost(after) {
  if (!alarm) alarm = setTimeout(() => say(false), after);
  if (!polling) polling = setInterval(() => refresh().catch(() => {}), 9000 + Math.random() * 2000);
}

// Every page loses the server in the same moment: each comes back at a moment of its own, within about two seconds. A
// server that answers but lets nobody in is asked less and less often.
function pause(shut) {
  refused = shut ? refused + 1 : 0;
  return (500 + Math.random() * 2000) * Math.min(1.5 ** Math.max(refused - 1, 0), 5);
}

function again(wait) {
  stream.close();
  clearTimeout(next);
  next = setTimeout(follow, wait);
}

function follow() {
  if (stream) stream.close();
  const seat = body.dataset.seat ? `?seat=${body.dataset.seat}` : "";
  stream = new EventSource(`/live/${encodeURIComponent(event)}${seat}`);
  heard = Date.now();
  clearTimeout(next);
  // Longer each time: a server that is only slow must not be asked all the more.
  next = setTimeout(() => { hung += 1; lost(0); follow(); }, HANGING * 2 ** Math.min(hung, 2) * (1 + Math.random()));
  stream.onopen = () => {
    clearTimeout(alarm);
    clearTimeout(next);
    clearInterval(polling);
    alarm = polling = refused = told = hung = 0;
    patience = 3000;
    heard = Date.now();
    say(true);
    document.dispatchEvent(new Event("connected"));
    if (body.dataset.kept) soon(400); // This page came from the phone's own memory.
  };
  stream.onmessage = (message) => { heard = Date.now(); hear(JSON.parse(message.data)); };
  stream.addEventListener("beat", () => { heard = Date.now(); });
  stream.addEventListener("again", (ev) => { patience = 15000; told = Number(ev.data); });
  stream.onerror = () => {
    lost(patience);
    again(told || pause(stream.readyState === EventSource.CLOSED));
    told = 0;
  };
}

if (event) {
  follow();
  setInterval(() => { if (!document.hidden && Date.now() - heard > SILENCE) { lost(0); follow(); } }, 5000);
  addEventListener("offline", () => lost(0));
  if (!navigator.onLine) lost(0);
  addEventListener("online", follow);
  // A page that nobody sees lets go: browsers open six connections to a server, and phones sleep longer.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { stream.close(); clearTimeout(next); } else follow();
  });
  document.addEventListener("turn", () => refresh().catch(() => {}));
}

// Names are found while typing; with the button it works without this.
function sift() {
  const field = document.querySelector("[data-filter]");
  const wanted = field ? field.value.trim().toLowerCase() : "";
  document.querySelectorAll("[data-filtered] > [data-name]").forEach((row) => {
    row.hidden = !row.dataset.name.includes(wanted);
  });
}
document.addEventListener("input", (ev) => { if (ev.target.matches("[data-filter]")) sift(); });
// Who goes on has read why something was refused.
for (const step of ["stale", "submit"]) {
  document.addEventListener(step, () => document.querySelectorAll('[data-key="refusal"]').forEach((one) => one.remove()));
}
// Links that only change how this page looks change it in place; a press of a key there keeps the focus.
document.addEventListener("stale", () => refresh().catch(() => location.reload()));
document.addEventListener("click", (ev) => {
  const link = ev.target.closest("a[data-here]");
  if (!link || ev.defaultPrevented || ev.button || ev.metaKey || ev.ctrlKey || ev.shiftKey || !event) return;
  ev.preventDefault();
  history.replaceState(null, "", link.href);
  document.dispatchEvent(new Event("stale"));
});
