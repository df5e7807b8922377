// Where a round body touches the faces of another: the points of its base or line, the feature farthest along the normal, that bound what it
// has in common with the faces. All in the round shape's own axes and unit.

import type { RoundShape } from '../../convex/round-shape.ts';

/** A point on the surface of a round shape. */
type Point = readonly [number, number, number];

/** The cosine between the axis and the normal from which a rim is a base to stand on. Dimensionless. */
const STANDING = 0.9;
/**
 * How much farther out a point of a face has to be for its height above the base: those that rise more steeply than the normals of
 * contacts may be tilted, 8 degrees, are beside what bears. Dimensionless.
 */
const STEEP = 7;
/** Corners of the polygon that stands for a base. */
const CORNERS = 16;
/** Cosines of k/16 + 1/32 of a turn. */
const COSINES = [
  0.9807852804032304, 0.8314696123025452, 0.5555702330196022, 0.19509032201612825, -0.19509032201612825,
  -0.5555702330196022, -0.8314696123025452, -0.9807852804032304, -0.9807852804032304, -0.8314696123025452,
  -0.5555702330196022, -0.19509032201612825, 0.19509032201612825, 0.5555702330196022, 0.8314696123025452,
  0.9807852804032304,
];

/** The ends of the line, or four points of the rim, and the points that bound what base or line has in common with faces, nine numbers each. */
export function supportPoints(shape: RoundShape, n: Float64Array, faces: Float64Array): Point[] {
  const { base, top, half, skin } = shape;
  if (half === 0 && base === 0 && top === 0) return [];
  if (skin > 0) {
    const [x, y, z] = [skin * n[0], skin * n[1], skin * n[2]];
    return linePoints([x, y, z - half], [x, y, z + half], n, faces);
  }
  if (Math.abs(n[2]) > STANDING) return n[2] < 0 ? basePoints(base, -half, faces) : basePoints(top, half, faces);
  const across = Math.sqrt(n[0] * n[0] + n[1] * n[1]);
  const ux = n[0] / across;
  const uy = n[1] / across;
  return linePoints([base * ux, base * uy, -half], [top * ux, top * uy, half], n, faces);
}

/** Points of a disc across the axis: four of its rim, and of the region that it shares with faces those farthest in some directions. */
function basePoints(radius: number, z: number, faces: Float64Array): Point[] {
  const outwards = z < 0 ? -1 : 1;
  const shared: Candidate[] = [];
  const flat = flatEdges(faces);
  for (let corner = 0; corner < faces.length; corner += 3) {
    const x = faces[corner];
    const y = faces[corner + 1];
    const height = outwards * (faces[corner + 2] - z);
    if (x * x + y * y <= radius * radius) shared.push({ point: [x, y, z], height });
    const next = nextCorner(corner);
    // Between two faces that lie flat on the base there is no edge of the region.
    if (flat.has(edgeName(faces, corner, next)) && flat.has(edgeName(faces, next, corner))) continue;
    const dx = faces[next] - x;
    const dy = faces[next + 1] - y;
    // |(x, y) + t (dx, dy)| = radius
    const a = dx * dx + dy * dy;
    const b = x * dx + y * dy;
    const root = b * b - a * (x * x + y * y - radius * radius);
    if (!(a > 0 && root >= 0)) continue;
    for (const sign of [-1, 1]) {
      const t = (-b + sign * Math.sqrt(root)) / a;
      if (!(t > 0 && t < 1)) continue;
      const rise = outwards * t * (faces[next + 2] - faces[corner + 2]);
      shared.push({ point: [x + t * dx, y + t * dy, z], height: height + rise });
    }
  }
  const rim: Point[] = [
    [radius, 0, z],
    [0, radius, z],
    [-radius, 0, z],
    [0, -radius, z],
  ];
  return [...rim, ...farthest(shared)];
}

