// A demo of two bodies: they are dragged, and the library answers. Picture, bodies, handles and hands are those of the studio; it needs an
// element and nothing of the page around it.

import { Vector3 } from 'three';
import {
  type Body,
  type BodyPose,
  type BodyShape,
  type Handle,
  SLOTS,
  type Slot,
} from '../../apps/studio/src/page/body.ts';
import { middleOf, movedBy } from '../../apps/studio/src/page/body-poses.ts';
import { attachDragging } from '../../apps/studio/src/page/input/dragging.ts';
import { attachNudging, handleNamed } from '../../apps/studio/src/page/input/nudging.ts';
import { Gizmo } from '../../apps/studio/src/page/view/gizmo.ts';
import { type PosedGhost, Stage } from '../../apps/studio/src/page/view/stage.ts';
import { TranslationOverlay } from '../../apps/studio/src/page/view/translation-overlay.ts';
import { WitnessOverlay } from '../../apps/studio/src/page/view/witness-overlay.ts';
import { answerRows, CALLS, TITLES } from './answer-rows.ts';
import { AnswerList, button, choice, element, overlay } from './elements.ts';
import type { Answer, Poses, Query } from './messages.ts';
import { QueryClient } from './query-client.ts';
import { SCENES, SHAPES } from './scenes.ts';
import { TraceSection } from './trace-section.ts';

/** Of the handles: the picture is half as high as that of the studio. */
const ENLARGED = 1.6;
const HELP =
  'Drag a body or its handles; with Shift a body turns. Drag the background to turn the camera. Keys: A and B choose a body, E the end of a motion; arrows and Page Up, Page Down move it, with Shift they turn it, with Alt in small steps.';

/** Fills an element with a demo of the queries; the returned function removes it. */
export function mountPairDemo(root: HTMLElement, queries: readonly Query[]): () => void {
  const demo = new PairDemo(root, queries);
  return () => demo.remove();
}

