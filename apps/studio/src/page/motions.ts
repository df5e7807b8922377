// Bodies that move: keeps their plan, poses them and their ghosts along it, and shows when they first touch.

import { type ContactFeature, motionPose, type Point } from 'nearmiss';
import { type Body, type BodyPose, otherSlot, SLOTS, type Slot } from './body.ts';
import { poseBeyond, vertexOf } from './body-poses.ts';
import { MotionCard } from './motion-card.ts';
import { FIRST_PLAN, type MotionPlan, motionsOf, type PlainMotions } from './motion-plan.ts';
import { Timeline } from './timeline.ts';
import type { Touch } from './view/contact-overlay.ts';
import type { GhostKind } from './view/ghosts.ts';
import type { PosedGhost, Stage } from './view/stage.ts';
import type { Encounter, Poses } from './worker/messages.ts';

/** Ghosts of a motion, evenly spaced in time, besides those at the contact and at the end. */
const GHOSTS = 8;

type Bodies = Readonly<Record<Slot, Body>>;

export class Motions {
  readonly #stage: Stage;
  readonly #onChange: () => void;
  readonly #timeline = new Timeline((time) => this.#change({ time }));
  readonly #card = new MotionCard({
    setKind: (kind) => this.#change({ kind }),
    setTurns: (turns) => this.#change({ turns }),
    setMoves: (slot, moves) => this.setEnd(slot, moves ? this.#firstEnd(slot) : null),
  });
  #plan: MotionPlan = FIRST_PLAN;
  /** At the start; null until they are there. */
  #bodies: Bodies | null = null;
  /** Null while no motions are shown. */
  #motions: PlainMotions | null = null;
  #encounter: Encounter | null = null;
  #touches: readonly Touch[] = [];

  /** `onChange`: the bodies are elsewhere, or go elsewhere, and the question is to be asked again. */
  constructor(stage: Stage, onChange: () => void) {
    this.#stage = stage;
    this.#onChange = onChange;
  }

  get isShown(): boolean {
    return this.#motions !== null;
  }

  get plan(): MotionPlan {
    return this.#plan;
  }

  /** The motions shown, and the last answer about them; null while there are none. */
  get motions(): PlainMotions | null {
    return this.#motions;
  }

  get encounter(): Encounter | null {
    return this.#isSettled ? this.#encounter : null;
  }

  /** Motions that are still to be asked about. */
  get question(): PlainMotions | null {
    return this.#isSettled ? null : this.#motions;
  }

  /** What touches at the time of contact. */
  get touches(): readonly Touch[] {
    return this.#touches;
  }

  get isAtContact(): boolean {
    return this.#touches.length > 0 && this.#time === this.#encounter?.toc;
  }

  /** Other bodies, or the same elsewhere: on the plan given, or on a first one. */
  setScene(bodies: Bodies, isShown: boolean, plan?: MotionPlan): void {
    this.#bodies = bodies;
    const { a, b } = this.#plan.ends;
    this.#plan = plan ?? {
      ...this.#plan,
      ends: { a: a && this.#firstEnd('a'), b: b && this.#firstEnd('b') },
    };
    this.setShown(isShown);
  }

  setShown(isShown: boolean): void {
    const { a, b } = this.#plan.ends;
    if (isShown && a === null && b === null) {
      this.#plan = { ...this.#plan, ends: { a, b: this.#firstEnd('b') } };
    }
    this.#motions = null;
    this.#encounter = null;
    this.#touches = [];
    if (isShown) {
      this.#timeline.mark(null);
      this.#makeMotions();
    } else {
      this.#timeline.hide();
      this.#card.hide();
    }
    this.draw();
  }

  /** Another start of a motion, which is then what is shown. */
  setStarts(bodies: Bodies): void {
    this.#bodies = bodies;
    if (this.#motions !== null) {
      this.#timeline.pause();
      this.#plan = { ...this.#plan, time: 0 };
      this.#makeMotions();
    }
    this.draw();
  }

  /** Shows the bodies at a time of their motion. */
  goTo(time: number): void {
    this.#timeline.pause();
    this.#change({ time });
  }

  setEnd(slot: Slot, end: BodyPose | null): void {
    this.#change({ ends: { ...this.#plan.ends, [slot]: end } });
  }

  /** The body at the end of its motion, if it is seen there. */
  bodyAtEnd(slot: Slot): Body | null {
    const end = this.#plan.ends[slot];
    return this.#bodies === null || this.#motions === null || end === null
      ? null
      : { ...this.#bodies[slot], pose: end };
  }

  /** Whether a body is seen about where its motion ends, so that a hand on it means its end. */
  standsForEnd(slot: Slot): boolean {
    return this.bodyAtEnd(slot) !== null && !this.#isClear(1);
  }

  /** Where the bodies are shown. */
  posesOf({ a, b }: Bodies): Poses {
    const motions = this.#motions;
    if (motions === null) return { a: a.pose, b: b.pose };
    return { a: motionPose(motions.a, this.#time), b: motionPose(motions.b, this.#time) };
  }

  receive(encounter: Encounter): void {
    if (this.#motions === null) return;
    this.#encounter = encounter;
    this.#touches = this.#findTouches(encounter);
    this.#timeline.mark(encounter);
    this.#card.show(encounter, this.#isSettled);
    this.draw();
    // A time that follows the contact goes with it.
    if (this.#plan.time === null) this.#onChange();
  }

  /** There is no answer. */
  forget(): void {
    if (this.#motions === null) return;
    this.#encounter = null;
    this.#touches = [];
    this.#timeline.mark(null);
    this.#card.showNone();
  }

  /** Poses the bodies, and their ghosts. */
  draw(): void {
    const bodies = this.#bodies;
    if (bodies === null) return;
    const poses = this.posesOf(bodies);
    for (const slot of SLOTS) {
      const body = bodies[slot];
      this.#stage.pose(slot, { ...body, pose: poses[slot] });
      this.#stage.poseGhosts(slot, body, this.#ghosts(slot));
    }
    if (this.#motions !== null) this.#timeline.showTime(this.#time, this.#plan.time === null);
  }

  get #time(): number {
    if (this.#plan.time !== null) return this.#plan.time;
    return this.#encounter === null ? 0 : (this.#encounter.toc ?? 1);
  }

  get #isSettled(): boolean {
    return JSON.stringify(this.#encounter?.motions) === JSON.stringify(this.#motions);
  }

  #change(change: Partial<MotionPlan>): void {
    this.#plan = { ...this.#plan, ...change };
    if (this.#motions === null) return;
    this.#makeMotions();
    this.draw();
    this.#onChange();
  }

  /** Makes motions of the plan. */
  #makeMotions(): void {
    if (this.#bodies === null) return;
    this.#motions = motionsOf(this.#bodies, this.#plan);
    if (!this.#isSettled) this.#card.expect(this.#plan);
  }

  #firstEnd(slot: Slot): BodyPose | null {
    return this.#bodies && poseBeyond(this.#bodies[slot], this.#bodies[otherSlot(slot)]);
  }

  #ghosts(slot: Slot): PosedGhost[] {
    const motion = this.#motions?.[slot];
    if (motion === undefined || this.#plan.ends[slot] === null) return [];
    const toc = this.#encounter?.toc ?? 1;
    const ghost = (time: number, kind: GhostKind): PosedGhost => ({ kind, pose: motionPose(motion, time) });
    const even = Array.from({ length: GHOSTS }, (_, k) => k / GHOSTS);
    return [
      ...even.filter((time) => this.#isClear(time)).map((time) => ghost(time, time <= toc ? 'before' : 'after')),
      ...(toc < 1 && this.#isClear(toc) ? [ghost(toc, 'contact')] : []),
      ...(this.#isClear(1) ? [ghost(1, 'end')] : []),
    ];
  }

  /** Whether a ghost at this time would not lie in the body itself. */
  #isClear(time: number): boolean {
    return Math.abs(time - this.#time) > 0.5 / GHOSTS;
  }

  #findTouches({ contacts, motions, toc }: Encounter): Touch[] {
    const bodies = this.#bodies;
    if (bodies === null || toc === null) return [];
    const cornersOf = (slot: Slot): ((feature: ContactFeature) => Point[]) => {
      const body = { ...bodies[slot], pose: motionPose(motions[slot], toc) };
      return (feature) => verticesOf(feature, body.shape.triangles).map((vertex) => vertexOf(body, vertex).toArray());
    };
    const [cornersOfA, cornersOfB] = [cornersOf('a'), cornersOf('b')];
    return contacts.map(({ pointA, normal, featureA, featureB }) => ({
      point: pointA,
      normal,
      cornersA: cornersOfA(featureA),
      cornersB: cornersOfB(featureB),
    }));
  }
}

/** The vertices of a feature: one, two or three. */
function verticesOf({ kind, index }: ContactFeature, triangles: Uint32Array): number[] {
  if (kind === 'vertex') return [index];
  const face = kind === 'face' ? index : Math.floor(index / 3);
  const corners = [...triangles.subarray(3 * face, 3 * face + 3)];
  return kind === 'face' ? corners : [index % 3, (index + 1) % 3].flatMap((corner) => corners[corner] ?? []);
}
