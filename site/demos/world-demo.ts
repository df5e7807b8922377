// A demo of many bodies: they drift in a box, any of them can be dragged, and those in contact are highlighted.

import { onSchemeChange } from '../../apps/studio/src/page/view/theme.ts';
import { BodyView } from './body-view.ts';
import { DemoPicture } from './demo-picture.ts';
import { AnswerList, button, element } from './elements.ts';
import { attachKeys, attachPointer } from './interaction.ts';
import type { BodyPose } from './messages.ts';
import { colour } from './theme.ts';
import type { Crowd, Held, Stepped, WorldReply } from './world-messages.ts';

const RADIUS = 2.1;
/** The longest time that one step lets pass. Seconds. */
const LONGEST_STEP = 0.05;
const HELP =
  'Drag a body into others, or select the picture and use the arrow keys, Page Up and Page Down. Drag the background to turn the camera.';

/** Fills an element with a world; the returned function removes it. */
export function mountWorldDemo(root: HTMLElement): () => void {
  const demo = new WorldDemo(root);
  return () => demo.remove();
}

class WorldDemo {
  readonly #root: HTMLElement;
  readonly #picture: DemoPicture;
  readonly #worker = new Worker(new URL('./world-worker.ts', import.meta.url), { type: 'module' });
  readonly #answers = new AnswerList();
  readonly #pause: HTMLButtonElement;
  readonly #visible: IntersectionObserver;
  readonly #stopTheme: () => void;
  #views: BodyView[] = [];
  #poses: readonly BodyPose[] = [];
  #inContact: ReadonlySet<number> = new Set();
  #names: { readonly names: readonly string[]; readonly bodies: readonly number[] } = { names: [], bodies: [] };
  #selected = 0;
  #held: Held | null = null;
  #isRunning = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  #isVisible = false;
  #isBusy = true;
  #last = 0;

  constructor(root: HTMLElement) {
    this.#root = root;
    const canvas = element('canvas', '');
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', `Many bodies. ${HELP}`);
    this.#pause = button('', () => this.#setRunning(!this.#isRunning));
    const next = button('Next body', () => this.#select((this.#selected + 1) % this.#views.length));
    root.classList.add('demo');
    root.replaceChildren(
      element('div', 'demo-picture', canvas),
      element('div', 'demo-controls', this.#pause, next),
      element('div', 'demo-call', element('code', '', 'world.step()')),
      this.#answers.root,
      element('p', 'demo-help', HELP),
    );
    this.#picture = new DemoPicture(canvas, () => {});
    this.#picture.frame(RADIUS);
    this.#attach();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorldReply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => this.#answers.show([['error', message]]));
    this.#stopTheme = onSchemeChange(() => this.#paint());
    this.#visible = new IntersectionObserver(([entry]) => {
      this.#isVisible = entry?.isIntersecting ?? false;
      this.#schedule();
    });
    this.#visible.observe(canvas);
    this.#setRunning(this.#isRunning);
  }

  remove(): void {
    this.#visible.disconnect();
    this.#stopTheme();
    this.#worker.terminate();
    for (const view of this.#views) view.dispose();
    this.#picture.dispose();
    this.#root.replaceChildren();
  }

  #attach(): void {
    const movable = {
      find: (x: number, y: number) => {
        const surfaces = this.#views.map(({ surface }) => surface);
        const hit = this.#picture.pick(x, y, surfaces);
        return hit === null ? null : { grip: this.#views.findIndex((view) => view.owns(hit.object)), point: hit.point };
      },
      select: (body: number) => this.#select(body),
      selected: () => this.#selected,
      poseOf: (body: number): BodyPose => this.#poses[body] ?? { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
      move: (body: number, pose: BodyPose) => this.#hold({ body, pose }),
    };
    attachPointer(this.#picture, movable);
    attachKeys(this.#picture, movable);
    const release = (): void => {
      this.#held = null;
    };
    this.#picture.canvas.addEventListener('pointerup', release);
    this.#picture.canvas.addEventListener('pointercancel', release);
    this.#picture.canvas.addEventListener('keyup', release);
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#pause.textContent = isRunning ? 'Pause' : 'Run';
    this.#schedule();
  }

  #select(body: number): void {
    this.#selected = body;
    this.#paint();
  }

  #hold(held: Held): void {
    this.#held = held;
    this.#poses = this.#poses.map((pose, k) => (k === held.body ? held.pose : pose));
    if (!this.#isRunning && !this.#isBusy) this.#ask(0);
  }

  #schedule(): void {
    if (!this.#isRunning || !this.#isVisible || this.#isBusy) return;
    requestAnimationFrame((now) => {
      if (this.#isBusy || !this.#isRunning) return;
      const time = Math.min(LONGEST_STEP, (now - this.#last) / 1000);
      this.#last = now;
      this.#ask(time);
    });
  }

  #ask(time: number): void {
    this.#isBusy = true;
    this.#worker.postMessage({ time, held: this.#held });
  }

  #receive(reply: WorldReply): void {
    if (reply.kind === 'crowd') this.#build(reply);
    else this.#show(reply);
  }

  #build({ names, shapes, bodies }: Crowd): void {
    this.#names = { names, bodies };
    this.#views = bodies.flatMap((shape) => {
      const drawn = shapes[shape];
      if (drawn === undefined) return [];
      const view = new BodyView('solid');
      view.show(drawn);
      this.#picture.scene.add(view.root);
      return [view];
    });
    this.#paint();
  }

  #show({ poses, pairs, begun, ended, boxPairs, measured }: Stepped): void {
    this.#isBusy = false;
    this.#poses = poses;
    poses.forEach((pose, k) => {
      this.#views[k]?.setPose(pose);
    });
    this.#inContact = new Set(pairs.flat());
    this.#paint();
    this.#answers.show([
      ['bodies', String(poses.length)],
      ['pairs in contact', String(pairs.length)],
      ['begun, ended', `${begun}, ${ended}`],
      ['boxes that overlap', String(boxPairs)],
      ['pairs measured', String(measured)],
    ]);
    const shapes = this.#names.bodies.map((shape) => this.#names.names[shape]);
    this.#root.dataset.answer = JSON.stringify({ shapes, poses, pairs });
    this.#schedule();
  }

  #paint(): void {
    const free = colour(this.#root, '--demo-a');
    const chosen = colour(this.#root, '--demo-b');
    const touching = colour(this.#root, '--demo-touch');
    this.#views.forEach((view, k) => {
      view.setColours(this.#inContact.has(k) ? touching : k === this.#selected ? chosen : free, touching);
    });
    this.#picture.invalidate();
  }
}
