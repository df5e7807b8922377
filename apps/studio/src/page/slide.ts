// A body that moves to another pose, slow enough for the eye to follow. It does not turn meanwhile.

import type { BodyPose } from './body.ts';

/** How long it takes. Milliseconds. */
const SLIDE_TIME = 700;
const REDUCED_MOTION = matchMedia('(prefers-reduced-motion: reduce)');

export interface SlideActions {
  move(pose: BodyPose): void;
  /** It moves no more, wherever it is. */
  stopped(): void;
  /** It has come to its end by itself. */
  arrived(): void;
}

interface SlideMotion {
  readonly from: BodyPose;
  readonly to: BodyPose;
  /** When it began, by the clock of the page. Milliseconds. */
  readonly began: number;
}

export class Slide {
  readonly #actions: SlideActions;
  #motion: SlideMotion | null = null;
  #frame = 0;
  #timer = 0;

  constructor(actions: SlideActions) {
    this.#actions = actions;
  }

  get isRunning(): boolean {
    return this.#motion !== null;
  }

  /** At once where people have asked for less motion. */
  start(from: BodyPose, to: BodyPose): void {
    this.#forget();
    this.#motion = { from, to, began: performance.now() };
    const arrive = (): void => {
      this.finish();
      this.#actions.arrived();
    };
    if (REDUCED_MOTION.matches) {
      arrive();
      return;
    }
    // By a timer, as a page that is not seen draws no frames.
    this.#timer = setTimeout(arrive, SLIDE_TIME);
    this.#drawSoon();
  }

  /** Goes to the end at once; false where nothing was moving. */
  finish(): boolean {
    const motion = this.#motion;
    if (motion === null) return false;
    // To the last bit, which steps of a sum would miss.
    this.#actions.move(motion.to);
    this.cancel();
    return true;
  }

  /** Leaves the body where it is. */
  cancel(): void {
    if (this.#motion === null) return;
    this.#forget();
    this.#actions.stopped();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#motion = null;
  }

  #drawSoon(): void {
    this.#frame = requestAnimationFrame(() => {
      if (this.#motion === null) return;
      this.#actions.move(poseOn(this.#motion, performance.now()));
      this.#drawSoon();
    });
  }
}

/** From rest to rest. */
function poseOn({ from, to, began }: SlideMotion, now: number): BodyPose {
  const time = Math.min(1, (now - began) / SLIDE_TIME);
  const part = time * time * (3 - 2 * time);
  const [x, y, z] = from.position;
  const [endX, endY, endZ] = to.position;
  return { ...to, position: [x + part * (endX - x), y + part * (endY - y), z + part * (endZ - z)] };
}
