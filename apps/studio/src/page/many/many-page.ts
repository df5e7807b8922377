// The page of many bodies: holds the settings, goes on step by step, and tells picture, panel and address.

import { Vector3 } from 'three';
import { elementOf } from '../element.ts';
import { Notice } from '../notice.ts';
import { writeRows } from '../rows.ts';
import { linkValues } from '../scene-link.ts';
import { PanelTabs } from '../shell/panel-tabs.ts';
import { writeTerms } from '../shell/terms.ts';
import { Funnel } from '../trace/funnel.ts';
import { CrowdView } from '../view/crowd-view.ts';
import { DeformingView } from '../view/deforming-view.ts';
import { Picture } from '../view/picture.ts';
import { isSoftwareRenderer } from '../view/software-renderer.ts';
import { readTheme } from '../view/theme.ts';
import { manySentence } from './many-sentence.ts';
import type { Drawing, Frame, Reply, Request, Scenery } from './messages.ts';
import { readSettings, readStep, type SceneName, type Settings, sceneNamed, settingValues } from './settings.ts';
import { SettingsForm } from './settings-form.ts';
import { TimeChart } from './time-chart.ts';

const FIRST_VIEW: Vector3 = new Vector3(0.35, 0.42, 1);
const REDUCED_MOTION = matchMedia('(prefers-reduced-motion: reduce)');

/** While the scene plays, numbers are written no more often than this: nobody follows thirty of them a second. Milliseconds. */
const WRITING_INTERVAL = 250;

/** What counts are called where their names are those of the library. */
const LABELS: Readonly<Record<string, string>> = {
  touching: 'pairs in contact',
  begin: 'of these new',
  stay: 'as in the step before',
  end: 'no longer in contact',
  'box pairs': 'pairs whose boxes overlap',
  measured: 'pairs measured',
  asleep: 'pairs that sleep',
  'face pairs': 'pairs of faces in contact',
  cells: 'cells compared',
};

type View = CrowdView | DeformingView;

export class ManyPage {
  readonly #scene: SceneName = sceneNamed(new URLSearchParams(location.search).get('scene'));
  readonly #worker = new Worker(new URL('./worker/many-worker.ts', import.meta.url), { type: 'module' });
  readonly #notice = new Notice();
  // Hundreds of moving bodies are drawn in every frame: without a graphics card the picture is a plain one.
  readonly #picture = new Picture(elementOf('#picture canvas', HTMLCanvasElement), () => {}, isSoftwareRenderer());
  readonly #chart = new TimeChart();
  readonly #funnel = new Funnel();
  readonly #form: SettingsForm;
  readonly #counts: HTMLElement = elementOf('#counts', HTMLElement);
  readonly #play: HTMLButtonElement = elementOf('#play', HTMLButtonElement);
  #settings: Settings = readSettings(this.#scene, new URLSearchParams());
  #view: View | null = null;
  /** The newest step. */
  #frame: Frame | null = null;
  /** When numbers were written last. Milliseconds. */
  #written = Number.NEGATIVE_INFINITY;
  #isPlaying = false;
  /** Answers that the worker owes. */
  #owed = 0;

