// A hierarchy of mixed swept spheres: each node is a point-, line- or rectangle-swept sphere, chosen once when it is fitted
// ("Hybrid BVH's based on SSVs", Lin's proximity lectures, 2004: "use a simpler BV when it prunes search equally well"). cascade.ts
// chooses in every test.
// Layout: that of a rectangle-swept sphere (rss.ts). A point has no sides, a segment has one, and the axes of missing sides are
// zero.
//
// The rule: of the three fits, the simplest core whose measure (swept-measure.ts) exceeds the least of the three by at most
// HYBRID_EXCESS. One test handles all nine pairs of cores: it checks which sides exist.

import { inflateLast } from '../../bounds/inflate.ts';
import { moveCentre, turnAxis } from '../../bounds/move-frame.ts';
import { fitRss, gapGuard, lowerBoundRssRss, rssVolume } from '../../bounds/rss.ts';
import { fitSphere } from '../../bounds/sphere.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { fitLss, LSS, lssMeasure, MOVE_ERRORS } from './lss.ts';
import { segmentBound } from './segment-bound.ts';
import { sweptMeasure } from './swept-measure.ts';

const STRIDE = 15;
const HALF0 = 12;
const HALF1 = 13;
const RADIUS = 14;

/**
 * How much the measure of a simpler core may exceed that of the tightest. Dimensionless. Tests a distance query of two bunnies and
 * of two knots (W1, `npm run bench -- --only volumes`) at 0, ¼, ½ and 1: 4014, 4113, 4148, 5163 and 2790, 2877, 3207, 3693.
 * Rectangles alone take 5792 and 3418: much of the gain is that the tightest of three fits is not always theirs. Up to ½ the times
 * differ by less than they vary.
 */
const HYBRID_EXCESS = 0.25;

const sphere: Float64Array = new Float64Array(4);
const capsule: Float64Array = new Float64Array(LSS);

function fitHybrid(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  fitSphere(triangles, first, count, sphere, 0);
  fitLss(triangles, first, count, capsule, 0);
  fitRss(triangles, first, count, out, at);
  const half0 = out[at + HALF0];
  const half1 = out[at + HALF1];
  const asPoint = sweptMeasure(0, 0, sphere[3]);
  const asSegment = lssMeasure(capsule, 0);
  const asRectangle = sweptMeasure(4 * half0 * half1, 4 * (half0 + half1), out[at + RADIUS]);
  const allowed = (1 + HYBRID_EXCESS) * Math.min(asPoint, asSegment, asRectangle);
  if (asPoint > allowed && asSegment > allowed) return;

  out.fill(0, at, at + STRIDE);
  const isPoint = asPoint <= allowed;
  for (let k = 0; k < 3; k++) out[at + k] = isPoint ? sphere[k] : capsule[k];
  for (let k = 3; k < 6; k++) out[at + k] = isPoint ? 0 : capsule[k];
  out[at + HALF0] = isPoint ? 0 : capsule[6];
  out[at + RADIUS] = isPoint ? sphere[3] : capsule[7];
}

/** Missing sides stay missing; the radius alone covers rounding. */
function moveHybrid(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  const scale = pose[12];
  const half0 = v[at + HALF0];
  const half1 = v[at + HALF1];
  moveCentre(v, at, pose, out, outAt);
  const axesEnd = half1 > 0 ? 12 : half0 > 0 ? 6 : 3;
  for (let row = 3; row < axesEnd; row += 3) turnAxis(v, at + row, pose, out, outAt + row);
  for (let k = axesEnd; k < 12; k++) out[outAt + k] = 0;
  out[outAt + HALF0] = half0 * scale;
  out[outAt + HALF1] = half1 * scale;
  out[outAt + RADIUS] = v[at + RADIUS] * scale + MOVE_ERRORS * pose[13];
}

/** Distance of the cores less both radii; zero or less where the volumes may overlap. Rounding as for rectangles. */
export function lowerBoundHybridHybrid(a: Float64Array, i: number, b: Float64Array, j: number): number {
  // The rectangle in whose frame the other core is tested needs all its axes.
  if (a[i + HALF1] > 0) return lowerBoundRssRss(a, i, b, j);
  if (b[j + HALF1] > 0) return lowerBoundRssRss(b, j, a, i);
  if (a[i + HALF0] > 0 || b[j + HALF0] > 0) return segmentBound(a, i, b, j, HALF0, RADIUS);
  const x = b[j] - a[i];
  const y = b[j + 1] - a[i + 1];
  const z = b[j + 2] - a[i + 2];
  return Math.sqrt(x * x + y * y + z * z) - (a[i + RADIUS] + b[j + RADIUS]);
}

/** False only if disjoint, rounding included. */
export function overlapHybridHybrid(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const bound = lowerBoundHybridHybrid(a, i, b, j);
  return bound <= 0 || bound <= gapGuard(a, i, b, j);
}

/**
 * For each node the volume that fits it best.
 *
 * @example
 * const model = Model.build(torus(), { with: [hybrid] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: hybrid }).status); // separated
 */
export const hybridVolume: VolumeKind = {
  name: 'hybrid',
  stride: STRIDE,
  lengths: 3,
  rounding: rssVolume.rounding,
  fit: fitHybrid,
  inflate: inflateLast(STRIDE, 1),
  move: moveHybrid,
  overlap: overlapHybridHybrid,
  lowerBound: lowerBoundHybridHybrid,
};
