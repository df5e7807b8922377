// A wipe: one thing is seen left of a line across the picture, another right of it.

import { type PerspectiveCamera, Plane, Vector3 } from 'three';

/** The planes through the eye that split the picture at a vertical line; each keeps its side. */
export class Wipe {
  readonly left: Plane = new Plane();
  readonly right: Plane = new Plane();

  /** Puts the line where `part` of the width is left of it, for where the camera is. True if the planes have changed. */
  aim(camera: PerspectiveCamera, part: number): boolean {
    const across = (2 * part - 1) * Math.tan((camera.fov * Math.PI) / 360) * camera.aspect;
    const normal = new Vector3(-1, 0, -across).normalize().applyQuaternion(camera.quaternion);
    const eye = camera.getWorldPosition(new Vector3());
    const next = new Plane().setFromNormalAndCoplanarPoint(normal, eye);
    const hasChanged = !next.equals(this.left);
    this.left.copy(next);
    this.right.copy(next).negate();
    return hasChanged;
  }
}
