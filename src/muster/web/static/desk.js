// The desk by keyboard. The entry line is interpreted while it is typed, and lines are sent one after the other so that
// nothing typed in the meantime is lost. In a draft, players swap seats by press, arrow keys or drag. The words come from the page.
const line = () => document.getElementById("line");

// ---- the keying line
let latest = null, asking = 0, sent = 0, sending = Promise.resolve(), answer = "";
const kept = [];

function element(name, look, text) {
  const made = document.createElement(name);
  if (look) made.className = look;
  made.textContent = text;
  return made;
}

function preset(one) {
  const made = element("button", "preset", "");
  made.type = "button";
  made.dataset.key = one.key;
  made.append(element("kbd", "", one.key), element("b", "", one.text));
  return made;
}

let help = "";
function show(said) {
  const box = document.getElementById("echo");
  if (!box) return;
  if (!help) help = box.innerHTML;
  if (said && said.refusal) line().setAttribute("aria-invalid", "true"); else line().removeAttribute("aria-invalid");
  if (!said || (!said.refusal && said.table === null)) {
    // What was just entered stays visible until the next line begins.
    if (answer && !line().value) box.replaceChildren(element("p", "reads", answer)); else box.innerHTML = help;
    return;
  }
  const parts = [];
  if (said.refusal) parts.push(element("p", "wrong", said.refusal));
  else {
    parts.push(element("p", said.said ? "reads" : "", said.said ? `${said.versus}: ${said.said}` : said.versus));
    if (said.causes) parts.push(element("p", "causes", said.causes));
    if (said.wants) {
      parts.push(element("p", "", said.wants.text));
      if (said.wants.presets.length) {
        const group = element("div", "presets", "");
        group.append(...said.wants.presets.map(preset));
        parts.push(group);
      }
    }
  }
  box.replaceChildren(...parts);
}

// The page itself searches for a name, and keeps showing whom it found.
function search(text) {
  const here = new URL(location.href);
  if ((here.searchParams.get("find") || "") === text) return;
  here.searchParams.delete("did");
  if (text) here.searchParams.set("find", text); else here.searchParams.delete("find");
  put(here.href);
}

function ask() {
  clearTimeout(asking);
  const field = line(), text = field.value;
  if (!text.trim()) { latest = null; show(null); search(""); return; }
  asking = setTimeout(async () => {
    try {
      const got = await fetch(`${field.form.dataset.echo}?line=${encodeURIComponent(text)}`);
      if (!got.ok || !line() || line().value !== text) return;
      latest = { ...(await got.json()), text };
      show(latest);
      search(latest.named ? text.trim() : "");
    } catch { /* Only the echo is missing: the line itself is read again when it is entered. */ }
  }, 60);
}

function keep(text, refusal) {
  kept.push([text, refusal]);
  list();
}

function list() {
  const box = document.getElementById("kept");
  if (!box) return;
  box.replaceChildren(...kept.map(([text, refusal], at) => {
    // Corrected in place: typing in the meantime continues in the line above.
    const row = element("li", "", ""), why = element("span", "", refusal), field = element("input", "", "");
    why.id = `kept-${at}`;
    field.value = text;
    field.dataset.kept = at;
    field.autocomplete = "off";
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-label", line().form.dataset.again);
    field.setAttribute("aria-describedby", why.id);
    const back = element("button", "btn", line().form.dataset.again);
    back.type = "button";
    back.dataset.back = at;
    row.append(field, why, back);
    return row;
  }));
}

async function send(form, body, text) {
  try {
    const got = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const said = await got.json();
    if (said.go) { location.href = said.go; return; }
    if (!got.ok) { keep(text, said.refusal); return; }
    answer = said.text;
    show(null);
  } catch {
    keep(text, form.dataset.lost);
  }
}

document.addEventListener("submit", (ev) => {
  if (ev.target.id !== "key") return;
  ev.preventDefault();
  const form = ev.target, field = form.elements.line, text = field.value.trim();
  if (!text) return;
  // What is known to be wrong stays in the line to be corrected.
  if (latest && latest.refusal && latest.text === field.value) { show(latest); field.focus(); return; }
  queue(form, text);
  field.value = "";
  answer = "";
  latest = null;
  show(null);
  field.focus();
});

function queue(form, text) {
  const body = new FormData(form);
  body.set("line", text);
  body.set("once", `${form.elements.once.value} ${++sent}`);
  sending = sending.then(() => send(form, body, text));
}

