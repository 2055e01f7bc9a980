// Clocks tick by the server's time, so that a device whose own clock or zone is wrong shows the same time left.
// The fastest of three answers shows how far off this device is; repeated every few minutes and after a sleep.
const SAMPLES = 3, ASK_AGAIN = 300000, TICK = 100, BANNER = 60000, NEARBY = 8000;
const FAR = 120;
const LATE_CALL = 10000; // A mark that passed while the device slept is not called out afterwards.
const MOVED_CALL = 70000; // One that was moved is called: it is at a whole minute, which may have begun up to a minute ago.
let offset = null, before = new Map();

async function sample(address) {
  const asked = performance.now();
  const answer = await fetch(address, { cache: "no-store" });
  const heard = performance.now();
  if (!answer.ok) throw new Error(String(answer.status));
  const { ms } = await answer.json();
  return { trip: heard - asked, offset: ms + (heard - asked) / 2 - heard };
}

// For a reload without network: how far off this device's own clock was when it last heard from the server.
function remembered() {
  try {
    const off = Number(localStorage.getItem("clock-off"));
    return off ? Date.now() + off - performance.now() : null;
  } catch (e) { return null; }
}

async function sync() {
  const clock = document.querySelector("[data-clock], [data-time]");
  if (!clock) return;
  let best = null;
  for (let n = 0; n < SAMPLES; n += 1) {
    try {
      const one = await sample(clock.dataset.clock ?? clock.dataset.time);
      if (!best || one.trip < best.trip) best = one;
    } catch (e) { /* offline: the next sample, or the next time */ }
  }
  if (best) {
    offset = best.offset;
    try { localStorage.setItem("clock-off", String(now() - Date.now())); } catch (e) { /* private window */ }
  } else if (offset === null) offset = remembered();
  tick();
}

export function now() { return performance.now() + offset; }

