// The plan of a scene: where bodies that move end, how they get there, and the time that is shown of it.

import type { InterpolatedMotion, SteadyMotion } from 'nearmiss';
import { Vector3 } from 'three';
import { type Body, type BodyPose, SLOTS, type Slot } from './body.ts';
import { middleOf, poseAt, rotationOf } from './body-poses.ts';
import { linkValues, readPose, writePose } from './scene-link.ts';

export const MOTION_KINDS = ['linear', 'screw', 'translation'] as const;
export type MotionKind = (typeof MOTION_KINDS)[number];

export interface MotionPlan {
  readonly kind: MotionKind;
  /** Whole turns besides the shorter turn to the end; linear motions alone have any. */
  readonly turns: number;
  /** Where the bodies end; null for one that rests. */
  readonly ends: Readonly<Record<Slot, BodyPose | null>>;
  /** The time shown, from 0 to 1; null follows the contact, whenever that is. */
  readonly time: number | null;
}

export const FIRST_PLAN: MotionPlan = { kind: 'linear', turns: 0, ends: { a: null, b: null }, time: null };

/** More turns would be a blur. */
export const MOST_TURNS = 99;

/** A motion that can be sent to a worker and written as JSON. */
type PlainMotion = BodyPose | InterpolatedMotion | SteadyMotion;
export type PlainMotions = Readonly<Record<Slot, PlainMotion>>;

export function motionsOf(bodies: Readonly<Record<Slot, Body>>, plan: MotionPlan): PlainMotions {
  return { a: motionOf(bodies.a, plan.ends.a, plan), b: motionOf(bodies.b, plan.ends.b, plan) };
}

/** From the pose of a body to its end. What moves straight is the middle, about which bodies are turned by hand, too. */
function motionOf({ shape, pose }: Body, end: BodyPose | null, { kind, turns }: MotionPlan): PlainMotion {
  if (end === null) return pose;
  if (kind === 'screw') return { from: pose, to: end, kind };
  const target = middleOf({ shape, pose: end });
  if (kind === 'translation') return { from: pose, to: poseAt(shape, target, rotationOf(pose)), kind };
  if (turns === 0) return { from: pose, to: end, pivot: shape.centre };
  const velocity = target.sub(middleOf({ shape, pose })).toArray();
  return { from: pose, velocity, angularVelocity: turnBetween(pose, end, turns).toArray(), pivot: shape.centre };
}

/** Axis times angle of the shorter turn from one pose to another and whole turns more; upright where there is no other axis. */
function turnBetween(from: BodyPose, to: BodyPose, turns: number): Vector3 {
  const { x, y, z, w } = rotationOf(to).multiply(rotationOf(from).invert());
  const axis = new Vector3(x, y, z).multiplyScalar(w < 0 ? -1 : 1);
  const angle = 2 * Math.atan2(axis.length(), Math.abs(w));
  if (angle === 0) axis.set(0, 1, 0);
  return axis.setLength(angle + 2 * Math.PI * turns);
}

export function motionKindNamed(name: string | null): MotionKind {
  return MOTION_KINDS.find((kind) => kind === name) ?? FIRST_PLAN.kind;
}

/** The number of turns that a text tells; none where it tells something else. */
export function readTurns(text: string): number {
  return /^\d{1,3}$/.test(text) ? Math.min(Number(text), MOST_TURNS) : FIRST_PLAN.turns;
}

/** What a link adds to its scene. */
export function writePlan({ kind, turns, ends, time }: MotionPlan): string {
  const parts = [`motion=${kind}`];
  if (turns !== 0) parts.push(`turns=${turns}`);
  for (const slot of SLOTS) {
    const end = ends[slot];
    if (end !== null) parts.push(`end-${slot}=${writePose(end)}`);
  }
  if (time !== null) parts.push(`time=${time}`);
  return `&${parts.join('&')}`;
}

export function readPlan(hash: string): MotionPlan {
  const values = linkValues(hash);
  const time = Number(values.get('time') || Number.NaN);
  return {
    kind: motionKindNamed(values.get('motion')),
    turns: readTurns(values.get('turns') ?? ''),
    ends: { a: readPose(values.get('end-a')), b: readPose(values.get('end-b')) },
    time: time >= 0 && time <= 1 ? time : null,
  };
}
