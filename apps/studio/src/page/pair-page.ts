// The page of two bodies: holds the scene, and tells picture, panel, worker and address of every change.

import type { PenetrationStart } from 'nearmiss';
import { answerSentence, boundSentence } from './answer-sentence.ts';
import { type Body, type BodyPose, type Handle, otherSlot, SLOTS, type Slot } from './body.ts';
import { BodyCard } from './body-card.ts';
import { nameOf } from './body-name.ts';
import { middleOf, poseBeside, posesSideBySide } from './body-poses.ts';
import { fileWord, splitScale } from './body-scale.ts';
import { readStart, writeStart } from './depth-start.ts';
import { Depths } from './depths.ts';
import { elementOf } from './element.ts';
import { digestOf } from './file-digest.ts';
import { FileStore } from './file-store.ts';
import { readFiles } from './input/dropping.ts';
import { attachPairInput } from './input/pair-input.ts';
import { loadRefusal } from './load-refusal.ts';
import { type MotionPlan, readPlan, writePlan } from './motion-plan.ts';
import { Motions } from './motions.ts';
import { Notice } from './notice.ts';
import { Panel } from './panel.ts';
import { PoseHistory } from './pose-history.ts';
import { attachPresets } from './presets.ts';
import { QueryClient } from './query-client.ts';
import { QuestionTabs } from './question-tabs.ts';
import { type LinkedBody, poseRefusal, readLink, writeLink } from './scene-link.ts';
import { type SceneQuery, sceneQuery } from './share/scene-query.ts';
import { offerScene } from './share/scene-sharing.ts';
import { markPage } from './shell/shell.ts';
import { readShown, readWatched, type Show, writeShown, writeWatched } from './shown.ts';
import { Slide } from './slide.ts';
import { sourceOf } from './source-of.ts';
import { Structures } from './structures.ts';
import { Traces } from './trace/traces.ts';
import { ContactOverlay } from './view/contact-overlay.ts';
import type { Gizmo } from './view/gizmo.ts';
import { type Hit, Stage } from './view/stage.ts';
import { StageAids } from './view/stage-aids.ts';
import { TranslationOverlay } from './view/translation-overlay.ts';
import { type Segment, WitnessOverlay } from './view/witness-overlay.ts';
import type { Answer } from './worker/messages.ts';

const FIRST_WORDS: Readonly<Record<Slot, string>> = {
  a: 'shape:torus-knot',
  b: 'shape:gear',
};

type Bodies = Readonly<Record<Slot, Body>>;

/** What a link may say of the views that have choices of their own. */
interface Choices {
  readonly plan: MotionPlan;
  readonly start: PenetrationStart;
}

const NO_FACES: Readonly<Record<Slot, Uint32Array>> = { a: new Uint32Array(), b: new Uint32Array() };

function sideBySide({ a, b }: Bodies): Bodies {
  const poses = posesSideBySide(a.shape, b.shape);
  return { a: { ...a, pose: poses.a }, b: { ...b, pose: poses.b } };
}

