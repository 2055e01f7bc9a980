// A button beside a text copies it. If the browser does not allow that, as over plain http, pressing the text selects
// all of it.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy), word = button.textContent;
  field.addEventListener("focus", () => field.select());
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = word; }, 2000);
  });
}
