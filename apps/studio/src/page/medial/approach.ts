// Moves the copy into the body; keeps the time shown and the first contact.

import { motionPose } from 'nearmiss';
import { Quaternion, Vector3 } from 'three';
import type { Body, BodyPose, Slot } from '../body.ts';
import { middleOf, poseAt, rotationOf } from '../body-poses.ts';
import { FIRST_PLAN, type MotionPlan, motionsOf, type PlainMotions } from '../motion-plan.ts';
import { Timeline } from '../timeline.ts';
import type { Poses } from '../worker/messages.ts';
import type { MedialEncounter } from './messages.ts';

export type Bodies = Readonly<Record<Slot, Body>>;

/** How much of the distance from middle to middle the copy goes: deep into the body, and not quite onto it. */
const APPROACH = 0.75;
/** How far it turns meanwhile. Radians. */
const TURN: number = Math.PI / 3;

export class Approach {
  readonly #timeline = new Timeline((time) => this.#setTime(time));
  readonly #onChange: () => void;
  #plan: MotionPlan = FIRST_PLAN;
  /** Where they start. */
  #bodies: Bodies;
  #motions: PlainMotions;
  /** The last result; out of date, it still gives an approximate time of contact. */
  #encounter: MedialEncounter | null = null;
  #isUpToDate = false;

  /** `onChange`: the copy has another pose. */
  constructor(bodies: Bodies, onChange: () => void) {
    this.#onChange = onChange;
    this.#bodies = bodies;
    this.#motions = { a: bodies.a.pose, b: bodies.b.pose };
  }

  get plan(): MotionPlan {
    return this.#plan;
  }

  /** The bodies where they are shown. */
  get bodies(): Bodies {
    const { a, b } = this.#bodies;
    return { a, b: { ...b, pose: motionPose(this.#motions.b, this.#time) } };
  }

  get start(): Poses {
    return { a: this.#bodies.a.pose, b: this.#bodies.b.pose };
  }

  get encounter(): MedialEncounter | null {
    return this.#isUpToDate ? this.#encounter : null;
  }

  /** Motions that are still to be asked about. */
  get question(): PlainMotions | null {
    return this.#isSettled ? null : this.#motions;
  }

  /** Other bodies; where the end is not told, it is in A. */
  setScene(bodies: Bodies, end: BodyPose | null, time: number | null): void {
    this.#bodies = bodies;
    this.#plan = { ...FIRST_PLAN, ends: { a: null, b: end ?? poseInto(bodies.b, bodies.a) }, time };
    this.#encounter = null;
    this.forget();
    this.#makeMotions();
  }

  /** One of the bodies is put elsewhere: the copy then starts there. */
  setPose(slot: Slot, pose: BodyPose): void {
    this.#timeline.pause();
    this.#plan = { ...this.#plan, time: slot === 'b' ? 0 : this.#time };
    this.#bodies = { ...this.#bodies, [slot]: { ...this.#bodies[slot], pose } };
    this.#makeMotions();
  }

  /** True if this moves the copy to the contact, so that a new query is needed. */
  receive(encounter: MedialEncounter): boolean {
    this.#encounter = encounter;
    this.#isUpToDate = true;
    const { exact, medial } = encounter;
    // Undecided: from the contact of the axes to that of the bodies, or to the end if the bodies do not touch.
    const isFalseContact = exact.status === 'free' && medial.status !== 'free';
    this.#timeline.mark({ status: isFalseContact ? 'near' : exact.status, lower: medial.lower, upper: exact.upper });
    this.#timeline.showTime(this.#time, this.#plan.time === null);
    const follows = this.#plan.time === null && this.#isSettled;
    if (follows) this.#onChange();
    return follows;
  }

  /** The axes have changed, so the time of contact is unknown. */
  forget(): void {
    this.#isUpToDate = false;
    this.#timeline.mark(null);
  }

  get #time(): number {
    return this.#plan.time ?? (this.#encounter === null ? 0 : (this.#encounter.exact.toc ?? 1));
  }

  get #isSettled(): boolean {
    return this.#isUpToDate && JSON.stringify(this.#encounter?.motions) === JSON.stringify(this.#motions);
  }

  #setTime(time: number | null): void {
    this.#plan = { ...this.#plan, time };
    this.#makeMotions();
    this.#onChange();
  }

  #makeMotions(): void {
    this.#motions = motionsOf(this.#bodies, this.#plan);
    this.#timeline.showTime(this.#time, this.#plan.time === null);
  }
}

/** Where a body ends that goes into another: turned in the plane of the first view. */
function poseInto(body: Body, other: Body): BodyPose {
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), TURN).multiply(rotationOf(body.pose));
  return poseAt(body.shape, middleOf(body).lerp(middleOf(other), APPROACH), turn.normalize());
}
