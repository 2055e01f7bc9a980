// The layout editor: pieces are dragged or moved by keys, the numbers follow, and the server checks the rules each time.
const INCH = 1000, STEP = 250, TURN = 15, PATIENCE = 10_000;
const form = document.getElementById("layout"), ground = document.getElementById("ground");
const inHand = document.getElementById("in-hand");
let drawn = new Map(), edits = 0, held = null, waiting = false, chain = Promise.resolve(), moved = null;

// What somebody is working on is not replaced when the event changes elsewhere.
document.getElementById("main").dataset.hold = "";

const field = (part, n) => form.elements[`${part}-${n}`];
const read = (input) => Math.round(parseFloat(input.value.replace(",", ".")) * INCH) || 0;
const write = (length) => String(length / INCH);
const pieces = () => [...ground.querySelectorAll(".piece")];
const piece = (n) => ground.querySelector(`.piece[data-n="${n}"]`);

// The picture as the server drew it: where each piece is in it, and what a keyboard can reach.
function ready() {
  drawn = new Map(pieces().map((g) => [g.dataset.n, [read(field("x", g.dataset.n)), read(field("y", g.dataset.n))]]));
  for (const g of pieces()) {
    g.setAttribute("tabindex", "0");
    g.setAttribute("role", "button");
    g.setAttribute("aria-describedby", ground.dataset.help);
  }
}

function place(n, x, y) {
  const { width, height } = ground.querySelector(".felt");
  const put = (value, most) => Math.min(Math.max(value, 0), most.baseVal.value);
  const [at, down] = [put(x, width), put(y, height)], [x0, y0] = drawn.get(n);
  if (read(field("x", n)) === at && read(field("y", n)) === down) return;
  field("x", n).value = write(at);
  field("y", n).value = write(down);
  piece(n).setAttribute("transform", `translate(${at - x0} ${down - y0})`);
  moved = n;
  check();
}

// ---- the rules, checked by the server; one request at a time, and the latest state is always checked
function check() {
  edits += 1;
  if (waiting) return;
  waiting = true;
  chain = chain.then(() => { waiting = false; return ask(); });
}

function alter(name, value) {
  chain = chain.then(() => ask(name, value));
}

async function ask(name, value) {
  const sent = new FormData(form), asked = edits;
  sent.delete("add");
  if (name) sent.set(name, value);
  let page;
  try {
    const answer = await fetch(form.dataset.look, { method: "POST", body: sent, signal: AbortSignal.timeout(PATIENCE) });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch { page = null; }
  if (!page || !page.getElementById("findings")) {
    document.querySelector("#findings h2").textContent = form.dataset.lost;
    say(form.dataset.lost, true);
    return;
  }
  swap("refusal", page);
  swap("findings", page);
  if (name) moved = null;
  tell();
  const picture = page.getElementById("ground");
  if (name) swap("rows", page);
  if (!picture.firstElementChild || (!name && (held || edits !== asked))) {
    for (const g of pieces()) {
      const seen = picture.querySelector(`.piece[data-n="${g.dataset.n}"]`);
      if (seen) g.classList.toggle("broken", seen.classList.contains("broken"));
    }
    return;
  }
  const focused = ground.contains(document.activeElement) ? document.activeElement.dataset.n : null;
  swap("ground", page);
  ready();
  if (focused) (piece(focused) || pieces().at(-1))?.focus();
}

// What the server says about the last piece moved, beside the table: on a phone the list of findings is far below.
function tell() {
  const broken = [...document.querySelectorAll('#findings li[data-state="disputed"]')];
  const own = broken.find((li) => li.dataset.pieces.split(" ").includes(moved));
  const named = moved && field("piece", moved);
  if (own) say(own.querySelector("p").firstChild.textContent.trim(), true);
  else say(named && document.querySelector("#findings ul") ? form.dataset.fine.replace("{name}", named.value) : "", false);
}

function say(text, wrong) {
  inHand.textContent = text;
  inHand.hidden = !text;
  if (wrong) inHand.dataset.state = "broken";
  else delete inHand.dataset.state;
}

function swap(id, page) {
  document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
}

// ---- by hand
function under(event) {
  const at = new DOMPoint(event.clientX, event.clientY);
  return at.matrixTransform(ground.querySelector("svg").getScreenCTM().inverse());
}

ground.addEventListener("pointerdown", (event) => {
  const g = event.target.closest(".piece");
  if (!g || event.button) return;
  event.preventDefault();
  g.focus();
  const n = g.dataset.n, at = under(event);
  held = { n, g, dx: read(field("x", n)) - at.x, dy: read(field("y", n)) - at.y };
  g.classList.add("held");
  g.setPointerCapture(event.pointerId);
});
ground.addEventListener("pointermove", (event) => {
  if (!held) return;
  const at = under(event), snap = (value) => Math.round(value / STEP) * STEP;
  place(held.n, snap(at.x + held.dx), snap(at.y + held.dy));
});
for (const name of ["pointerup", "pointercancel"]) {
  ground.addEventListener(name, () => {
    if (!held) return;
    held.g.classList.remove("held");
    held = null;
    check();
  });
}

// ---- by keyboard
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

ground.addEventListener("keydown", (event) => {
  const g = event.target.closest(".piece");
  if (!g || event.ctrlKey || event.metaKey || event.altKey) return;
  const n = g.dataset.n, arrow = ARROWS[event.key], by = event.shiftKey ? INCH : STEP;
  if (arrow) place(n, read(field("x", n)) + arrow[0] * by, read(field("y", n)) + arrow[1] * by);
  else if (event.key.toLowerCase() === "r") {
    const turn = field("turn", n);
    turn.value = ((parseInt(turn.value, 10) || 0) + (event.shiftKey ? 360 - TURN : TURN)) % 360;
    moved = n;
    check();
  } else if (event.key === "Delete" || event.key === "Backspace") alter("without", n);
  else return;
  event.preventDefault();
});

// ---- by the form
form.addEventListener("input", (event) => { if (event.target.closest("#rows") || event.target.matches("#method, #moves, #width, #depth, #over")) check(); });
form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button || button.formAction !== new URL(form.dataset.look, location.href).href) return;
  event.preventDefault();
  if (button.name) alter(button.name, button.value);
  else if (form.elements.add?.value) { alter("add", form.elements.add.value); form.elements.add.value = ""; }
  else check();
});

ready();