function text(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function write(clock, name, words) {
  const part = clock.matches(`[${name}]`) ? clock : clock.querySelector(`[${name}]`);
  if (part && part.textContent !== words) part.textContent = words;
}

function place(knots, at) {
  for (let n = 1; n < knots.length; n += 1) {
    const [begin, low] = knots[n - 1], [end, high] = knots[n];
    if (at <= end) return low + (high - low) * (at - begin) / (end - begin);
  }
  return knots[knots.length - 1][1];
}

function draw(scale, run) {
  const x = place(JSON.parse(scale.dataset.knots), run), late = Number(scale.dataset.late);
  scale.querySelector(".ran").setAttribute("x2", Math.min(x, late).toFixed(1));
  scale.querySelector(".late").setAttribute("x2", Math.max(x, late).toFixed(1));
  scale.querySelector(".now").setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
}

function show(clock, time) {
  const { since, ran } = clock.dataset, marks = JSON.parse(clock.dataset.marks);
  const run = Number(ran) + (since ? Math.max(time - Number(since), 0) : 0);
  const next = marks.find((mark) => mark.at > run), last = marks[marks.length - 1];
  write(clock, "data-left", next ? text(next.at - run + 999) : last ? "+" + text(run - last.at) : text(run));
  write(clock, "data-label", next ? next.until : last ? last.after : clock.dataset.goneWord);
  write(clock, "data-run", text(run));
  for (const line of clock.querySelectorAll("[data-at]")) {
    line.dataset.mark = Number(line.dataset.at) <= run ? "past" : next && Number(line.dataset.at) === next.at ? "next" : "later";
  }
  for (const note of clock.querySelectorAll("[data-from]")) {
    const hidden = run < Number(note.dataset.from) || (note.dataset.until !== "" && run >= Number(note.dataset.until));
    if (note.hidden === hidden) continue;
    note.hidden = hidden;
    document.dispatchEvent(new Event("noted"));
  }
  const scale = clock.querySelector("[data-knots]");
  if (scale) draw(scale, run);
  announce(clock, marks, run);
}

// A mark is announced once, when this page sees it pass; the ticking never is. It may also pass because it was moved, when
// somebody calls time: so the marks that have passed are counted, not the time between two checks.
function announce(clock, marks, run) {
  const say = clock.querySelector("[data-say]"), loud = clock.hasAttribute("data-loud");
  const staff = document.body.dataset.follow === "staff";
  if (!say && !loud && !staff) return;
  const key = `${clock.dataset.round} ${loud} ${Boolean(say)}`, seen = before.get(key), { added } = clock.dataset;
  const gone = marks.filter((mark) => mark.at <= run);
  before.set(key, { count: gone.length, added });
  if (seen === undefined) return;
  const late = seen.added === added ? LATE_CALL : MOVED_CALL;
  const passed = gone.slice(seen.count).filter((mark) => run - mark.at < late).pop();
  if (passed && say) say.textContent = passed.call;
  if (passed && loud) call(passed.call);
  if (passed && staff) document.dispatchEvent(new Event("turn")); // A game may wait for a decision now.
}

// How long until the next round starts; long before, a time of day says more.
function wait(line, time) {
  const left = Math.ceil((Number(line.dataset.starts) - time) / 60000), { soon, far, due } = line.dataset;
  const words = left > FAR ? far : left > 0 ? soon.replace("{n}", left) : due;
  if (line.hidden === Boolean(words)) line.hidden = !words;
  if (line.textContent !== words) line.textContent = words;
}

function tick() {
  if (offset === null) return;
  const time = now();
  for (const clock of document.querySelectorAll("[data-clock]")) show(clock, time);
  for (const line of document.querySelectorAll("[data-starts]")) wait(line, time);
}

// The big screen calls the marks: in letters, and with sound and voice once somebody has turned them on.
let audio = null, speaking = false, hiding = 0;

function call(words) {
  const banner = document.querySelector("[data-banner]");
  if (banner) {
    banner.textContent = words;
    banner.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(() => { banner.hidden = true; }, BANNER);
  }
  if (audio) beep();
  if (speaking) setTimeout(() => speak(words), audio ? 1300 : 0);
}

function beep() {
  for (const delay of [0, 0.4, 0.8]) {
    const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + delay;
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.6, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  }
}

function speak(words) {
  const said = new SpeechSynthesisUtterance(words);
  said.lang = document.documentElement.lang;
  speechSynthesis.speak(said);
}

const hear = document.querySelector("[data-hear]");
if (hear) {
  const sound = hear.querySelector("[data-sound]"), voice = hear.querySelector("[data-speak]");
  // They are only visible while somebody is at the screen.
  let leaving = 0;
  const stay = () => {
    hear.hidden = false;
    clearTimeout(leaving);
    leaving = setTimeout(() => { hear.hidden = !hear.contains(document.activeElement); }, NEARBY);
  };
  stay();
  for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, stay, { passive: true });
  sound.hidden = !("AudioContext" in window);
  voice.hidden = !("speechSynthesis" in window);
  sound.addEventListener("click", () => {
    if (audio) { audio.close(); audio = null; } else { audio = new AudioContext(); beep(); }
    sound.setAttribute("aria-pressed", String(Boolean(audio)));
  });
  voice.addEventListener("click", () => {
    speaking = !speaking;
    if (speaking) speak(voice.dataset.word); else speechSynthesis.cancel();
    voice.setAttribute("aria-pressed", String(speaking));
  });
}

// Started, paused or moved: every screen hears it immediately, and fetches the rest of the page in turn.
document.addEventListener("clock", ({ detail }) => {
  for (const clock of document.querySelectorAll(`[data-clock][data-round="${detail.round}"]`)) {
    const moved = detail.added - Number(clock.dataset.added);
    const marks = JSON.parse(clock.dataset.marks).map((mark) => ({ ...mark, at: mark.at + moved }));
    Object.assign(clock.dataset, { since: detail.since ?? "", ran: detail.ran, added: detail.added, marks: JSON.stringify(marks) });
  }
  tick();
});

// Hundreds of phones that opened their page together must not all ask together.
function askAgain() { setTimeout(() => sync().finally(askAgain), ASK_AGAIN * (0.5 + Math.random())); }

sync();
askAgain();
setInterval(tick, TICK);
document.addEventListener("refreshed", () => { if (offset === null) sync(); else tick(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) sync(); });
addEventListener("pageshow", (shown) => { if (shown.persisted) sync(); });
addEventListener("online", sync);
