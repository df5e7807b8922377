// The bar under the picture: plays the recorded frames at a speed, asks for more at their end, and goes to any of them.

import { elementOf } from '../element.ts';

export interface PlayerEvents {
  /** Show a frame. */
  show(frame: number): void;
  /** Another frame is needed. */
  advance(): void;
  paused(): void;
}

/** Parts of real time. */
const SPEEDS: readonly (readonly [label: string, speed: number])[] = [
  ['1×', 1],
  ['1/2×', 1 / 2],
  ['1/4×', 1 / 4],
  ['1/10×', 1 / 10],
  ['1/100×', 1 / 100],
];

export class Player {
  readonly #events: PlayerEvents;
  readonly #play: HTMLButtonElement = elementOf('#play', HTMLButtonElement);
  readonly #scrubber: HTMLInputElement = elementOf('#scrubber', HTMLInputElement);
  readonly #speed: HTMLSelectElement = elementOf('#speed', HTMLSelectElement);
  isPlaying = false;
  /** The frame that is shown. */
  shown = 0;
  #last = 0;
  /** Seconds a frame. */
  #step = 1;
  /** When the frame that is shown was due. Milliseconds. */
  #due = 0;
  /** Whether playing stops at the next frame. */
  #isStep = false;

  constructor(events: PlayerEvents) {
    this.#events = events;
    this.#speed.replaceChildren(...SPEEDS.map(([label, speed]) => new Option(label, String(speed))));
    this.#play.addEventListener('click', () => this.setPlaying(!this.isPlaying));
    elementOf('#on', HTMLButtonElement).addEventListener('click', () => {
      this.setPlaying(true);
      this.#isStep = true;
    });
    this.#scrubber.addEventListener('input', () => {
      this.setPlaying(false);
      this.seek(this.#scrubber.valueAsNumber);
    });
  }

  /** Frames from 0 to `last` are there; the track is as long as `whole` of them at least. */
  start(last: number, step: number, whole: number): void {
    this.#last = last;
    this.#step = step;
    this.#due = performance.now();
    this.#scrubber.max = String(Math.max(whole, last));
    this.seek(last);
  }

  /** The frames end elsewhere now. */
  setLast(last: number): void {
    this.#last = last;
    if (Number(this.#scrubber.max) < last) this.#scrubber.max = String(last);
    if (this.shown > last) this.seek(last);
  }

  /** Shows a frame, or the last before it. */
  seek(frame: number): void {
    this.shown = Math.min(frame, this.#last);
    this.#scrubber.value = String(this.shown);
    this.#events.show(this.shown);
    if (!this.isPlaying) this.#events.paused();
  }

  setPlaying(isPlaying: boolean): void {
    this.#isStep = false;
    if (this.isPlaying === isPlaying) return;
    this.isPlaying = isPlaying;
    this.#play.textContent = isPlaying ? 'Pause' : 'Play';
    if (!isPlaying) {
      this.#events.paused();
      return;
    }
    this.#due = performance.now();
    this.#next();
  }

  /** Hidden pages get no frames, and pause. */
  #next(): void {
    requestAnimationFrame((now) => {
      if (!this.isPlaying) return;
      this.#tick(now);
      if (this.isPlaying) this.#next();
    });
  }

  #tick(now: number): void {
    const pause = this.#isStep ? 0 : (1000 * this.#step) / Number(this.#speed.value);
    const due = this.#isStep ? 1 : Math.floor((now - this.#due) / pause);
    if (due < 1) return;
    if (this.shown === this.#last) {
      // The simulation is slower than the clock, which waits for it.
      this.#due = Math.max(this.#due, now - pause);
      this.#events.advance();
      return;
    }
    const frame = Math.min(this.shown + due, this.#last);
    this.#due = this.#isStep ? now : this.#due + (frame - this.shown) * pause;
    const isDone = this.#isStep;
    this.seek(frame);
    if (isDone) this.setPlaying(false);
  }
}
