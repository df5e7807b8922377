// Queries about all bodies of a world at once: the broad phase finds the few bodies that matter, and the library's query runs on
// these. Of equal results, the one with the lower number counts, so that the result is unique.

import type { Model } from '../model/model.ts';
import { BodyMotion } from '../motion/body-motion.ts';
import type { Motion } from '../motion/motion.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../query/budget.ts';
import { collideAny } from '../query/collide/collide-round-mesh.ts';
import { type DistanceAnswer, distance } from '../query/distance/distance.ts';
import { type RaycastHit, type RaycastMiss, raycast } from '../query/point/raycast.ts';
import {
  type TimeOfContactAnswer,
  type TimeOfContactOptions,
  timeOfContact,
} from '../query/time-of-contact/time-of-contact.ts';
import type { KnownKeys } from '../scalar/known-keys.ts';
import { poseOf } from '../scalar/pose.ts';
import { ORIGIN } from '../scalar/vector.ts';
import type { BroadPhase } from '../space/broad-phase.ts';
import { type Bodies, type BodyId, type BodyPose, bodyPose } from './bodies.ts';
import { extentOf, poseOfOne, writeBox, writeSweptBox } from './body-extent.ts';
import { BoxProbe, NearProbe, probeBox, RayProbe } from './probes.ts';

/** Options that the queries of {@link World} share. */
export interface WorldQueryOptions {
  /** Consider only bodies that belong to one of these groups, a bit each. */
  readonly mask?: number | undefined;
}

/** Options of the distance queries of {@link World}. */
export interface WorldDistanceOptions extends WorldQueryOptions {
  /** Search no farther than this, in model units. */
  readonly maxDistance?: number | undefined;
}

export const WORLD_QUERY_KEYS: KnownKeys<WorldQueryOptions & BudgetOptions> = { ...BUDGET_KEYS, mask: true };
export const WORLD_DISTANCE_KEYS: KnownKeys<WorldDistanceOptions & BudgetOptions> = {
  ...WORLD_QUERY_KEYS,
  maxDistance: true,
};

/** The first hit of a ray, and its body. See {@link World}. */
export type WorldRaycastResult = (RaycastHit & { readonly body: BodyId }) | (RaycastMiss & { readonly body: null });

/** The closest body; null where all are beyond the limit. In `distance` A is the posed model and B is this body. See {@link World}. */
export type ClosestBodyResult =
  | { readonly body: BodyId; readonly distance: DistanceAnswer }
  | { readonly body: null; readonly distance: null };

/**
 * The first body hit by a moving model; nothing touches the model before. Null where it is proven to hit none. In `contact` A is the
 * model and B is this body.
 *
 * @see {@link World}
 */
export type WorldSweepResult =
  | { readonly body: BodyId; readonly contact: TimeOfContactAnswer }
  | { readonly body: null; readonly contact: null };

/** Options of the sweeps of {@link World}. */
export interface WorldSweepOptions extends WorldQueryOptions {
  /** Gap at which the search ends, in model units, as of `timeOfContact`. */
  readonly threshold?: number | undefined;
}

export const WORLD_SWEEP_KEYS: KnownKeys<WorldSweepOptions & BudgetOptions> = { ...WORLD_QUERY_KEYS, threshold: true };

/** The first body that a ray hits; the direction has length 1 to rounding. */
export function raycastBodies(
  bodies: Bodies,
  broad: BroadPhase,
  origin: Float64Array,
  direction: Float64Array,
  maxDistance: number,
  mask: number,
): WorldRaycastResult | null {
  const pose = bodyPose();
  let found: WorldRaycastResult | null = null;
  const probe = new RayProbe(origin, direction, maxDistance, (slot) => {
    if ((bodies.groups[slot] & mask) === 0) return;
    bodies.readPose(slot, pose);
    const hit = raycast(bodies.modelAt(slot), pose, origin, direction, { maxDistance: probe.limit });
    const body = bodies.ids[slot];
    if (hit.status === 'miss' || !isBetter(hit.distance, body, found?.distance, found?.body)) return;
    found = { ...hit, body };
    probe.limit = hit.distance;
  });
  broad.search(probe);
  return found;
}

/** The bodies that a posed model touches, in the order of their numbers. */
export function bodiesTouching(
  bodies: Bodies,
  broad: BroadPhase,
  model: Model,
  posed: Float64Array,
  mask: number,
): BodyId[] {
  const at = poseOf(posed);
  const pose = bodyPose();
  const found: BodyId[] = [];
  const probe = new BoxProbe(boxAround(model, posed), (slot) => {
    if ((bodies.groups[slot] & mask) === 0) return;
    bodies.readPose(slot, pose);
    if (collideAny(model, at, bodies.modelAt(slot), pose).colliding !== false) found.push(bodies.ids[slot]);
  });
  broad.search(probe);
  return found.sort((a, b) => a - b);
}

/** The body that is closest to a posed model. */
export function closestBody(
  bodies: Bodies,
  broad: BroadPhase,
  model: Model,
  posed: Float64Array,
  maxDistance: number,
  mask: number,
): ClosestBodyResult {
  const at = poseOf(posed);
  const pose = bodyPose();
  let best: ClosestBodyResult = { body: null, distance: null };
  const probe = new NearProbe(boxAround(model, posed), maxDistance, (slot) => {
    if ((bodies.groups[slot] & mask) === 0) return;
    bodies.readPose(slot, pose);
    const result = distance(model, at, bodies.modelAt(slot), pose, { maxDistance: probe.limit });
    const id = bodies.ids[slot];
    if (result.status === 'beyond' || !isBetter(result.distance, id, best.distance?.distance, best.body)) return;
    best = { body: id, distance: result };
    probe.limit = result.distance;
  });
  broad.search(probe);
  return best;
}

/** A box around the whole path of a moving model. */
export function sweptBox(model: Model, motion: Motion): Float64Array {
  const path = new BodyMotion();
  path.read(motion, ORIGIN, 'motion');
  const box = probeBox();
  writeSweptBox(extentOf(model), path, box);
  return box;
}

/** The first body hit by a moving model whose path is within `swept`; null where it hits none. */
export function sweepBodies(
  bodies: Bodies,
  broad: BroadPhase,
  model: Model,
  motion: Motion,
  swept: Float64Array,
  options: TimeOfContactOptions,
  mask: number,
): WorldSweepResult {
  let first: WorldSweepResult = { body: null, contact: null };
  // The pose function of the motion may query the world, or even change it: the candidates are known before it is called.
  const met: { readonly id: BodyId; readonly model: Model; readonly pose: BodyPose }[] = [];
  const probe = new BoxProbe(swept, (slot) => {
    if ((bodies.groups[slot] & mask) === 0) return;
    const pose = bodyPose();
    bodies.readPose(slot, pose);
    met.push({ id: bodies.ids[slot], model: bodies.modelAt(slot), pose });
  });
  broad.search(probe);
  for (const { id, model: other, pose } of met) {
    const result: TimeOfContactAnswer = timeOfContact(model, motion, other, pose, options);
    if (result.status === 'free' || !isBetter(result.lower, id, first.contact?.lower, first.body)) continue;
    first = { body: id, contact: result };
  }
  return first;
}

/** Whether a result comes before the best so far. */
function isBetter(value: number, id: BodyId, best: number | undefined, bestId: BodyId | null | undefined): boolean {
  if (best === undefined || bestId == null) return true;
  return value < best || (value === best && id < bestId);
}

function boxAround(model: Model, posed: Float64Array): Float64Array {
  const one = poseOfOne(posed);
  writeBox(extentOf(model), one, 0, false, 0);
  return one.boxes;
}
