// The page of medial axes: holds the scene and tells picture, panel, workers and address of every change.

import { type Body, type BodyPose, type Handle, SLOTS, type Slot } from '../body.ts';
import { BodyCard } from '../body-card.ts';
import { nameOf } from '../body-name.ts';
import { posesSideBySide } from '../body-poses.ts';
import { elementOf } from '../element.ts';
import { digestOf } from '../file-digest.ts';
import { FileStore } from '../file-store.ts';
import { attachDragging } from '../input/dragging.ts';
import { attachDropping, readFiles } from '../input/dropping.ts';
import { attachNudging, handleNamed } from '../input/nudging.ts';
import { loadRefusal } from '../load-refusal.ts';
import { Notice } from '../notice.ts';
import { RefusedError } from '../query-client.ts';
import { poseRefusal } from '../scene-link.ts';
import { PanelTabs } from '../shell/panel-tabs.ts';
import { sourceOf } from '../source-of.ts';
import { MedialView } from '../view/medial-view.ts';
import { Stage } from '../view/stage.ts';
import { readTheme } from '../view/theme.ts';
import { Wipe } from '../view/wipe.ts';
import { type Segment, WitnessOverlay } from '../view/witness-overlay.ts';
import type { Source } from '../worker/messages.ts';
import { Approach, type Bodies } from './approach.ts';
import { AxisCard } from './axis-card.ts';
import { AxisClient } from './axis-client.ts';
import { AxisControls } from './axis-controls.ts';
import { ContactCard } from './contact-card.ts';
import { ContactClient } from './contact-client.ts';
import { type MedialLink, readMedialLink, writeMedialLink } from './medial-link.ts';
import type { ContactAnswer, MadeAxis } from './messages.ts';

const FIRST_WORD = 'shape:gear';
const EMPTY: MedialLink = readMedialLink('');

/** How long poses have to rest before the address is written: browsers allow it a few times a second only. */
const WRITE_LINK_AFTER = 250;

/** Where a body comes from that is there or being loaded. */
interface Origin {
  /** As the worker knows it. */
  readonly number: number;
  readonly word: string;
  readonly digest: string | null;
  readonly source: Source;
  /** Whether it was dropped or chosen just now. */
  readonly isGiven: boolean;
  /** The link that led to it, for where it stands. */
  readonly link: MedialLink;
}

