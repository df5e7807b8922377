// Bodies that overlap: shows the separating translation, the search that found it step by step, and how deep each region is.

import type { PenetrationStart } from 'nearmiss';
import { Vector3 } from 'three';
import type { Body, BodyPose } from './body.ts';
import { middleOf, movedBy } from './body-poses.ts';
import { DepthCard } from './depth-card.ts';
import { FIRST_START } from './depth-start.ts';
import { captionOf, type DepthStep, depthSteps, stepsUpTo } from './depth-steps.ts';
import { elementOf } from './element.ts';
import { TracePlayer } from './trace/trace-player.ts';
import type { GhostKind } from './view/ghosts.ts';
import type { PosedGhost, Stage } from './view/stage.ts';
import type { ShownTranslation } from './view/translation-overlay.ts';
import type { Depth, DepthQuestion, Poses } from './worker/messages.ts';

/** Steps before the one shown that leave a ghost: more would be a fog. */
const FAINT_GHOSTS = 4;

const GHOSTS: Readonly<Record<Exclude<DepthStep['kind'], 'given'>, GhostKind>> = {
  start: 'start',
  out: 'projected',
  in: 'projected',
  end: 'parted',
};

export interface DepthActions {
  /** The question is to be asked again. */
  ask(): void;
  /** There is something new to show. */
  frame(): void;
  /** A is to go elsewhere. */
  slideA(pose: BodyPose): void;
}

export class Depths {
  readonly #stage: Stage;
  readonly #actions: DepthActions;
  readonly #card = new DepthCard((start) => this.#setStart(start));
  readonly #player = new TracePlayer(elementOf('#search', HTMLElement), 'Step of the search', () => this.draw());
  #isShown = false;
  #isHeld = false;
  #start: PenetrationStart = FIRST_START;
  #a: Body | null = null;
  #depth: Depth | null = null;
  #steps: readonly DepthStep[] = [];
  /** Where the bodies are once A has gone by a separating translation, and how long that was. */
  #parted: { readonly poses: Poses; readonly length: number } | null = null;

  constructor(stage: Stage, actions: DepthActions) {
    this.#stage = stage;
    this.#actions = actions;
    elementOf('#part', HTMLButtonElement).addEventListener('click', () => this.#part());
  }

  get start(): PenetrationStart {
    return this.#start;
  }

  /** What is to be asked of the bodies; null while the depth is not shown. */
  get question(): DepthQuestion | null {
    return this.#isShown ? { start: this.#start, isHeld: this.#isHeld } : null;
  }

  /** The last answer; null while there is none. */
  get depth(): Depth | null {
    return this.#depth;
  }

  /** Whether a separating translation is shown. */
  get isDeep(): boolean {
    return this.#steps.length > 0;
  }

  /** How far A was moved to be free, where it stands as that left it; else null. */
  get freedBy(): number | null {
    if (this.#depth === null || this.#parted === null || this.isDeep) return null;
    return JSON.stringify(this.#depth.poses) === JSON.stringify(this.#parted.poses) ? this.#parted.length : null;
  }

  /** A where the step shown has it, if one is. */
  get bodyAtStep(): Body | null {
    return this.#step && this.#moved(this.#step);
  }

  /** The arrows of the step shown. */
  get shown(): ShownTranslation | null {
    const [given] = this.#steps;
    const step = this.#step;
    if (given === undefined || step === null || this.#depth === null) return null;
    const positionOf = (past: DepthStep): ShownTranslation['from'] => {
      const body = this.#moved(past);
      return body === null ? [0, 0, 0] : middleOf(body).toArray();
    };
    return {
      from: positionOf(given),
      to: positionOf(step),
      length: step.length,
      kind: step.kind,
      trail: stepsUpTo(this.#steps, this.#player.step).map((past) => ({ position: positionOf(past), kind: past.kind })),
      local: step.kind === 'end' ? this.#depth.local : [],
    };
  }

  /** Other bodies, or the same elsewhere. */
  setScene(a: Body, isShown: boolean, start: PenetrationStart = this.#start): void {
    this.#a = a;
    this.#parted = null;
    this.#start = start;
    this.setShown(isShown);
  }

  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    this.#forgetDepth();
    if (isShown) this.#card.expect(this.#start);
    else this.#card.hide();
  }

  /** A hand has taken hold of a body, or lets go of it: the answer is then asked for afresh. */
  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld && this.#isShown) this.#actions.ask();
  }

  /** The answer shown is about to be overtaken. */
  expectAnother(): void {
    if (this.#isShown) this.#card.expect(this.#start);
  }

  /** The depth is at most this, and the answer follows; false where one is shown already. */
  expectAtMost(upper: number): boolean {
    if (!this.#isShown || this.#depth !== null) return false;
    this.#card.showBound(upper);
    return true;
  }

  receive(depth: Depth, settled: boolean): void {
    if (!this.#isShown) return;
    const isFirst = this.#depth === null;
    this.#depth = depth;
    this.#steps = depthSteps(depth);
    if (this.isDeep) this.#player.show(this.#steps.length);
    else this.#player.hide();
    this.#card.show(depth, settled);
    if (isFirst && this.isDeep) this.#actions.frame();
    else this.draw();
  }

  /** There is no answer. */
  forget(): void {
    if (!this.#isShown) return;
    this.#forgetDepth();
    this.#card.showNone();
    this.draw();
  }

  /** Poses the ghosts of A, and says what they are. */
  draw(): void {
    if (!this.#isShown || this.#a === null) return;
    this.#stage.poseGhosts('a', this.#a, this.#ghosts());
    if (this.#step === null) return;
    this.#player.say(captionOf(this.#step), this.#step.kind);
  }

  get #step(): DepthStep | null {
    return this.#steps[this.#player.step] ?? null;
  }

  #forgetDepth(): void {
    this.#depth = null;
    this.#steps = [];
    this.#player.hide();
  }

  #setStart(start: PenetrationStart): void {
    this.#start = start;
    this.#actions.ask();
  }

  #part(): void {
    const depth = this.#depth;
    const out = depth && this.#moved(depth);
    if (depth === null || out === null || !this.isDeep) return;
    this.#parted = { poses: { a: out.pose, b: depth.poses.b }, length: depth.upper };
    this.#actions.slideA(out.pose);
  }

  /** A, moved from where the question found it. */
  #moved({ translation }: Pick<DepthStep, 'translation'>): Body | null {
    if (this.#a === null || this.#depth === null) return null;
    return { ...this.#a, pose: movedBy(this.#depth.poses.a, new Vector3(...translation)) };
  }

  /** A at the step shown, and faintly at those that led there; at the end, the end alone. */
  #ghosts(): PosedGhost[] {
    const isEnd = this.#step?.kind === 'end';
    const past = stepsUpTo(this.#steps, this.#player.step).slice(isEnd ? -1 : -1 - FAINT_GHOSTS);
    return past.flatMap((step, k) => {
      const body = this.#moved(step);
      if (step.kind === 'given' || body === null) return [];
      return { kind: k === past.length - 1 ? GHOSTS[step.kind] : 'past', pose: body.pose };
    });
  }
}
