import { elementOf } from './element.ts';
import type { Encounter } from './worker/messages.ts';

/** How long a motion plays. Milliseconds. */
const PLAYING_TIME = 4000;

/** The time of a motion under the picture: a slider whose track tells what is proven of which time. */
export class Timeline {
  readonly #root: HTMLElement = elementOf('#timeline', HTMLElement);
  readonly #slider: HTMLInputElement = elementOf('#time', HTMLInputElement);
  readonly #play: HTMLButtonElement = elementOf('#run', HTMLButtonElement);
  readonly #output: HTMLOutputElement = elementOf('#timeline output', HTMLOutputElement);
  readonly #onTime: (time: number | null) => void;
  /** The request of the next frame while it plays, else 0. */
  #frame = 0;
  #isFollowing = false;

  /** `onTime`: another time is to be shown, or, with null, that of the contact. */
  constructor(onTime: (time: number | null) => void) {
    this.#onTime = onTime;
    this.#slider.addEventListener('input', () => {
      this.pause();
      this.#onTime(this.#slider.valueAsNumber);
    });
    this.#play.addEventListener('click', () => (this.#frame === 0 ? this.#start() : this.pause()));
    elementOf('#to-contact', HTMLButtonElement).addEventListener('click', () => {
      this.pause();
      this.#onTime(null);
    });
  }

  hide(): void {
    this.pause();
    this.#root.hidden = true;
  }

  /** `isFollowing`: it is that of the contact because that is what is shown. */
  showTime(time: number, isFollowing: boolean): void {
    this.#isFollowing = isFollowing;
    this.#root.hidden = false;
    this.#slider.value = String(time);
    this.#output.textContent = time.toFixed(4);
  }

  /** Marks what is proven: free before `lower`, touching by `upper`; what is in between, or what follows, is open. */
  mark(encounter: Pick<Encounter, 'status' | 'lower' | 'upper'> | null): void {
    const { status = '', lower = 0, upper = null } = encounter ?? {};
    this.#root.dataset.status = status;
    this.#root.style.setProperty('--free', String(lower));
    this.#root.style.setProperty('--open', String(encounter === null ? 0 : (upper ?? 1)));
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#play.textContent = 'Play';
  }

  #start(): void {
    // On from where the slider was put, but from the beginning if that is the end.
    const from = this.#isFollowing ? 0 : this.#slider.valueAsNumber % 1;
    const start = performance.now();
    const step = (now: number): void => {
      const time = Math.min(1, from + Math.max(0, now - start) / PLAYING_TIME);
      if (time === 1) this.pause();
      else this.#frame = requestAnimationFrame(step);
      this.#onTime(time);
    };
    this.#play.textContent = 'Pause';
    this.#frame = requestAnimationFrame(step);
  }
}
