// The page of dynamics: opens scenes, keeps their frames, plays them at a speed, and tells picture, charts and address.

import { Vector3 } from 'three';
import { elementOf } from '../element.ts';
import { FileSets, MISSING_FILES } from '../file-sets.ts';
import { TimeChart } from '../many/time-chart.ts';
import { Notice } from '../notice.ts';
import { writeRows } from '../rows.ts';
import { saveText } from '../save-text.ts';
import { linkValues } from '../scene-link.ts';
import { PanelTabs } from '../shell/panel-tabs.ts';
import { writeTerms } from '../shell/terms.ts';
import { DynamicsView } from '../view/dynamics-view.ts';
import { Picture } from '../view/picture.ts';
import { readTheme } from '../view/theme.ts';
import type { NamedBytes, Refusal } from '../worker/messages.ts';
import { EnergyChart } from './energy-chart.ts';
import { EXAMPLE_NAMES, FIRST_EXAMPLE, loadExample, type SceneFiles } from './examples.ts';
import type { Frame, Pull, Reply, Request, Scenery } from './messages.ts';
import { Player } from './player.ts';
import { attachPulling } from './pulling.ts';
import { attachSceneFiles, type DroppedFiles, namedFiles, sceneOf } from './scene-files.ts';
import { sentenceOf } from './sentence.ts';

const FIRST_VIEW: Vector3 = new Vector3(0.5, 0.45, 1);
const REDUCED_MOTION = matchMedia('(prefers-reduced-motion: reduce)');
/** The last step that a link can lead to: all before are made when it is opened. */
const MOST_LINKED_STEP = 2000;
const FROM_START = { step: 0, isPlaying: true };

export class DynamicsPage {
  readonly #worker = new Worker(new URL('./worker/dynamics-worker.ts', import.meta.url), { type: 'module' });
  readonly #notice = new Notice();
  readonly #picture = new Picture(elementOf('#picture canvas', HTMLCanvasElement));
  readonly #energy = new EnergyChart();
  readonly #times = new TimeChart();
  readonly #scenes: HTMLSelectElement = elementOf('#scene', HTMLSelectElement);
  readonly #counts: HTMLElement = elementOf('#counts', HTMLElement);
  readonly #player: Player;
  #view: DynamicsView | null = null;
  #scenery: Scenery | null = null;
  #frames: Frame[] = [];
  #pull: Pull | null = null;
  /** The example that is open; null for a scene from files. */
  #example: string | null = null;
  #opened: SceneFiles | null = null;
  readonly #sets = new FileSets('dynamics');
  /** Of the files that are open, or null. */
  #digest: string | null = null;
  /** Said of a link once its scene is there. */
  #said: Refusal | null = null;
  /** Whether the frames are of a recorded trajectory: there is nothing to simulate after them. */
  #isReplay = false;
  /** How the next trajectory begins. */
  #replayStart = FROM_START;
  /** For each answer that the worker owes, what is to be done before it is shown, unless it is a refusal. */
  readonly #owed: (() => void)[] = [];

