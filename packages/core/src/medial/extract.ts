// The medial axis of a solid from the Voronoi diagram of points on its surface (Amenta and Bern, "Surface reconstruction
// by Voronoi filtering", 1999; Dey and Zhao 2003): centres of Delaunay spheres inside the solid are its vertices, an edge
// joins two whose tetrahedra share a face, and around every Delaunay edge whose tetrahedra are all inside lies a polygon
// of them, split into triangles.
//
// Departure: a Voronoi ball only avoids the sample. Here radii are distances from the surface itself, so that every ball is inside
// the solid, also between the samples.

import type { Tetrahedra } from './delaunay.ts';
import { silent, TICK_STEPS, type Tick } from './progress.ts';
import type { SurfaceTree } from './surface-tree.ts';

/** Balls joined by edges and triangles, as they come from the Voronoi diagram: many and with spikes. */
export interface MedialComplex {
  /** Centre and radius, 4 doubles each. */
  readonly spheres: Float64Array;
  /** Pairs of spheres. */
  readonly edges: Uint32Array;
  /** Triples of spheres; their sides are among the edges or across a polygon. */
  readonly faces: Uint32Array;
}

/** The corner pairs of a tetrahedron, and for each the other pair. */
const EDGES = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
  [1, 2, 0, 3],
  [1, 3, 0, 2],
  [2, 3, 0, 1],
] as const;

/**
 * If a centre is within this many radii of the last one, the search for its nearest triangle is skipped, and the radius is reduced by
 * their distance. On a sphere, thousands of balls share one centre, which is equally far from all triangles. Dimensionless.
 */
const SAME = 2 ** -10;

const centre: Float64Array = new Float64Array(3);

/** The inner Voronoi diagram of a sample (3 doubles per point) with its Delaunay triangulation. */
export function extractMedial(
  sample: Float64Array,
  tetrahedra: Tetrahedra,
  surface: SurfaceTree,
  tick: Tick = silent,
): MedialComplex {
  const { corners, neighbours } = tetrahedra;
  const count = corners.length / 4;
  const numbers = new Int32Array(count).fill(-1);
  const spheres: number[] = [];
  const reach = largestCoordinate(sample);
  const last = new Float64Array(4);
  for (let t = 0; t < count; t++) {
    if (t % TICK_STEPS === 0) tick(t / count);
    circumcentre(sample, corners, 4 * t, centre);
    const [x, y, z] = centre;
    // False for NaN too, the centre of a tetrahedron that is flat but for the last bits.
    if (!(Math.abs(x) <= reach && Math.abs(y) <= reach && Math.abs(z) <= reach)) continue;
    const dx = x - last[0];
    const dy = y - last[1];
    const dz = z - last[2];
    let away = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(away < SAME * last[3])) {
      if (!surface.surrounds(x, y, z)) continue;
      last.set(centre);
      last[3] = surface.distance(x, y, z);
      away = 0;
    }
    numbers[t] = spheres.length / 4;
    spheres.push(x, y, z, last[3] - away);
  }

  const edges: number[] = [];
  const faces: number[] = [];
  const polygon: number[] = [];
  for (let t = 0; t < count; t++) {
    if (numbers[t] < 0) continue;
    for (let k = 0; k < 4; k++) {
      const next = neighbours[4 * t + k];
      if (next > t && numbers[next] >= 0) edges.push(numbers[t], numbers[next]);
    }
    for (const [a, b, out, back] of EDGES) {
      if (!walkAround(tetrahedra, numbers, t, a, b, out, back, polygon)) continue;
      for (let k = 2; k < polygon.length; k++) faces.push(polygon[0], polygon[k - 1], polygon[k]);
    }
  }
  return { spheres: Float64Array.from(spheres), edges: Uint32Array.from(edges), faces: Uint32Array.from(faces) };
}

/**
 * Collects the balls around the edge between corners a and b of tetrahedron t, leaving through the face opposite corner
 * `out` first. False if one is outside, or if t is not the lowest: each polygon is collected only from its lowest tetrahedron.
 */
function walkAround(
  { corners, neighbours }: Tetrahedra,
  numbers: Int32Array,
  t: number,
  a: number,
  b: number,
  out: number,
  back: number,
  polygon: number[],
): boolean {
  const u = corners[4 * t + a];
  const w = corners[4 * t + b];
  polygon.length = 0;
  polygon.push(numbers[t]);
  // `stays`: the corner opposite the face to leave through next.
  let stays = corners[4 * t + back];
  let now = neighbours[4 * t + out];
  while (now !== t) {
    if (now < t || numbers[now] < 0) return false;
    polygon.push(numbers[now]);
    let leave = 0;
    let fresh = -1;
    for (let k = 0; k < 4; k++) {
      const corner = corners[4 * now + k];
      if (corner === stays) leave = k;
      else if (corner !== u && corner !== w) fresh = corner;
    }
    stays = fresh;
    now = neighbours[4 * now + leave];
  }
  return true;
}

/** The centre of the sphere through the four corners of a tetrahedron. */
function circumcentre(p: Float64Array, corners: Int32Array, t: number, out: Float64Array): void {
  const i = 3 * corners[t];
  const j = 3 * corners[t + 1];
  const k = 3 * corners[t + 2];
  const l = 3 * corners[t + 3];
  const ax = p[j] - p[i];
  const ay = p[j + 1] - p[i + 1];
  const az = p[j + 2] - p[i + 2];
  const bx = p[k] - p[i];
  const by = p[k + 1] - p[i + 1];
  const bz = p[k + 2] - p[i + 2];
  const cx = p[l] - p[i];
  const cy = p[l + 1] - p[i + 1];
  const cz = p[l + 2] - p[i + 2];
  const ux = by * cz - bz * cy;
  const uy = bz * cx - bx * cz;
  const uz = bx * cy - by * cx;
  const vx = cy * az - cz * ay;
  const vy = cz * ax - cx * az;
  const vz = cx * ay - cy * ax;
  const wx = ay * bz - az * by;
  const wy = az * bx - ax * bz;
  const wz = ax * by - ay * bx;
  const half = 0.5 / (ax * ux + ay * uy + az * uz);
  const aa = half * (ax * ax + ay * ay + az * az);
  const bb = half * (bx * bx + by * by + bz * bz);
  const cc = half * (cx * cx + cy * cy + cz * cz);
  out[0] = p[i] + aa * ux + bb * vx + cc * wx;
  out[1] = p[i + 1] + aa * uy + bb * vy + cc * wy;
  out[2] = p[i + 2] + aa * uz + bb * vz + cc * wz;
}

function largestCoordinate(points: Float64Array): number {
  let largest = 0;
  for (const x of points) largest = Math.max(largest, Math.abs(x));
  return largest;
}
