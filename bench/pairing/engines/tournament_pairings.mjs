// tournament-pairings from npm: Swiss() of a process of its own, with the same arguments and answers as worker.py.
// node tournament_pairings.mjs REPEATS OUT FIELD...   in the folder that holds node_modules

import { readFileSync, writeFileSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const here = createRequire(join(process.cwd(), "package.json"));
const { Swiss } = await import(pathToFileURL(here.resolve("tournament-pairings")));

const ENOUGH = 2;
const BYE = -1;

function load(file) {
  const data = readFileSync(file);
  const end = data.indexOf(10) + 1;
  const { players, rounds } = JSON.parse(data.subarray(0, end));
  const column = (from, size) => Array.from({ length: size }, (_, k) => data.readInt32LE(end + 4 * (from + k)));
  return { players, rounds, points: column(0, players), opponents: column(players, players * rounds) };
}

function prepare({ players, rounds, points, opponents }) {
  return Array.from({ length: players }, (_, id) => {
    const faced = opponents.slice(id * rounds, (id + 1) * rounds);
    return { id, score: points[id], avoid: faced.filter((p) => p !== BYE), receivedBye: faced.includes(BYE) };
  });
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function peakMegabytes() {
  if (!existsSync("/proc/self/status")) return process.resourceUsage().maxRSS / 1024;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
}

function measure(field, repeats) {
  const taken = [];
  let total = 0;
  for (;;) {
    const ready = prepare(field);
    const start = cpuSeconds();
    const answer = Swiss(ready, field.rounds + 1);
    taken.push(cpuSeconds() - start);
    total += taken.at(-1);
    if (taken.length >= repeats || total > ENOUGH) return { taken, answer };
  }
}

const [repeats, out, ...files] = process.argv.slice(2);
Swiss([0, 1, 2, 3].map((id) => ({ id, score: id >> 1, avoid: [], receivedBye: false })), 1);
for (const file of files) {
  let told;
  try {
    const field = load(file);
    const { taken, answer } = measure(field, Number(repeats));
    told = { seconds: taken, megabytes: peakMegabytes() };
    const pairs = Buffer.alloc(8 * answer.length);
    answer.forEach(({ player1, player2 }, k) => {
      pairs.writeInt32LE(player1, 8 * k);
      pairs.writeInt32LE(player2 ?? BYE, 8 * k + 4);
    });
    writeFileSync(join(out, `${basename(file).replace(/\.[^.]*$/, "")}.pairs`), pairs);
  } catch (error) {
    told = { error: String(error) };
  }
  console.log(JSON.stringify(told));
}