  constructor() {
    this.#scenes.replaceChildren(...EXAMPLE_NAMES.map((name) => new Option(name.replaceAll('-', ' '), name)));
    this.#player = new Player({
      show: (k) => this.#show(k),
      advance: () => this.#advance(),
      paused: () => this.#writeLink(),
    });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => this.#notice.show({ code: 'worker', message }));
    this.#picture.useTheme((theme) => {
      this.#view?.setTheme(theme);
      this.#drawCharts();
    });
    new PanelTabs(['counts', 'energy', 'times'], () => this.#drawCharts());
    writeTerms(elementOf('#terms', HTMLElement), 'dynamics');
    this.#scenes.addEventListener('change', () => this.#openExample(this.#scenes.value, 0, true));
    const onClick = (selector: string, act: () => void): void =>
      elementOf(selector, HTMLButtonElement).addEventListener('click', act);
    onClick('#restart', () => this.#restart());
    onClick('#frame', () => this.#frameAll(null));
    onClick('#save', () => this.#ask({ kind: 'save' }));
    attachPulling(
      this.#picture,
      () => this.#view,
      (pull) => this.#setPull(pull),
    );
    attachSceneFiles((files) => this.#openFiles(files));
    addEventListener('hashchange', ({ newURL }) => void this.open(new URL(newURL).hash));
  }

  /** Opens what a link tells; one that leads to a step stays there. */
  async open(hash: string): Promise<void> {
    const values = linkValues(hash);
    const name = values.get('scene') ?? '';
    const step = values.get('step') ?? '';
    const isStep = /^\d{1,4}$/.test(step);
    const isPlaying = !isStep && !REDUCED_MOTION.matches;
    const linked = isStep ? Math.min(Number(step), MOST_LINKED_STEP) : 0;
    const digest = values.get('files');
    const kept = digest === null ? null : await this.#sets.find(digest);
    this.#said = digest !== null && kept === null ? MISSING_FILES : null;
    if (kept === null) this.#openExample(EXAMPLE_NAMES.includes(name) ? name : FIRST_EXAMPLE, linked, isPlaying);
    else this.#openKept(kept, digest, linked, isPlaying);
  }

  #openKept(files: readonly NamedBytes[], digest: string | null, step: number, isPlaying: boolean): void {
    const { scene, trajectory } = sceneOf(files);
    this.#openScene(scene, trajectory === null ? step : 0, isPlaying && trajectory === null, () => {
      this.#digest = digest;
    });
    if (trajectory === null) return;
    this.#ask({ kind: 'replay', text: trajectory }, () => {
      this.#digest = digest;
      this.#replayStart = { step, isPlaying };
    });
  }

  #openExample(name: string, step: number, isPlaying: boolean): void {
    this.#scenes.value = name;
    // Until it is loaded, what is shown is of the scene before.
    this.#counts.dataset.settled = 'false';
    loadExample(name).then(
      (files) =>
        this.#openScene(files, step, isPlaying, () => {
          this.#example = name;
        }),
      (error: unknown) =>
        this.#notice.show({ code: 'studio/scene', message: `${name} did not load: ${String(error)}` }),
    );
  }

  #openFiles({ scene, trajectory }: DroppedFiles): void {
    if (scene !== null) {
      this.#openScene(scene, 0, trajectory === null, () => {
        if (trajectory === null) void this.#keep(scene, null);
      });
    }
    if (trajectory === null) return;
    this.#ask({ kind: 'replay', text: trajectory }, () => {
      if (this.#opened !== null) void this.#keep(this.#opened, trajectory);
    });
  }

  /** What is open is there again after a reload. */
  async #keep(scene: SceneFiles, trajectory: string | null): Promise<void> {
    const digest = await this.#sets.keep(namedFiles(scene, trajectory));
    if (scene !== this.#opened || this.#isReplay !== (trajectory !== null)) return;
    this.#digest = digest;
    this.#writeLink();
  }

  /** `onOpened` says where the scene is from, which is from files unless it is told. */
  #openScene(files: SceneFiles, step: number, isPlaying: boolean, onOpened: () => void): void {
    this.#counts.dataset.settled = 'false';
    this.#player.setPlaying(isPlaying);
    this.#ask({ kind: 'open', ...files, step }, () => {
      this.#opened = files;
      this.#example = null;
      this.#digest = null;
      onOpened();
      this.#showSource();
    });
  }

  #showSource(): void {
    if (this.#example === null) this.#scenes.selectedIndex = -1;
    else this.#scenes.value = this.#example;
  }

  #restart(): void {
    const [example, digest] = [this.#example, this.#digest];
    if (this.#opened === null) return;
    this.#openScene(this.#opened, 0, this.#player.isPlaying, () => {
      this.#example = example;
      this.#digest = digest;
    });
  }

  /** Asks for the step after the last frame, unless another request is running. */
  #advance(): void {
    if (this.#isReplay) this.#player.setPlaying(false);
    else if (this.#owed.length === 0 && this.#scenery !== null) this.#ask({ kind: 'advance', pull: this.#pull });
  }

  /** A pull on a frame of before goes on from there. */
  #setPull(pull: Pull | null): void {
    const isBegun = this.#pull === null && pull !== null;
    this.#pull = pull;
    if (!isBegun || this.#isReplay) return;
    if (this.#player.shown < this.#frames.length - 1) this.#ask({ kind: 'rewind', step: this.#player.shown });
    this.#player.setPlaying(true);
  }

  #ask(request: Request, onAnswer: () => void = () => {}): void {
    this.#owed.push(onAnswer);
    this.#worker.postMessage(request);
  }

  #receive(reply: Reply): void {
    const onAnswer = this.#owed.shift();
    if (reply.kind !== 'refused') onAnswer?.();
    switch (reply.kind) {
      case 'refused':
        this.#player.setPlaying(false);
        this.#showSource();
        this.#notice.show(reply.refusal);
        break;
      case 'opened':
        this.#build(reply.scenery, reply.frames);
        break;
      case 'advanced':
        this.#add(reply.frame);
        break;
      case 'rewound':
        this.#frames.length = reply.step + 1;
        this.#player.setLast(reply.step);
        break;
      case 'saved':
        saveText(`${this.#example ?? 'scene'}.jsonl`, reply.text);
        break;
      case 'replayed':
        this.#replay(reply.frames);
    }
  }

  #build(scenery: Scenery, frames: readonly Frame[]): void {
    const [first] = frames;
    if (first === undefined) return;
    this.#notice.hide();
    if (this.#said !== null) this.#notice.show(this.#said);
    this.#said = null;
    this.#isReplay = false;
    this.#scenery = scenery;
    if (this.#view !== null) {
      this.#picture.scene.remove(this.#view.root);
      this.#view.dispose();
    }
    this.#view = new DynamicsView(scenery, first);
    this.#view.setTheme(readTheme());
    this.#picture.scene.add(this.#view.root);
    this.#frameAll(FIRST_VIEW);
    this.#times.start(['step and record']);
    for (const { spent } of frames.slice(1)) this.#times.add([spent]);
    this.#times.draw();
    this.#frames = [...frames];
    this.#player.start(frames.length - 1, scenery.step, Math.round(scenery.duration / scenery.step));
    this.#writeLink();
  }

  /** A frame that the worker has simulated; one of before the last rewind is of another time. */
  #add(frame: Frame): void {
    if (frame.step !== this.#frames.length) return;
    this.#frames.push(frame);
    this.#times.add([frame.spent]);
    this.#times.draw();
    this.#player.setLast(frame.step);
  }

  #replay(frames: readonly Frame[]): void {
    this.#isReplay = true;
    this.#frames = [...frames];
    const last = frames.length - 1;
    const end = frames[last]?.time ?? 0;
    this.#player.start(last, end / Math.max(last, 1), last);
    this.#player.seek(this.#replayStart.step);
    this.#player.setPlaying(this.#replayStart.isPlaying);
    this.#replayStart = FROM_START;
  }

  #drawCharts(): void {
    this.#energy.draw(this.#frames, this.#player.shown);
    this.#times.draw();
  }

  #frameAll(from: Vector3 | null): void {
    if (this.#view === null) return;
    this.#picture.lookAt(this.#view.balls, from);
    this.#picture.invalidate();
  }

  #show(k: number): void {
    const frame = this.#frames[k];
    if (frame === undefined || this.#view === null || this.#scenery === null) return;
    this.#view.show(frame);
    this.#picture.invalidate();
    this.#energy.draw(this.#frames, k);
    elementOf('#step-number', HTMLOutputElement).textContent = String(k);
    elementOf('#clock', HTMLOutputElement).textContent = `${frame.time.toFixed(3)} s`;
    elementOf('#sentence', HTMLElement).textContent = sentenceOf(frame, this.#scenery, this.#isReplay);
    const asleep = frame.asleep.reduce((sum, one) => sum + one, 0);
    const dynamicCount = this.#scenery.bodies.filter(({ kind }) => kind === 'dynamic').length;
    // A recorded trajectory tells neither impacts nor sleep.
    writeRows(elementOf('dl', HTMLElement, this.#counts), [
      ['points of contact', frame.contactCount.toLocaleString('en')],
      ['impacts in this step', this.#isReplay ? 'not recorded' : frame.impacts.toLocaleString('en')],
      ['bodies that sleep', this.#isReplay ? 'not recorded' : `${asleep} of ${dynamicCount}`],
      ['stepper', this.#isReplay ? 'recorded' : this.#scenery.stepper],
    ]);
    this.#counts.dataset.contacts = String(frame.contactCount);
    this.#counts.dataset.step = String(k);
    this.#counts.dataset.settled = 'true';
  }

  /** The address leads to the example or to files that are kept, and to the step where it is paused. */
  #writeLink(): void {
    const source = this.#digest === null ? `scene=${this.#example}` : `files=${this.#digest}`;
    if ((this.#digest === null && (this.#example === null || this.#isReplay)) || this.#frames.length === 0) return;
    const step = this.#player.isPlaying ? '' : `&step=${this.#player.shown}`;
    history.replaceState(null, '', `#${source}${step}`);
  }
}
