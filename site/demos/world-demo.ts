// A demo of many bodies: they drift in a box, any of them can be dragged, and those in contact are highlighted.

import { Vector3 } from 'three';
import type { BodyPose } from '../../apps/studio/src/page/body.ts';
import type { PosedBody } from '../../apps/studio/src/page/body-poses.ts';
import { attachDragging } from '../../apps/studio/src/page/input/dragging.ts';
import { attachNudging } from '../../apps/studio/src/page/input/nudging.ts';
import { CrowdView } from '../../apps/studio/src/page/view/crowd-view.ts';
import { Picture } from '../../apps/studio/src/page/view/picture.ts';
import { readTheme } from '../../apps/studio/src/page/view/theme.ts';
import { AnswerList, button, element } from './elements.ts';
import type { Crowd, Held, Stepped, WorldReply } from './world-messages.ts';

/** From the front, a little to the right and above. */
const FIRST_VIEW = new Vector3(0.25, 0.45, 1);
/** The longest time that one step lets pass. Seconds. */
const LONGEST_STEP = 0.05;
const HELP =
  'Drag a body into others, with Shift to turn it, or select the picture and use the arrow keys, Page Up and Page Down. Drag the background to turn the camera.';

interface Grip {
  readonly body: number;
}

/** All shapes have their middle near the origin. */
const ABOUT_ORIGIN = { centre: [0, 0, 0] } as const;

/** Fills an element with a world; the returned function removes it. */
export function mountWorldDemo(root: HTMLElement): () => void {
  const demo = new WorldDemo(root);
  return () => demo.remove();
}

class WorldDemo {
  readonly #root: HTMLElement;
  readonly #picture: Picture;
  readonly #worker = new Worker(new URL('./world-worker.ts', import.meta.url), { type: 'module' });
  readonly #answers = new AnswerList();
  readonly #pause: HTMLButtonElement;
  readonly #visible: IntersectionObserver;
  #view: CrowdView | null = null;
  /** World units that are one unit of the view. */
  #unit = 1;
  #poses: readonly BodyPose[] = [];
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
    const next = button('Next body', () => this.#select((this.#selected + 1) % this.#poses.length));
    root.classList.add('demo');
    root.replaceChildren(
      element('div', 'demo-picture', canvas),
      element('div', 'demo-controls', this.#pause, next),
      element('div', 'demo-call', element('code', '', 'world.step()')),
      this.#answers.root,
      element('p', 'demo-help', HELP),
    );
    this.#picture = new Picture(canvas);
    this.#picture.letPageScroll();
    this.#picture.useTheme((theme) => this.#view?.setTheme(theme));
    this.#picture.scene.onBeforeRender = (_renderer, _scene, camera) => this.#view?.prepare(camera);
    this.#attach();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorldReply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => this.#answers.show([['error', message]]));
    this.#visible = new IntersectionObserver(([entry]) => {
      this.#isVisible = entry?.isIntersecting ?? false;
      this.#schedule();
    });
    this.#visible.observe(canvas);
    this.#setRunning(this.#isRunning);
  }

  remove(): void {
    this.#visible.disconnect();
    this.#worker.terminate();
    this.#view?.dispose();
    this.#picture.dispose();
    this.#root.replaceChildren();
  }

  #attach(): void {
    const picture = this.#picture;
    const page = this;
    const stage = {
      canvas: picture.canvas,
      camera: picture.camera,
      rayThrough: picture.rayThrough.bind(picture),
      get unit(): number {
        return page.#unit;
      },
    };
    const hand = {
      find: (x: number, y: number) => this.#view?.find(picture.rayThrough(x, y)) ?? null,
      body: ({ body }: Grip): PosedBody | null => {
        const pose = this.#poses[body];
        return pose === undefined ? null : { shape: ABOUT_ORIGIN, pose };
      },
      select: ({ body }: Grip) => this.#select(body),
      move: ({ body }: Grip, pose: BodyPose) => this.#hold({ body, pose }),
      hold: (isHeld: boolean) => {
        if (!isHeld) this.#held = null;
      },
      turns: () => false,
    };
    attachDragging(stage, hand);
    attachNudging(
      picture.canvas,
      stage,
      hand,
      () => ({ body: this.#selected }),
      () => null,
    );
    picture.canvas.addEventListener('keyup', () => {
      this.#held = null;
    });
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#pause.textContent = isRunning ? 'Pause' : 'Run';
    this.#schedule();
  }

  #select(body: number): void {
    this.#selected = body;
    this.#view?.choose(body);
    this.#picture.invalidate();
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

  #build({ names, shapes, bodies, reach }: Crowd): void {
    this.#names = { names, bodies };
    this.#unit = reach;
    this.#view = new CrowdView({ kind: 'crowd', shapes, shapeOf: Uint8Array.from(bodies), reach });
    this.#view.setTheme(readTheme(this.#root));
    this.#view.choose(this.#selected);
    this.#picture.scene.add(this.#view.root);
    this.#picture.lookAt(this.#view.balls, FIRST_VIEW);
  }

  #show({ poses, pairs, points, begun, ended, boxPairs, measured }: Stepped): void {
    this.#isBusy = false;
    this.#poses = poses;
    const touching = new Uint8Array(poses.length);
    for (const body of pairs.flat()) touching[body] = 1;
    const numbers = Float32Array.from(poses.flatMap(({ position, rotation }) => [...position, ...rotation]));
    this.#view?.show({ kind: 'crowd', poses: numbers, touching, points: Float32Array.from(points.flat()) });
    this.#picture.invalidate();
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
}
