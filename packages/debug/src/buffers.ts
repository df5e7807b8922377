import { NearmissError } from 'nearmiss';
import type { DebugColor } from './colors.ts';

/** Vertex buffers in single precision. Coordinates are world coordinates less the `origin` of the options. See {@link debugLines}. */
export interface DebugBuffers {
  /** x, y, z of both ends of each segment: six numbers a segment. */
  readonly lines: Float32Array<ArrayBuffer>;
  /** Red, green and blue of each end, from 0 to 1: as many numbers as `lines` has. */
  readonly lineColors: Float32Array<ArrayBuffer>;
  /** x, y, z of each point. */
  readonly points: Float32Array<ArrayBuffer>;
  /** Red, green and blue of each point, from 0 to 1. */
  readonly pointColors: Float32Array<ArrayBuffer>;
}

export type Triple = readonly [number, number, number];

/** The length of an arrow's head, in parts of the arrow. */
const HEAD_LENGTH = 0.18;
/** The half width of an arrow's head, in parts of its length. */
const HEAD_WIDTH = 0.4;

/** Collects segments and points. Differences to the origin are taken in doubles, before anything is rounded. */
export class BufferWriter {
  readonly #origin: Triple;
  readonly #lines: number[] = [];
  readonly #lineColors: number[] = [];
  readonly #points: number[] = [];
  readonly #pointColors: number[] = [];

  constructor(origin: Triple = [0, 0, 0]) {
    if (origin.length !== 3 || !origin.every(Number.isFinite)) {
      throw new NearmissError('vector/bad', `origin is ${String(origin)}; it must be three finite numbers [x, y, z].`);
    }
    this.#origin = origin;
  }

  line(from: Triple, to: Triple, color: DebugColor): void {
    this.#push(this.#lines, from);
    this.#push(this.#lines, to);
    this.#lineColors.push(...color, ...color);
  }

  point(at: Triple, color: DebugColor): void {
    this.#push(this.#points, at);
    this.#pointColors.push(...color);
  }

  /** A shaft and four barbs; nothing if both ends coincide. */
  arrow(from: Triple, to: Triple, color: DebugColor): void {
    const along = minus(to, from);
    const length = Math.hypot(...along);
    if (!(length > 0)) return;
    this.line(from, to, color);
    const u = perpendicular(along);
    const v = cross(along, u);
    const size = HEAD_LENGTH * length;
    for (const side of [u, v]) {
      const width = (HEAD_WIDTH * size) / Math.hypot(...side);
      for (const sign of [width, -width]) {
        this.line(to, plus(plus(to, along, -HEAD_LENGTH), side, sign), color);
      }
    }
  }

  buffers(): DebugBuffers {
    return {
      lines: new Float32Array(this.#lines),
      lineColors: new Float32Array(this.#lineColors),
      points: new Float32Array(this.#points),
      pointColors: new Float32Array(this.#pointColors),
    };
  }

  #push(list: number[], [x, y, z]: Triple): void {
    const [ox, oy, oz] = this.#origin;
    list.push(x - ox, y - oy, z - oz);
  }
}

export function minus([ax, ay, az]: Triple, [bx, by, bz]: Triple): Triple {
  return [ax - bx, ay - by, az - bz];
}

/** a + factor · b. */
export function plus([ax, ay, az]: Triple, [bx, by, bz]: Triple, factor: number): Triple {
  return [ax + factor * bx, ay + factor * by, az + factor * bz];
}

export function cross([ax, ay, az]: Triple, [bx, by, bz]: Triple): Triple {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** A vector orthogonal to a nonzero one: its cross product with the axis of its smallest component. */
function perpendicular(v: Triple): Triple {
  const [x, y, z] = v.map(Math.abs) as [number, number, number];
  if (x <= y && x <= z) return cross(v, [1, 0, 0]);
  return y <= z ? cross(v, [0, 1, 0]) : cross(v, [0, 0, 1]);
}