/** The directed edges of the faces across the axis. */
function flatEdges(faces: Float64Array): Set<string> {
  const edges = new Set<string>();
  for (let face = 0; face < faces.length; face += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = faces.subarray(face, face + 9);
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (!(nz * nz > STANDING * STANDING * (nx * nx + ny * ny + nz * nz))) continue;
    for (let corner = face; corner < face + 9; corner += 3) edges.add(edgeName(faces, corner, nextCorner(corner)));
  }
  return edges;
}

function edgeName(faces: Float64Array, from: number, to: number): string {
  return [...faces.subarray(from, from + 3), ...faces.subarray(to, to + 3)].join();
}

/** A point of a base below a point of a face, and how high that is above it. */
interface Candidate {
  readonly point: Point;
  readonly height: number;
}

/** The points that are farthest in directions around the axis, for their heights. */
function farthest(candidates: readonly Candidate[]): Point[] {
  const chosen = new Set<Point>();
  for (let k = 0; k < CORNERS && candidates.length > 0; k += 2) {
    // Not quite along the sides of boxes, of which two corners are equally far.
    const x = COSINES[k];
    const y = sine(k);
    const farOf = ({ point, height }: Candidate): number => point[0] * x + point[1] * y - STEEP * Math.abs(height);
    let best = candidates[0];
    for (const candidate of candidates) if (farOf(candidate) > farOf(best)) best = candidate;
    chosen.add(best.point);
  }
  return [...chosen];
}

function sine(k: number): number {
  return COSINES[(k + CORNERS - CORNERS / 4) % CORNERS];
}

/** The base that a shape turns to a direction, as triangles of nine numbers of a polygon within it; none where it turns its side. */
export function baseFaces({ base, top, half, skin }: RoundShape, n: Float64Array): Float64Array {
  if (skin > 0 || !(Math.abs(n[2]) > STANDING)) return new Float64Array(0);
  const radius = n[2] < 0 ? base : top;
  const z = n[2] < 0 ? -half : half;
  const faces = new Float64Array(9 * CORNERS);
  for (let k = 0; k < CORNERS; k++) {
    const next = (k + 1) % CORNERS;
    faces.set(
      [0, 0, z, radius * COSINES[k], radius * sine(k), z, radius * COSINES[next], radius * sine(next), z],
      9 * k,
    );
  }
  return faces;
}

/** Points of a line: its ends, and where it enters and leaves the region of faces, seen along the normal. */
function linePoints(from: Point, to: Point, [nx, ny, nz]: Float64Array, faces: Float64Array): Point[] {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const dz = to[2] - from[2];
  // Across the line and the normal.
  const sx = ny * dz - nz * dy;
  const sy = nz * dx - nx * dz;
  const sz = nx * dy - ny * dx;
  const square = dx * dx + dy * dy + dz * dz;
  const aside = (k: number): number =>
    sx * (faces[k] - from[0]) + sy * (faces[k + 1] - from[1]) + sz * (faces[k + 2] - from[2]);
  let first = Infinity;
  let last = -Infinity;
  for (let corner = 0; corner < faces.length; corner += 3) {
    const next = nextCorner(corner);
    const here = aside(corner);
    const there = aside(next);
    if (!(here * there < 0)) continue;
    const t = here / (here - there);
    let along = 0;
    for (let k = 0; k < 3; k++) {
      const point = faces[corner + k] + t * (faces[next + k] - faces[corner + k]);
      along += ((point - from[k]) * (to[k] - from[k])) / square;
    }
    if (!(along > 0 && along < 1)) continue;
    first = Math.min(first, along);
    last = Math.max(last, along);
  }
  const ends = [from, to];
  for (const along of first < last ? [first, last] : first < Infinity ? [first] : []) {
    ends.push([from[0] + along * dx, from[1] + along * dy, from[2] + along * dz]);
  }
  return ends;
}

/** Where the next corner of the same face is. */
function nextCorner(corner: number): number {
  return corner % 9 === 6 ? corner - 6 : corner + 3;
}
