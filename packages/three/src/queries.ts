// The queries of nearmiss between objects of a scene. Results are in world coordinates, those of three.js.

import {
  type ClearanceOptions,
  type ClearanceResult,
  type ClosestPointOptions,
  type ClosestPointResult,
  type CollideAnswer,
  type CollideOptions,
  type ContainsOptions,
  type ContainsResult,
  clearance,
  closestPoint,
  collide,
  contains,
  type DirectionalAnswer,
  type DirectionalOptions,
  type DistanceAnswer,
  type DistanceOptions,
  directional,
  distance,
  type Motion,
  NearmissError,
  type PenetrationAnswer,
  type PenetrationOptions,
  penetration,
  type RaycastOptions,
  type RaycastResult,
  raycast,
  type TimeOfContactAnswer,
  type TimeOfContactOptions,
  type ToleranceAnswer,
  type ToleranceOptions,
  timeOfContact,
  tolerance,
} from 'nearmiss';
import type { Vector3 } from 'three';
import { type BodyLike, bodyFromObject, type ObjectBody } from './body.ts';
import { type MatrixLike, poseFromMatrix, type ScaledPose, SHAPE_TOLERANCE } from './transform.ts';

/**
 * Whether two objects touch, and where: `collideObjects(a, b).colliding`. The answer and the options are those of `collide`.
 *
 * @see {@link collide}
 */
export function collideObjects(a: BodyLike, b: BodyLike, options?: CollideOptions): CollideAnswer {
  const [A, B] = [bodyFromObject(a), bodyFromObject(b)];
  return collide(A.model, A.pose, B.model, B.pose, options);
}

/** How far apart two objects are, and between which points: `distanceObjects(a, b).distance`. As `distance`. See {@link distance}. */
export function distanceObjects(a: BodyLike, b: BodyLike, options?: DistanceOptions): DistanceAnswer {
  const [A, B] = [bodyFromObject(a), bodyFromObject(b)];
  return distance(A.model, A.pose, B.model, B.pose, options);
}

/**
 * Whether two objects are closer than a distance: `toleranceObjects(a, b, { tolerance: 0.1 }).within`. As `tolerance`.
 *
 * @see {@link tolerance}
 */
export function toleranceObjects(a: BodyLike, b: BodyLike, options: ToleranceOptions): ToleranceAnswer {
  const [A, B] = [bodyFromObject(a), bodyFromObject(b)];
  return tolerance(A.model, A.pose, B.model, B.pose, options);
}

/**
 * All pairs of faces that are closer than a distance: `clearanceObjects(a, b, { clearance: 0.1 }).pairs`. As `clearance`.
 *
 * @see {@link clearance}
 */
export function clearanceObjects(a: BodyLike, b: BodyLike, options: ClearanceOptions): ClearanceResult {
  const [A, B] = [bodyFromObject(a), bodyFromObject(b)];
  return clearance(A.model, A.pose, B.model, B.pose, options);
}

/**
 * How deep two objects are in each other, and the translation of A that separates them: `penetrationObjects(a, b).depth`. As
 * `penetration`. The translation is in world coordinates: `a.position` takes it where the parent of A is not turned or scaled.
 *
 * @see {@link penetration}
 */
export function penetrationObjects(a: BodyLike, b: BodyLike, options?: PenetrationOptions): PenetrationAnswer {
  const [A, B] = [bodyFromObject(a), bodyFromObject(b)];
  return penetration(A.model, A.pose, B.model, B.pose, options);
}

/**
 * How far A can move along a direction before it touches B: `directionalObjects(a, b, { direction: [0, -1, 0] }).distance`.
 *
 * @see {@link directional}
 */
export function directionalObjects(a: BodyLike, b: BodyLike, options: DirectionalOptions): DirectionalAnswer {
  const [A, B] = [bodyFromObject(a), bodyFromObject(b)];
  return directional(A.model, A.pose, B.model, B.pose, options);
}

/**
 * The motion of an object over time [0, 1], from its current matrix: none, to a world matrix, or with velocities. Kinds and pivots
 * are those of the motions of `nearmiss`.
 *
 * @see {@link timeOfContactObjects}
 */
