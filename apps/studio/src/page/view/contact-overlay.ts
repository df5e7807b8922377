// What touches at the time of contact, drawn over the picture: vertices, edges and faces of both bodies, and the normals.

import type { Point } from 'nearmiss';
import { arrowPath, dot, svg } from './arrow.ts';
import type { Stage } from './stage.ts';
import { outline } from './witness-overlay.ts';

/** Length of a normal as it is drawn, as a part of the size of the scene. */
const NORMAL_LENGTH = 0.14;
/** Of flush faces hundreds of features may touch; the picture says no more beyond so many. */
const MOST_DRAWN = 64;

/** Two features that touch, in the world. */
export interface Touch {
  readonly point: Point;
  /** Unit vector from A to B. */
  readonly normal: Point;
  /** Corners of the vertex, edge or face of either body. */
  readonly cornersA: readonly Point[];
  readonly cornersB: readonly Point[];
}

export class ContactOverlay {
  readonly #root: SVGSVGElement;
  readonly #touches: () => readonly Touch[];

  constructor(root: SVGSVGElement, touches: () => readonly Touch[]) {
    this.#root = root;
    this.#touches = touches;
  }

  draw(stage: Stage): void {
    const touches = this.#touches().slice(0, MOST_DRAWN);
    // Features first: points and normals are to lie over all of them.
    this.#root.replaceChildren(
      ...touches.flatMap(({ cornersA, cornersB }) => [
        svg('path', { class: 'a', d: outline(stage, cornersA) }),
        svg('path', { class: 'b', d: outline(stage, cornersB) }),
      ]),
      ...touches.flatMap((touch) => arrow(stage, touch)),
    );
  }
}

/** The point of contact and the normal from it, with a head. */
function arrow(stage: Stage, { point, normal }: Touch): SVGElement[] {
  const length = NORMAL_LENGTH * stage.unit;
  const [x, y, z] = point;
  const tip: Point = [x + length * normal[0], y + length * normal[1], z + length * normal[2]];
  return [svg('path', { class: 'normal', d: arrowPath(stage, point, tip) }), ...dot(stage, point)];
}