export class PairPage {
  readonly #notice = new Notice();
  readonly #panel = new Panel();
  readonly #stage: Stage;
  readonly #client: QueryClient;
  readonly #structures: Structures;
  readonly #motions: Motions;
  readonly #depths: Depths;
  readonly #traces: Traces;
  readonly #cards: Readonly<Record<Slot, BodyCard>>;
  readonly #gizmo: Gizmo;
  /** Null until the first two are there. */
  #bodies: Bodies | null = null;
  #selected: Handle = { slot: 'b', isEnd: false };
  #answer: Answer | null = null;
  readonly #aids: StageAids;
  readonly #history = new PoseHistory({
    poses: () => this.#bodies && { a: this.#bodies.a.pose, b: this.#bodies.b.pose },
    rest: () => this.#bodies && history.replaceState(null, '', this.#link(this.#bodies)),
    restore: (poses) => {
      for (const slot of SLOTS) this.#move({ slot, isEnd: false }, poses[slot]);
    },
    finish: () => {
      if (this.#slide.finish()) this.#ask();
    },
  });
  /** Of A, by its separating translation. */
  readonly #slide = new Slide({
    move: (pose) => this.#pose('a', pose),
    stopped: () => this.#history.hold(false),
    arrived: () => this.#ask(),
  });
  readonly #files = new FileStore();
  /** Scales that a link gave to files, by name, for when they are dropped. */
  readonly #linkedScales = new Map<string, string>();

  constructor() {
    const overlays = [
      new WitnessOverlay(elementOf('#witness', SVGSVGElement), () => this.#segment()),
      new ContactOverlay(elementOf('#contacts', SVGSVGElement), () => this.#motions.touches),
      new TranslationOverlay(elementOf('#translations', SVGSVGElement), () => this.#depths.shown),
    ];
    this.#stage = new Stage(elementOf('canvas', HTMLCanvasElement), () => {
      for (const overlay of [...overlays, this.#aids]) overlay.draw(this.#stage);
      this.#structures.draw();
    });
    this.#client = new QueryClient({
      answered: (answer, isLast, show, watched) => {
        const settled = isLast && !this.#slide.isRunning;
        if (watched?.kind === 'depth') this.#depths.receive(watched.depth, settled);
        else if (watched?.kind !== 'encounter') this.#structures.receive(show, watched, settled);
        this.#receive(answer, settled);
        if (watched?.kind === 'encounter') this.#motions.receive(watched.encounter);
        this.#writeSentence();
        if (settled) this.#traces.update({ show, poses: answer.poses, motions: this.#motions.motions });
      },
      bounded: (upper) => {
        if (this.#depths.expectAtMost(upper)) this.#writeSentence(boundSentence(upper));
      },
      refused: (refusal) => {
        this.#panel.showNone();
        this.#structures.forget();
        this.#motions.forget();
        this.#depths.forget();
        this.#traces.forget();
        this.#writeSentence();
        this.#notice.show(refusal);
      },
    });
    this.#structures = new Structures(this.#stage, this.#client, () => this.#changeShow());
    this.#motions = new Motions(this.#stage, () => this.#ask());
    this.#depths = new Depths(this.#stage, {
      ask: () => this.#ask(),
      frame: () => this.#frame(false),
      slideA: (pose) => this.#slideA(pose),
    });
    this.#traces = new Traces(this.#stage, this.#client, {
      showTime: (time) => this.#motions.goTo(time),
      toggled: () => this.#history.recordSoon(),
    });
    const actions = {
      select: (slot: Slot) => this.#select({ slot, isEnd: false }),
      chooseShape: (slot: Slot, name: string) => void this.#replaceByWord(slot, `shape:${name}`, null),
      openFiles: (slot: Slot, files: readonly File[]) => this.#openFiles(slot, files),
      setScale: (slot: Slot, scale: string | null) => this.#setScale(slot, scale),
      move: (slot: Slot, pose: BodyPose) => this.#move({ slot, isEnd: false }, pose),
      hold: (isHeld: boolean) => this.#hold(isHeld),
    };
    this.#cards = { a: new BodyCard('a', actions), b: new BodyCard('b', actions) };
    this.#gizmo = this.#attachInput();
    this.#aids = new StageAids(this.#stage, this.#gizmo);
    void this.#stage.compile();
    this.#select(this.#selected);
    this.#attachTools();
    attachPresets();
    // Not location.hash: the scene that was there may have been written over it before the event arrives.
    addEventListener('hashchange', ({ newURL }) => void this.open(new URL(newURL).hash));
  }

  /** Opens the scene of a link; what the link does not say, or what cannot be had, is as on a first visit. */
  async open(hash: string): Promise<void> {
    const link = readLink(hash);
    this.#notice.hide();
    const [a, b] = await Promise.all([this.#openLinked('a', link.a), this.#openLinked('b', link.b)]);
    if (a === null || b === null) return;
    const poses = posesSideBySide(a.shape, b.shape);
    this.#structures.show(readShown(hash));
    this.#traces.isOpen = readWatched(hash);
    markPage(QuestionTabs.pageOf(this.#show));
    this.#history.clear();
    const bodies = { a: { ...a, pose: link.a.pose ?? poses.a }, b: { ...b, pose: link.b.pose ?? poses.b } };
    this.#setScene(bodies, true, { plan: readPlan(hash), start: readStart(hash) });
    const refusal = poseRefusal(hash);
    if (refusal !== null) this.#notice.add(refusal);
  }

  async #openLinked(slot: Slot, { word, digest }: LinkedBody): Promise<Omit<Body, 'pose'> | null> {
    const wanted = word ?? FIRST_WORDS[slot];
    const { scale } = splitScale(wanted);
    if (scale !== null) this.#linkedScales.set(nameOf({ word: wanted }), scale);
    return (await this.#load(slot, wanted, digest)) ?? (await this.#load(slot, FIRST_WORDS[slot]));
  }

  /** The body that a word names, or null, and the reason is shown. */
  async #load(slot: Slot, word: string, digest: string | null = null): Promise<Omit<Body, 'pose'> | null> {
    try {
      const source = await sourceOf(word, this.#files, digest);
      return { word, digest: digestOf(source), shape: await this.#client.load(slot, source) };
    } catch (error) {
      this.#notice.add(loadRefusal(word, error));
      return null;
    }
  }

  /** Whether it was replaced. With another one before it, both stand side by side as on a first visit, else it is put beside the one that stays. */
  async #replaceByWord(slot: Slot, word: string, digest: string | null, isSecond = false): Promise<boolean> {
    this.#notice.hide();
    this.#cards[slot].expect(nameOf({ word }));
    const loaded = await this.#load(slot, word, digest);
    if (this.#bodies === null) return false;
    if (loaded === null) {
      this.#cards[slot].show(this.#bodies[slot]);
      return false;
    }
    const fixed = this.#bodies[otherSlot(slot)];
    const pose = poseBeside(loaded.shape, fixed, middleOf(this.#bodies[slot]));
    const bodies = { ...this.#bodies, [slot]: { ...loaded, pose } };
    this.#select({ slot, isEnd: false });
    this.#history.clear();
    if (isSecond) this.#setScene(sideBySide(bodies), true);
    else this.#setScene(bodies, false);
    return true;
  }

  async #openFiles(slot: Slot, files: readonly File[]): Promise<void> {
    let replaced = 0;
    for (const [dropped, { name, source }] of await readFiles(slot, files)) {
      const digest = this.#files.hold(name, source);
      const word = fileWord(name, this.#linkedScales.get(name) ?? null);
      if (await this.#replaceByWord(dropped, word, digest, replaced > 0)) {
        replaced++;
        await this.#files.keep(name, source);
      } else this.#files.release(digest);
    }
  }

  /** The same file in another unit. */
  async #setScale(slot: Slot, scale: string | null): Promise<void> {
    const body = this.#bodies?.[slot];
    if (body !== undefined) await this.#replaceByWord(slot, fileWord(nameOf(body), scale), body.digest);
  }

  #setScene(bodies: Bodies, fromFront: boolean, { plan, start }: Partial<Choices> = {}): void {
    this.#slide.cancel();
    this.#bodies = bodies;
    this.#answer = null;
    this.#traces.forget();
    this.#writeSentence();
    for (const slot of SLOTS) {
      this.#stage.show(slot, bodies[slot]);
      this.#cards[slot].show(bodies[slot]);
      this.#cards[slot].showPose(bodies[slot]);
    }
    this.#motions.setScene(bodies, this.#show === 'motion', plan);
    this.#depths.setScene(bodies.a, this.#show === 'depth', start);
    this.#structures.refresh();
    this.#frame(fromFront);
    this.#ask();
  }

  #changeShow(): void {
    this.#slide.finish();
    markPage(QuestionTabs.pageOf(this.#show));
    this.#depths.setShown(this.#show === 'depth');
    const isMotion = this.#show === 'motion';
    if (isMotion !== this.#motions.isShown) {
      this.#motions.setShown(isMotion);
      this.#frame(false);
    }
    this.#motions.draw(); // without the ghosts of a depth
    this.#ask();
  }

  /** Frames all that is shown: the bodies, where they end, and where a step takes A. */
  #frame(fromFront: boolean): void {
    if (this.#bodies === null) return;
    const ends = SLOTS.flatMap((slot) => this.#motions.bodyAtEnd(slot) ?? []);
    const step = this.#depths.bodyAtStep;
    const scene = [this.#bodies.a, this.#bodies.b, ...ends, ...(step === null ? [] : [step])];
    this.#stage.frame(scene, fromFront);
    this.#aids.setScene(scene);
    this.#motions.draw();
    this.#depths.draw();
    if (this.#answer !== null) this.#light(this.#answer);
    this.#showGizmo();
  }

  #move({ slot, isEnd }: Handle, pose: BodyPose): void {
    if (this.#bodies === null) return;
    if (isEnd) {
      this.#motions.setEnd(slot, pose);
      return;
    }
    this.#slide.cancel();
    this.#pose(slot, pose);
    this.#ask();
  }

  /** Shows a body in a pose that is not asked about yet. */
  #pose(slot: Slot, pose: BodyPose): void {
    if (this.#bodies === null) return;
    const body = { ...this.#bodies[slot], pose };
    this.#bodies = { ...this.#bodies, [slot]: body };
    this.#motions.setStarts(this.#bodies);
    this.#depths.draw();
    this.#cards[slot].showPose(body);
    this.#showGizmo();
  }

  /** One step of undo, and one question, which is about the end. */
  #slideA(pose: BodyPose): void {
    if (this.#bodies === null) return;
    this.#history.hold(true);
    this.#expectAnother();
    // What touches is not known meanwhile; B stays as transparent as it is.
    this.#stage.light(NO_FACES, new Float64Array(), 'b');
    this.#slide.start(this.#bodies.a.pose, pose);
  }

  #expectAnother(): void {
    this.#panel.expectAnother();
    this.#structures.expectAnother();
    this.#depths.expectAnother();
  }

  #ask(): void {
    if (this.#bodies === null) return;
    const { a, b } = this.#bodies;
    this.#expectAnother();
    if (this.#slide.isRunning) return; // it asks at its end
    const poses = this.#motions.posesOf({ a, b });
    const { question: motions } = this.#motions;
    this.#client.ask({ poses, show: this.#show, motions, depth: this.#depths.question });
    this.#showGizmo();
    this.#history.recordSoon();
  }

  #hold(isHeld: boolean): void {
    if (isHeld) this.#slide.cancel();
    this.#depths.setHeld(isHeld);
    this.#history.hold(isHeld);
  }

  /** The handles are on the chosen body, where it is drawn as it is posed. */
  #showGizmo(): void {
    if (this.#bodies === null) return;
    const { slot, isEnd } = this.#handle;
    const shown = this.#motions.posesOf(this.#bodies)[slot];
    const body = isEnd ? this.#motions.bodyAtEnd(slot) : this.#bodies[slot];
    this.#gizmo.show(isEnd || JSON.stringify(shown) === JSON.stringify(body?.pose) ? body : null);
  }

  #writeSentence(
    text: string = this.#answer === null
      ? ''
      : answerSentence(this.#show, this.#answer, this.#depths.depth, this.#motions.encounter, this.#depths.freedBy),
  ): void {
    elementOf('#sentence', HTMLElement).textContent = text;
  }

  #receive(answer: Answer, settled: boolean): void {
    this.#answer = answer;
    this.#light(answer);
    this.#panel.show(answer, settled);
  }

  #light({ status, faces, curve }: Answer): void {
    // What B would hide of a separating translation is seen through it.
    const hiding = status === 'b-inside-a' ? 'a' : status === 'a-inside-b' || this.#depths.isDeep ? 'b' : null;
    // Where faces have colours of their own, those that touch would hide them; the curve shows where that is.
    const show = this.#show;
    this.#stage.light(show === 'answer' || show === 'touch' || show === 'motion' ? faces : NO_FACES, curve, hiding);
  }

  /** The segment to draw: that of the step shown, else the shortest; none where contacts are drawn instead. */
  #segment(): Segment | null {
    // A gap that is left by rounding, after a separating translation, is not drawn.
    if (this.#motions.isAtContact || this.#depths.isDeep || this.#depths.freedBy !== null) return null;
    const { step } = this.#structures;
    if (step !== null) return { ...step, length: step.upper };
    const { pointA = null, pointB = null, surfaceDistance = 0 } = this.#answer ?? {};
    if (pointA === null || pointB === null || surfaceDistance === 0) return null;
    return { pointA, pointB, length: surfaceDistance, cornersA: [], cornersB: [] };
  }

  #link(bodies: Bodies): string {
    const { shown } = this.#structures;
    const isMotion = shown.show === 'motion';
    const isDepth = shown.show === 'depth';
    const choices = isMotion ? writePlan(this.#motions.plan) : isDepth ? writeStart(this.#depths.start) : '';
    return writeLink(bodies) + writeShown(shown) + choices + writeWatched(this.#traces.isOpen);
  }

  get #show(): Show {
    return this.#structures.shown.show;
  }

  #select(handle: Handle): void {
    this.#selected = handle;
    for (const slot of SLOTS) this.#cards[slot].setSelected(slot === handle.slot);
    this.#showGizmo();
  }

  /** What keys move: of a body that does not move, or is not seen to, the body itself. */
  get #handle(): Handle {
    const { slot, isEnd } = this.#selected;
    return { slot, isEnd: isEnd && this.#motions.bodyAtEnd(slot) !== null };
  }

  #attachInput(): Gizmo {
    return attachPairInput(this.#stage, {
      find: (x, y) => this.#find(x, y),
      body: ({ slot, isEnd }) => (isEnd ? this.#motions.bodyAtEnd(slot) : (this.#bodies?.[slot] ?? null)),
      select: (handle) => this.#select(handle),
      move: (handle, pose) => this.#move(handle, pose),
      hold: (isHeld) => this.#hold(isHeld),
      selected: () => this.#handle,
      frame: () => this.#frame(false),
      openFiles: (slot, files) => void this.#openFiles(slot, files),
    });
  }

  #find(x: number, y: number): Hit | null {
    const hit = this.#stage.pick(x, y);
    return hit && { ...hit, isEnd: hit.isEnd || this.#motions.standsForEnd(hit.slot) };
  }

  #attachTools(): void {
    const onClick = (selector: string, action: () => void): void =>
      elementOf(selector, HTMLButtonElement).addEventListener('click', action);
    onClick('#frame', () => this.#frame(false));
    onClick('#reset', () => {
      if (this.#bodies !== null) this.#setScene(sideBySide(this.#bodies), true);
    });
    offerScene(
      { link: () => (this.#bodies === null ? location.hash : this.#link(this.#bodies)), query: () => this.#query() },
      this.#client,
    );
  }

  /** What is asked of the library, for who wants to ask it elsewhere. */
  #query(): SceneQuery {
    if (this.#bodies === null) throw new Error('There are no bodies yet.');
    return sceneQuery(this.#show, this.#bodies, this.#motions.motions, this.#depths.start);
  }
}