export class MedialPage {
  readonly #notice = new Notice();
  readonly #controls = new AxisControls(() => {
    this.#applyShown();
    this.#writeLinkSoon();
  });
  readonly #axisCard: AxisCard;
  readonly #contactCard = new ContactCard();
  readonly #bodyCard: BodyCard;
  readonly #stage: Stage;
  readonly #axisClient: AxisClient;
  readonly #contactClient: ContactClient;
  readonly #files = new FileStore();
  readonly #wipe = new Wipe();
  readonly #divider: HTMLElement = elementOf('#divider', HTMLElement);
  #bodyCount = 0;
  /** The body wished for last. */
  #wished: Origin | null = null;
  /** The body that is there, and the axis of it. */
  #origin: Origin | null = null;
  #made: MadeAxis | null = null;
  #approach: Approach | null = null;
  #views: readonly MedialView[] = [];
  #primitives: number = EMPTY.primitives;
  #samples: number = EMPTY.samples;
  #selected: Slot = 'b';
  #answer: ContactAnswer | null = null;
  #linkTimer = 0;

  constructor() {
    const overlay = new WitnessOverlay(elementOf('#witness', SVGSVGElement), () => this.#segment());
    this.#stage = new Stage(elementOf('canvas', HTMLCanvasElement), () => {
      overlay.draw(this.#stage);
      // The planes of the wipe go with the camera; they are used from the next frame on.
      const { wipe } = this.#controls.shown;
      if (wipe > 0 && this.#wipe.aim(this.#stage.camera, wipe)) this.#stage.invalidate();
    });
    this.#stage.useTheme((theme) => {
      for (const view of this.#views) view.setTheme(theme);
    });
    this.#axisClient = new AxisClient({
      progressed: (done) => this.#axisCard.setProgress(done),
      made: (axis) => this.#receiveAxis(axis),
      recorded: (curve) => this.#axisCard.showCurve(curve),
      refused: (refusal) => this.#refuse(this.#wished?.word ?? FIRST_WORD, new RefusedError(refusal)),
    });
    this.#contactClient = new ContactClient({
      answered: (answer, settled) => this.#receive(answer, settled),
      refused: (refusal) => {
        this.#contactCard.showNone();
        this.#notice.show(refusal);
      },
    });
    this.#axisCard = new AxisCard({
      setPrimitives: (primitives) => {
        this.#primitives = primitives;
        this.#make();
      },
      setSamples: (samples) => {
        this.#samples = samples;
        this.#make();
      },
    });
    this.#bodyCard = new BodyCard('a', {
      select: (slot) => this.#select(slot),
      chooseShape: (_slot, name) => void this.#wish(`shape:${name}`, EMPTY),
      openFiles: (_slot, files) => void this.#openFiles(files),
      move: () => {}, // its card has no fields for a pose
    });
    new PanelTabs(['axis', 'answer']);
    this.#select(this.#selected);
    this.#attachHands();
    addEventListener('hashchange', ({ newURL }) => void this.open(new URL(newURL).hash));
  }

  /** Opens the scene of a link; what the link does not say, or what cannot be had, is as on a first visit. */
  async open(hash: string): Promise<void> {
    const link = readMedialLink(hash);
    this.#primitives = link.primitives;
    this.#samples = link.samples;
    this.#controls.choose(link.enclosure);
    this.#applyShown();
    await this.#wish(link.word ?? FIRST_WORD, link);
    const refusal = poseRefusal(hash);
    if (refusal !== null) this.#notice.add(refusal);
  }

  /** Wishes for another body; it replaces the one that is there once it has an axis. */
  async #wish(word: string, link: MedialLink, given?: Source): Promise<void> {
    this.#notice.hide();
    try {
      const source = given ?? (await sourceOf(word, this.#files, link.digest));
      const digest = digestOf(source);
      this.#wished = { number: ++this.#bodyCount, word, digest, source, link, isGiven: given !== undefined };
      this.#bodyCard.expect(nameOf({ word }));
      this.#make();
    } catch (error) {
      this.#refuse(word, error);
    }
  }

  async #openFiles(files: readonly File[]): Promise<void> {
    const file = (await readFiles('a', files)).get('a');
    if (file !== undefined) await this.#wish(`file:${file.name}`, EMPTY, file.source);
  }

  /** Asks for the axis of the body wished for; one that is being made is given up. */
  #make(): void {
    if (this.#wished === null) return;
    const { number, source } = this.#wished;
    this.#axisCard.expect(this.#primitives, this.#samples);
    this.#axisClient.make({ body: number, source, primitives: this.#primitives, samples: this.#samples });
  }

  /** What was wished for cannot be had: what is there stays. */
  #refuse(word: string, error: unknown): void {
    const refusal = loadRefusal(word, error);
    this.#notice.show(refusal);
    this.#wished = this.#origin;
    if (this.#made !== null && this.#approach !== null) {
      this.#primitives = this.#made.wish.primitives;
      this.#samples = this.#made.wish.samples;
      this.#bodyCard.show(this.#approach.bodies.a);
      this.#axisCard.expect(this.#primitives, this.#samples);
      this.#axisCard.show(this.#made);
    } else if (word !== FIRST_WORD) {
      void this.#wish(FIRST_WORD, EMPTY).then(() => this.#notice.add(refusal));
    }
  }

  #receiveAxis(made: MadeAxis): void {
    const wished = this.#wished;
    if (wished === null || wished.number !== made.wish.body) return; // of a body that is not wished for any more
    this.#made = made;
    this.#contactClient.use(made.model);
    this.#axisCard.show(made);
    if (wished !== this.#origin) {
      this.#setScene(wished, wished.link, made);
      const { word, source, isGiven } = wished;
      if (isGiven && source.kind === 'file') void this.#files.keep(nameOf({ word }), source);
    }
    this.#origin = wished;
    this.#approach?.forget();
    this.#answer = null;
    for (const view of this.#views) view.dispose();
    this.#views = SLOTS.map((slot) => {
      const view = new MedialView(slot, made.drawn);
      view.setTheme(readTheme());
      this.#stage.fill(slot, view.root);
      return view;
    });
    this.#applyShown();
    this.#ask();
  }

  #setScene({ word, digest }: Origin, link: MedialLink, { shape }: MadeAxis): void {
    const poses = posesSideBySide(shape, shape);
    const bodies = {
      a: { word, digest, shape, pose: link.poses.a ?? poses.a },
      b: { word, digest, shape, pose: link.poses.b ?? poses.b },
    };
    this.#approach ??= new Approach(bodies, () => this.#ask());
    this.#approach.setScene(bodies, link.end, link.time);
    for (const slot of SLOTS) this.#stage.show(slot, bodies[slot]);
    this.#bodyCard.show(bodies.a);
    this.#stage.frame([bodies.a, bodies.b], true);
  }

  #move(slot: Slot, pose: BodyPose): void {
    this.#approach?.setPose(slot, pose);
    this.#ask();
  }

  /** Poses the bodies as they are now, and asks about them. */
  #ask(): void {
    const approach = this.#approach;
    if (approach === null) return;
    const { bodies, question: motions } = approach;
    for (const slot of SLOTS) this.#stage.pose(slot, bodies[slot]);
    this.#contactCard.expectAnother();
    this.#contactClient.ask({ poses: { a: bodies.a.pose, b: bodies.b.pose }, motions });
    this.#writeLinkSoon();
  }

  #receive(answer: ContactAnswer, settled: boolean): void {
    this.#answer = answer;
    for (const view of this.#views) view.light(answer);
    this.#stage.invalidate();
    const { encounter } = answer;
    const isAsked = encounter !== null && this.#approach?.receive(encounter) === true;
    this.#contactCard.show(answer, this.#approach?.encounter ?? null, settled && !isAsked);
  }

  #applyShown(): void {
    const { shown } = this.#controls;
    const isWiped = shown.wipe > 0;
    for (const view of this.#views) {
      view.show(isWiped ? { ...shown, surface: false } : shown);
      view.clip(isWiped ? [this.#wipe.right] : []);
    }
    const surface = shown.enclosure === 'enclosing' || isWiped ? 'solid' : 'glass';
    this.#stage.setSurfaces(shown.surface || isWiped ? surface : 'hidden');
    this.#stage.clipSurfaces(isWiped ? [this.#wipe.left] : []);
    this.#divider.hidden = !isWiped;
    this.#divider.style.left = `${100 * shown.wipe}%`;
    if (isWiped) this.#wipe.aim(this.#stage.camera, shown.wipe);
  }

  /** The shortest segment between the enclosures, else between the bodies. */
  #segment(): Segment | null {
    const { medial, exact } = this.#answer ?? {};
    for (const apart of [medial, exact]) {
      const { pointA = null, pointB = null, lower = 0 } = apart ?? {};
      if (pointA !== null && pointB !== null && lower > 0) {
        return { pointA, pointB, length: lower, cornersA: [], cornersB: [] };
      }
    }
    return null;
  }

  #writeLinkSoon(): void {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = setTimeout(() => {
      if (this.#origin === null || this.#approach === null) return;
      const { plan, start } = this.#approach;
      const link = writeMedialLink({
        word: this.#origin.word,
        digest: this.#origin.digest,
        primitives: this.#primitives,
        samples: this.#samples,
        enclosure: this.#controls.shown.enclosure,
        poses: start,
        end: plan.ends.b,
        time: plan.time,
      });
      history.replaceState(null, '', link);
    }, WRITE_LINK_AFTER);
  }

  #select(slot: Slot): void {
    this.#selected = slot;
    this.#bodyCard.setSelected(slot === 'a');
  }

  #attachHands(): void {
    const turn = elementOf('input[name=mode][value=turn]', HTMLInputElement);
    const hand = {
      find: (x: number, y: number) => this.#stage.pick(x, y),
      body: ({ slot }: Handle): Body | null => this.#approach?.bodies[slot] ?? null,
      select: ({ slot }: Handle) => this.#select(slot),
      move: ({ slot }: Handle, pose: BodyPose) => this.#move(slot, pose),
      turns: () => turn.checked,
    };
    attachDragging(this.#stage, hand);
    const selected = (): Handle => ({ slot: this.#selected, isEnd: false });
    attachNudging(elementOf('#picture', HTMLElement), this.#stage, hand, selected, handleNamed);

    const aim = elementOf('#aim', HTMLElement);
    elementOf('p', HTMLElement, aim).textContent = 'Drop to replace the body';
    attachDropping(
      document.body,
      () => 'a',
      (slot) => {
        if (slot === null) delete aim.dataset.slot;
        else aim.dataset.slot = slot;
      },
      (_slot, files) => void this.#openFiles(files),
    );

    const onClick = (selector: string, action: (bodies: Bodies) => void): void =>
      elementOf(selector, HTMLButtonElement).addEventListener('click', () => {
        if (this.#approach !== null) action(this.#approach.bodies);
      });
    onClick('#frame', ({ a, b }) => {
      this.#stage.frame([a, b], false);
      this.#ask();
    });
    onClick('#reset', () => {
      if (this.#origin === null || this.#made === null) return;
      this.#setScene(this.#origin, EMPTY, this.#made);
      this.#ask();
    });
  }
}
