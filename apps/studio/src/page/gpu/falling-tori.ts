// The scene of medial bodies on the page of the GPU: tori fall on a spider, and every step is told which two bodies touch next.

import { Vector3 } from 'three';
import { loadExample } from '../dynamics/examples.ts';
import type { Frame, Scenery } from '../dynamics/messages.ts';
import { elementOf } from '../element.ts';
import { grouped } from '../grouped.ts';
import { writeRows } from '../rows.ts';
import { DynamicsView } from '../view/dynamics-view.ts';
import type { Picture } from '../view/picture.ts';
import { readTheme } from '../view/theme.ts';
import type { Costs } from './costs.ts';
import { PROCESSORS, type Processor } from './map-settings.ts';
import { median } from './median.ts';
import type { Request, ToriStep } from './messages.ts';

/** Those of packages/dynamics/scenes with medial bodies; the first is the paper's, with a generated spider. */
const SCENES: Readonly<Record<string, string>> = {
  'spider-medial': 'onto a spider',
  'falling-tori-medial': 'past a chain',
};
const [FIRST_SCENE = ''] = Object.keys(SCENES);
const FIRST_VIEW: Vector3 = new Vector3(0.5, 0.45, 1);
const REDUCED_MOTION = matchMedia('(prefers-reduced-motion: reduce)');
/** The last step that a link can lead to: all before are made when it is opened. */
const MOST_LINKED_STEP = 2000;
/** Steps whose times are told of. */
const RECENT = 40;

export class FallingTori {
  readonly #picture: Picture;
  readonly #costs: Costs;
  readonly #ask: (request: Request) => void;
  readonly #onPause: () => void;
  readonly #play: HTMLButtonElement = elementOf('#play', HTMLButtonElement);
  readonly #root: HTMLElement = elementOf('#tori', HTMLElement);
  #view: DynamicsView | null = null;
  #scenery: Scenery | null = null;
  #on: Processor = 'cpu';
  #isShown = false;
  #isPlaying = false;
  /** Whether the worker owes a step. */
  #isOwed = false;
  #last: ToriStep | null = null;
  /** The step to begin with, and whether a link has named it. */
  #start = 0;
  #isLinked = false;
  readonly #scenes: HTMLSelectElement = elementOf('#scene', HTMLSelectElement);
  readonly #spent: Record<Processor, number[]> = { gpu: [], cpu: [] };
  #steps: number[] = [];

