// What each query costs beside `distance`: the column of docs/guide/choosing-a-query.md. Of the built library.
//
//   node scripts/query-costs.mjs
//
// Two torus knots of 11,520 triangles, A at 64 poses along a spiral around B: apart for most queries, overlapping for `penetration`.
// Medians in microseconds over five rounds after one round that is not counted.

import {
  clearance,
  closestPoint,
  collide,
  contains,
  directional,
  distance,
  Model,
  Pair,
  penetration,
  raycast,
  timeOfContact,
  tolerance,
} from 'nearmiss';
import { torusKnot } from 'nearmiss/shapes';

/** A quarter turn about x. */
const TURNED = /** @type {const} */ ([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
const POSES = 64;
const ROUNDS = 5;
const knot = Model.build(torusKnot({ triangles: 11_520 }));
const radius = 0.5 * Math.hypot(...[0, 1, 2].map((axis) => extent(axis)));

const apart = spiral(2 * radius);
const overlapping = spiral(0.5 * radius);
const pair = new Pair(knot, knot);
const walk = apart.map((_, k) => ({ position: at([0.3, 0.4, 0.866], 2 * radius - k * 0.001 * radius) }));

/** @typedef {{ position: [number, number, number], rotation?: [number, number, number, number] }} KnotPose */
/** @type {[string, readonly KnotPose[], (pose: KnotPose) => unknown][]} */
const QUERIES = [
  ['distance', apart, (pose) => distance(knot, pose, knot, {})],
  ['collide, apart', apart, (pose) => collide(knot, pose, knot, {})],
  ['collide, overlapping', overlapping, (pose) => collide(knot, pose, knot, {})],
  ['collide, contacts all', overlapping, (pose) => collide(knot, pose, knot, {}, { contacts: 'all' })],
  ['tolerance', apart, (pose) => tolerance(knot, pose, knot, {}, { tolerance: 0.1 * radius })],
  ['clearance', apart, (pose) => clearance(knot, pose, knot, {}, { clearance: 0.1 * radius })],
  ['pair.distance, small steps', walk, (pose) => pair.distance(pose, {})],
  ['penetration', overlapping, (pose) => penetration(knot, pose, knot, {})],
  ['timeOfContact', apart, (pose) => timeOfContact(knot, { from: pose, to: { rotation: TURNED } }, knot, {})],
  ['directional', apart, (pose) => directional(knot, pose, knot, {}, { direction: pose.position.map((x) => -x) })],
  ['closestPoint', apart, (pose) => closestPoint(knot, {}, pose.position)],
  ['contains', overlapping, (pose) => contains(knot, {}, pose.position)],
  [
    'raycast',
    apart,
    (pose) =>
      raycast(
        knot,
        {},
        pose.position,
        pose.position.map((x) => -x),
      ),
  ],
];

const costs = QUERIES.map(([name, poses, query]) => ({ name, cost: medianTime(poses, query) }));
const unit = costs[0]?.cost ?? 1;
for (const { name, cost } of costs) {
  console.log(`${name.padEnd(28)}${cost.toFixed(1).padStart(10)} µs${(cost / unit).toFixed(2).padStart(10)}`);
}

/** @param {number} axis */
function extent(axis) {
  const all = knot.mesh.positions.filter((_, k) => k % 3 === axis);
  return Math.max(...all) - Math.min(...all);
}

/**
 * @param {readonly [number, number, number]} direction
 * @param {number} length
 * @returns {[number, number, number]}
 */
function at(direction, length) {
  return [length * direction[0], length * direction[1], length * direction[2]];
}

/**
 * Poses in directions spread evenly over the sphere, each turned by its own angle about z.
 *
 * @param {number} length
 * @returns {KnotPose[]}
 */
function spiral(length) {
  return Array.from({ length: POSES }, (_, k) => {
    const z = 1 - (2 * k + 1) / POSES;
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    const across = Math.sqrt(1 - z * z);
    return {
      position: at([across * Math.cos(angle), across * Math.sin(angle), z], length),
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    };
  });
}

/**
 * @param {readonly KnotPose[]} poses
 * @param {(pose: KnotPose) => unknown} query
 */
function medianTime(poses, query) {
  const times = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const pose of poses) {
      const start = performance.now();
      query(pose);
      if (round > 0) times.push(1000 * (performance.now() - start));
    }
  }
  times.sort((x, y) => x - y);
  return times[times.length >> 1] ?? 0;
}
