import { square } from '../scalar/vector.ts';

/** Points on the unit sphere and the triangles between them. */
export interface Geodesic {
  readonly directions: Float64Array;
  readonly triangles: Uint32Array;
}

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
/** Twelve corners: (0, ±1, ±φ) and its cyclic shifts, three numbers each. */
const CORNERS: readonly number[] = /* @__PURE__ */ [-1, 1].flatMap((s) =>
  [-GOLDEN_RATIO, GOLDEN_RATIO].flatMap((g) => [0, s, g, s, g, 0, g, 0, s]),
);
/** Between the squared length of an edge, 4, and that of the next longer diagonal, 4φ² ≈ 10.5. */
const EDGE_LENGTH_SQ_LIMIT = 5;

function icosahedronFaces(): number[] {
  const p = CORNERS;
  const joined = (a: number, b: number): boolean =>
    square(p[3 * a] - p[3 * b]) + square(p[3 * a + 1] - p[3 * b + 1]) + square(p[3 * a + 2] - p[3 * b + 2]) <
    EDGE_LENGTH_SQ_LIMIT;
  const volume = (a: number, b: number, c: number): number =>
    p[3 * a] * (p[3 * b + 1] * p[3 * c + 2] - p[3 * b + 2] * p[3 * c + 1]) +
    p[3 * a + 1] * (p[3 * b + 2] * p[3 * c] - p[3 * b] * p[3 * c + 2]) +
    p[3 * a + 2] * (p[3 * b] * p[3 * c + 1] - p[3 * b + 1] * p[3 * c]);
  const faces: number[] = [];
  for (let a = 0; a < 12; a++) {
    for (let b = a + 1; b < 12; b++) {
      for (let c = b + 1; c < 12; c++) {
        if (!joined(a, b) || !joined(b, c) || !joined(a, c)) continue;
        if (volume(a, b, c) > 0) faces.push(a, b, c);
        else faces.push(a, c, b);
      }
    }
  }
  return faces;
}

/**
 * An icosahedron whose edges are split into `frequency` parts, the lattice projected onto the unit sphere: 20·frequency² triangles,
 * 10·frequency² + 2 points. Every triangle keeps its cone from the centre, so any positive radii at the points still give a surface
 * that does not cross itself.
 */
export function geodesic(frequency: number): Geodesic {
  const f = frequency;
  const directions = new Float64Array(3 * (10 * f * f + 2));
  const triangles = new Uint32Array(60 * f * f);
  let pointCount = 0;
  // The point with weights (f−i−j, i, j) on three corners; only the sum's direction matters.
  const add = (a: number, b: number, c: number, i: number, j: number): number => {
    const x = CORNERS[3 * a] * (f - i - j) + CORNERS[3 * b] * i + CORNERS[3 * c] * j;
    const y = CORNERS[3 * a + 1] * (f - i - j) + CORNERS[3 * b + 1] * i + CORNERS[3 * c + 1] * j;
    const z = CORNERS[3 * a + 2] * (f - i - j) + CORNERS[3 * b + 2] * i + CORNERS[3 * c + 2] * j;
    directions.set(normalised(x, y, z), 3 * pointCount);
    return pointCount++;
  };
  for (let corner = 0; corner < 12; corner++) add(corner, corner, corner, 0, 0);

  // Edge points are made once and numbered from the edge's lower corner, so that both faces find them.
  const firstOfEdge = new Map<number, number>();
  const edgePoint = (from: number, to: number, step: number): number => {
    if (from > to) return edgePoint(to, from, f - step);
    if (step === 0) return from;
    if (step === f) return to;
    const key = 12 * from + to;
    let first = firstOfEdge.get(key);
    if (first === undefined) {
      first = pointCount;
      firstOfEdge.set(key, first);
      for (let k = 1; k < f; k++) add(from, to, to, k, 0);
    }
    return first + step - 1;
  };

  const faces = icosahedronFaces();
  const row = new Uint32Array((f + 1) * (f + 1));
  let corners = 0;
  for (let face = 0; face < faces.length; face += 3) {
    const [a, b, c] = faces.slice(face, face + 3);
    for (let j = 0; j <= f; j++) {
      for (let i = 0; i + j <= f; i++) {
        const at = j * (f + 1) + i;
        if (j === 0) row[at] = edgePoint(a, b, i);
        else if (i === 0) row[at] = edgePoint(a, c, j);
        else if (i + j === f) row[at] = edgePoint(b, c, j);
        else row[at] = add(a, b, c, i, j);
      }
    }
    for (let j = 0; j < f; j++) {
      for (let i = 0; i + j < f; i++) {
        const at = j * (f + 1) + i;
        triangles.set([row[at], row[at + 1], row[at + f + 1]], corners);
        corners += 3;
        if (i + j === f - 1) continue;
        triangles.set([row[at + 1], row[at + f + 2], row[at + f + 1]], corners);
        corners += 3;
      }
    }
  }
  return { directions, triangles };
}

function normalised(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
