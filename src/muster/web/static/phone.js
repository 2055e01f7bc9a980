// The player's phone: a report, a confirmation or a call for a judge is kept until the server has it, and goes out once;
// the page stays readable offline, the form opens in it, and no link or button leaves it for the browser's error page.
import { clockTime, fill, hold, morph, release, tellSaved } from "./morph.js";

const event = document.body.dataset.event;
const seat = document.body.dataset.seat; // None where nobody picked a name yet.
const KEY = `muster-unsent:${event}:${seat}`;

// What waits, oldest first, one of each kind. Without storage (private windows) it lives as long as this page.
let inPage = [];
function kept() {
  try { return [JSON.parse(localStorage.getItem(KEY)) || inPage].flat(); } catch { return inPage; }
}
function write(waiting) {
  inPage = waiting;
  try { if (waiting.length) localStorage.setItem(KEY, JSON.stringify(waiting)); else localStorage.removeItem(KEY); } catch { /* see above */ }
}
function keep(report) { write([...kept().filter((one) => one.url !== report.url), report]); }
function drop(report) { write(kept().filter((one) => one.fields !== report.fields)); }

function once() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", (ev) => {
  const form = ev.target;
  if (ev.defaultPrevented) return;
  if (!("keep" in form.dataset)) { if (event) held(ev, () => submit(form, ev.submitter)); return; }
  ev.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  if (ev.submitter?.name) fields.set(ev.submitter.name, ev.submitter.value);
  // Its own, as a form from the phone's memory may have been sent before; but pressed twice, it is sent once.
  const pressed = `${fields}`;
  fields.set("once", once());
  if (pressed !== gone && !kept().some((one) => one.pressed === pressed)) {
    keep({ url: new URL(form.action).pathname, fields: `${fields}`, pressed, said: spoken(form, ev.submitter), at: Date.now() });
  }
  send();
});

// What was filled in, as the form calls it.
function spoken(form, button) {
  if (form.dataset.said) return form.dataset.said;
  if (button && button.value === "concession") return button.textContent.trim();
  const picked = [...form.querySelectorAll("input:checked + span")].map((span) => {
    const asks = span.closest("fieldset")?.dataset.asks; // A score says enough by itself; “You” does not.
    return (asks ? `${asks}: ` : "") + [...span.childNodes].map((part) => part.textContent.trim()).join(", ").replace(/\s+/g, " ");
  });
  const typed = [...form.querySelectorAll(".field input, .field select")].filter((input) => input.value && input.labels[0])
    .map((input) => {
      const asks = input.closest("[data-asks]"); // Named once: “Control points: You 5, Ann 3”.
      const first = asks && [...asks.querySelectorAll("input, select")].find((one) => one.value) === input;
      return `${first ? `${asks.dataset.asks}: ` : ""}${input.labels[0].textContent.trim()} ${input.value}`;
    });
  return [...picked, ...typed].join(", ");
}

let sending = false, gone = "";

// Two pages send one after the other; where locks are missing (plain http) the id alone makes it once.
async function send() {
  if (sending || !seat || !kept().length) return;
  sending = true;
  const slow = setTimeout(show, 700);
  try {
    if (navigator.locks) await navigator.locks.request(KEY, post); else await post();
  } finally {
    clearTimeout(slow);
    sending = false;
    show();
  }
}

async function post() {
  for (const report of kept()) if (!await deliver(report)) return;
}

// Whether the next one may go out: not while the server does not answer, nor while a page is being opened.
async function deliver(report) {
  const fields = new URLSearchParams(report.fields);
  const token = document.querySelector("input[name=csrfmiddlewaretoken]");
  if (token) fields.set("csrfmiddlewaretoken", token.value);
  let answer;
  try {
    answer = await fetch(report.url, { method: "POST", body: fields, signal: AbortSignal.timeout?.(15000) });
  } catch {
    return false; // No network: it stays.
  }
  // The server is in trouble, asks to wait because many write at the same time, or heard only half of it: it stays.
  if (answer.status >= 500 || [408, 425, 429].includes(answer.status)) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  drop(report);
  if (answer.ok) {
    gone = report.pressed;
    sessionStorage.setItem(`${KEY}:sent`, report.said);
    if (kept().length) return true;
    location.assign(answer.url);
    return false;
  }
  // Refused: the sentence, and the form with what was typed.
  const main = page.getElementById("main");
  const own = document.getElementById("main");
  const form = own.querySelector("form[data-keep]"), sentence = main?.querySelector("h1");
  if (answer.status !== 409 && form && sentence) {
    // Nobody has judged it: the form stays as it was filled in, under the sentence.
    own.querySelectorAll("[data-key=refusal]").forEach((old) => old.remove());
    const why = document.createElement("p");
    Object.assign(why, { className: "refusal", role: "alert", textContent: sentence.textContent });
    why.dataset.key = "refusal";
    form.prepend(why);
    why.scrollIntoView({ block: "center" });
    return true;
  }
  own.querySelectorAll("form").forEach((form) => form.reset());
  morph(own, main);
  // The player's own page goes on by itself, with the sentence on it; a form, or what came too late, stays as it is.
  if (!page.body.dataset.moment) own.dataset.hold = "";
  own.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  return true;
}

// Whether the server answers. A network that is silently gone would otherwise be noticed only by leaving the page.
async function reachable() {
  try {
    return (await fetch(`/e/${encodeURIComponent(event)}/time/`, { cache: "no-store", signal: AbortSignal.timeout?.(5000) })).ok;
  } catch {
    return false;
  }
}