  constructor(picture: Picture, costs: Costs, ask: (request: Request) => void, onPause: () => void) {
    this.#picture = picture;
    this.#costs = costs;
    this.#ask = ask;
    this.#onPause = onPause;
    this.#scenes.replaceChildren(...Object.entries(SCENES).map(([name, text]) => new Option(text, name)));
    this.#scenes.addEventListener('change', () => this.#restart());
    this.#play.addEventListener('click', () => this.#setPlaying(!this.#isPlaying));
    elementOf('#on-step', HTMLButtonElement).addEventListener('click', () => {
      this.#setPlaying(false);
      this.#advance();
    });
    elementOf('#restart', HTMLButtonElement).addEventListener('click', () => this.#restart());
  }

  /** The scene and the step that is shown, or is to be, as a part of a link. */
  get link(): string {
    return `scene=${this.#scenes.value}&step=${this.#last?.frame.step ?? this.#start}`;
  }

  /** Those of a link: the scene stays at the step. */
  setStart(scene: string, text: string): void {
    this.#scenes.value = scene in SCENES ? scene : FIRST_SCENE;
    this.#isLinked = /^\d{1,4}$/.test(text);
    this.#start = this.#isLinked ? Math.min(Number(text), MOST_LINKED_STEP) : 0;
  }

  show(processor: Processor): void {
    this.#isShown = true;
    this.#on = processor;
    this.#costs.start('first contacts', 'elementary pairs/s');
    if (this.#view !== null) {
      this.#view.root.visible = true;
      this.#showCosts();
      this.frameAll(FIRST_VIEW);
      this.#tell();
    } else void this.#open();
  }

  hide(): void {
    this.#isShown = false;
    this.#setPlaying(false);
    if (this.#view !== null) this.#view.root.visible = false;
  }

  /** The same step is asked about by the other processor with the next step. */
  setProcessor(processor: Processor): void {
    this.#on = processor;
  }

  setTheme(): void {
    this.#light();
  }

  frameAll(from: Vector3 | null): void {
    if (this.#view !== null) this.#picture.lookAt(this.#view.balls, from);
  }

  build(scenery: Scenery, first: Frame, step: ToriStep): void {
    if (this.#view !== null) {
      this.#picture.scene.remove(this.#view.root);
      this.#view.dispose();
    }
    this.#scenery = scenery;
    this.#view = new DynamicsView(scenery, first);
    this.#view.setTheme(readTheme());
    this.#view.root.visible = this.#isShown;
    this.#picture.scene.add(this.#view.root);
    if (this.#isShown) this.frameAll(FIRST_VIEW);
    this.add(step);
    if (!this.#isLinked && !REDUCED_MOTION.matches && this.#isShown) this.#setPlaying(true);
  }

  add(step: ToriStep): void {
    this.#isOwed = false;
    this.#last = step;
    const { frame, forecast } = step;
    this.#view?.show(frame);
    this.#light();
    const kept = this.#spent[forecast.on];
    kept.push(forecast.spent);
    if (kept.length > RECENT) kept.shift();
    if (frame.spent > 0) this.#steps = [...this.#steps.slice(1 - RECENT), frame.spent];
    this.#picture.invalidate();
    if (!this.#isShown) return;
    this.#showCosts();
    this.#tell();
    if (!this.#isPlaying) this.#onPause();
  }

  #tell(): void {
    if (this.#last === null || this.#scenery === null) return;
    const { frame, forecast } = this.#last;
    const nameOf = (k: number): string => this.#scenery?.bodies[k]?.id ?? '';
    const { next, contacts, pairs, elementary, horizon } = forecast;
    elementOf('#sentence', HTMLElement).textContent =
      next === null
        ? `If all bodies go on as they move now, no other two touch within ${Math.round(1000 * horizon)} ms.`
        : `If all bodies go on as they move now, ${nameOf(next.a)} and ${nameOf(next.b)} touch next, in ${(1000 * next.seconds).toFixed(1)}\u00a0ms.`;
    elementOf('#clock', HTMLOutputElement).textContent = `${frame.time.toFixed(2)} s`;
    writeRows(elementOf('dl', HTMLElement, this.#root), [
      ['step', grouped(frame.step)],
      ['pairs of bodies asked about', grouped(pairs)],
      ['of them in contact', grouped(contacts)],
      ['elementary pairs', grouped(elementary)],
      ['a step of the simulation (CPU)', `${median(this.#steps).toFixed(1)} ms`],
    ]);
    Object.assign(this.#root.dataset, {
      ...{ step: String(frame.step), on: forecast.on, pairs: String(pairs), elementary: String(elementary) },
      ...{ contacts: String(contacts), seconds: String(next?.seconds ?? '') },
      next: next === null ? '' : `${nameOf(next.a)} ${nameOf(next.b)}`,
      settled: String(!this.#isOwed),
    });
  }

  #showCosts(): void {
    const elementary = this.#last?.forecast.elementary ?? 0;
    for (const processor of PROCESSORS) {
      const kept = this.#spent[processor];
      const spent = kept.length === 0 ? null : median(kept);
      const rate = spent === null ? '' : grouped(Number((elementary / (spent / 1000)).toPrecision(2)));
      this.#costs.show(processor, spent, rate);
    }
    elementOf('.verdict', HTMLElement, this.#root).textContent = this.#verdict();
  }

  /** Says plainly which is faster here. */
  #verdict(): string {
    const { gpu, cpu } = this.#spent;
    if (gpu.length === 0 || cpu.length === 0) {
      const other = this.#costs.hasGpu ? ' Choose the other one to compare.' : '';
      return `The simulation steps on the CPU; only the first contacts are asked of the processor that is chosen above.${other}`;
    }
    const ratio = median(gpu) / median(cpu);
    return ratio > 1
      ? `At this size the CPU is ${ratio.toFixed(1)} times as fast: its tree of the medial axis leaves few pairs to test, and a submission to a GPU has a cost of its own.`
      : `The GPU is ${(1 / ratio).toFixed(1)} times as fast here.`;
  }

  #light(): void {
    const next = this.#last?.forecast.next ?? null;
    const theme = readTheme();
    this.#view?.setTheme(theme);
    if (next !== null) this.#view?.light([next.a, next.b], theme.touch);
  }

  /** From the first step on, and it plays. */
  #restart(): void {
    this.#start = 0;
    this.#isLinked = false;
    for (const processor of PROCESSORS) this.#spent[processor].length = 0;
    this.#steps = [];
    void this.#open();
  }

  async #open(): Promise<void> {
    this.#setPlaying(false);
    this.#isOwed = true;
    this.#root.dataset.settled = 'false';
    const files = await loadExample(this.#scenes.value);
    this.#ask({ kind: 'open', ...files, step: this.#start, on: this.#on });
  }

  #setPlaying(isPlaying: boolean): void {
    if (isPlaying === this.#isPlaying) return;
    this.#isPlaying = isPlaying;
    this.#play.textContent = isPlaying ? 'Pause' : 'Play';
    if (isPlaying) this.#next();
    else if (this.#isShown) this.#onPause();
  }

  /** One step for each picture at most. Hidden pages get no frames, and pause. */
  #next(): void {
    requestAnimationFrame(() => {
      if (!this.#isPlaying) return;
      this.#advance();
      this.#next();
    });
  }

  #advance(): void {
    if (this.#isOwed || this.#view === null) return;
    this.#isOwed = true;
    this.#root.dataset.settled = 'false';
    this.#ask({ kind: 'advance', on: this.#on });
  }
}