class PairDemo {
  readonly #root: HTMLElement;
  readonly #stage: Stage;
  readonly #gizmo: Gizmo;
  readonly #client: QueryClient;
  readonly #answers = new AnswerList();
  readonly #trace: TraceSection;
  readonly #call: HTMLElement = element('code', '');
  readonly #sentence: HTMLElement = element('p', 'demo-sentence');
  readonly #shapeChoices: Readonly<Record<Slot, ReturnType<typeof choice>>>;
  readonly #selection: ReturnType<typeof choice>;
  readonly #turning = choice(
    'Drags',
    [
      ['move', 'move'],
      ['turn', 'turn'],
    ],
    () => this.#gizmo.setMode(this.#turns),
  );
  readonly #shapes: Partial<Record<Slot, BodyShape>> = {};
  #query: Query;
  #poses: Poses;
  #answer: Answer | null = null;
  /** Whether the scene is new: it is framed when its bodies are there, and once more with its first answer. */
  #isNew = true;

  constructor(root: HTMLElement, queries: readonly Query[]) {
    this.#root = root;
    this.#query = queries[0] ?? 'distance';
    this.#poses = SCENES[this.#query].poses;
    root.classList.add('demo');
    const canvas = element('canvas', '');
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', `Two bodies. ${HELP}`);
    this.#selection = choice('Keys move', [], () => this.#showHandles());
    this.#shapeChoices = {
      a: choice('A', SHAPES, (shape) => this.#client.setShape('a', shape)),
      b: choice('B', SHAPES, (shape) => this.#client.setShape('b', shape)),
    };
    const overlays = { witness: overlay('witness'), translations: overlay('translations') };
    root.replaceChildren(
      element('div', 'demo-picture', canvas, overlays.witness, overlays.translations),
      element('div', 'demo-controls', ...this.#controls(queries)),
      element('div', 'demo-call', this.#call),
      this.#sentence,
      this.#answers.root,
      element('p', 'demo-help', HELP),
    );
    const drawn = [
      new WitnessOverlay(overlays.witness, () => this.#segment()),
      new TranslationOverlay(overlays.translations, () => this.#translation()),
    ];
    this.#stage = new Stage(canvas, () => {
      for (const each of drawn) each.draw(this.#stage);
    });
    this.#gizmo = this.#attachHand();
    // After the handles, which take every touch for theirs.
    this.#stage.letPageScroll();
    this.#trace = new TraceSection(this.#stage, (wanted) => this.#client.trace(wanted));
    this.#answers.root.after(this.#trace.root);
    this.#client = new QueryClient(new Worker(new URL('./query-worker.ts', import.meta.url), { type: 'module' }), {
      onShape: (slot, shape) => this.#onShape(slot, shape),
      onAnswer: (answer) => this.#onAnswer(answer),
      onTrace: (wanted, traced) => this.#trace.show(wanted, traced),
      onError: (message) => this.#answers.show([['error', message]]),
    });
    this.#start(this.#query);
  }

  remove(): void {
    this.#client.close();
    this.#stage.dispose();
    this.#root.replaceChildren();
  }

  #attachHand(): Gizmo {
    const stage = this.#stage;
    const gizmo = new Gizmo(stage, { move: (pose) => this.#move(this.#selected, pose), hold: () => {} }, ENLARGED);
    const hand = {
      find: (x: number, y: number) => stage.pick(x, y),
      body: (handle: Handle) => this.#body(handle),
      select: (handle: Handle) => {
        this.#selection.select.value = nameOf(handle);
        this.#showHandles();
      },
      move: (handle: Handle, pose: BodyPose) => this.#move(handle, pose),
      isHandle: gizmo.isAt.bind(gizmo),
      turns: () => this.#turns,
    };
    attachDragging(stage, hand);
    attachNudging(
      stage.canvas,
      stage,
      hand,
      () => this.#selected,
      (key, selected) =>
        key === 'e' && this.#query !== 'time-of-contact' ? null : handleNamed(key, { ...selected, slot: 'a' }),
    );
    return gizmo;
  }

  #controls(queries: readonly Query[]): HTMLElement[] {
    const chosen = choice(
      'Query',
      queries.map((query) => [TITLES[query], query]),
      (value) => this.#start(queries.find((query) => query === value) ?? this.#query),
    );
    return [
      ...(queries.length > 1 ? [chosen.root] : []),
      this.#shapeChoices.a.root,
      this.#shapeChoices.b.root,
      this.#selection.root,
      this.#turning.root,
      button('Reset', () => this.#start(this.#query)),
    ];
  }

  /** Shows the scene that a query begins with. */
  #start(query: Query): void {
    const { shapes, poses } = SCENES[query];
    this.#query = query;
    this.#poses = poses;
    this.#answer = null;
    this.#isNew = true;
    this.#call.textContent = CALLS[query];
    this.#selection.select.replaceChildren(
      new Option('A', 'a'),
      new Option('B', 'b'),
      ...(query === 'time-of-contact' ? [new Option('end of A', 'end')] : []),
    );
    for (const slot of SLOTS) {
      delete this.#shapes[slot];
      this.#shapeChoices[slot].select.value = shapes[slot];
      this.#client.setShape(slot, shapes[slot]);
    }
  }

  get #turns(): boolean {
    return this.#turning.select.value === 'turn';
  }

  get #selected(): Handle {
    const { value } = this.#selection.select;
    return { slot: value === 'b' ? 'b' : 'a', isEnd: value === 'end' };
  }

  /** Null until its shape is there. */
  #body(handle: Handle): Body | null {
    const shape = this.#shapes[handle.slot];
    const word = this.#shapeChoices[handle.slot].select.value;
    return shape === undefined ? null : { word, digest: null, shape, pose: this.#poses[nameOf(handle)] };
  }

  #onShape(slot: Slot, shape: BodyShape): void {
    this.#shapes[slot] = shape;
    const [a, b] = SLOTS.map((each) => this.#body({ slot: each, isEnd: false }));
    if (!a || !b) return;
    this.#stage.show('a', a);
    this.#stage.show('b', b);
    this.#frame(this.#isNew);
    this.#ask();
  }

  /** Frames the bodies, where A ends, and where its separating translation takes it. */
  #frame(fromFront: boolean): void {
    const [a, b] = SLOTS.map((slot) => this.#body({ slot, isEnd: false }));
    if (!a || !b) return;
    const others = this.#ghosts().map(({ pose }) => ({ ...a, pose }));
    this.#stage.frame([a, b, ...others], fromFront);
  }

  #move(handle: Handle, pose: BodyPose): void {
    this.#poses = { ...this.#poses, [nameOf(handle)]: pose };
    this.#ask();
  }

  /** Puts all that is drawn where it is, in the frame as it is. */
  #poseAll(): void {
    for (const slot of SLOTS) {
      const body = this.#body({ slot, isEnd: false });
      if (body !== null) this.#stage.pose(slot, body);
    }
    this.#showGhosts();
    this.#showHandles();
  }

  #ask(): void {
    this.#poseAll();
    this.#client.ask({ query: this.#query, poses: this.#poses });
  }

  #showHandles(): void {
    this.#gizmo.show(this.#body(this.#selected));
  }

  #showGhosts(): void {
    const body = this.#body({ slot: 'a', isEnd: false });
    if (body !== null) this.#stage.poseGhosts('a', body, this.#ghosts());
  }

  /** A where its motion ends, where it is in contact, and where the separating translation takes it. */
  #ghosts(): PosedGhost[] {
    const { translation = null, contactPose = null, poses } = this.#answer ?? {};
    return [
      ...(this.#query === 'time-of-contact' ? [{ kind: 'end', pose: this.#poses.end } as const] : []),
      ...(contactPose === null ? [] : [{ kind: 'contact', pose: contactPose } as const]),
      ...(translation === null || poses === undefined
        ? []
        : [{ kind: 'parted', pose: movedBy(poses.a, new Vector3(...translation)) } as const]),
    ];
  }

  #segment(): ReturnType<ConstructorParameters<typeof WitnessOverlay>[1]> {
    const [pointA, pointB] = this.#answer?.segment ?? [];
    if (pointA === undefined || pointB === undefined) return null;
    const length = new Vector3(...pointA).distanceTo(new Vector3(...pointB));
    return length === 0 ? null : { pointA, pointB, length, cornersA: [], cornersB: [] };
  }

  #translation(): ReturnType<ConstructorParameters<typeof TranslationOverlay>[1]> {
    const { translation = null, poses, values } = this.#answer ?? {};
    const shape = this.#shapes.a;
    if (translation === null || poses === undefined || shape === undefined) return null;
    const middle = middleOf({ shape, pose: poses.a });
    const to = middle.clone().add(new Vector3(...translation));
    const kind = 'end';
    return { from: middle.toArray(), to: to.toArray(), length: values?.depth ?? 0, kind, trail: [], local: [] };
  }

  #onAnswer(answer: Answer): void {
    this.#answer = answer;
    if (this.#isNew) this.#frame(false);
    this.#isNew = false;
    this.#poseAll();
    const { query, poses, status, values, faces, curve } = answer;
    // What hides the other, or the translation out of it, is seen through.
    const glass = status === 'b-inside-a' ? 'a' : status === 'a-inside-b' || status === 'overlapping' ? 'b' : null;
    this.#stage.light(faces, curve, glass);
    this.#sentence.textContent = answer.sentence;
    this.#answers.show(answerRows(answer));
    this.#trace.update(query, poses);
    const shapes = { a: this.#shapeChoices.a.select.value, b: this.#shapeChoices.b.select.value };
    // Every double as it is, for programs that read the page.
    this.#root.dataset.answer = JSON.stringify({ query, shapes, poses, status, values });
  }
}

/** What a handle is called among the poses of a demo. */
function nameOf({ slot, isEnd }: Handle): keyof Poses {
  return isEnd ? 'end' : slot;
}
