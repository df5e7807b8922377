// Queries about one configuration: which pair touches, and the nearest pair with the gradient of its distance.

import { CollideResult, DistanceResult } from 'nearmiss';
import { REVOLUTE } from '../kinematics/kinematic-tree.ts';
import type { RobotScene } from '../robot.ts';

/** Whether a robot touches anything, or itself. See {@link Robot.collide}. */
export type RobotContact =
  | { readonly status: 'separated' }
  | { readonly status: 'contact'; readonly a: string; readonly b: string };

/** The nearest pair of a configuration. See {@link Robot.distance}. */
export interface RobotDistance {
  /**
   * The least distance, less paddings, is at least and at most this, for poses as doubles have them; 0 where something touches. Infinite
   * without pairs.
   */
  readonly lower: number;
  readonly upper: number;
  readonly a: string | null;
  readonly b: string | null;
  /** The witness points, in the root link's frame; null where they coincide. */
  readonly pointA: Float64Array | null;
  readonly pointB: Float64Array | null;
  /** The derivative of the distance by each variable, to rounding, as long as the witness features stay; null where something touches. */
  readonly gradient: Float64Array | null;
}

export function robotCollide(scene: RobotScene, values: Float64Array, time = 0): RobotContact {
  const { state, memory, bodies } = scene;
  state.update(values, time);
  const out = new CollideResult();
  const near = new DistanceResult();
  for (let k = 0; k < memory.pairs.length; k++) {
    const { a, b, padding } = memory.pairs[k];
    if (isFar(scene, a, b, padding)) continue;
    const models = memory.models(k);
    let touches: boolean;
    if (padding > 0) {
      touches = models.distance(state.poses[a], state.poses[b], { maxDistance: padding }, near).status !== 'beyond';
    } else touches = models.collide(state.poses[a], state.poses[b], undefined, out).status !== 'separated';
    if (touches) return { status: 'contact', a: bodies[a].name, b: bodies[b].name };
  }
  return { status: 'separated' };
}

/** Whether the balls around two bodies are apart. */
function isFar({ state, bodies }: RobotScene, a: number, b: number, padding: number): boolean {
  return ballGap(state.centres, a, b, bodies[a].shape.radius + bodies[b].shape.radius) > padding;
}

/** Rounding of the distance of two centres, as a part of their coordinates. Dimensionless. */
const ROUNDING: number = 2 ** -48;

function ballGap(centres: Float64Array, a: number, b: number, radii: number): number {
  let square = 0;
  let sizes = radii;
  for (let c = 0; c < 3; c++) {
    const [x, y] = [centres[3 * a + c], centres[3 * b + c]];
    square += (y - x) ** 2;
    sizes += Math.abs(x) + Math.abs(y);
  }
  return Math.sqrt(square) - radii - ROUNDING * sizes;
}

export function robotDistance(scene: RobotScene, values: Float64Array, time = 0): RobotDistance {
  const { state, memory, bodies } = scene;
  state.update(values, time);
  const order = memory.pairs
    .map(({ a, b, padding }, k) => ({
      k,
      gap: ballGap(state.centres, a, b, bodies[a].shape.radius + bodies[b].shape.radius) - padding,
    }))
    .sort((one, other) => one.gap - other.gap);
  const found = new DistanceResult();
  let [lower, upper, nearest] = [Infinity, Infinity, -1];
  for (const { k, gap } of order) {
    if (gap > upper) break;
    const { a, b, padding } = memory.pairs[k];
    const maxDistance = Math.max(0, upper + padding);
    const result = memory.models(k).distance(state.poses[a], state.poses[b], { maxDistance }, found);
    if (result.status === 'beyond') continue;
    lower = Math.min(lower, Math.max(0, found.lower - padding));
    if (found.upper - padding < upper) [upper, nearest] = [Math.max(0, found.upper - padding), k];
    if (upper === 0) break;
  }
  if (nearest < 0) return { ...{ lower, upper, a: null, b: null }, pointA: null, pointB: null, gradient: null };
  const { a, b } = memory.pairs[nearest];
  const names = { lower, upper, a: bodies[a].name, b: bodies[b].name };
  const { pointA, pointB, normal } = memory.models(nearest).distance(state.poses[a], state.poses[b], {}, found);
  if (pointA === null || pointB === null || normal === null) {
    return { ...names, pointA: null, pointB: null, gradient: null };
  }
  const witnessA = Float64Array.from(pointA);
  const witnessB = Float64Array.from(pointB);
  const gradient = new Float64Array(values.length);
  const direction = Float64Array.from(normal);
  addGradient(scene, bodies[b].frame, witnessB, direction, 1, gradient);
  addGradient(scene, bodies[a].frame, witnessA, direction, -1, gradient);
  return { ...names, pointA: witnessA, pointB: witnessB, gradient };
}

/** Adds sign · n·∂p/∂q of a point that moves with a frame. */
function addGradient(
  { state, tree }: RobotScene,
  frame: number,
  p: Float64Array,
  n: Float64Array,
  sign: 1 | -1,
  gradient: Float64Array,
): void {
  const { axes, origins } = state.frames;
  for (let f = frame; f !== 0; f = tree.parents[f]) {
    const variable = tree.variableOf[f];
    if (variable < 0) continue;
    const k = 3 * f;
    const [ax, ay, az] = [axes[k], axes[k + 1], axes[k + 2]];
    let along = n[0] * ax + n[1] * ay + n[2] * az;
    if (tree.kinds[f] === REVOLUTE) {
      const [x, y, z] = [p[0] - origins[k], p[1] - origins[k + 1], p[2] - origins[k + 2]];
      along = n[0] * (ay * z - az * y) + n[1] * (az * x - ax * z) + n[2] * (ax * y - ay * x);
    }
    gradient[variable] += sign * tree.multipliers[f] * along;
  }
}