  constructor() {
    this.#form = new SettingsForm(this.#scene, (values) => this.#start(readSettings(this.#scene, values), 0));
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => this.#notice.show({ code: 'worker', message }));
    this.#picture.useTheme((theme) => {
      this.#view?.setTheme(theme);
      this.#chart.draw();
    });
    this.#picture.scene.onBeforeRender = (_renderer, _scene, camera) => {
      if (this.#view instanceof CrowdView) this.#view.prepare(camera);
    };
    const isCrowd = this.#scene === 'crowd';
    if (isCrowd) this.#counts.after(this.#funnel.root);
    new PanelTabs(isCrowd ? ['counts', 'funnel', 'times'] : ['counts', 'times'], () => this.#chart.draw());
    const onClick = (selector: string, act: () => void): void =>
      elementOf(selector, HTMLButtonElement).addEventListener('click', act);
    onClick('#play', () => this.#setPlaying(!this.#isPlaying));
    onClick('#on', () => {
      this.#setPlaying(false);
      this.#advance();
    });
    onClick('#restart', () => this.#start(this.#settings, 0));
    onClick('#frame', () => this.#frameAll(null));
    writeTerms(elementOf('#terms', HTMLElement), this.#scene);
    addEventListener('hashchange', ({ newURL }) => this.open(new URL(newURL).hash));
  }

  /** Opens what a link tells; one that leads to a step stays there. */
  open(hash: string): void {
    const values = linkValues(hash);
    const step = readStep(values);
    this.#start(readSettings(this.#scene, values), step ?? 0);
    this.#setPlaying(step === null && !REDUCED_MOTION.matches);
  }

  #start(settings: Settings, step: number): void {
    this.#settings = settings;
    this.#form.show(settingValues(settings));
    this.#counts.dataset.settled = 'false';
    if (this.#isPlaying) this.#writeLink();
    this.#ask({ kind: 'start', settings, step });
  }

  /** Asks for the next step, unless one is being made. */
  #advance(): void {
    if (this.#owed === 0) this.#ask({ kind: 'advance' });
  }

  #ask(request: Request): void {
    this.#owed++;
    this.#worker.postMessage(request);
  }

  #receive(reply: Reply): void {
    // Whatever comes before the last answer is of a scene that was left.
    if (--this.#owed > 0) return;
    if (reply.kind === 'refused') {
      this.#setPlaying(false);
      this.#notice.show(reply.refusal);
      return;
    }
    if (reply.kind === 'started') {
      this.#build(reply.scenery);
      this.#chart.start(reply.stages);
      this.#funnel.start();
      this.#written = Number.NEGATIVE_INFINITY;
    }
    this.#show(reply.frame);
    // The next step is computed while this one is drawn; hidden pages get no frames, and rest.
    if (this.#isPlaying) requestAnimationFrame(() => this.#isPlaying && this.#advance());
  }

  #build(scenery: Scenery): void {
    const isFirst = this.#view === null;
    if (this.#view !== null) {
      this.#picture.scene.remove(this.#view.root);
      this.#view.dispose();
    }
    this.#view = scenery.kind === 'crowd' ? new CrowdView(scenery) : new DeformingView(scenery);
    this.#view.setTheme(readTheme());
    this.#picture.scene.add(this.#view.root);
    if (isFirst) this.#frameAll(FIRST_VIEW);
  }

  #frameAll(from: Vector3 | null): void {
    if (this.#view === null) return;
    this.#picture.lookAt(this.#view.balls, from);
    this.#picture.invalidate();
  }

  #show(frame: Frame): void {
    const { step, counts, times, drawing } = frame;
    this.#frame = frame;
    drawInto(this.#view, drawing);
    this.#picture.invalidate();
    if (step > 0) this.#chart.add(times);
    if (drawing.kind === 'crowd') this.#addToFunnel(step, counts, drawing.touching.length);
    if (this.#isPlaying && performance.now() - this.#written < WRITING_INTERVAL) return;
    this.#write(frame);
    if (!this.#isPlaying) this.#writeLink();
  }

  /** Writes the numbers of a step, and draws its charts. */
  #write({ step, counts }: Frame): void {
    this.#written = performance.now();
    this.#chart.draw();
    this.#funnel.draw();
    const rows = Object.entries(counts);
    elementOf('#sentence', HTMLElement).textContent = manySentence(this.#scene, { step, counts });
    elementOf('#step-number', HTMLOutputElement).textContent = String(step);
    writeRows(
      elementOf('dl', HTMLElement, this.#counts),
      rows.map(([name, value]) => [LABELS[name] ?? name, value.toLocaleString('en')]),
    );
    for (const [name, value] of rows) this.#counts.setAttribute(`data-${name.replaceAll(' ', '-')}`, String(value));
    this.#counts.dataset.step = String(step);
    this.#counts.dataset.settled = 'true';
  }

  #addToFunnel(step: number, counts: Frame['counts'], bodies: number): void {
    const { touching = 0, measured = 0, asleep: sleeping = 0, 'box pairs': boxPairs = 0 } = counts;
    this.#funnel.add({ step, bodies, boxPairs, measured, sleeping, touching });
  }

  #setPlaying(isPlaying: boolean): void {
    this.#isPlaying = isPlaying;
    this.#play.textContent = isPlaying ? 'Pause' : 'Play';
    if (isPlaying) this.#advance();
    else if (this.#owed === 0) {
      if (this.#frame !== null) this.#write(this.#frame);
      this.#writeLink();
    }
  }

  /** The address leads to the settings, and to the step where the scene rests at one. */
  #writeLink(): void {
    const values = settingValues(this.#settings);
    if (!this.#isPlaying) values.set('step', String(this.#frame?.step ?? 0));
    history.replaceState(null, '', `#${values}`);
  }
}

/** A page has one scene, so its view and its drawings are of one kind, which their types do not tell. */
function drawInto(view: View | null, drawing: Drawing): void {
  if (view instanceof CrowdView && drawing.kind === 'crowd') view.show(drawing);
  else if (view instanceof DeformingView && drawing.kind === 'deforming') view.show(drawing);
}
