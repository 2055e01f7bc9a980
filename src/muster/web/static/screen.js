// The big screen turns its pages, by itself and by the arrow keys; a new view starts at its first page. Heading, names,
// rooms and announcement are as large as their space allows: how wide letters are depends on this machine's font.
const body = document.body;
const EVERY = 12000;
let timer = 0, view = body.dataset.view;

function turn(by) {
  const pages = Number(body.dataset.pages) || 1;
  go(((Number(body.dataset.page) - 1 + by + pages) % pages) + 1);
}

function go(page) {
  const address = new URL(location.href);
  if (page === 1) address.searchParams.delete("page"); else address.searchParams.set("page", page);
  history.replaceState(null, "", address);
  document.dispatchEvent(new Event("turn"));
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => { if (Number(body.dataset.pages) > 1) turn(1); else wait(); }, EVERY);
}

// In the unit of the screen, a hundredth of its width; a name that is too long even at its smallest gets two lines.
const TITLE = [2.6, 6.4], NAME = [1.9, 3.3], TWO_LINES = [1, 1.9], SAID = [1, 2.7], PODIUM = [1.5, 4], ROOM = [.6, 1.5], STEPS = 7;

function fit(element, [least, most], fits) {
  const size = (units) => { element.style.fontSize = `calc(${units} * var(--u))`; };
  size(most);
  if (fits(element)) return true;
  let low = least, high = most;
  for (let n = 0; n < STEPS; n += 1) {
    const middle = (low + high) / 2;
    size(middle);
    if (fits(element)) low = middle; else high = middle;
  }
  size(low);
  return fits(element);
}

// To a fraction of a pixel: `clientWidth` is rounded, and a name that is a tenth too wide ends in an ellipsis.
function room(element) {
  const style = getComputedStyle(element);
  return element.getBoundingClientRect().width - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
}

function written(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

function inRow(name) { return written(name).height <= name.parentElement.clientHeight; }

function fitAll() {
  // First, because the rows get what these leave.
  for (const title of document.querySelectorAll(".scr h1")) fit(title, TITLE, (one) => written(one).width <= one.clientWidth);
  for (const said of document.querySelectorAll(".s-said")) {
    if (said.hidden) continue;
    const most = parseFloat(getComputedStyle(said.closest(".s-say")).maxHeight);
    fit(said, SAID, (one) => one.scrollHeight <= most);
  }
  for (const podium of document.querySelectorAll(".s-podium")) fit(podium, PODIUM, (one) => one.scrollHeight <= one.clientHeight);
  for (const named of document.querySelectorAll(".s-list .tn em")) {
    fit(named, ROOM, (one) => one.scrollHeight <= one.closest("li").clientHeight);
  }
  for (const name of document.querySelectorAll(".s-list .nn")) {
    name.classList.remove("wrapped");
    if (fit(name, NAME, (one) => written(one).width <= room(one) && inRow(one))) continue;
    name.classList.add("wrapped");
    fit(name, TWO_LINES, inRow);
  }
}

// Also when a call or the buttons below take some of its height.
new ResizeObserver(fitAll).observe(document.getElementById("main"));
document.addEventListener("refreshed", fitAll);
document.addEventListener("noted", fitAll);
fitAll();

document.addEventListener("refreshed", () => {
  if (body.dataset.view === view) return;
  view = body.dataset.view;
  if (body.dataset.page !== "1") go(1);
});
document.addEventListener("keydown", (ev) => {
  if (ev.ctrlKey || ev.altKey || ev.metaKey) return;
  if (["ArrowRight", "PageDown", " "].includes(ev.key)) turn(1);
  else if (["ArrowLeft", "PageUp"].includes(ev.key)) turn(-1);
  else if (ev.key === "Home") go(1);
  else return;
  ev.preventDefault();
});
wait();
