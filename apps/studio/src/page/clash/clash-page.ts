// The page of clashes: opens sets, results and decisions, and tells picture, list and card.

import type { Clash } from '@nearmiss/clash';
import { Raycaster, Vector3 } from 'three';
import { elementOf } from '../element.ts';
import { FileSets, MISSING_FILES } from '../file-sets.ts';
import { attachGivenFiles } from '../input/given-files.ts';
import { Notice } from '../notice.ts';
import { saveText } from '../save-text.ts';
import { linkValues } from '../scene-link.ts';
import { writeTerms } from '../shell/terms.ts';
import { AssemblyView } from '../view/assembly-view.ts';
import { ClashOverlay } from '../view/clash-overlay.ts';
import { type Ball, Picture } from '../view/picture.ts';
import { readTheme } from '../view/theme.ts';
import type { NamedBytes } from '../worker/messages.ts';
import { ClashCard } from './clash-card.ts';
import { ClashList } from './clash-list.ts';
import { isUnsure, sizeText, summarySentence } from './clash-sentence.ts';
import { changeText, Decided, type DecidedChange } from './decided.ts';
import { ElementNumbers, keyOf } from './element-numbers.ts';
import { keepDecided, keptDecided } from './kept-decisions.ts';
import type { DrawnAssembly, Reply, Request } from './messages.ts';
import { Section } from './section.ts';

const FIRST_VIEW: Vector3 = new Vector3(0.55, 0.5, 1);
/** A clash is seen with this much of its surroundings, in the radius of its region. */
const SURROUNDINGS = 2.5;
/** A region that is smaller is seen as if it had this radius, in that of the assembly. */
const LEAST_RADIUS = 0.03;
/** A press that moves farther is a drag. CSS pixels. */
const CLICK = 4;

export class ClashPage {
  readonly #notice = new Notice();
  readonly #overlay = new ClashOverlay();
  readonly #picture = new Picture(elementOf('#picture canvas', HTMLCanvasElement), () => this.#overlay.draw(this));
  readonly #decided = new Decided();
  readonly #list: ClashList;
  readonly #card: ClashCard;
  readonly #section: Section;
  readonly #isolate: HTMLButtonElement = elementOf('#isolate', HTMLButtonElement);
  readonly #progress: HTMLProgressElement = elementOf('#progress', HTMLProgressElement);
  #worker: Worker | null = null;
  #view: AssemblyView | null = null;
  #assembly: DrawnAssembly | null = null;
  #numbers = new ElementNumbers([]);
  #chosen: Clash | null = null;
  /** Whether the result was made from the files that are shown. */
  #isOfFiles = true;
  /** What the last file of decisions changed. */
  #change: DecidedChange | null = null;
  /** Whether a link meant files that are not here. */
  #missing = false;
  readonly #sets = new FileSets('clash');
  /** Of the files that are shown; null for the example. */
  #digest: string | null = null;

