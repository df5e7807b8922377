// Is the hull of a patch part of the solid? Only then may distances to the hull stand for distances to the patch: the
// hull of the outer sides of a U fills its cavity, and what is in the cavity would be found inside.
//
// The solid is the surface and every point of non-zero winding number, which is constant wherever no face is. So the hull
// is part of it if no other face reaches into its open inside, and one point of the inside has a winding number other
// than 0: the inside is connected, and the rest of the hull is its closure. The faces of the patch itself lie on
// the hull's boundary, and faces without area change no winding number and cannot part the inside. The condition is also
// necessary where the surface does not cross itself: a face that reaches in has the outside on one of its sides.
//
// A flat patch has no inside; its hull is part of the solid if the faces cover it (flat-patch.ts).

import { childEnd, firstChild, firstTriangle, type Tree, triangleCount, waitingNodes } from '../bvh/tree.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';
import { crossingAhead, ON_TRIANGLE } from '../primitive/point-in-surface.ts';
import { coversItsHull } from './flat-patch.ts';
import { nodeBoxes } from './node-boxes.ts';
import { OpenHull } from './open-hull.ts';
import type { PatchHull } from './patch-hull.ts';
import type { Surface } from './surface.ts';

/** A point, then the corners of a face. */
const four = new DoubleCorners(4);

/** Tells for one patch after another of a closed, oriented surface whether its hull is part of the solid. */
export class FilledTest {
  readonly #surface: Surface;
  readonly #tree: Tree;
  readonly #boxes: Float64Array;
  readonly #stack: Int32Array;
  /** The test, counted from 1, whose patch a face was last part of. */
  readonly #memberOf: Uint32Array;
  #test = 0;

  constructor(surface: Surface, tree: Tree) {
    this.#surface = surface;
    this.#tree = tree;
    this.#boxes = nodeBoxes(surface, tree);
    this.#stack = new Int32Array(waitingNodes(tree));
    this.#memberOf = new Uint32Array(surface.hasArea.length);
  }

  /** False also where it cannot be told: see open-hull.ts, and hulls too thin for a point of doubles inside. */
  isFilled(faces: Uint32Array, hull: PatchHull): boolean {
    if (faces.length === 1) return true; // the hull of a face is the face
    this.#test++;
    for (const face of faces) this.#memberOf[face] = this.#test;
    if (hull.dimension < 3) {
      return coversItsHull(this.#surface, faces, hull, (face) => this.#memberOf[face] === this.#test);
    }
    const inside = new OpenHull(this.#surface.points, hull);
    return !this.#isEntered(inside) && this.#isInSolid(inside);
  }

  /** Whether a face that is not of the patch may reach into the inside of its hull. */
  #isEntered(inside: OpenHull): boolean {
    const { triangles, hasArea } = this.#surface;
    const { links, faces } = this.#tree;
    const stack = this.#stack;
    stack[0] = 0;
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      if (!inside.mayMeetBox(this.#boxes, 6 * node)) continue;
      for (let child = firstChild(links, node); child < childEnd(links, node); child++) stack[top++] = child;
      if (firstChild(links, node) !== 0) continue;
      const first = firstTriangle(links, node);
      for (let place = first; place < first + triangleCount(links, node); place++) {
        const face = faces[place];
        if (hasArea[face] === 0 || this.#memberOf[face] === this.#test) continue;
        if (inside.mayMeetTriangle(triangles[3 * face], triangles[3 * face + 1], triangles[3 * face + 2])) return true;
      }
    }
    return false;
  }

  /** Whether the middle of the hull, if it is found to be inside for certain, has a winding number other than 0. */
  #isInSolid(inside: OpenHull): boolean {
    const { points, triangles, spare } = this.#surface;
    const { xyz } = four;
    inside.writeMiddle(xyz);
    const [x, y, z] = xyz;
    points.xyz.set(xyz.subarray(0, 3), 3 * spare);
    if (!four.isInRange() || !inside.contains(spare)) return false;
    const { links, faces } = this.#tree;
    const boxes = this.#boxes;
    const stack = this.#stack;
    let winding = 0;
    stack[0] = 0;
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      const o = 6 * node;
      if (boxes[o + 3] < x || boxes[o + 1] > y || boxes[o + 4] < y || boxes[o + 2] > z || boxes[o + 5] < z) continue;
      for (let child = firstChild(links, node); child < childEnd(links, node); child++) stack[top++] = child;
      if (firstChild(links, node) !== 0) continue;
      const first = firstTriangle(links, node);
      for (let place = first; place < first + triangleCount(links, node); place++) {
        for (let k = 0; k < 9; k++) {
          const point = triangles[3 * faces[place] + Math.floor(k / 3)];
          xyz[3 + k] = points.xyz[3 * point + (k % 3)];
        }
        const crossing = crossingAhead(four, 0, 1);
        // Only a face without area can be there, and it does not count.
        if (crossing !== ON_TRIANGLE) winding += crossing;
      }
    }
    return winding !== 0;
  }
}
