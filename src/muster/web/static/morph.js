// Changes a page in place into a newer version of itself: focus, scroll, selection, opened details and typed text stay.

// A press ends where it began: nothing changes under a finger, nor while what was pressed is still being sent.
const pressed = new Set();
const waiting = [];
export function hold(press) { pressed.add(press); }
export function release(press) {
  pressed.delete(press);
  if (!pressed.size) waiting.splice(0).forEach((go) => go());
}
export function settled() { return pressed.size ? new Promise((go) => { waiting.push(go); }) : Promise.resolve(); }
let lifted = 0;
addEventListener("pointerdown", (ev) => { if (ev.button === 0) { clearTimeout(lifted); hold("finger"); } }, true);
// The click comes a moment after the finger lifts, or never.
for (const [end, after] of [["click", 0], ["pointerup", 100], ["pointercancel", 0], ["contextmenu", 0], ["blur", 0]]) {
  addEventListener(end, () => { clearTimeout(lifted); lifted = setTimeout(release, after, "finger"); }, true);
}

// Identifies a part of the page, wherever it is; parts without a key are matched by order alone.
function key(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  return node.id || node.dataset.key || node.dataset.name || node.getAttribute("aria-labelledby") || "";
}

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);
}

function attributes(from, to) {
  for (const { name } of [...from.attributes]) {
    // What a reader opened stays open.
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

function changed(field) {
  if (field.type === "hidden" || field.type === "submit") return false;
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.nodeName === "SELECT") {
    const first = [...field.options].some((o) => o.defaultSelected);
    return [...field.options].some((o, n) => o.selected !== (first ? o.defaultSelected : n === 0));
  }
  return (field.value || "") !== (field.defaultValue || "");
}

// A form that somebody is filling in is left alone, with everything in it.
export function filling(form) {
  return form.method === "post" && [...form.elements].some(changed);
}

// An answer to this reader alone stays until they continue. So does a text that somebody is writing, even if its form
// is gone by now: it can still be copied.
function drop(node) {
  if (node.dataset?.key === "refusal") return;
  const written = node.nodeType === Node.ELEMENT_NODE && [...node.querySelectorAll("textarea")].some(changed);
  if (!written) node.remove();
}

export function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  if (from.nodeName === "FORM" && filling(from)) return;
  attributes(from, to);
  if (from.nodeName === "TEXTAREA") {
    if (from.value === from.defaultValue && from.defaultValue !== to.defaultValue) from.defaultValue = to.defaultValue;
    return;
  }
  if (from.nodeName === "TEMPLATE") { from.innerHTML = to.innerHTML; return; }
  let at = from.firstChild;
  const coming = new Set([...to.childNodes].map(key).filter(Boolean));
  for (const next of [...to.childNodes]) {
    let match = at;
    // An element without a key never matches beyond a keyed part still to come, which would be lost.
    while (match && !same(match, next)) match = !key(next) && coming.has(key(match)) ? null : match.nextSibling;
    if (!match) { from.insertBefore(next.cloneNode(true), at); continue; }
    while (at !== match && !coming.has(key(at))) { const gone = at; at = at.nextSibling; drop(gone); }
    if (at === match) at = match.nextSibling; else from.insertBefore(match, at);
    morph(match, next);
  }
  while (at) { const gone = at; at = at.nextSibling; drop(gone); }
}

// A form that came back with what was typed: that counts as the reader's input, not as the page's.
export function own(form) {
  for (const field of form.elements) {
    if (field.type === "hidden" || field.type === "file") continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.checked;
    else if (field.nodeName === "SELECT") for (const option of field.options) option.selected = option.selected;
    else field.value = field.value;
  }
}

// The texts of a template, with what a script knows put into their places.
export function fill(template, values) {
  const made = template.content.cloneNode(true);
  for (const place of made.querySelectorAll("[data-slot]")) {
    const text = place.dataset.text || `{${place.dataset.slot}}`;
    place.textContent = text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
  }
  return made;
}

export function clockTime(moment) {
  return moment.toLocaleTimeString(document.body.dataset.dates, { timeStyle: "short" });
}

// A phone that was signed out in the middle of a game says what it could not send any more.
export function tellSaved() {
  const saved = document.getElementById("saved-taps");
  if (!saved) return;
  let count = 0;
  try {
    for (const [key, taps] of Object.entries(localStorage)) if (key.startsWith(`muster-taps:${saved.dataset.of}`)) count += JSON.parse(taps).length;
  } catch { /* Storage is off, so nothing is saved. */ }
  saved.hidden = !count;
  saved.textContent = saved.dataset.text.replace("{n}", count);
}