  constructor() {
    this.#list = new ClashList(this.#decided, { choose: (clash) => this.#choose(clash), filtered: () => this.#show() });
    this.#card = new ClashCard(this.#decided, () => this.#decide());
    this.#section = new Section(() => this.#clip());
    this.#picture.allowClipping();
    this.#picture.useTheme((theme) => this.#view?.setTheme(theme));
    writeTerms(elementOf('#terms', HTMLElement), 'clash');
    const onClick = (selector: string, act: () => void): void =>
      elementOf(selector, HTMLButtonElement).addEventListener('click', act);
    onClick('#frame', () => this.#frameAll(null));
    onClick('#isolate', () => this.#toggleIsolated());
    onClick('#all', () => this.#choose(null));
    onClick('#before', () => this.#walk(-1));
    onClick('#next', () => this.#walk(1));
    onClick('#save', () => saveText('decisions.json', this.#decided.text, 'application/json'));
    onClick('#undo-change', () => this.#undoChange());
    onClick('#hide-change', () => this.#tellChange(null, ''));
    attachGivenFiles((files) => this.#openFiles(files));
    this.#attachPicking();
    addEventListener('hashchange', ({ newURL }) => void this.open(new URL(newURL).hash));
  }

  /** Opens the files that a link means, which were opened here before, or the example. */
  async open(hash: string): Promise<void> {
    const digest = linkValues(hash).get('files');
    const files = digest === null ? null : await this.#sets.find(digest);
    if (files !== null) this.#ask({ kind: 'open', files }, true);
    else {
      this.#missing = digest !== null;
      this.#ask({ kind: 'example' });
    }
  }

  /** Where a point of the world is on the canvas, in CSS pixels; null behind the camera. */
  toCanvas(world: readonly [number, number, number]): { readonly x: number; readonly y: number } | null {
    if (this.#view === null) return null;
    const { x, y, z } = this.#view.toView(world).project(this.#picture.camera);
    if (z > 1) return null;
    const { clientWidth, clientHeight } = this.#picture.canvas;
    return { x: (0.5 + x / 2) * clientWidth, y: (0.5 - y / 2) * clientHeight };
  }

  async #openFiles(files: readonly File[]): Promise<void> {
    const named = files.map(async (file): Promise<NamedBytes> => {
      return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    });
    this.#ask({ kind: 'open', files: await Promise.all(named) });
  }

  /**
   * Each question has a worker of its own; one that is still at work for the question before is ended when there is something to show. `areKept`: by the
   * browser, from an earlier visit.
   */
  #ask(request: Request, areKept = false): void {
    const digest = request.kind === 'open' ? this.#sets.digestOf(request.files) : null;
    const worker = new Worker(new URL('./worker/clash-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'drawn') this.#digest = digest;
      this.#receive(worker, data, areKept);
      if (data.kind === 'drawn') void this.#keep(worker, request, areKept);
    });
    worker.addEventListener('error', ({ message }) => this.#notice.show({ code: 'worker', message }));
    worker.postMessage(request);
  }

  /** What is shown is there again after a reload. */
  async #keep(worker: Worker, request: Request, areKept: boolean): Promise<void> {
    if (request.kind === 'open' && !areKept) await this.#sets.keep(request.files);
    if (worker !== this.#worker) return;
    history.replaceState(null, '', this.#digest === null ? location.pathname : `#files=${this.#digest}`);
  }

  #receive(worker: Worker, reply: Reply, areKept: boolean): void {
    // Whatever comes from a worker that was replaced is of a set that was left.
    if (reply.kind === 'progress' || reply.kind === 'found') if (worker !== this.#worker) return;
    switch (reply.kind) {
      case 'refused':
        worker.terminate();
        this.#notice.show({ ...reply.refusal, message: `${reply.refusal.message} What was open stays.` });
        if (worker === this.#worker) this.#progress.hidden = true;
        break;
      case 'drawn':
        this.#worker?.terminate();
        this.#worker = worker;
        this.#build(reply.assembly, reply.title);
        break;
      case 'progress':
        this.#progress.hidden = false;
        this.#progress.max = Math.max(1, reply.pairs);
        this.#progress.value = reply.done;
        break;
      case 'found':
        worker.terminate();
        this.#progress.hidden = true;
        this.#found(reply, areKept);
        break;
      case 'decided':
        worker.terminate();
        this.#tellChange(this.#decided.add(reply.decided, this.#list.clashes), reply.decidedBy);
        this.#decide();
        this.#showCard();
    }
  }

  #build(assembly: DrawnAssembly, title: string): void {
    this.#notice.hide();
    this.#tellChange(null, '');
    this.#decided.clear();
    this.#isOfFiles = true;
    if (this.#view !== null) {
      this.#picture.scene.remove(this.#view.root);
      this.#view.dispose();
    }
    this.#assembly = assembly;
    this.#numbers = new ElementNumbers(assembly.elements);
    this.#view = new AssemblyView(assembly);
    this.#view.setTheme(readTheme());
    this.#section.open(assembly, this.#unit);
    this.#picture.scene.add(this.#view.root);
    elementOf('#clashes', HTMLElement).dataset.settled = 'false';
    elementOf('#sentence', HTMLElement).textContent = `Examining ${title} …`;
    this.#list.open([], this.#unit);
    this.#choose(null);
    this.#frameAll(FIRST_VIEW);
    const [warning] = assembly.warnings;
    if (this.#missing) this.#notice.show(MISSING_FILES);
    if (warning !== undefined) this.#notice.add({ code: 'warning', message: warning });
    this.#missing = false;
  }

  #found(
    { clashes, summary, decided, decidedBy, otherFiles }: Extract<Reply, { kind: 'found' }>,
    areKept: boolean,
  ): void {
    const change = this.#decided.add(decided, clashes);
    if (decidedBy !== null && !areKept) this.#tellChange(change, decidedBy);
    this.#decided.add(keptDecided(this.#digest), clashes);
    this.#isOfFiles = otherFiles === null;
    if (otherFiles !== null) this.#notice.add({ code: 'warning', message: otherFiles });
    this.#list.open(clashes, this.#unit);
    const there = clashes.filter(({ state }) => state !== 'resolved');
    const clashing = new Set(there.flatMap(({ a, b }) => [keyOf(a), keyOf(b)])).size;
    const unsure = there.filter(isUnsure).length;
    elementOf('#sentence', HTMLElement).textContent = summarySentence(summary, clashing, unsure);
    elementOf('#clashes', HTMLElement).dataset.settled = 'true';
    this.#decide();
  }

  get #unit(): string {
    return this.#assembly?.isMetric === true ? 'm' : '';
  }

  #choose(clash: Clash | null): void {
    this.#chosen = clash;
    // The card takes its space from the list, in which the row is then scrolled to.
    this.#showCard();
    this.#list.choose(clash?.id ?? null);
    this.#overlay.show(clash === null ? null : drawn(clash), clash === null ? '' : sizeText(clash, this.#unit));
    this.#section.goThrough(clash === null ? null : (clash.point ?? null));
    this.#show();
    const ball = clash === null ? null : this.#ballOf(clash);
    if (ball !== null) this.#picture.flyTo(ball);
  }

  #showCard(): void {
    const group = this.#chosen?.group;
    const finding = group === undefined ? 1 : this.#list.clashes.filter((other) => other.group === group).length;
    this.#card.show(this.#chosen, { unit: this.#unit, isOfFiles: this.#isOfFiles, finding });
  }

  /** Says what a file of decisions changed; null says nothing. */
  #tellChange(change: DecidedChange | null, file: string): void {
    this.#change = change;
    elementOf('#change', HTMLElement).hidden = change === null;
    if (change === null) return;
    elementOf('#change span', HTMLElement).textContent = changeText(file, change);
    elementOf('#undo-change', HTMLElement).hidden = change.decided + change.takenBack + change.comments === 0;
  }

  #undoChange(): void {
    this.#change?.undo();
    this.#tellChange(null, '');
    this.#decide();
    this.#showCard();
  }

  #walk(step: 1 | -1): void {
    const { shown } = this.#list;
    const at = shown.findIndex(({ id }) => id === this.#chosen?.id);
    const next = shown[(at + step + shown.length) % Math.max(1, shown.length)];
    if (next !== undefined) this.#choose(next);
  }

  /** Something was decided, here or in a file. */
  #decide(): void {
    keepDecided(this.#digest, this.#decided.all);
    elementOf('#save', HTMLButtonElement).disabled = this.#decided.isEmpty;
    this.#list.filter();
  }

  #toggleIsolated(): void {
    this.#isolate.setAttribute('aria-pressed', String(this.#isolate.ariaPressed !== 'true'));
    this.#show();
  }

  #clip(): void {
    if (this.#view !== null) this.#section.apply(this.#view);
    this.#picture.invalidate();
  }

  #show(): void {
    if (this.#view === null) return;
    this.#overlay.showAll(this.#list.shown);
    const { a, b } = this.#chosen ?? {};
    const chosen = a === undefined || b === undefined ? null : { a: this.#numbers.of(a), b: this.#numbers.of(b) };
    const counts = this.#view.show({
      lit: this.#clashing(),
      chosen,
      isolated: this.#isolate.ariaPressed === 'true',
    });
    const picture = elementOf('#picture', HTMLElement);
    for (const [style, count] of Object.entries(counts)) picture.setAttribute(`data-${style}`, String(count));
    this.#picture.invalidate();
  }

  /** The elements of the clashes in the list, each with what it is in the first of them. */
  #clashing(): ReadonlyMap<number, 'a' | 'b'> {
    const roles = new Map<number, 'a' | 'b'>();
    for (const { a, b } of this.#list.shown) {
      for (const [role, name] of [['a', a] as const, ['b', b] as const]) {
        const number = this.#numbers.of(name);
        if (number !== null && !roles.has(number)) roles.set(number, role);
      }
    }
    return roles;
  }

  #frameAll(from: Vector3 | null): void {
    if (this.#view === null) return;
    this.#picture.lookAt(this.#view.balls, from);
    this.#picture.invalidate();
  }

  /** The ball to be seen of a clash: its region, or its point, with what is around. */
  #ballOf({ box, point }: Clash): Ball | null {
    const view = this.#view;
    if (view === null || (box === undefined && point === undefined)) return null;
    const [low = [], high = []] = box === undefined ? [point, point] : box;
    const [p, q] = [view.toView(low), view.toView(high)];
    const radius = SURROUNDINGS * Math.max(LEAST_RADIUS, p.distanceTo(q) / 2);
    return { middle: point === undefined ? p.add(q).multiplyScalar(0.5) : view.toView(point), radius };
  }

  /** A click on an element chooses its next clash. */
  #attachPicking(): void {
    const { canvas } = this.#picture;
    let pressed: PointerEvent | null = null;
    canvas.addEventListener('pointerdown', (event) => {
      pressed = event;
    });
    canvas.addEventListener('pointerup', (event) => {
      if (pressed === null || Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > CLICK)
        return;
      const raycaster = new Raycaster();
      raycaster.setFromCamera(this.#picture.pointerOf(event), this.#picture.camera);
      const clashing = this.#clashing();
      const element = this.#view?.find(raycaster, (number) => clashing.has(number)) ?? null;
      if (element === null) return;
      const own = this.#list.shown.filter(({ a, b }) => [a, b].some((name) => this.#numbers.of(name) === element));
      const at = own.findIndex(({ id }) => id === this.#chosen?.id);
      const next = own[(at + 1) % own.length];
      if (next !== undefined) this.#choose(next);
    });
  }
}

/** What is resolved needs no translation any more. */
function drawn(clash: Clash): Clash {
  const { translation: _, ...resolved } = clash;
  return clash.state === 'resolved' ? resolved : clash;
}