// Goes on only if there is something to go to. Pressed twice, it goes once; what comes in on the way waits.
let going = false;
async function held(ev, go, kept = async () => false, instead = async () => false) {
  ev.preventDefault();
  if (going) return;
  going = true;
  hold("way");
  const there = await reachable() || await kept().catch(() => false);
  if (there || !await instead()) {
    const sentence = document.getElementById("held");
    sentence.hidden = there;
    if (there) go(); else sentence.scrollIntoView({ block: "center" });
  }
  going = false;
  release("way");
}

// As the browser would: with the button that was pressed.
function submit(form, button) {
  if (button?.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
  if (button?.hasAttribute("formaction")) form.action = button.formAction;
  HTMLFormElement.prototype.submit.call(form);
}

document.addEventListener("click", (ev) => {
  const link = ev.target.closest("a[href]");
  if (!link || !event || ev.defaultPrevented || ev.button || ev.metaKey || ev.ctrlKey || ev.shiftKey || ev.altKey) return;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || link.target || "here" in link.dataset) return;
  if (page) { back(ev, link); return; }
  if (pathname === location.pathname && search === location.search && link.hash) return; // A part of this page.
  // What the worker has kept opens without the server.
  const mine = async () => Boolean(navigator.serviceWorker?.controller && await (await caches.open("muster-pages")).match(pathname));
  held(ev, () => location.assign(link.href), mine, async () => openForm(pathname));
});

// The form of the report is in the page, so that it opens without the server; `page` is what was there, by now maybe old.
let page = null;
function openForm(pathname) {
  const form = document.getElementById("report-here"), main = document.getElementById("main");
  if (!form || !pathname.endsWith("/me/report/")) return false;
  page = [...main.childNodes];
  main.replaceChildren(form.content.cloneNode(true));
  main.dataset.hold = "";
  scrollTo(0, 0);
  return true;
}
function back(ev, link) {
  ev.preventDefault();
  const main = document.getElementById("main");
  main.replaceChildren(...page);
  delete main.dataset.hold;
  page = null;
  if (new URL(link.href).pathname !== location.pathname) link.click(); else document.dispatchEvent(new Event("turn"));
}
for (const moment of ["connected", "refreshed"]) {
  document.addEventListener(moment, () => { document.getElementById("held").hidden = true; });
}

function show() {
  document.querySelectorAll(".unsent").forEach((old) => old.remove());
  const template = document.getElementById("unsent");
  for (const report of template ? kept() : []) {
    const seen = fill(template, { said: report.said, when: "", time: clockTime(new Date(report.at)) });
    seen.querySelector(`[data-when=${sending ? "kept" : "sending"}]`).remove();
    if (report.url.endsWith("/judge/")) seen.querySelector("[data-slip]").remove();
    seen.querySelector("[data-do=drop]").value = report.fields;
    document.getElementById("main").before(seen);
  }
}

document.addEventListener("click", (ev) => {
  const pressed = ev.target.closest("[data-do]");
  if (!pressed) return;
  if (pressed.dataset.do === "send") send();
  else if (pressed.dataset.do === "share") share(pressed.closest("[data-share]"));
  else { drop({ fields: pressed.value }); show(); }
});

// Where the browser cannot share (plain http), the link is copied; where it cannot do that either, it is in sight.
async function share(part) {
  const { share: url, text } = part.dataset;
  if (navigator.share) { await navigator.share({ title: text, text, url }).catch(() => {}); return; }
  const line = Object.assign(document.createElement("textarea"), { value: `${text} ${url}`, readOnly: true });
  part.append(line);
  line.select();
  part.querySelector("[data-copied]").hidden = !document.execCommand("copy");
  line.remove();
}
function offer() { document.querySelectorAll("[data-do=share]").forEach((button) => { button.hidden = false; }); }
document.addEventListener("refreshed", offer);
offer();
for (const moment of ["connected", "refreshed"]) document.addEventListener(moment, send);
addEventListener("online", send);
addEventListener("storage", (ev) => { if (ev.key === KEY) show(); });
setInterval(send, 10000);
send();

const sent = sessionStorage.getItem(`${KEY}:sent`), noted = document.getElementById("sent");
if (sent !== null && noted) {
  sessionStorage.removeItem(`${KEY}:sent`);
  document.getElementById("main").before(fill(noted, { said: sent }));
  setTimeout(() => document.querySelectorAll(".unsent").forEach((old) => { if (!kept().length) old.remove(); }), 8000);
}

// A pick that was tapped leads to the next empty field, while keys move the cursor; one digit fills a field of one.
document.addEventListener("click", (ev) => {
  if (ev.detail && ev.target.matches(".pick input")) next(ev.target);
});
document.addEventListener("input", (ev) => {
  const { high } = ev.target.dataset;
  if (high && high.length === 1 && ev.target.value.length === 1) next(ev.target);
});
function next(from) {
  const fields = [...from.form.elements].filter((field) => field.matches("input:not([type=hidden], [type=radio])") && field.offsetParent);
  const after = fields.filter((field) => from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
  after.find((field) => field.value === "")?.focus();
}

// Only where the browser allows it: https, or this very machine.
if (navigator.serviceWorker) {
  navigator.serviceWorker.register("/worker.js");
  // A page that was on its way while the worker woke up may stay out of its care, with all that it fetches.
  let missed = !navigator.serviceWorker.controller;
  const claim = async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (missed || !await caches.match(location.pathname)) active.postMessage("claim");
    missed = !navigator.serviceWorker.controller;
  };
  document.addEventListener("refreshed", claim);
  claim();
}

tellSaved();
document.addEventListener("refreshed", tellSaved);
