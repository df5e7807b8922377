// The flat counterpart of open-hull.ts: does a segment of the same plane reach into the interior of a convex polygon?
//
// They are disjoint exactly when a line separates them weakly, and then the line of a side or of the segment does. The test is
// exact. It uses the projection along an axis that is not parallel to the plane, so that sides of lines are preserved.

import type { DoubleCorners } from '../primitive/exact-corners.ts';

export class OpenPolygon {
  readonly #points: DoubleCorners;
  readonly #corners: Uint32Array;
  readonly #drop: number;
  /** The orientation of the corners in the projection along the dropped axis. */
  readonly #turn: number;

  /** `corners` are the extreme points of the polygon, in order around it; its projection along the axis `drop` has an area. */
  constructor(points: DoubleCorners, corners: Uint32Array, drop: number) {
    this.#points = points;
    this.#corners = corners;
    this.#drop = drop;
    this.#turn = points.orient2d(drop, corners[0], corners[1], corners[2]);
  }

  /** Whether a point of the segment ab, which lies in the polygon's plane, is inside. */
  intersectsSegment(a: number, b: number): boolean {
    const corners = this.#corners;
    let least = 0;
    let most = 0;
    for (let k = 0; k < corners.length; k++) {
      const from = corners[k];
      const to = corners[k + 1 < corners.length ? k + 1 : 0];
      if (this.#side(from, to, a) <= 0 && this.#side(from, to, b) <= 0) return false;
      const side = this.#side(a, b, from);
      least = Math.min(least, side);
      most = Math.max(most, side);
    }
    return least < 0 && most > 0;
  }

  /** Positive where x is on the inner side of the line from–to, if that is a side of the polygon. */
  #side(from: number, to: number, x: number): number {
    return this.#turn * this.#points.orient2d(this.#drop, from, to, x);
  }
}
