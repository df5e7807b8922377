// Bodies that overlap: shows the way out, the search that found it step by step, and how deep each region is.

import type { PenetrationStart, Point } from 'nearmiss';
import { Vector3 } from 'three';
import type { Body, BodyPose } from './body.ts';
import { DepthCard } from './depth-card.ts';
import { FIRST_START } from './depth-start.ts';
import { captionOf, type DepthStep, depthSteps, stepsUpTo } from './depth-steps.ts';
import { elementOf } from './element.ts';
import { middleOf, movedBy } from './placement.ts';
import { TracePlayer } from './trace-player.ts';
import type { GhostKind } from './view/ghosts.ts';
import type { PlacedGhost, Stage } from './view/stage.ts';
import type { Way } from './view/way-overlay.ts';
import type { Depth, DepthQuestion } from './worker/messages.ts';

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
  /** A is to stand elsewhere. */
  moveA(pose: BodyPose): void;
}

export class Depths {
  readonly #stage: Stage;
  readonly #actions: DepthActions;
  readonly #card = new DepthCard({ setStart: (start) => this.#setStart(start), part: () => this.#part() });
  readonly #bar: HTMLElement = elementOf('#search', HTMLElement);
  readonly #player = new TracePlayer(this.#bar, () => this.draw());
  #isShown = false;
  #isHeld = false;
  #start: PenetrationStart = FIRST_START;
  #a: Body | null = null;
  #depth: Depth | null = null;
  #steps: readonly DepthStep[] = [];

  constructor(stage: Stage, actions: DepthActions) {
    this.#stage = stage;
    this.#actions = actions;
  }

  get start(): PenetrationStart {
    return this.#start;
  }

  /** What is to be asked of the bodies; null while the depth is not shown. */
  get question(): DepthQuestion | null {
    return this.#isShown ? { start: this.#start, isHeld: this.#isHeld } : null;
  }

  /** Whether a way out is shown, so that A is to be seen through. */
  get isDeep(): boolean {
    return this.#steps.length > 0;
  }

  /** A where the step shown has it, if one is. */
  get bodyAtStep(): Body | null {
    const step = this.#step;
    return step === null || this.#a === null ? null : { ...this.#a, pose: this.#poseAt(step.translation) };
  }

  /** The arrows of the step shown. */
  get way(): Way | null {
    const step = this.#step;
    if (step === null || this.#a === null || this.#depth === null) return null;
    const middle = middleOf({ shape: this.#a.shape, pose: this.#depth.poses.a });
    const placeOf = ({ translation }: DepthStep): Point =>
      middle
        .clone()
        .add(new Vector3(...translation))
        .toArray();
    return {
      from: middle.toArray(),
      to: placeOf(step),
      length: step.length,
      trail: stepsUpTo(this.#steps, this.#player.step).map((past) => ({ place: placeOf(past), kind: past.kind })),
      kind: step.kind,
      local: step.kind === 'end' ? this.#depth.local : [],
    };
  }

  /** Other bodies, or the same elsewhere. */
  setScene(a: Body, isShown: boolean, start: PenetrationStart = this.#start): void {
    this.#a = a;
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

  expectAnother(): void {
    if (this.#isShown) this.#card.expect(this.#start);
  }

  receive(depth: Depth, settled: boolean): void {
    if (!this.#isShown) return;
    this.#depth = depth;
    this.#steps = depthSteps(depth);
    if (this.isDeep) this.#player.show(this.#steps.length);
    else this.#player.hide();
    this.#card.show(depth, settled);
    this.draw();
  }

  /** There is no answer. */
  forget(): void {
    if (!this.#isShown) return;
    this.#forgetDepth();
    this.#card.showNone();
    this.draw();
  }

  /** Places the ghosts of A, and says what they are. */
  draw(): void {
    if (!this.#isShown || this.#a === null) return;
    this.#stage.haunt('a', this.#a, this.#ghosts());
    const step = this.#step;
    if (step === null) return;
    this.#bar.dataset.kind = step.kind;
    elementOf('p span', HTMLElement, this.#bar).textContent = captionOf(step);
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
    if (this.#depth !== null) this.#actions.moveA(this.#poseAt(this.#depth.translation));
  }

  /** The pose asked about, moved. */
  #poseAt(translation: Point): BodyPose {
    const pose = this.#depth?.poses.a ?? { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
    return movedBy(pose, new Vector3(...translation));
  }

  #ghosts(): PlacedGhost[] {
    const past = stepsUpTo(this.#steps, this.#player.step);
    return past.slice(-1 - FAINT_GHOSTS).flatMap(({ kind, translation }, k, shown) => {
      if (kind === 'given') return [];
      return { kind: k === shown.length - 1 ? GHOSTS[kind] : 'past', pose: this.#poseAt(translation) };
    });
  }
}
