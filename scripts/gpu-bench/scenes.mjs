// The medial paper's three scenes (bench/src/medial/scenes.ts), with the columns of its Table 2: the scene is stepped on the CPU, and then the same
// questions are asked again, batch by batch, of the GPU.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { medialTimesOfContact, openGpu } from '@nearmiss/gpu';
import { Model, timeOfContact } from 'nearmiss';
import { medial, medialAxis } from 'nearmiss/medial';
import { poseFromQuaternion } from '../../bench/src/body-pose.ts';
import { ACCELERATIONS, simulate } from '../../bench/src/medial/simulation.ts';
import { medialFault } from '../../packages/gpu/test/medial-contract.ts';
import { isSame } from './medial.mjs';

/** Gap at which bodies touch, in sizes of the models: that of the experiments on the CPU. */
const THRESHOLD = 1e-4;
const ROUNDS = 3;

/** @typedef {import('@nearmiss/gpu').MotionPair} MotionPair */
/** @typedef {import('../../bench/src/medial/rigid-body.ts').Shape} Shape */

/**
 * What bench/src/medial/save-scenes.ts writes.
 *
 * @typedef {object} SavedScene
 * @property {string} name
 * @property {number} frames
 * @property {{ init: number, ms: number, response: number, update: number, fps: number }} paper
 * @property {'falling' | 'together'} acceleration
 * @property {{ name: string, halves: [number, number, number], radius: number }[]} shapes
 * @property {{ shape: number, fixed: boolean, velocity: [number, number, number], spin: [number, number, number], pose: { position: [number, number, number], rotation: [number, number, number, number] } }[]} bodies
 */

/**
 * @param {SavedScene} saved
 * @param {readonly Shape[]} shapes
 */
function begin({ name, bodies, acceleration }, shapes) {
  return {
    name,
    acceleration: ACCELERATIONS[acceleration],
    bodies: bodies.map(({ shape, fixed, velocity, spin, pose }) => ({
      ...{ shape: shapes[shape], fixed, velocity, spin },
      pose: poseFromQuaternion(pose.position, pose.rotation),
    })),
  };
}

/**
 * @param {readonly Float64Array[]} rounds milliseconds of each frame
 */
const meanOfLeast = (rounds) => {
  const least = rounds[0].map((_, k) => Math.min(...rounds.map((round) => round[k])));
  return least.reduce((sum, x) => sum + x, 0) / least.length;
};

/**
 * Steps the scene on the CPU.
 *
 * @param {SavedScene} saved
 * @param {readonly Shape[]} shapes
 */
function onCpu(saved, shapes) {
  /** @type {MotionPair[][][]} */
  let batches = [];
  /** @type {import('nearmiss').TimeOfContactResult[]} */
  let results = [];
  const rounds = Array.from({ length: ROUNDS }, () => {
    /** @type {MotionPair[]} */
    const asked = [];
    results = [];
    const frames = simulate(
      begin(saved, shapes),
      (a, motionA, b, motionB) => {
        asked.push({ a: a.model, motionA, b: b.model, motionB });
        const result = timeOfContact(a.model, motionA, b.model, motionB, { method: medial, threshold: THRESHOLD });
        results.push(result);
        return result;
      },
      saved.frames,
    );
    const left = [...asked];
    batches = frames.map((frame) => frame.batches.map((count) => left.splice(0, count)));
    return frames;
  });
  /** @param {'microseconds' | 'response' | 'update'} stage */
  const mean = (stage) =>
    meanOfLeast(rounds.map((frames) => Float64Array.from(frames, (frame) => frame[stage] / 1000)));
  return { batches, results, detection: mean('microseconds'), response: mean('response'), update: mean('update') };
}

/** Faults that are told one by one. */
const MOST_FAULTS = 10;

/**
 * How answers of the GPU, and those of the CPU where both differ, break what they promise (packages/gpu/test/medial-contract.ts).
 *
 * @param {readonly MotionPair[]} pairs
 * @param {readonly import('nearmiss').TimeOfContactResult[]} onGpu
 * @param {readonly import('nearmiss').TimeOfContactResult[]} onCpu
 */
