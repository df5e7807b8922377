// The picture: camera, lights, two bodies and what they have in common. Drawn only when something has changed.

import {
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type Body, type BodyPose, type Grip, SLOTS, type Slot } from '../body.ts';
import { middleOf } from '../placement.ts';
import { BodyView } from './body-view.ts';
import { ContactCurve } from './contact-curve.ts';
import type { FacePaint } from './face-paint.ts';
import { type GhostKind, Ghosts } from './ghosts.ts';
import { onThemeChange, readTheme } from './theme.ts';
import { bodyMatrix, frameAround, toView, type ViewFrame } from './view-frame.ts';

/** Half the height of what the camera sees. Degrees. */
const FIELD_OF_VIEW = 16;
/** From the front and a little above: bodies side by side, dragged towards each other, then meet. */
const FIRST_VIEW: Vector3 = new Vector3(0, 0.5, 1).normalize();
/** Room left around the scene when it is framed. */
const MARGIN = 1.04;

/** A point of a body, or of the ghost at its end, under the pointer; in the view. */
export interface Hit extends Grip {
  readonly point: Vector3;
}

/** A ghost of a body. */
export interface PlacedGhost {
  readonly kind: GhostKind;
  readonly pose: BodyPose;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly camera: PerspectiveCamera = new PerspectiveCamera(2 * FIELD_OF_VIEW, 1, 0.01, 100);
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #controls: OrbitControls;
  readonly #views: Readonly<Record<Slot, BodyView>> = { a: new BodyView('a'), b: new BodyView('b') };
  readonly #ghosts: Readonly<Record<Slot, Ghosts>> = { a: new Ghosts('a'), b: new Ghosts('b') };
  readonly #curve = new ContactCurve();
  readonly #raycaster = new Raycaster();
  readonly #onDraw: () => void;
  #frame: ViewFrame = { origin: new Vector3(), unit: 1 };
  #drawn = true;

  constructor(canvas: HTMLCanvasElement, onDraw: () => void) {
    this.canvas = canvas;
    this.#onDraw = onDraw;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#controls = new OrbitControls(this.camera, canvas);
    this.#controls.addEventListener('change', () => this.invalidate());
    const key = new DirectionalLight(0xffffff, 2.2);
    key.position.set(-0.6, 0.9, 0.8);
    // The light goes with the eye, so that no side of a body is ever dark.
    this.camera.add(key);
    this.#scene.add(new HemisphereLight(0xffffff, 0xb8b4c8, 1.5), this.camera, this.#curve.root);
    for (const slot of SLOTS) this.#scene.add(this.#views[slot].root, this.#ghosts[slot].root);
    this.#applyTheme();
    onThemeChange(() => this.#applyTheme());
    new ResizeObserver(() => this.#resize()).observe(canvas);
  }

  /** Asks for a new picture with the next frame. */
  invalidate(): void {
    if (!this.#drawn) return;
    this.#drawn = false;
    requestAnimationFrame(() => {
      this.#drawn = true;
      this.#renderer.render(this.#scene, this.camera);
      this.#onDraw();
    });
  }

  show(slot: Slot, body: Body): void {
    this.#views[slot].show(body.shape);
    this.#ghosts[slot].show(body.shape);
    this.place(slot, body);
  }

  place(slot: Slot, body: Body): void {
    this.#views[slot].place(bodyMatrix(this.#frame, body));
    this.invalidate();
  }

  /** Shows a body in other places as well, and no longer where it was shown before. */
  haunt(slot: Slot, { shape }: Body, ghosts: readonly PlacedGhost[]): void {
    this.#ghosts[slot].place(
      ghosts.map(({ kind, pose }) => ({ kind, matrix: bodyMatrix(this.#frame, { shape, pose }) })),
    );
    this.invalidate();
  }

  /** Lights up what touches; `glass` is the body that hides the other, if one does. */
  light(faces: Readonly<Record<Slot, Uint32Array>>, curve: Float64Array, glass: Slot | null): void {
    for (const slot of SLOTS) {
      this.#views[slot].light(faces[slot]);
      this.#views[slot].setGlass(slot === glass);
    }
    this.#curve.show(curve, this.#frame);
    this.invalidate();
  }

  /** Gives every face a colour of its own, or none; and draws hulls, by their edges. */
  paint(slot: Slot, paint: FacePaint | null, hullEdges: Uint32Array): void {
    this.#views[slot].paint(paint, hullEdges);
    this.invalidate();
  }

  /** Looks at the whole scene; from the front, or from where the camera is. What is in it is to be placed anew. */
  frame(scene: readonly Body[], fromFront: boolean): void {
    this.#frame = frameAround(scene);
    this.#curve.hide(); // until it is shown again, in the new frame
    const { camera } = this;
    const way = fromFront ? FIRST_VIEW.clone() : camera.position.clone().sub(this.#controls.target).normalize();
    this.#controls.target.set(0, 0, 0);
    camera.position.copy(way);
    camera.lookAt(0, 0, 0);
    const balls = scene.map((body) => ({
      middle: toView(this.#frame, middleOf(body)).applyQuaternion(camera.quaternion.clone().invert()),
      radius: MARGIN * (body.shape.radius / this.#frame.unit),
    }));
    camera.position.copy(way.multiplyScalar(distanceToSee(balls, camera.aspect)));
    this.#controls.update();
  }

  /** What is under a point of the window. */
  pick(clientX: number, clientY: number): Hit | null {
    const grips = SLOTS.flatMap((slot) => [
      { slot, isEnd: false, object: this.#views[slot].surface },
      { slot, isEnd: true, object: this.#ghosts[slot].end },
    ]);
    const [hit] = this.rayThrough(clientX, clientY).intersectObjects(
      grips.flatMap(({ object }) => object ?? []),
      false,
    );
    const grip = grips.find(({ object }) => object === hit?.object);
    return hit === undefined || grip === undefined ? null : { slot: grip.slot, isEnd: grip.isEnd, point: hit.point };
  }

  rayThrough(clientX: number, clientY: number): Raycaster {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const place = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    this.#scene.updateMatrixWorld();
    this.#raycaster.setFromCamera(place, this.camera);
    return this.#raycaster;
  }

  /** Where a point of the world is on the canvas, in CSS pixels; null behind the camera. */
  toCanvas(world: readonly [number, number, number]): { readonly x: number; readonly y: number } | null {
    const { x, y, z } = toView(this.#frame, new Vector3(...world)).project(this.camera);
    if (z > 1) return null;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: (0.5 + x / 2) * clientWidth, y: (0.5 - y / 2) * clientHeight };
  }

  /** World units that are one unit of the view. */
  get unit(): number {
    return this.#frame.unit;
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(devicePixelRatio);
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  #applyTheme(): void {
    const theme = readTheme();
    for (const slot of SLOTS) {
      this.#views[slot].setTheme(theme);
      this.#ghosts[slot].setTheme(theme);
    }
    this.#curve.setTheme(theme);
    this.invalidate();
  }
}

/** How far back a camera has to be for balls, given in its directions, to lie between the sides of what it sees. */
function distanceToSee(
  balls: readonly { readonly middle: Vector3; readonly radius: number }[],
  aspect: number,
): number {
  const up = (FIELD_OF_VIEW * Math.PI) / 180;
  const across = Math.atan(Math.tan(up) * aspect);
  const distances = balls.flatMap(({ middle: { x, y, z }, radius }) => [
    z + Math.abs(x) / Math.tan(across) + radius / Math.sin(across),
    z + Math.abs(y) / Math.tan(up) + radius / Math.sin(up),
  ]);
  return Math.max(...distances);
}
