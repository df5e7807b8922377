// The flat counterpart of open-hull.ts: does a segment of the same plane reach into the inside of a convex polygon?
//
// They are disjoint exactly when a line parts them weakly, and then the line of a side or of the segment does. Seen along
// an axis in which the plane is not edge on, so that sides of lines are those in the plane; exact.

import type { DoubleCorners } from '../primitive/exact-corners.ts';

export class OpenPolygon {
  readonly #points: DoubleCorners;
  readonly #corners: Uint32Array;
  readonly #drop: number;
  /** How the corners turn, seen along the dropped axis. */
  readonly #turn: number;

  /** `corners` are the extreme points of the polygon, in order around it; it has an area seen along the axis `drop`. */
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

  /** Positive where x is on the inner side of the line from–to, as far as that is a side of the polygon. */
  #side(from: number, to: number, x: number): number {
    return this.#turn * this.#points.orient2d(this.#drop, from, to, x);
  }
}
