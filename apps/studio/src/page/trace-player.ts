import { elementOf } from './element.ts';

/** How long a step is shown while a trace plays. Milliseconds. */
const STEP_TIME = 700;

/** The buttons and the slider that lead through the steps of a trace. */
export class TracePlayer {
  readonly #root: HTMLElement = elementOf('#player', HTMLElement);
  readonly #slider: HTMLInputElement = elementOf('#step', HTMLInputElement);
  readonly #play: HTMLButtonElement = elementOf('#play', HTMLButtonElement);
  readonly #onStep: () => void;
  #timer = 0;

  constructor(onStep: () => void) {
    this.#onStep = onStep;
    this.#slider.addEventListener('input', () => {
      this.#pause();
      this.#onStep();
    });
    this.#play.addEventListener('click', () => (this.#timer === 0 ? this.#start() : this.#pause()));
    elementOf('#back', HTMLButtonElement).addEventListener('click', () => this.#walk(-1));
    elementOf('#on', HTMLButtonElement).addEventListener('click', () => this.#walk(1));
  }

  /** The step that is shown, counted from 0. */
  get step(): number {
    return this.#slider.valueAsNumber;
  }

  /** Another trace: who looks at its end goes on looking at the end, who looks elsewhere stays. */
  show(stepCount: number): void {
    const isAtEnd = this.#root.hidden || this.#isAtEnd;
    this.#root.hidden = false;
    this.#slider.max = String(stepCount - 1);
    if (isAtEnd && this.#timer === 0) this.#slider.value = this.#slider.max;
  }

  hide(): void {
    this.#pause();
    this.#root.hidden = true;
  }

  get #isAtEnd(): boolean {
    return this.#slider.value === this.#slider.max;
  }

  #walk(steps: number): void {
    this.#pause();
    this.#goTo(this.step + steps);
  }

  #start(): void {
    if (this.#isAtEnd) this.#goTo(0);
    this.#play.textContent = 'Pause';
    this.#timer = setInterval(() => {
      this.#goTo(this.step + 1);
      if (this.#isAtEnd) this.#pause();
    }, STEP_TIME);
  }

  #pause(): void {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#play.textContent = 'Play';
  }

  #goTo(step: number): void {
    this.#slider.value = String(step); // kept between the ends by the slider
    this.#onStep();
  }
}
