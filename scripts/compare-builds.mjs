// Two builds of the library beside each other: whether answers and counters are the same, and the ratio of times.
//
//   node scripts/compare-builds.mjs OLD NEW [rounds]     two checkouts that are built; 20 rounds
//
// Each build runs in a process of its own, and the two take turns. What counts is the processor's time, so that other work on the machine
// matters less. Poses and motions are random with fixed seeds; meshes are made by the newer build and handed to both as arrays.

import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const WORKLOADS = [
  'collide',
  'distance',
  'slow pair',
  'tolerance',
  'convex',
  'penetration',
  'time of contact',
  'spins',
  'medial',
  'round',
  'points',
  'world',
];

const [, script, first = '', second = '', third = '20'] = process.argv;
if (process.env.NEARMISS_COMPARED !== undefined) await answer(first, second);
else await compare(resolve(first), resolve(second), Number(third));

/**
 * @param {string} old
 * @param {string} young
 * @param {number} rounds
 */
async function compare(old, young, rounds) {
  for (const folder of [old, young]) {
    if (existsSync(join(folder, 'packages/core/dist/index.js'))) continue;
    console.error(`${folder} has no build: two checkouts, each after "node scripts/ready.mjs".`);
    process.exit(1);
  }
  const builds = [old, young].map((folder) =>
    fork(script, [folder, young], { env: { ...process.env, NEARMISS_COMPARED: '1' } }),
  );
  console.log('workload          old ms   new ms   new / old   answers and counters');
  for (const workload of WORKLOADS) {
    /** @type {number[][]} */
    const times = [[], []];
    /** @type {Set<string>} */
    const answers = new Set();
    // One round more than counts, and the first of each round changes.
    for (let round = -1; round < rounds; round++) {
      for (const k of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const { time, hash } = await ask(builds[k], workload);
        if (round >= 0) times[k].push(time);
        answers.add(hash);
      }
    }
    const [before, after] = times.map(median);
    const ratio = (after / before).toFixed(3);
    const verdict = answers.size === 1 ? 'the same' : 'DIFFERENT';
    console.log(
      `${workload.padEnd(16)} ${before.toFixed(1).padStart(7)}  ${after.toFixed(1).padStart(7)}   ${ratio.padStart(9)}   ${verdict}`,
    );
    if (answers.size !== 1) process.exitCode = 1;
  }
  for (const build of builds) build.kill();
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

/**
 * @param {import('node:child_process').ChildProcess} build
 * @param {string} workload
 * @returns {Promise<{ time: number, hash: string }>}
 */
function ask(build, workload) {
  return new Promise((done, fail) => {
    const ended = () => fail(new Error(`The build that was asked for "${workload}" ended.`));
    build.once('exit', ended);
    build.once('message', (message) => {
      build.off('exit', ended);
      done(/** @type {{ time: number, hash: string }} */ (message));
    });
    build.send(workload);
  });
}

/**
 * Answers one workload after the other, with the build of `folder` on meshes of the build of `maker`.
 *
 * @param {string} folder
 * @param {string} maker
 */
async function answer(folder, maker) {
  const nearmiss = await import(pathToFileURL(join(folder, 'packages/core/dist/index.js')).href);
  const shapes = await import(pathToFileURL(join(maker, 'packages/core/dist/entries/shapes.js')).href);
  /** @param {string} entry */
  const entryOf = (entry) => import(pathToFileURL(join(folder, `packages/core/dist/entries/${entry}.js`)).href);
  const { medial, medialStructure } = await entryOf('medial');
  const { capsule } = await entryOf('convex');
  const { collide, distance, Mesh, Model, Pair, penetration, timeOfContact, tolerance, World } = nearmiss;
  const { closestPoint, contains } = nearmiss;

  /** @param {{ positions: Float64Array, triangles: Uint32Array }} mesh */
  const modelOf = ({ positions, triangles }) => Model.build(new Mesh(positions, triangles));
  const knot = modelOf(shapes.torusKnot({ triangles: 2880 }));
  const small = modelOf(shapes.torusKnot({ triangles: 480 }));
  const solid = modelOf(shapes.randomSolid({ seed: 3, triangles: 1280 }));
  const { positions, triangles } = shapes.randomSolid({ seed: 3, triangles: 320 });
  const medialSolid = Model.build(new Mesh(positions, triangles), { with: [medialStructure({ samples: 1000 })] });
  const pill = capsule({ radius: 0.2, length: 0.8 });
  const balls = [1, 2].map((subdivisions) => modelOf(shapes.icosphere({ subdivisions })));

  /** @type {Record<string, (note: (result: object) => void) => void>} */
  const runs = {
    collide(note) {
      for (const pose of posesAround(4000, 1, 1.4)) note(collide(knot, pose, solid, {}));
    },
    distance(note) {
      for (const pose of posesAround(1500, 2, 2.5)) note(distance(knot, pose, solid, {}));
    },
    'slow pair'(note) {
      const pair = new Pair(knot, solid);
      for (let k = 0; k < 8000; k++) note(pair.distance({ position: [1.9 + 1e-4 * k, 0.1, 1e-5 * k] }, {}));
    },
    tolerance(note) {
      for (const pose of posesAround(10_000, 3, 2)) note(tolerance(knot, pose, solid, {}, { tolerance: 0.1 }));
    },
    convex(note) {
      for (const pose of posesAround(5000, 4, 2.5)) note(distance(balls[0], pose, balls[1], {}));
      for (const pose of posesAround(2000, 5, 1.5)) note(penetration(balls[0], pose, balls[1], {}));
    },
    penetration(note) {
      for (const pose of posesAround(24, 6, 0.8)) note(penetration(small, pose, solid, {}));
    },
    'time of contact'(note) {
      const ends = posesAround(1200, 7, 2.5);
      for (let k = 0; k < ends.length; k += 2) note(timeOfContact(knot, { from: ends[k], to: ends[k + 1] }, solid, {}));
    },
    spins(note) {
      const ends = posesAround(60, 9, 2.5);
      for (const [k, from] of ends.entries()) {
        const velocity = from.position.map((x) => -x);
        note(timeOfContact(knot, { from, velocity, angularVelocity: [9, k % 7, 5] }, solid, {}));
      }
    },
    medial(note) {
      const ends = posesAround(600, 10, 2.5);
      for (let k = 0; k < ends.length; k += 2) {
        const motion = { from: ends[k], to: ends[k + 1] };
        note(timeOfContact(medialSolid, motion, medialSolid, {}, { method: medial }));
      }
    },
    round(note) {
      for (const pose of posesAround(2000, 11, 2)) note(distance(pill, pose, solid, {}));
      for (const pose of posesAround(2000, 12, 2)) note(collide(pill, pose, solid, {}));
    },
    points(note) {
      for (const { position } of posesAround(10_000, 13, 1.5)) {
        note(closestPoint(knot, {}, position));
        note(contains(knot, {}, position));
      }
    },
    world(note) {
      const world = new World();
      const poses = posesAround(300, 8, 8);
      const ids = poses.map((pose, k) => world.add(balls[k % 2], pose));
      for (let step = 0; step < 20; step++) {
        for (const [k, id] of ids.entries()) {
          const { position, rotation } = poses[k];
          world.move(id, { position: [position[0] + 0.01 * step, position[1], position[2]], rotation });
        }
        note(world.step());
      }
    },
  };

  process.on('message', (workload) => {
    let hash = 0;
    const start = process.cpuUsage();
    /** @type {string[]} */
    const told = [];
    runs[/** @type {string} */ (workload)]((result) => told.push(textOf(result)));
    const { user, system } = process.cpuUsage(start);
    for (const text of told)
      for (let k = 0; k < text.length; k++) hash = (Math.imul(hash, 31) + text.charCodeAt(k)) | 0;
    process.send?.({ time: (user + system) / 1000, hash: `${told.length}:${hash}` });
  });
}

/**
 * What a result says and which work it tells, in one order of keys.
 *
 * @param {unknown} value
 * @returns {string}
 */
function textOf(value) {
  if (ArrayBuffer.isView(value) || Array.isArray(value))
    return `[${Array.from(/** @type {number[]} */ (value), textOf)}]`;
  if (value === null || typeof value !== 'object') return String(value);
  const entries = Object.entries(value).filter(([key]) => key !== 'ms' && key !== 'seconds');
  return `{${entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, of]) => `${key}:${textOf(of)}`)}}`;
}

/**
 * Random poses within a cube.
 *
 * @param {number} count
 * @param {number} seed
 * @param {number} reach half the side of the cube
 */
function posesAround(count, seed, reach) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return Array.from({ length: count }, () => {
    const q = [random(), random(), random(), random()];
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    return { position: [0, 0, 0].map(() => reach * random()), rotation: q.map((x) => x / length) };
  });
}
