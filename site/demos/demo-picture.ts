// The picture of the studio, for a demo within a page: bodies lie about the origin, in units of the view.

import { type Object3D, Raycaster, Vector3 } from 'three';
import { Picture } from '../../apps/studio/src/page/view/picture.ts';
import type { Point } from './messages.ts';

/** From the front, a little to the right and above. */
const FIRST_DIRECTION = new Vector3(0.25, 0.45, 1).normalize();

export class DemoPicture extends Picture {
  readonly #raycaster = new Raycaster();

  /** Throws where there is no WebGL. */
  constructor(canvas: HTMLCanvasElement, onDraw: () => void) {
    super(canvas, onDraw);
    this.letPageScroll();
  }

  /** Shows a ball about the origin with this radius. */
  frame(radius: number): void {
    this.lookAt([{ middle: new Vector3(), radius }], FIRST_DIRECTION);
    this.invalidate();
  }

  /** The first of the objects under a point of the window, and where. */
  pick(clientX: number, clientY: number, objects: Object3D[]): { object: Object3D; point: Vector3 } | null {
    return this.ray(clientX, clientY).intersectObjects(objects, false)[0] ?? null;
  }

  ray(clientX: number, clientY: number): Raycaster {
    this.scene.updateMatrixWorld();
    this.#raycaster.setFromCamera(this.pointerOf({ clientX, clientY }), this.camera);
    return this.#raycaster;
  }

  /** Where a point of the world is on the canvas, in CSS pixels; null behind the camera. */
  toCanvas(point: Point | readonly [number, number, number]): { readonly x: number; readonly y: number } | null {
    const [px, py, pz] = point;
    const { x, y, z } = new Vector3(px, py, pz).project(this.camera);
    if (z > 1) return null;
    return { x: (0.5 + x / 2) * this.canvas.clientWidth, y: (0.5 - y / 2) * this.canvas.clientHeight };
  }
}
