// A page that follows its event: told of a change by the stream, it fetches itself and changes in place.
// What has the focus or was typed stays; without the stream it asks every ten seconds, and says so.
const body = document.body;
const event = body.dataset.event;

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
}

function attributes(from, to) {
  for (const { name } of [...from.attributes]) {
    // What a reader opened stays open.
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

export function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  attributes(from, to);
  if (from.nodeName === "TEXTAREA") return;
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    let match = at;
    while (match && !same(match, next)) match = match.nextSibling;
    if (!match) { from.insertBefore(next.cloneNode(true), at); continue; }
    while (at !== match) { const gone = at; at = at.nextSibling; gone.remove(); }
    at = match.nextSibling;
    morph(match, next);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

// A form that somebody is filling in is left alone until they are done with it.
function busy() {
  const held = document.activeElement;
  return Boolean(held && held.form && held.form.method === "post" && (held.value || "") !== (held.defaultValue || ""));
}

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (busy()) { waiting = true; return; }
  for (const id of ["top", "main", "foot"]) {
    const from = document.getElementById(id), to = page.getElementById(id);
    if (from && to) morph(from, to);
  }
  for (const key of Object.keys(page.body.dataset)) body.dataset[key] = page.body.dataset[key];
  say(streaming);
  sift();
  document.dispatchEvent(new Event("refreshed"));
}

let waiting = false, streaming = false, timer = 0, polling = 0;

function soon() {
  clearTimeout(timer);
  // Hundreds of phones hear of a change at once; they come one after the other.
  timer = setTimeout(() => refresh().catch(() => {}), 30 + Math.random() * 400);
}

function say(live) {
  streaming = live;
  const chip = document.querySelector("#stream .chip");
  if (chip) { chip.textContent = live ? "● Live" : "not live"; chip.dataset.state = live ? "in" : "late"; }
  const lost = document.getElementById("lost");
  if (lost) {
    lost.hidden = live;
    lost.textContent = live ? "" : "The live stream is lost. This page asks again every ten seconds.";
  }
}

let stream = null, heard = 0, alarm = 0;
const SILENCE = 40000; // The server says something every 15 seconds; a phone that left its network hears nothing.

function lost(after) {
  if (!alarm) alarm = setTimeout(() => say(false), after);
  if (!polling) polling = setInterval(() => refresh().catch(() => {}), 10000);
}

function follow() {
  if (stream) stream.close();
  stream = new EventSource(`/live/${encodeURIComponent(event)}`);
  heard = Date.now();
  stream.onopen = () => {
    clearTimeout(alarm);
    clearInterval(polling);
    alarm = polling = 0;
    heard = Date.now();
    say(true);
  };
  stream.onmessage = (news) => { heard = Date.now(); if (news.data !== body.dataset.seq) soon(); };
  stream.addEventListener("beat", () => { heard = Date.now(); });
  stream.onerror = () => {
    lost(3000);
    // A stream that was refused for good is not opened again by the browser.
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  };
}

if (event) {
  follow();
  setInterval(() => { if (!document.hidden && Date.now() - heard > SILENCE) { lost(0); follow(); } }, 5000);
  addEventListener("offline", () => lost(0));
  addEventListener("online", follow);
  // A page that nobody sees lets go: browsers open six connections to a server, and phones sleep longer.
  document.addEventListener("visibilitychange", () => { if (document.hidden) stream.close(); else follow(); });
  document.addEventListener("focusout", () => { if (waiting) { waiting = false; soon(); } });
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

// The big screen turns its pages.
if (Number(body.dataset.pages) > 1) {
  setInterval(() => {
    const pages = Number(body.dataset.pages) || 1, next = (Number(body.dataset.page) % pages) + 1;
    history.replaceState(null, "", `?page=${next}`);
    refresh().catch(() => {});
  }, 12000);
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
