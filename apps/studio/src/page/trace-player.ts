import { elementOf } from './element.ts';

/** How long a step is shown while a trace plays, and no longer than this all of them. Milliseconds. */
const STEP_TIME = 700;
const PLAYING_TIME = 15_000;

/** The buttons and the slider that lead through the steps of a trace. */
export class TracePlayer {
  readonly #root: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #play: HTMLButtonElement;
  readonly #onStep: () => void;
  #timer = 0;

  /** `root` has the buttons `.back`, `.play` and `.on`, and the slider. */
  constructor(root: HTMLElement, onStep: () => void) {
    this.#root = root;
    this.#slider = elementOf('input[type=range]', HTMLInputElement, root);
    this.#play = elementOf('.play', HTMLButtonElement, root);
    this.#onStep = onStep;
    this.#slider.addEventListener('input', () => {
      this.#pause();
      this.#onStep();
    });
    this.#play.addEventListener('click', () => (this.#timer === 0 ? this.#start() : this.#pause()));
    elementOf('.back', HTMLButtonElement, root).addEventListener('click', () => this.#walk(-1));
    elementOf('.on', HTMLButtonElement, root).addEventListener('click', () => this.#walk(1));
  }

  /** The step that is shown, counted from 0. */
  get step(): number {
    return this.#slider.valueAsNumber;
  }

  /** Another trace: the last step shown stays the last; any other stays where it is. */
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
    const stepTime = Math.min(STEP_TIME, PLAYING_TIME / Number(this.#slider.max));
    this.#timer = setInterval(() => {
      this.#goTo(this.step + 1);
      if (this.#isAtEnd) this.#pause();
    }, stepTime);
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
