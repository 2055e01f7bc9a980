// A button beside a text copies it. Where the browser does not let a page do that, as over plain http, the text is
// there to be marked: a press into it marks all of it.
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
