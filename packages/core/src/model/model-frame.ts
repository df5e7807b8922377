// The frame that queries compute in: the body's own axes, the origin near the centre of the mesh, and a power of two near its size
// as the unit of length. Coordinates are then of order 1 for every unit and position of the input, so rounding is relative to the
// size of the body and nothing overflows.

import { type RoundShape, roundRadius, scaledRound } from '../convex/round-shape.ts';
import { MAX_COORDINATE, type Mesh } from '../mesh/mesh.ts';
import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';

export interface Frame {
  /** Origin of the frame in body coordinates. */
  readonly centre: Float64Array;
  /** One unit of the frame in body coordinates, a power of two. */
  readonly unit: number;
  /** Largest distance of a corner from the centre, in units, rounded up and not below LEAST_RADIUS. */
  readonly radius: number;
}

/**
 * The origin stays at that of the input while the centre of the box is nearer to it than this part of its size: then corners stay
 * exact.
 */
const OFF_CENTRE = 0.25;

/** The unit of the smallest meshes, those of subnormal coordinates: its reciprocal is still a double. A length. */
const LOWEST_EXPONENT = -1022;

/**
 * The least reach of a body, in units: that of a point. Every other mesh has a reach of at least 2⁻⁵³ units, so that products of
 * eight lengths of one are doubles. Rounding is relative to the reach.
 */
const LEAST_RADIUS = 2 ** -60;

/**
 * No corner is farther than this from the centre, in units: half the size is below 1, a centre at the input's origin adds a quarter
 * of that, and √3 accounts for a diagonal.
 */
export const LARGEST_RADIUS = 2.5;

/** Whether the body is one point: it has no size, and in its frame all its coordinates are 0 in every unit. */
export function isPoint({ radius }: Frame): boolean {
  return radius === LEAST_RADIUS;
}

/** The reach of the body from its centre, in body coordinates. */
export function reachOf(frame: Frame): number {
  return isPoint(frame) ? 0 : frame.radius * frame.unit;
}

/** Whether these numbers can be a frame: for frames from an untrusted source. */
export function isFrame(centre: Float64Array, unit: number, radius: number): boolean {
  const lowest = powerOfTwo(LOWEST_EXPONENT);
  const highest = powerOfTwo(exponentAbove(MAX_COORDINATE));
  if (!(unit >= lowest && unit <= highest && unit === powerOfTwo(exponentAbove(unit) - 1))) return false;
  return radius >= LEAST_RADIUS && radius <= LARGEST_RADIUS && centre.every((x) => Math.abs(x) <= MAX_COORDINATE);
}

/** Chooses the frame of `mesh` and writes its corners in it, 9 doubles per triangle in input order, to `corners`. */
export function frameMesh(mesh: Mesh, corners: Float64Array): Frame {
  const { positions, triangles } = mesh;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < triangles.length; k++) {
    const v = 3 * triangles[k];
    for (let c = 0; c < 3; c++) {
      const x = positions[v + c];
      if (x < low[c]) low[c] = x;
      if (x > high[c]) high[c] = x;
    }
  }
  return frameOf(low, high, (cx, cy, cz, scale) => {
    let radiusSq = 0;
    for (let k = 0; k < triangles.length; k++) {
      const v = 3 * triangles[k];
      const x = (positions[v] - cx) * scale;
      const y = (positions[v + 1] - cy) * scale;
      const z = (positions[v + 2] - cz) * scale;
      corners[3 * k] = x;
      corners[3 * k + 1] = y;
      corners[3 * k + 2] = z;
      const sq = x * x + y * y + z * z;
      if (sq > radiusSq) radiusSq = sq;
    }
    return radiusSq;
  });
}

/** The frame of a mesh in a box; `move` moves its corners, (x − centre) · scale, and returns the largest square of their lengths. */
export function frameOf(
  low: ArrayLike<number>,
  high: ArrayLike<number>,
  move: (cx: number, cy: number, cz: number, scale: number) => number,
): Frame {
  const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const half = extent / 2;
  const centre = new Float64Array(3);
  // Halves of the least doubles are rounded: a point has to keep its position.
  for (let c = 0; c < 3; c++) centre[c] = extent > 0 ? low[c] / 2 + high[c] / 2 : low[c];
  if (Math.max(...centre.map(Math.abs)) <= OFF_CENTRE * half) centre.fill(0);

  const [cx, cy, cz] = centre;
  // A point has no size, and queries choose their unit without it; its distance from the origin, or 1, serves as one.
  const size = extent > 0 ? half : Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)) || 0.5;
  const exponent = Math.max(exponentAbove(size), LOWEST_EXPONENT);
  const radiusSq = move(cx, cy, cz, powerOfTwo(-exponent));
  const radius = Math.max(Math.sqrt(radiusSq) * (1 + 4 * Number.EPSILON), LEAST_RADIUS);
  return { centre, unit: powerOfTwo(exponent), radius };
}

/** The frame of a round shape: its centre is the origin, and its reach includes its skin. */
export function frameRound(shape: RoundShape): Frame {
  const size = Math.max(shape.base, shape.top, shape.half) + shape.skin;
  const exponent = Math.max(exponentAbove(size), LOWEST_EXPONENT);
  const radius = roundRadius(scaledRound(shape, powerOfTwo(-exponent))) * (1 + 4 * Number.EPSILON);
  return { centre: new Float64Array(3), unit: powerOfTwo(exponent), radius: Math.max(radius, LEAST_RADIUS) };
}
