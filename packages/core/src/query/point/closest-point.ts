// Which point of a body's surface is closest to a point?

import { DISC } from '../../bounds/disc.ts';
import { LINKS, waitingNodes } from '../../bvh/tree.ts';
import { nearestOnRound, ROUND_DISTANCE, ROUND_SIZE, type RoundShape } from '../../convex/round-shape.ts';
import type { Model } from '../../model/model.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';
import { BOUND_ROUNDING, DISTANCE_OVERSHOOT, DISTANCE_UNDERSHOOT } from '../../scalar/tolerance.ts';
import { requireAmount, requireOptions } from '../options.ts';
import type { Point } from '../result.ts';
import { PlacedPoint } from './point-query.ts';

export interface ClosestPointOptions {
  /** Look no farther than this, in model units. */
  readonly maxDistance?: number | undefined;
}

export interface ClosestPointResult {
  /** `beyond`: the surface is more than `maxDistance` away. */
  readonly status: 'found' | 'beyond';
  /** Distance to the surface, equal to `upper`; Infinity where it is beyond. */
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  /** The closest point of the surface, in the world; null where it is beyond. */
  readonly point: Point | null;
  /** The triangle it lies on. */
  readonly face: number | null;
}

const placed = new PlacedPoint();
const candidate = new Float64Array(4);
const onRound = new Float64Array(ROUND_SIZE);

/** The point of the body's surface that is closest to `point` (whether that is inside or outside the body). */
export function closestPoint(
  model: Model,
  pose: Pose,
  point: ArrayLike<number>,
  options: ClosestPointOptions = {},
): ClosestPointResult {
  requireOptions(options);
  const maxDistance = requireAmount('maxDistance', options.maxDistance, Infinity);
  placed.place(model, pose, point);
  if (model.round !== null) return closestOnRound(model, model.round, maxDistance);
  const { links, triangles, faces } = model.tree;
  const discs = model.volumes('disc');
  const { unit } = model.frame;
  const { local } = placed;
  const scale = placed.scale[0];
  let best = maxDistance / unit + DISTANCE_OVERSHOOT * scale;
  let bestPlace = -1;
  const nearest = new Float64Array(3);
  // Nodes waiting, with their bounds: the nearest child is opened first.
  const stack = new Int32Array(waitingNodes(model.tree));
  const bounds = new Float64Array(stack.length);
  let top = 1;
  while (top > 0) {
    top--;
    if (bounds[top] >= best) continue;
    const node = stack[top];
    const child = links[LINKS * node];
    if (child === 0) {
      const first = links[LINKS * node + 1];
      for (let place = first; place < first + links[LINKS * node + 2]; place++) {
        closestPointTriangle(local, 0, triangles, 9 * place, candidate);
        const distance = Math.sqrt(candidate[3]);
        if (distance >= best) continue;
        best = distance;
        bestPlace = place;
        nearest.set(candidate.subarray(0, 3));
      }
      continue;
    }
    const bottom = top;
    for (let k = child; k < links[LINKS * node + 3]; k++) {
      const bound = distancePointDisc(local, discs, DISC * k);
      let place = top++;
      for (; place > bottom && bounds[place - 1] < bound; place--) {
        stack[place] = stack[place - 1];
        bounds[place] = bounds[place - 1];
      }
      stack[place] = k;
      bounds[place] = bound;
    }
  }
  if (bestPlace < 0) return beyond(maxDistance);
  const lower = best - (DISTANCE_OVERSHOOT + BOUND_ROUNDING) * scale;
  return found(model, lower, best + DISTANCE_UNDERSHOOT * scale, nearest, faces[bestPlace]);
}

/** The same for a round shape, by its formula: its error is below that of a triangle's distance. */
function closestOnRound(model: Model, round: RoundShape, maxDistance: number): ClosestPointResult {
  const scale = placed.scale[0];
  nearestOnRound(round, placed.local, 0, onRound);
  const distance = Math.abs(onRound[ROUND_DISTANCE]);
  const lower = distance - DISTANCE_OVERSHOOT * scale;
  if (lower * model.frame.unit > maxDistance) return beyond(maxDistance);
  return found(model, lower, distance + DISTANCE_UNDERSHOOT * scale, onRound, 0);
}

function beyond(maxDistance: number): ClosestPointResult {
  return { status: 'beyond', distance: Infinity, lower: maxDistance, upper: Infinity, point: null, face: null };
}

/** Lengths and the point are in the model's frame. */
function found(model: Model, lower: number, upper: number, nearest: Float64Array, face: number): ClosestPointResult {
  const { centre, unit } = model.frame;
  const point: Point = [0, 0, 0];
  pointToWorld(placed.pose, centre, unit, nearest, 0, point, 0);
  const distance = upper * unit;
  return { status: 'found', distance, lower: Math.max(0, lower) * unit, upper: distance, point, face };
}

/** Distance of a point from a disc, 0 inside. */
function distancePointDisc(p: Float64Array, discs: Float64Array, i: number): number {
  const dx = p[0] - discs[i];
  const dy = p[1] - discs[i + 1];
  const dz = p[2] - discs[i + 2];
  const along = dx * discs[i + 3] + dy * discs[i + 4] + dz * discs[i + 5];
  const aside = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along));
  const up = Math.max(0, Math.abs(along) - discs[i + 6]);
  const out = Math.max(0, aside - discs[i + 7]);
  return Math.sqrt(up * up + out * out);
}
