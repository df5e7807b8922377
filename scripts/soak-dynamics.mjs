// The long forms of the promises of @nearmiss/dynamics; test/soak-dynamics.test.ts has the short ones.
//
//   npm run soak:dynamics -- hollow [bodies] [seconds] [seed]   bodies shot about in a closed hollow ball, 1,000 for 10 s from seed 1, every tenth step judged
//   npm run soak:dynamics -- chain [links] [seconds]            a chain hung at both ends, 20 links for 30 s, by both steppers
//   npm run soak:dynamics -- scenes [FOLDER] [MODELS] [steps]   every scene of a folder to its end; packages/dynamics/scenes by default
//   npm run soak:dynamics -- random [scenes] [seed] [steps]      random scenes by both steppers, 200 from seed 1 on, 120 steps each
//
// Exits 1 where a body is outside, two intersect by an exact test, a linking number has changed, or
// a random scene gains energy or momentum or overlaps too far.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hangChain } from './soak/chain.mjs';
import { shootInside } from './soak/hollow.mjs';
import { faultsOf, runRandom } from './soak/random.mjs';
import { runSceneFile } from './soak/scene-files.mjs';

/** @param {unknown} faults @param {string} what */
function judge(faults, what) {
  if (Array.isArray(faults) && faults.length === 0) return;
  console.error(`FAULT ${what}: ${JSON.stringify(faults).slice(0, 300)}`);
  process.exitCode = 1;
}

/** @param {number} value */
const short = (value) => Number(value.toPrecision(3));

/** @param {string[]} values */
function hollow([bodies = '1000', seconds = '10', seed = '1']) {
  const options = { bodies: Number(bodies), seconds: Number(seconds), seed: Number(seed), every: 10 };
  for (const frame of shootInside(options)) {
    const { step, outside, crossing, impacts, stopped, milliseconds, growth } = frame;
    judge(outside, `step ${step}, outside`);
    judge(crossing, `step ${step}, intersecting`);
    const figures = `${impacts} impacts, ${short(milliseconds)} ms a step, stopped ${short(stopped)} s`;
    if (step % 100 === 0) console.log(`step ${step}: ${figures}, energy ${short(growth)}`);
  }
}

/** @param {string[]} values */
function chain([links = '20', seconds = '30']) {
  for (const stepper of /** @type {const} */ (['events', 'impulses'])) {
    /** @type {number[]} */
    let before = [];
    for (const frame of hangChain({ links: Number(links), seconds: Number(seconds), stepper })) {
      const { step, linking, crossing, lowest, stopped, milliseconds, asleep } = frame;
      if (step === 0) before = linking;
      judge(crossing, `${stepper}, step ${step}, intersecting`);
      const changed = linking.filter((number, k) => number !== before[k] || number === 0);
      judge(changed, `${stepper}, step ${step}, linking numbers ${linking}`);
      if (step % 100 !== 0) continue;
      const figures = `lowest ${short(lowest)}, ${short(milliseconds)} ms a step, stopped ${short(stopped)} s`;
      console.log(`${stepper}, step ${step}: ${figures}, ${asleep} asleep`);
    }
  }
}

/** @param {string[]} values */
async function scenes([folder, models, most]) {
  const home = folder ?? fileURLToPath(new URL('../packages/dynamics/scenes', import.meta.url));
  for (const file of readdirSync(home).filter((name) => name.endsWith('.json'))) {
    const run = await runSceneFile(join(home, file), models ?? home, most === undefined ? Infinity : Number(most));
    const { steps, frames, crossing, violated, growth, stopped, milliseconds, worst } = run;
    const isImpulses = /pair-|knots-|tippe-/.test(file);
    if (!isImpulses) judge(crossing, `${file}, intersecting`);
    const time = `${short(milliseconds)} ms a step, ${short(worst)} at most`;
    const rest = `energy grew by ${short(growth)} of the largest kinetic, stopped ${short(stopped)} s, ${violated} violated`;
    console.log(`${file}: ${steps} steps, ${frames} frames, ${crossing.length} intersecting, ${time}, ${rest}`);
  }
}

/** @param {string[]} values */
function random([scenes = '200', seed = '1', steps = '120']) {
  /** @type {Record<string, number>} */
  const drawn = {};
  const most = { growth: 0, momentum: 0, depth: 0 };
  for (let k = Number(seed); k < Number(seed) + Number(scenes); k++) {
    for (const stepper of /** @type {const} */ (['events', 'impulses'])) {
      const run = runRandom({ seed: k, stepper, steps: Number(steps) });
      judge(faultsOf(run), `seed ${k}, ${stepper}, ${run.kinds.join(', ')}`);
      for (const kind of run.kinds) drawn[kind] = (drawn[kind] ?? 0) + 1;
      if (run.isClosed) most.growth = Math.max(most.growth, run.growth);
      if (run.isFree) most.momentum = Math.max(most.momentum, run.momentum);
      most.depth = Math.max(most.depth, run.depth);
    }
    if (k % 20 === 0) console.log(`seed ${k}: ${JSON.stringify(most)}`);
  }
  console.log(JSON.stringify({ ...most, drawn }));
}

const [name, ...values] = process.argv.slice(2);
if (name === 'hollow') hollow(values);
else if (name === 'chain') chain(values);
else if (name === 'scenes') await scenes(values);
else if (name === 'random') random(values);
else {
  console.error(
    'npm run soak:dynamics -- hollow | chain | scenes | random, with numbers as the head of this file says',
  );
  process.exitCode = 1;
}
