// Figures of the example scenes: round cones along the bones of a skeleton, blended into one solid.

import { surfaceNets } from './surface-nets.mjs';

/** @typedef {import('./surface-nets.mjs').Point} Point */
/** A bone: its ends, and the radius at each. @typedef {readonly [Point, Point, number, number]} Bone */

/** How far two bones blend into each other. */
const BLEND = 0.03;

/** The cells are of sizes whose meshes are manifold. @type {Readonly<Record<string, { readonly bones: readonly Bone[], readonly cell: number }>>} */
export const FIGURES = {
  // A dinosaur on two legs, 1.3 long: tail, neck and jaws make it far from convex.
  dinosaur: {
    cell: 0.063,
    bones: [
      [[-0.1, 0, 0.52], [0.15, 0, 0.6], 0.15, 0.14],
      [[-0.1, 0, 0.5], [-0.7, 0, 0.42], 0.12, 0.045],
      [[0.15, 0, 0.62], [0.35, 0, 0.85], 0.1, 0.075],
      [[0.35, 0, 0.87], [0.58, 0, 0.88], 0.09, 0.06],
      [[0.35, 0, 0.82], [0.55, 0, 0.74], 0.06, 0.045],
      ...bothSides([
        [[-0.05, 0.12, 0.45], [0.05, 0.15, 0.25], 0.09, 0.065],
        [[0.05, 0.15, 0.25], [-0.02, 0.15, 0.07], 0.06, 0.05],
        [[-0.02, 0.15, 0.06], [0.15, 0.16, 0.06], 0.055, 0.045],
        [[0.22, 0.1, 0.55], [0.36, 0.13, 0.5], 0.05, 0.045],
      ]),
    ],
  },
  // A sitting hare with two long ears.
  hare: {
    cell: 0.061,
    bones: [
      [[0, 0, 0.22], [0.08, 0, 0.4], 0.21, 0.14],
      [[0.14, 0, 0.55], [0.22, 0, 0.54], 0.12, 0.08],
      [[-0.2, 0, 0.14], [-0.24, 0, 0.16], 0.07, 0.06],
      ...bothSides([
        [[0.08, 0.05, 0.65], [0, 0.12, 0.92], 0.05, 0.045],
        [[0.02, 0.14, 0.1], [0.2, 0.14, 0.07], 0.08, 0.055],
        [[0.16, 0.08, 0.3], [0.2, 0.09, 0.06], 0.06, 0.05],
      ]),
    ],
  },
  // A man with a pointed cap, a beard and a sack over his shoulder.
  santa: {
    cell: 0.072,
    bones: [
      [[0, 0, 0.32], [0, 0, 0.5], 0.2, 0.15],
      [[0, 0, 0.7], [0, 0, 0.72], 0.11, 0.11],
      [[0, 0, 0.8], [-0.1, 0, 1], 0.09, 0.04],
      [[0.08, 0, 0.62], [0.1, 0, 0.52], 0.07, 0.05],
      [[-0.26, 0, 0.42], [-0.22, 0, 0.55], 0.17, 0.1],
      ...bothSides([
        [[0, 0.13, 0.22], [0, 0.14, 0.07], 0.08, 0.07],
        [[0, 0.14, 0.06], [0.1, 0.15, 0.06], 0.07, 0.065],
        [[0, 0.16, 0.55], [0.2, 0.26, 0.5], 0.07, 0.06],
      ]),
    ],
  },
  // A spider on eight bent legs.
  spider: {
    cell: 0.067,
    bones: [
      [[-0.35, 0, 0.42], [-0.1, 0, 0.38], 0.22, 0.16],
      [[0, 0, 0.36], [0.3, 0, 0.36], 0.17, 0.14],
      ...bothSides([-0.9, -0.32, 0.28, 0.85].flatMap(legBones)),
    ],
  },
};

/**
 * The upper and the lower half of a leg.
 *
 * @param {number} reach how far forwards the leg reaches
 * @returns {Bone[]}
 */
function legBones(reach) {
  /** @type {Point} */
  const knee = [0.1 + 0.6 * reach, 0.46, 0.68];
  return [
    [[0.1 + 0.35 * reach, 0.08, 0.36], knee, 0.075, 0.07],
    [knee, [0.1 + 1.1 * reach, 0.86, 0.07], 0.07, 0.07],
  ];
}

/**
 * @param {readonly Bone[]} bones
 * @returns {Bone[]}
 */
function bothSides(bones) {
  return bones.flatMap(([[x, y, z], [u, v, w], r, s]) => [
    /** @type {Bone} */ ([[x, y, z], [u, v, w], r, s]),
    /** @type {Bone} */ ([[x, -y, z], [u, -v, w], r, s]),
  ]);
}

/** @param {string} name */
export function makeFigure(name) {
  const { bones, cell } = FIGURES[name];
  const low = [0, 1, 2].map((k) => Math.min(...bones.map(([a, b, r, s]) => Math.min(a[k] - r, b[k] - s))) - 2 * cell);
  const high = [0, 1, 2].map((k) => Math.max(...bones.map(([a, b, r, s]) => Math.max(a[k] + r, b[k] + s))) + 2 * cell);
  const distance = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) =>
    bones.reduce((least, bone) => blend(least, boneDistance(bone, x, y, z)), Infinity);
  return surfaceNets(distance, [low[0], low[1], low[2]], [high[0], high[1], high[2]], cell);
}

/**
 * The smaller of two distances, rounded off where they are nearly equal.
 *
 * @param {number} a
 * @param {number} b
 */
function blend(a, b) {
  const near = Math.max(BLEND - Math.abs(a - b), 0);
  return Math.min(a, b) - (near * near) / (4 * BLEND);
}

/**
 * @param {Bone} bone
 * @param {number} x
 * @param {number} y
 * @param {number} z
 */
function boneDistance([a, b, r, s], x, y, z) {
  const along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const from = [x - a[0], y - a[1], z - a[2]];
  const square = along.reduce((sum, value) => sum + value * value, 0);
  const part = from.reduce((sum, value, k) => sum + value * along[k], 0) / square;
  const t = Math.min(Math.max(part, 0), 1);
  return Math.hypot(...from.map((value, k) => value - t * along[k])) - (r + t * (s - r));
}