export type ObjectMotion =
  | null
  | MatrixLike
  | {
      readonly to: MatrixLike;
      readonly kind?: 'linear' | 'screw' | 'translation' | undefined;
      /** In the coordinates of the object, scaled as the object is. */
      readonly pivot?: readonly [number, number, number] | undefined;
    }
  | {
      readonly velocity?: readonly [number, number, number] | undefined;
      readonly angularVelocity?: readonly [number, number, number] | undefined;
      readonly pivot?: readonly [number, number, number] | undefined;
    };

/**
 * When two moving objects first touch, and with which features: `timeOfContactObjects(a, endMatrix, b, null).toc`. As
 * `timeOfContact`. Objects start at their current matrices; `null` is no motion.
 *
 * @see {@link timeOfContact}
 */
export function timeOfContactObjects(
  a: BodyLike,
  motionA: ObjectMotion,
  b: BodyLike,
  motionB: ObjectMotion = null,
  options?: TimeOfContactOptions,
): TimeOfContactAnswer {
  const [A, B] = [bodyFromObject(a), bodyFromObject(b)];
  return timeOfContact(A.model, motionOf(A, motionA), B.model, motionOf(B, motionB), options);
}

/**
 * The point of an object's surface that is closest to a point: `closestPointObject(object, point).point`. As `closestPoint`.
 *
 * @see {@link closestPoint}
 */
export function closestPointObject(
  body: BodyLike,
  point: Vector3 | ArrayLike<number>,
  options?: ClosestPointOptions,
): ClosestPointResult {
  const { model, pose } = bodyFromObject(body);
  return closestPoint(model, pose, coordinates(point), options);
}

/** Whether a point is inside an object: `containsObject(object, point).status`. As `contains`. See {@link contains}. */
export function containsObject(
  body: BodyLike,
  point: Vector3 | ArrayLike<number>,
  options?: ContainsOptions,
): ContainsResult {
  const { model, pose } = bodyFromObject(body);
  return contains(model, pose, coordinates(point), options);
}

/**
 * The first point of an object that a ray hits: `raycastObject(object, ray.origin, ray.direction).point`. As `raycast`.
 *
 * @see {@link raycast}
 */
export function raycastObject(
  body: BodyLike,
  origin: Vector3 | ArrayLike<number>,
  direction: Vector3 | ArrayLike<number>,
  options?: RaycastOptions,
): RaycastResult {
  const { model, pose } = bodyFromObject(body);
  return raycast(model, pose, coordinates(origin), coordinates(direction), options);
}

function motionOf({ pose }: ObjectBody, motion: ObjectMotion): Motion {
  const from = rigid(pose);
  if (motion === null) return from;
  if (typeof motion !== 'object') {
    const sentence = 'The motion of an object is null for none, a matrix, { to } or { velocity, angularVelocity }.';
    throw new NearmissError('motion/bad-form', sentence);
  }
  if ('elements' in motion) return { from, to: endOf(pose, motion) };
  if (!('to' in motion)) return { ...motion, from };
  const { to, ...rest } = motion;
  return { ...rest, from, to: endOf(pose, to) };
}

function endOf({ scale }: ScaledPose, matrix: MatrixLike): ReturnType<typeof rigid> {
  const end = poseFromMatrix(matrix, 'The matrix at the end of the motion');
  // Either matrix may have rounded its scale.
  if (Math.abs(end.scale - scale) > SHAPE_TOLERANCE * scale) {
    const sentence = `The object has the scale ${scale} at the start of the motion and ${end.scale} at its end.`;
    throw new NearmissError('motion/bad-form', sentence);
  }
  return rigid(end);
}

function rigid({ position, rotation }: ScaledPose): Pick<ScaledPose, 'position' | 'rotation'> {
  return { position, rotation };
}

function coordinates(point: Vector3 | ArrayLike<number>): ArrayLike<number> {
  // Of anything else, the query says what is wrong with it.
  return typeof point === 'object' && point !== null && 'isVector3' in point ? [point.x, point.y, point.z] : point;
}
