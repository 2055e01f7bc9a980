// The big screen turns its pages, by itself and by the arrow keys; a new view starts at its first page.
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
