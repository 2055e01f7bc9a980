// The page of a long job: asks how far it is, and opens the result when it is done.
const EVERY = 500, PATIENCE = 5_000;
const job = document.getElementById("job"), bar = job.querySelector("progress"), words = document.getElementById("how-far");

async function look() {
  try {
    const answer = await fetch(job.dataset.state, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return location.replace(job.dataset.page); // That page says what became of it.
    const state = await answer.json();
    if (state.over) return location.replace(job.dataset.page);
    bar.value = state.percent;
    words.textContent = state.words;
  } catch { words.textContent = job.dataset.lost; }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