function findFaults(pairs, onGpu, onCpu) {
  return pairs.flatMap((pair, k) => {
    const [gpu, cpu] = [onGpu[k], onCpu[k]];
    const asked = gpu.toc === cpu.toc && gpu.status === cpu.status ? [gpu] : [gpu, cpu];
    return asked.flatMap((result) => {
      const fault = medialFault(pair, result, THRESHOLD, [gpu.toc, cpu.toc]);
      return fault === null ? [] : [`${result === gpu ? 'GPU' : 'CPU'}, question ${k}: ${fault}`];
    });
  });
}

/** @param {MotionPair} pair */
function elementaryPairs({ a, b }) {
  const [p, q] = [a, b].map((model) => {
    const { cones, slabs } = medialAxis(model);
    return { cones: cones.length / 2, slabs: slabs.length / 3 };
  });
  return p.cones * q.cones + 5 * (p.cones * q.slabs + p.slabs * q.cones) + 15 * p.slabs * q.slabs;
}

/**
 * @param {readonly string[]} flags
 * @param {string} folder
 * @returns {Promise<number>} results that break their promise
 */
export async function benchScenes(flags, folder) {
  /** @type {SavedScene[]} */
  const scenes = JSON.parse(readFileSync(join(folder, 'scenes.json'), 'utf8'));
  let wrong = 0;
  console.log('  scene | on | init s | detection ms | response ms | update ms | frames/s, nothing rendered');
  for (const saved of scenes) {
    const bytes = saved.shapes.map(({ name }) => readFileSync(join(folder, `${name}.model`)));
    const start = performance.now();
    const shapes = saved.shapes.map((shape, k) => {
      const model = Model.fromBytes(bytes[k]);
      return { ...shape, model, hull: model };
    });
    for (const { model, radius } of shapes) {
      const away = /** @type {const} */ ({ from: { position: [3 * radius, 0, 0] }, velocity: [radius, 0, 0] });
      timeOfContact(model, away, model, {}, { method: medial });
    }
    const initOnCpu = (performance.now() - start) / 1e3;
    const cpu = onCpu(saved, shapes);

    const opening = performance.now();
    const gpu = await openGpu({ required: true, flags });
    const first = cpu.batches.flat().find((batch) => batch.length > 0) ?? [];
    await medialTimesOfContact(first, { gpu, threshold: THRESHOLD });
    const initOnGpu = (performance.now() - opening) / 1e3;
    const rounds = [];
    /** @type {import('nearmiss').TimeOfContactResult[]} */
    let results = [];
    for (let round = 0; round < ROUNDS; round++) {
      results = [];
      const spent = new Float64Array(cpu.batches.length);
      for (const [k, frame] of cpu.batches.entries()) {
        for (const batch of frame) {
          const from = performance.now();
          results.push(...(await medialTimesOfContact(batch, { gpu, threshold: THRESHOLD })));
          spent[k] += performance.now() - from;
        }
      }
      rounds.push(spent);
    }
    gpu.close();
    const detection = meanOfLeast(rounds);
    const differ = results.filter(({ status, toc }, k) => !isSame(status, toc, cpu.results[k])).length;
    const faults = findFaults(cpu.batches.flat(2), results, cpu.results);
    wrong += faults.length;
    for (const fault of faults.slice(0, MOST_FAULTS)) console.log(`  ${saved.name}: ${fault}`);
    const elementary = cpu.batches.flat(2).reduce((sum, pair) => sum + elementaryPairs(pair), 0);
    for (const [on, init, ms] of /** @type {const} */ ([
      ['CPU', initOnCpu, cpu.detection],
      ['GPU', initOnGpu, detection],
      ['paper', saved.paper.init, saved.paper.ms],
    ])) {
      const [response, update] =
        on === 'paper' ? [saved.paper.response, saved.paper.update] : [cpu.response, cpu.update];
      const rate = on === 'paper' ? saved.paper.fps : 1000 / (ms + response + update);
      const numbers = [init, ms, response, update].map((x) => x.toFixed(3)).join(' | ');
      console.log(`  ${saved.name} | ${on} | ${numbers} | ${Math.round(rate)}`);
    }
    const frames = cpu.batches.length;
    console.log(
      `  ${saved.name}: ${cpu.results.length} questions in ${frames} frames, ${Math.round(elementary / frames)} elementary pairs a frame, ` +
        `${differ} of the results differ in time or between near and free, ${faults.length} break the promise of either; batches a frame ${(cpu.batches.flat().length / frames).toFixed(2)}`,
    );
  }
  return wrong;
}
