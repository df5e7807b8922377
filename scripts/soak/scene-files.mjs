// Scenes from files, run to their ends and judged at every written frame.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { energyOf, readScene } from '@nearmiss/dynamics';
import { loadMesh } from '@nearmiss/io/node';
import { Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import { intersecting } from './exact-pairs.mjs';

/** @typedef {{ steps: number, frames: number, crossing: string[], violated: number, growth: number, stopped: number, milliseconds: number, worst: number }} SceneRun */

/**
 * @param {string} file
 * @param {string} models the folder that models are in
 * @param {number} [most] steps at most
 * @returns {Promise<SceneRun>}
 */
export async function runSceneFile(file, models, most = Infinity) {
  const { simulation, step, duration, every } = await openSceneFile(file, models);
  const energy = () => {
    const { kinetic, potential } = energyOf(simulation.bodies, simulation.gravity);
    return { kinetic, total: kinetic + potential };
  };
  const first = energy();
  let [largest, highest] = [first.kinetic, first.total];
  const run = { steps: 0, frames: 0, violated: 0, stopped: 0, milliseconds: 0, worst: 0 };
  /** @type {string[]} */
  const crossing = [];
  const steps = Math.min(Math.round(duration / step), most);
  for (let k = 1; k <= steps; k++) {
    const start = process.cpuUsage().user;
    const { violated, stoppedTime } = simulation.step(step);
    const spent = (process.cpuUsage().user - start) / 1000;
    run.steps = k;
    run.milliseconds += spent / steps;
    run.worst = Math.max(run.worst, spent);
    run.violated += violated.length;
    run.stopped = Math.max(run.stopped, stoppedTime);
    const { kinetic, total } = energy();
    largest = Math.max(largest, kinetic);
    highest = Math.max(highest, total);
    if (k % every !== 0 && k !== steps) continue;
    run.frames++;
    crossing.push(...intersecting(simulation).map((pair) => `step ${k}: ${pair}`));
  }
  return { ...run, crossing, growth: largest > 0 ? (highest - first.total) / largest : 0 };
}

/**
 * @param {string} file
 * @param {string} folder that models are in
 */
export async function openSceneFile(file, folder) {
  /** @type {Map<string, Promise<Model>>} */
  const models = new Map();
  return readScene(JSON.parse(await readFile(file, 'utf8')), (given) => {
    const key = JSON.stringify(given);
    const model = models.get(key) ?? openModel(given, folder);
    models.set(key, model);
    return model;
  });
}

/**
 * @param {Readonly<Record<string, unknown>>} given
 * @param {string} folder
 */
async function openModel({ model, shape, convex }, folder) {
  if (typeof convex === 'string') return makeConvex(convex);
  if (typeof shape === 'string') return Model.build(makeShape(shape));
  return Model.build((await loadMesh(join(folder, String(model)))).mesh);
}
