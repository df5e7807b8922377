// Pairs of oriented boxes to compare the three tests on: seeded mixes, and the pairs of real searches. Boxes are 15 numbers
// each in core's layout: centre, axes as rows, half extents.

import { randomBetween, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { Mesh } from 'nearmiss';
import { VOLUMES } from 'nearmiss/lab';
import { poseFromQuaternion } from '../body-pose.ts';
import { generateMesh } from '../generated-workloads.ts';
import { mixedPoses } from '../pose-generator.ts';
import { comparedPairs } from '../traversal/compared-pairs.ts';
import { openModel } from '../traversal/opened-model.ts';

export const BOX = 15;

export interface BoxPairs {
  readonly name: string;
  readonly count: number;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/**
 * Boxes this near to touching, in parts of their reach (offset and half extents), may be told apart or not: some of the
 * tests decide with rounding magnified to √u (linear-program.ts). Dimensionless.
 */
const TOUCHING_BAND = 2 ** -21;

/** Half extents of random boxes, log-uniform; some have one, two or three of no length. */
const HALF = { low: 0.02, high: 1 } as const;
const FLAT_SHARE = 0.1;
/** Share of the boxes that are turned like their partner, where edges are parallel and cross products vanish. */
const ALIGNED_SHARE = 0.1;
/** How near to touching the near ones are, in parts of the offset of the centres, log-uniform, to either side. */
const NEAR = { low: 1e-5, high: 1e-2 } as const;
/** Offset from the one that touches, for those plainly apart or overlapping. */
const APART = { low: 1.05, high: 3 } as const;
const INTO = { low: 0, high: 0.95 } as const;

const BISECTIONS = 50;
const TRAVERSAL_POSES = 16;

const overlap = VOLUMES.obb.overlap;

/** Seeded mixes of `count` pairs each: plainly separated, plainly overlapping, near to touching. */
export function mixedBoxPairs(count: number, seed: number): BoxPairs[] {
  const random = seeded(seed);
  const between = ({ low, high }: { readonly low: number; readonly high: number }): number =>
    randomBetween(random, low, high);
  const near = (): number => 1 + (random() < 0.5 ? -1 : 1) * logUniform(random, NEAR.low, NEAR.high);
  return [
    boxPairs('separated', count, random, () => between(APART)),
    boxPairs('overlapping', count, random, () => between(INTO)),
    boxPairs('near touching', count, random, near),
  ];
}

/** The pairs that a search for all contacts compares: a torus knot against itself, a share of each of several poses. */
export function traversalBoxPairs(count: number, seed: number, model = 'torus-knot-11k'): BoxPairs {
  const { positions, triangles } = generateMesh(model);
  const knot = openModel(new Mesh(positions, triangles), 'obb');
  const a = new Float64Array(BOX * count);
  const b = new Float64Array(BOX * count);
  const share = Math.ceil(count / TRAVERSAL_POSES);
  let filled = 0;
  for (const pose of mixedPoses(TRAVERSAL_POSES * 4, seed)) {
    const { pairs, workspace, reference } = comparedPairs(knot, pose, knot, {}, 'obb', null);
    const total = pairs.length / 2;
    if (total < share) continue; // plainly apart: nothing to learn from
    for (let k = 0; k < share && filled < count; k++, filled++) {
      const at = 2 * Math.floor((k * total) / share);
      const m = BOX * pairs[at];
      const r = BOX * pairs[at + 1];
      a.set(workspace.movedVolumes.subarray(m, m + BOX), BOX * filled);
      b.set(reference.volumes.subarray(r, r + BOX), BOX * filled);
    }
  }
  return { name: 'of real searches', count: filled, a: a.subarray(0, BOX * filled), b: b.subarray(0, BOX * filled) };
}

/** Whether the gap between the boxes, or how deep they overlap, is within the band: then the methods need not agree. */
export function nearlyTouch(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  let reach = 0;
  for (let k = 0; k < 3; k++) reach += Math.abs(a[i + k] - b[j + k]) + a[i + 12 + k] + b[j + 12 + k];
  return Math.abs(VOLUMES.obb.lowerBound(a, i, b, j, Infinity)) <= TOUCHING_BAND * reach;
}

/** `offset` says how far from each other, in parts of the offset at which they touch. */
function boxPairs(name: string, count: number, random: SeededRandom, offset: () => number): BoxPairs {
  const a = new Float64Array(BOX * count);
  const b = new Float64Array(BOX * count);
  for (let k = 0; k < count; k++) {
    const at = BOX * k;
    writeBox(random, a, at);
    writeBox(random, b, at);
    if (random() < ALIGNED_SHARE) b.set(a.subarray(at + 3, at + 12), at + 3);
    const factor = touchingFactor(a, b, at) * offset();
    for (let c = 0; c < 3; c++) b[at + c] = a[at + c] + factor * (b[at + c] - a[at + c]);
  }
  return { name, count, a, b };
}

function writeBox(random: SeededRandom, out: Float64Array, at: number): void {
  const { position, rotation } = randomPose(random, 1);
  out.set(position, at);
  out.set(poseFromQuaternion(position, rotation).row.subarray(0, 9), at + 3);
  for (let k = 12; k < BOX; k++) {
    out[at + k] = random() < FLAT_SHARE ? 0 : logUniform(random, HALF.low, HALF.high);
  }
}

/** By what to multiply the offset of the centres so that the boxes just touch. */
function touchingFactor(a: Float64Array, b: Float64Array, at: number): number {
  const box = b.slice(at, at + BOX);
  const overlapsAt = (factor: number): boolean => {
    for (let c = 0; c < 3; c++) box[c] = a[at + c] + factor * (b[at + c] - a[at + c]);
    return overlap(a, at, box, 0);
  };
  let low = 0;
  let high = 1;
  while (overlapsAt(high)) high *= 2;
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2;
    if (overlapsAt(middle)) low = middle;
    else high = middle;
  }
  return high;
}

function logUniform(random: SeededRandom, low: number, high: number): number {
  return low * (high / low) ** random();
}
