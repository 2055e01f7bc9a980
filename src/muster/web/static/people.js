// The check-in list: a press or a typed name is sent from where the page is, so that no row moves.
document.addEventListener("submit", async (ev) => {
  const form = ev.target.closest("form[data-stay]");
  if (!form) return;
  ev.preventDefault();
  const body = new FormData(form, ev.submitter), field = form.querySelector("input[data-filter]");
  try {
    const got = await fetch(form.action, { method: "POST", body });
    if (!got.ok) throw new Error(String(got.status));
    history.replaceState(null, "", got.url);
    // Where several people fit, what was typed stays, as only they are listed; the next name replaces it.
    if (field) {
      field.value = field.defaultValue = wanted();
      field.select();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    document.dispatchEvent(new Event("stale"));
  } catch {
    // Sent again as a page of its own, which says why not; what was refused changed nothing.
    if (ev.submitter && ev.submitter.name) {
      const pressed = Object.assign(document.createElement("input"), { type: "hidden", name: ev.submitter.name, value: ev.submitter.value });
      form.append(pressed);
    }
    form.submit();
  }
});

function wanted() { return new URLSearchParams(location.search).get("q") || ""; }

// Another name is looked for among everybody again.
document.addEventListener("input", (ev) => {
  if (!ev.target.matches("#tick [data-filter]") || ev.target.value.toLowerCase().includes(wanted().toLowerCase())) return;
  const all = new URL(location.href);
  all.searchParams.delete("q");
  history.replaceState(null, "", all);
  document.dispatchEvent(new Event("stale"));
});
