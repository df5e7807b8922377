// Is the hull of a patch part of the solid? Only then can distances to the hull replace distances to the patch: the hull of the
// outer sides of a U fills its cavity, and a body in the cavity would count as inside.
//
// The solid is the surface and every point of non-zero winding number, which is constant away from faces. So the hull is part of it
// if no other face reaches into its interior and one interior point has a winding number other than 0: the interior is connected,
// and the hull is its closure. The faces of the patch itself lie on the hull's boundary, and faces without area change no winding
// number and cannot separate the interior. The condition is also necessary where the surface does not cross itself: a face that
// reaches in has the outside on one of its sides.
//
// The hull of a flat patch is a polygon. All faces of a facet have the same orientation, so a point's winding number in their plane
// is the number of faces over it, and changes only across the facet's border. If that border does not reach into the interior of
// the polygon, which contains part of some face of the facet, every point there is covered.

import { childEnd, firstChild, firstTriangle, type Tree, triangleCount, waitingNodes } from '../bvh/tree.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';
import { crossingAhead, ON_TRIANGLE } from '../primitive/point-in-surface.ts';
import { boxOfPoints, nodeBoxes, overlapBoxes } from './boxes.ts';
import { areaAxis } from './exact-faces.ts';
import { nextHalfEdge } from './face-neighbours.ts';
import { OpenHull } from './open-hull.ts';
import { OpenPolygon } from './open-polygon.ts';
import type { PatchHull } from './patch-hull.ts';
import { FLAT, type Surface } from './surface.ts';

/** A point, then the corners of a face. */
const four = new DoubleCorners(4);

/** Tests patches of a closed, oriented surface one after another: whether the hull is part of the solid. */
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

  /** False also where it cannot be decided: see open-hull.ts, and hulls too thin for an interior point in doubles. */
  isFilled(faces: Uint32Array, hull: PatchHull): boolean {
    if (faces.length === 1) return true; // the hull of a face is the face
    if (hull.dimension < 3) return this.#isCovered(faces, hull);
    const inside = new OpenHull(this.#surface.points, hull);
    return !this.#isEntered(faces, inside) && this.#isInSolid(inside);
  }

  /** Whether the polygon around a flat patch is covered by the facet of its first face. */
  #isCovered(patch: Uint32Array, hull: PatchHull): boolean {
    const { points, triangles, facetOf, edgeKind } = this.#surface;
    const facet = facetOf[patch[0]];
    const drop = areaAxis(points, triangles[3 * facet], triangles[3 * facet + 1], triangles[3 * facet + 2]);
    const inside = new OpenPolygon(points, hull.vertices, drop);
    const box = boxOfPoints(points, hull.vertices);
    return !this.#someFace(
      (boxes, o) => overlapBoxes(boxes, o, box),
      (face) => {
        if (facetOf[face] !== facet) return false;
        for (let half = 3 * face; half < 3 * face + 3; half++) {
          if (edgeKind[half] === FLAT) continue;
          if (inside.intersectsSegment(triangles[half], triangles[nextHalfEdge(half)])) return true;
        }
        return false;
      },
    );
  }

  /** Whether a face that is not of the patch may reach into the inside of its hull. */
  #isEntered(patch: Uint32Array, inside: OpenHull): boolean {
    const { triangles, hasArea } = this.#surface;
    this.#test++;
    for (const face of patch) this.#memberOf[face] = this.#test;
    return this.#someFace(
      (boxes, o) => inside.mayIntersectBox(boxes, o),
      (face) =>
        hasArea[face] === 1 &&
        this.#memberOf[face] !== this.#test &&
        inside.mayIntersectTriangle(triangles[3 * face], triangles[3 * face + 1], triangles[3 * face + 2]),
    );
  }

  /** Whether the centre of the hull, if it is certain to be inside, has a winding number other than 0. */
  #isInSolid(inside: OpenHull): boolean {
    const { points, triangles, spare } = this.#surface;
    const { xyz } = four;
    inside.writeMiddle(xyz);
    const [x, y, z] = xyz;
    points.xyz.set(xyz.subarray(0, 3), 3 * spare);
    if (!four.isInRange() || !inside.contains(spare)) return false;
    let winding = 0;
    this.#someFace(
      (boxes, o) =>
        boxes[o + 3] >= x && boxes[o + 1] <= y && boxes[o + 4] >= y && boxes[o + 2] <= z && boxes[o + 5] >= z,
      (face) => {
        for (let k = 0; k < 3; k++) {
          const at = 3 * triangles[3 * face + k];
          for (let axis = 0; axis < 3; axis++) xyz[3 + 3 * k + axis] = points.xyz[at + axis];
        }
        const crossing = crossingAhead(four, 0, 1);
        // Only a face without area can be there, and it does not count.
        if (crossing !== ON_TRIANGLE) winding += crossing;
        return false;
      },
    );
    return winding !== 0;
  }

  /** Whether `accepts` some face below nodes whose boxes[o…o+5] `mayHold` such faces. */
  #someFace(mayHold: (boxes: Float64Array, o: number) => boolean, accepts: (face: number) => boolean): boolean {
    const { links, faces } = this.#tree;
    const stack = this.#stack;
    stack[0] = 0;
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      if (!mayHold(this.#boxes, 6 * node)) continue;
      if (firstChild(links, node) !== 0) {
        for (let child = firstChild(links, node); child < childEnd(links, node); child++) stack[top++] = child;
        continue;
      }
      const first = firstTriangle(links, node);
      for (let slot = first; slot < first + triangleCount(links, node); slot++) {
        if (accepts(faces[slot])) return true;
      }
    }
    return false;
  }
}
