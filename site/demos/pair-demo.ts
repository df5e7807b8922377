// A demo of two bodies: they are dragged, and the library answers. It needs an element and nothing of the page around it.

import { onSchemeChange } from '../../apps/studio/src/page/view/theme.ts';
import { answerRows, CALLS, TITLES } from './answer-rows.ts';
import { AnswerList, button, choice, element } from './elements.ts';
import { attachKeys, attachPointer } from './interaction.ts';
import type { Answer, BodyPose, DrawnShape, Poses, Query, Slot } from './messages.ts';
import { type Grip, PairView } from './pair-view.ts';
import { QueryClient } from './query-client.ts';
import { SCENES, SHAPES } from './scenes.ts';
import { TraceSection } from './trace-section.ts';

const HELP =
  'Drag a body to move it, with Shift to turn it; drag the background to turn the camera. Keys: arrows and Page Up, Page Down move the selected body, with Shift they turn it, with Alt in small steps.';

/** Fills an element with a demo of the queries; the returned function removes it. */
export function mountPairDemo(root: HTMLElement, queries: readonly Query[]): () => void {
  const demo = new PairDemo(root, queries);
  return () => demo.remove();
}

class PairDemo {
  readonly #root: HTMLElement;
  readonly #view: PairView;
  readonly #client: QueryClient;
  readonly #answers = new AnswerList();
  readonly #trace: TraceSection;
  readonly #call: HTMLElement = element('code', '');
  readonly #sentence: HTMLElement = element('p', 'demo-sentence');
  readonly #shapeChoices: Readonly<Record<Slot, ReturnType<typeof choice>>>;
  readonly #selection: ReturnType<typeof choice>;
  readonly #stopTheme: () => void;
  #query: Query;
  #poses: Poses;

  constructor(root: HTMLElement, queries: readonly Query[]) {
    this.#root = root;
    this.#query = queries[0] ?? 'distance';
    this.#poses = SCENES[this.#query].poses;
    root.classList.add('demo');
    const canvas = element('canvas', '');
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', `Two bodies. ${HELP}`);
    this.#selection = choice('Keys move', [], () => {});
    this.#shapeChoices = {
      a: choice('A', SHAPES, (shape) => this.#client.setShape('a', shape)),
      b: choice('B', SHAPES, (shape) => this.#client.setShape('b', shape)),
    };
    const picture = element('div', 'demo-picture', canvas);
    root.replaceChildren(
      picture,
      element('div', 'demo-controls', ...this.#controls(queries)),
      element('div', 'demo-call', this.#call),
      this.#sentence,
      this.#answers.root,
      element('p', 'demo-help', HELP),
    );
    this.#view = new PairView(root, canvas);
    picture.append(this.#view.overlay.root);
    this.#trace = new TraceSection(this.#view, (wanted) => this.#client.trace(wanted));
    this.#answers.root.after(this.#trace.root);
    this.#client = new QueryClient(new Worker(new URL('./query-worker.ts', import.meta.url), { type: 'module' }), {
      onShape: (slot, shape) => this.#onShape(slot, shape),
      onAnswer: (answer) => this.#onAnswer(answer),
      onTrace: (wanted, traced) => this.#trace.show(wanted, traced),
      onError: (message) => this.#answers.show([['error', message]]),
    });
    const movable = {
      find: (x: number, y: number) => this.#view.find(x, y),
      select: (grip: Grip) => {
        this.#selection.select.value = grip;
      },
      selected: () => GRIPS.find((grip) => grip === this.#selection.select.value) ?? 'a',
      poseOf: (grip: Grip) => this.#poses[grip],
      move: (grip: Grip, pose: BodyPose) => this.#setPoses({ ...this.#poses, [grip]: pose }),
    };
    attachPointer(this.#view.picture, movable);
    attachKeys(this.#view.picture, movable);
    this.#stopTheme = onSchemeChange(() => this.#view.applyTheme());
    this.#start(this.#query);
  }

  remove(): void {
    this.#stopTheme();
    this.#client.close();
    this.#view.dispose();
    this.#root.replaceChildren();
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
      button('Reset', () => this.#start(this.#query)),
    ];
  }

  /** Shows the scene that a query begins with. */
  #start(query: Query): void {
    const { shapes, poses, radius } = SCENES[query];
    this.#query = query;
    this.#poses = poses;
    this.#view.picture.frame(radius);
    this.#call.textContent = CALLS[query];
    this.#selection.select.replaceChildren(
      new Option('A', 'a'),
      new Option('B', 'b'),
      ...(query === 'time-of-contact' ? [new Option('end of A', 'end')] : []),
    );
    for (const slot of ['a', 'b'] as const) {
      this.#shapeChoices[slot].select.value = shapes[slot];
      this.#client.setShape(slot, shapes[slot]);
    }
  }

  #onShape(slot: Slot, shape: DrawnShape): void {
    this.#view.show(slot, shape);
    this.#setPoses(this.#poses);
  }

  #setPoses(poses: Poses): void {
    this.#poses = poses;
    this.#view.setPose(poses, this.#query === 'time-of-contact');
    this.#client.ask({ query: this.#query, poses });
  }

  #onAnswer(answer: Answer): void {
    this.#view.draw(answer);
    this.#sentence.textContent = answer.sentence;
    this.#answers.show(answerRows(answer));
    this.#trace.update(answer.query, answer.poses);
    const { query, poses, status, values } = answer;
    const shapes = { a: this.#shapeChoices.a.select.value, b: this.#shapeChoices.b.select.value };
    // Every double as it is, for programs that read the page.
    this.#root.dataset.answer = JSON.stringify({ query, shapes, poses, status, values });
  }
}

const GRIPS: readonly Grip[] = ['a', 'b', 'end'];
