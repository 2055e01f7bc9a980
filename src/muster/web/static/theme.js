// Light or dark like the system, or as chosen. Loaded before the page is drawn, so that nothing flashes.
(function () {
  var root = document.documentElement, order = ["system", "light", "dark"], now = "system";
  try { now = localStorage.getItem("theme") || "system"; } catch (e) { /* private window */ }
  function apply() {
    if (now === "system") root.removeAttribute("data-theme"); else root.setAttribute("data-theme", now);
    document.querySelectorAll("[data-theme-switch]").forEach(function (b) {
      b.setAttribute("aria-label", b.dataset[now]);
    });
  }
  apply();
  document.addEventListener("DOMContentLoaded", apply);
  document.addEventListener("refreshed", apply);
  document.addEventListener("click", function (ev) {
    if (!ev.target.closest("[data-theme-switch]")) return;
    now = order[(order.indexOf(now) + 1) % 3];
    try { localStorage.setItem("theme", now); } catch (e) { /* private window */ }
    apply();
  });
})();
