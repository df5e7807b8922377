// Swept spheres chosen in every test: each node has its point-, line- and rectangle-swept sphere, and a test proceeds from the
// cheapest to the tightest until one of them decides ("deciding which BV to use dynamically", Lin's proximity lectures, 2004).
// hybrid.ts chooses once, when a node is fitted.
// Layout: sphere (4), capsule (8), rectangle-swept sphere (15), each as in its own file.

import { moveFramed } from '../../bounds/move-frame.ts';
import { fitRss, lowerBoundRssRss, overlapRssRss, rssVolume } from '../../bounds/rss.ts';
import {
  fitSphere,
  lowerBoundSphereSphere,
  moveSphere,
  overlapSphereSphere,
  sphereVolume,
} from '../../bounds/sphere.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { fitLss, LSS, lowerBoundLssLss, lssVolume, moveLss, overlapLssLss } from './lss.ts';

const CAPSULE = sphereVolume.stride;
const RECTANGLE = CAPSULE + LSS;

function fitCascade(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
  fitSphere(triangles, first, count, out, at);
  fitLss(triangles, first, count, out, at + CAPSULE);
  fitRss(triangles, first, count, out, at + RECTANGLE);
}

function inflateCascade(volumes: Float64Array, at: number, margin: number): void {
  sphereVolume.inflate(volumes, at, margin);
  lssVolume.inflate(volumes, at + CAPSULE, margin);
  rssVolume.inflate(volumes, at + RECTANGLE, margin);
}

function moveCascade(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  moveSphere(v, at, pose, out, outAt);
  moveLss(v, at + CAPSULE, pose, out, outAt + CAPSULE);
  moveFramed(v, at + RECTANGLE, pose, out, outAt + RECTANGLE);
}

/** False only if disjoint, rounding included: if any of the three is. */
export function overlapCascade(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    overlapSphereSphere(a, i, b, j) &&
    overlapLssLss(a, i + CAPSULE, b, j + CAPSULE) &&
    overlapRssRss(a, i + RECTANGLE, b, j + RECTANGLE)
  );
}

/** The first of the three bounds that is enough, or the largest. All are bounds of the distance of the contents. */
export function lowerBoundCascade(a: Float64Array, i: number, b: Float64Array, j: number, enough: number): number {
  const byPoint = lowerBoundSphereSphere(a, i, b, j);
  if (byPoint >= enough) return byPoint;
  const bySegment = lowerBoundLssLss(a, i + CAPSULE, b, j + CAPSULE);
  if (bySegment >= enough) return bySegment;
  return Math.max(byPoint, bySegment, lowerBoundRssRss(a, i + RECTANGLE, b, j + RECTANGLE));
}

/**
 * A sphere, then a box, then a rectangle swept by a sphere: the cheapest test that decides.
 *
 * @example
 * const model = Model.build(torus(), { with: [cascade] });
 * console.log(collide(model, {}, model, { position: [3, 0, 0] }, { volume: cascade }).status); // separated
 */
export const cascadeVolume: VolumeKind = {
  name: 'cascade',
  stride: RECTANGLE + rssVolume.stride,
  lengths: rssVolume.lengths,
  rounding: rssVolume.rounding,
  fit: fitCascade,
  inflate: inflateCascade,
  move: moveCascade,
  overlap: overlapCascade,
  lowerBound: lowerBoundCascade,
};