// A kept line is sent again as it reads now.
function again(at) {
  const text = document.querySelector(`[data-kept="${at}"]`).value.trim();
  kept.splice(Number(at), 1);
  list();
  line().focus();
  if (text) queue(line().form, text);
}

document.addEventListener("input", (ev) => {
  if (ev.target.id === "line") ask();
  else if (ev.target.dataset.kept) kept[Number(ev.target.dataset.kept)][0] = ev.target.value;
});
document.addEventListener("keydown", (ev) => {
  if (ev.key === "Enter" && ev.target.dataset.kept) { ev.preventDefault(); again(ev.target.dataset.kept); }
});

document.addEventListener("click", (ev) => {
  const chosen = ev.target.closest(".preset[data-key]"), back = ev.target.closest("[data-back]");
  if (chosen && line()) {
    line().value = `${line().value.trim()} ${chosen.dataset.key}`;
    line().focus();
    ask();
  } else if (back) {
    again(back.dataset.back);
  }
});

document.addEventListener("refreshed", () => { list(); show(latest); });
if (line() && line().value) ask();

// ---- keys of the page
function lettersAct() {
  try { return localStorage.getItem("letters") !== "off"; } catch { return true; }
}

function sayLetters() {
  document.querySelectorAll("[data-letters-on]").forEach((one) => {
    one.hidden = false;
    one.textContent = lettersAct() ? one.dataset.lettersOff : one.dataset.lettersOn;
  });
}
document.addEventListener("click", (ev) => {
  if (!ev.target.closest("[data-letters-on]")) return;
  try { localStorage.setItem("letters", lettersAct() ? "off" : "on"); } catch { /* private window */ }
  sayLetters();
});
document.addEventListener("refreshed", sayLetters);
sayLetters();

const typing = (node) => Boolean(node.closest("input, textarea, select, [contenteditable]"));

document.addEventListener("keydown", (ev) => {
  if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
  const field = line();
  if (ev.key === "Tab" && !ev.shiftKey && ev.target === field && latest && latest.wants && /\S$/.test(field.value)) {
    // Tab goes to the next number in the line; once more leaves it.
    ev.preventDefault();
    field.value += " ";
    return;
  }
  if (ev.key === "Escape" && ev.target === field) { field.value = ""; latest = null; show(null); search(""); return; }
  const holding = document.querySelector("[data-holding]");
  if (ev.key === "Escape" && holding) { put(holding.dataset.holding); return; }
  if (typing(ev.target)) return;
  // A single letter acts anywhere except while typing. Speech input types letters unintentionally: it can be turned off
  // beside the button.
  const button = ev.key.length === 1 && lettersAct() && document.querySelector(`[data-shortcut="${CSS.escape(ev.key.toLowerCase())}"]`);
  if (button && !ev.repeat) { ev.preventDefault(); button.click(); return; }
  const seat = ev.target.closest(".seatbtn"), move = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[ev.key];
  if (seat && move) {
    const seats = [...document.querySelectorAll(".seatbtn")], to = seats[seats.indexOf(seat) + move];
    if (to) { ev.preventDefault(); to.focus(); }
  }
});

// ---- seats of a draft
function put(address) {
  history.replaceState(null, "", address);
  document.dispatchEvent(new Event("stale"));
}

let dragged = null;
document.addEventListener("dragstart", (ev) => {
  dragged = ev.target.closest && ev.target.closest("a.seatbtn");
  if (!dragged) return;
  ev.dataTransfer.setData("text/plain", dragged.id);
  // Held, so that the other seats show what a swap would break; after the browser has taken its drag image.
  if (!("held" in dragged.dataset)) setTimeout(() => dragged && put(dragged.href), 0);
});
document.addEventListener("dragover", (ev) => {
  const over = dragged && ev.target.closest("button.seatbtn");
  document.querySelectorAll("[data-over]").forEach((seat) => { if (seat !== over) delete seat.dataset.over; });
  if (over) { ev.preventDefault(); over.dataset.over = ""; }
});
document.addEventListener("drop", (ev) => {
  const over = dragged && ev.target.closest("button.seatbtn");
  if (over) { ev.preventDefault(); over.form.requestSubmit(over); }
});
document.addEventListener("dragend", () => {
  dragged = null;
  document.querySelectorAll("[data-over]").forEach((seat) => delete seat.dataset.over);
});
