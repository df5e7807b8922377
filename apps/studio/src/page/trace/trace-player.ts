// The controls of a trace: a caption, buttons to rewind, step and play, and a slider over all steps.

/** How long a step is shown while a trace plays, and no longer than this all of them. Milliseconds. */
const STEP_TIME = 700;
const PLAYING_TIME = 15_000;
/** A timer that fires more often than frames are drawn skips steps instead. Milliseconds. */
const LEAST_TIME = 40;

export class TracePlayer {
  readonly #root: HTMLElement;
  readonly #caption = document.createElement('span');
  readonly #count = document.createElement('output');
  readonly #slider = document.createElement('input');
  readonly #play: HTMLButtonElement;
  readonly #onStep: () => void;
  readonly #playText: string;
  #timer = 0;

  /** Fills `root`, a fieldset with a legend; what it holds besides comes after the controls. `label` names the slider. */
  constructor(root: HTMLElement, label: string, onStep: () => void, playText = 'Play') {
    this.#root = root;
    this.#onStep = onStep;
    this.#playText = playText;
    this.#slider.type = 'range';
    this.#slider.min = '0';
    this.#slider.max = '0';
    this.#slider.ariaLabel = label;
    this.#slider.addEventListener('input', () => {
      this.#pause();
      this.#onStep();
    });
    this.#play = button('play', playText, null, () => (this.#timer === 0 ? this.#start() : this.#pause()));
    const text = document.createElement('p');
    text.className = 'caption';
    const swatch = document.createElement('i');
    swatch.className = 'swatch';
    text.append(swatch, this.#caption, this.#count);
    const controls = document.createElement('div');
    controls.className = 'controls';
    controls.append(
      button('rewind', '«', 'Back to the first step', () => this.#walk(-Infinity)),
      button('back', '‹', 'One step back', () => this.#walk(-1)),
      this.#play,
      button('on', '›', 'One step on', () => this.#walk(1)),
      this.#slider,
    );
    root.classList.add('trace-player');
    const legend = root.querySelector('legend');
    if (legend === null) root.prepend(text, controls);
    else legend.after(text, controls);
  }

  /** The step that is shown, counted from 0. */
  get step(): number {
    return this.#slider.valueAsNumber;
  }

  /** Another trace: who is at its end stays at the end, who is elsewhere stays there. */
  show(stepCount: number): void {
    const isAtEnd = this.#root.hidden || this.#isAtEnd;
    this.#root.hidden = false;
    this.#slider.max = String(stepCount - 1);
    if (isAtEnd && this.#timer === 0) this.#slider.value = this.#slider.max;
  }

  /** Says what the step shown is; `kind` selects its colour. */
  say(caption: string, kind: string): void {
    this.#root.dataset.kind = kind;
    this.#caption.textContent = caption;
    this.#count.textContent = `${this.step + 1} of ${Number(this.#slider.max) + 1}`;
    this.#slider.ariaValueText = caption;
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
    const stride = Math.max(1, Math.round(LEAST_TIME / stepTime));
    this.#timer = window.setInterval(() => {
      this.#goTo(this.step + stride);
      if (this.#isAtEnd) this.#pause();
    }, stride * stepTime);
  }

  #pause(): void {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#play.textContent = this.#playText;
  }

  #goTo(step: number): void {
    this.#slider.value = String(Math.max(0, Math.min(Number(this.#slider.max), step)));
    this.#onStep();
  }
}

function button(name: string, text: string, label: string | null, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = name;
  made.textContent = text;
  if (label !== null) {
    made.ariaLabel = label;
    made.title = label;
  }
  made.addEventListener('click', act);
  return made;
}
