// Asks one kind of query 100,000 times, writing into one result, and prints by how many bytes the heap has grown. Started by
// no-garbage.test.ts with a young generation so large that no collection can hide what was allocated.

import { pathToFileURL } from 'node:url';

const [, , entry, kind, motion, queries, allowed] = process.argv;
const built = pathToFileURL(entry);
const { CollideResult, DistanceResult, Model, Pair, ToleranceResult } = await import(built.href);
const { randomSolid, torusKnot } = await import(new URL('entries/shapes.js', built).href);

const pair = new Pair(
  Model.build(torusKnot({ triangles: 720, tubeRadius: 0.05 })),
  Model.build(randomSolid({ seed: 3, triangles: 320 })),
);

// Poses made beforehand: steps along a circle about the other body, farther and nearer, turned as they go. Fast ones
// are a search from the roots each, slow ones let a pair keep its front.
const POSES = 1000;
const STEP = motion === 'slow' ? 1e-6 : (2 * Math.PI) / POSES;
const poses = Array.from({ length: POSES }, (_, k) => {
  const angle = STEP * k;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const reach = motion === 'slow' ? 1.1 : 0.8 + 0.3 * Math.sin(5 * angle);
  return {
    // Off the axes: where a ray runs exactly through an edge, exact predicates decide, and these do allocate.
    position: Float64Array.of(reach * cos + 0.0123, reach * sin + 0.0317, 0.1 * sin + 0.0071),
    rotation: Float64Array.of(0, Math.sin(angle / 2), 0, Math.cos(angle / 2)),
  };
});
const still = { position: Float64Array.of(0, 0, 0), rotation: Float64Array.of(0, 0, 0, 1) };

const distanceResult = new DistanceResult();
const collideResult = new CollideResult();
const toleranceResult = new ToleranceResult();
const defaults = {};
const first = { contacts: 'first' };
const near = { tolerance: 0.1 };

/** @param {number} count */
function run(count) {
  if (kind === 'distance') {
    for (let k = 0; k < count; k++) pair.distance(poses[k % POSES], still, defaults, distanceResult);
  } else if (kind === 'collide') {
    for (let k = 0; k < count; k++) pair.collide(poses[k % POSES], still, first, collideResult);
  } else {
    for (let k = 0; k < count; k++) pair.tolerance(poses[k % POSES], still, near, toleranceResult);
  }
}

// Code that is not yet optimised keeps doubles in objects, and code that runs seldom is optimised late: a few rounds, of
// which the last one counts.
const ROUNDS = 20;
let growth = Number.POSITIVE_INFINITY;
run(20_000);
for (let round = 0; round < ROUNDS && growth > Number(allowed); round++) {
  await new Promise((resolve) => setTimeout(resolve, 50)); // the compiler works beside the program
  globalThis.gc?.();
  process.memoryUsage();
  const before = process.memoryUsage().heapUsed;
  run(Number(queries));
  growth = process.memoryUsage().heapUsed - before;
}
console.log(JSON.stringify({ growth }));
