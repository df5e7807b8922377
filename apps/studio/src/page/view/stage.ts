// The picture of two bodies and what they have in common.

import { type Matrix4, type Object3D, type Plane, Vector3 } from 'three';
import { type Body, type BodyPose, type Handle, SLOTS, type Slot } from '../body.ts';
import { middleOf } from '../body-poses.ts';
import { BodyView } from './body-view.ts';
import { ContactCurve } from './contact-curve.ts';
import type { FacePaint } from './face-paint.ts';
import { type GhostKind, Ghosts } from './ghosts.ts';
import { Picture } from './picture.ts';
import type { Theme } from './theme.ts';
import { bodyMatrix, frameAround, toView, type ViewFrame } from './view-frame.ts';

/** From the front and a little above: bodies side by side, dragged towards each other, then meet. */
const FIRST_VIEW: Vector3 = new Vector3(0, 0.5, 1).normalize();
/** Margin around the scene when it is framed. */
const MARGIN = 1.04;

/** A point of a body, or of the ghost at its end, under the pointer; in the view. */
export interface Hit extends Handle {
  readonly point: Vector3;
}

/** A ghost of a body. */
export interface PosedGhost {
  readonly kind: GhostKind;
  readonly pose: BodyPose;
}

export class Stage extends Picture {
  readonly #views: Readonly<Record<Slot, BodyView>> = { a: new BodyView('a'), b: new BodyView('b') };
  readonly #ghosts: Readonly<Record<Slot, Ghosts>> = { a: new Ghosts('a'), b: new Ghosts('b') };
  readonly #curve = new ContactCurve();
  #frame: ViewFrame = { origin: new Vector3(), unit: 1 };

  constructor(canvas: HTMLCanvasElement, onDraw: () => void) {
    super(canvas, onDraw);
    this.scene.add(this.#curve.root);
    for (const slot of SLOTS) this.scene.add(this.#views[slot].root, this.#ghosts[slot].root);
    this.useTheme((theme) => this.#applyTheme(theme));
  }

  protected override get arrowsOrbit(): boolean {
    return false;
  }

  show(slot: Slot, body: Body): void {
    this.#views[slot].show(body.shape);
    this.#ghosts[slot].show(body.shape);
    this.pose(slot, body);
  }

  pose(slot: Slot, body: Body): void {
    this.#views[slot].pose(this.matrixOf(body));
    this.invalidateShadows();
  }

  /** Shows a body in other poses as well, and no longer where it was shown before. */
  poseGhosts(slot: Slot, { shape }: Body, ghosts: readonly PosedGhost[]): void {
    this.#ghosts[slot].pose(
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

  /** Puts something into a body that goes with it, in its normalised picture. */
  fill(slot: Slot, inside: Object3D): void {
    this.#views[slot].fill(inside);
  }

  /** Shows the surfaces of the bodies as they are, as glass, or not at all; they can be taken hold of in any case. */
  setSurfaces(surface: 'solid' | 'glass' | 'hidden'): void {
    for (const slot of SLOTS) {
      this.#views[slot].surface.visible = surface !== 'hidden';
      this.#views[slot].setGlass(surface === 'glass');
    }
    this.invalidate();
  }

  /** Clips the surfaces of the bodies by planes. */
  clipSurfaces(planes: Plane[]): void {
    this.allowClipping();
    for (const slot of SLOTS) this.#views[slot].clip(planes);
    this.invalidate();
  }

  /** Gives every face a colour of its own, or none; and draws hulls, by their edges. */
  paint(slot: Slot, paint: FacePaint | null, hullEdges: Uint32Array): void {
    this.#views[slot].paint(paint, hullEdges);
    this.invalidate();
  }

  /** Frames the whole scene; from the front, or from where the camera is. What is in it has to be posed anew. */
  frame(scene: readonly Body[], fromFront: boolean): void {
    this.#frame = frameAround(scene);
    this.#curve.hide(); // until it is shown again, in the new frame
    const balls = scene.map((body) => ({
      middle: toView(this.#frame, middleOf(body)),
      radius: MARGIN * (body.shape.radius / this.#frame.unit),
    }));
    this.lookAt(balls, fromFront ? FIRST_VIEW : null);
  }

  /** What is under a point of the window. */
  pick(clientX: number, clientY: number): Hit | null {
    const handles = SLOTS.flatMap((slot) => [
      { slot, isEnd: false, object: this.#views[slot].surface },
      { slot, isEnd: true, object: this.#ghosts[slot].end },
    ]);
    const [hit] = this.rayThrough(clientX, clientY).intersectObjects(
      handles.flatMap(({ object }) => object ?? []),
      false,
    );
    const handle = handles.find(({ object }) => object === hit?.object);
    return hit === undefined || handle === undefined
      ? null
      : { slot: handle.slot, isEnd: handle.isEnd, point: hit.point };
  }

  /** Where a point of the world is in the view. */
  toView(world: Vector3): Vector3 {
    return toView(this.#frame, world);
  }

  /** Where a point of the world is on the canvas, in CSS pixels; null behind the camera. */
  toCanvas(world: readonly [number, number, number]): { readonly x: number; readonly y: number } | null {
    const { x, y, z } = toView(this.#frame, new Vector3(...world)).project(this.camera);
    if (z > 1) return null;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: (0.5 + x / 2) * clientWidth, y: (0.5 - y / 2) * clientHeight };
  }

  /** From the normalised picture of a body to the view. */
  matrixOf(body: Body): Matrix4 {
    return bodyMatrix(this.#frame, body);
  }

  /** Shows triangles by their edges alone. */
  setWireframe(isShown: boolean): void {
    for (const slot of SLOTS) this.#views[slot].setWireframe(isShown);
    this.invalidate();
  }

  /** World units that are as long as a CSS pixel, at the point that it orbits. */
  get unitsPerPixel(): number {
    return this.viewPerPixel * this.#frame.unit;
  }

  /** World units that are one unit of the view. */
  get unit(): number {
    return this.#frame.unit;
  }

  #applyTheme(theme: Theme): void {
    for (const slot of SLOTS) {
      this.#views[slot].setTheme(theme);
      this.#ghosts[slot].setTheme(theme);
    }
    this.#curve.setTheme(theme);
  }
}
