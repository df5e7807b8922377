import { orient2d } from 'robust-predicates';
import { refuse } from './parameters.ts';

// Polygons are flat lists x₀, y₀, x₁, y₁, … . Meisters, "Polygons have ears" (1975): a simple polygon of more than three vertices
// has an ear, a vertex whose two neighbours see each other through the interior. Cutting it leaves a simple polygon. The proof
// needs only signs of areas, and those are exact here, so the search always succeeds, also with vertices in the middle of a
// straight side.

/** The most vertices of an outline. A count: both the test for simplicity and the cutting are quadratic. */
export const MAX_OUTLINE_POINTS = 2048;

/** > 0 where a, b, c turn left, 0 where they are in line; the sign is exact. */
function turn(p: Float64Array, a: number, b: number, c: number): number {
  return -orient2d(p[2 * a], p[2 * a + 1], p[2 * b], p[2 * b + 1], p[2 * c], p[2 * c + 1]);
}

/** True where vertex v lies in the triangle abc (which turns left) or on its boundary. */
function insideTriangle(p: Float64Array, v: number, a: number, b: number, c: number): boolean {
  return turn(p, a, b, v) >= 0 && turn(p, b, c, v) >= 0 && turn(p, c, a, v) >= 0;
}

/** True where v, known to be in line with a and b, lies between them or on one of them. */
function between(p: Float64Array, v: number, a: number, b: number): boolean {
  const x = p[2 * v];
  const y = p[2 * v + 1];
  return (
    x >= Math.min(p[2 * a], p[2 * b]) &&
    x <= Math.max(p[2 * a], p[2 * b]) &&
    y >= Math.min(p[2 * a + 1], p[2 * b + 1]) &&
    y <= Math.max(p[2 * a + 1], p[2 * b + 1])
  );
}

/** True where the closed segments ab and cd have a point in common. */
function segmentsIntersect(p: Float64Array, a: number, b: number, c: number, d: number): boolean {
  const abc = Math.sign(turn(p, a, b, c));
  const abd = Math.sign(turn(p, a, b, d));
  const cda = Math.sign(turn(p, c, d, a));
  const cdb = Math.sign(turn(p, c, d, b));
  if (abc * abd < 0 && cda * cdb < 0) return true;
  if (abc === 0 && between(p, c, a, b)) return true;
  if (abd === 0 && between(p, d, a, b)) return true;
  if (cda === 0 && between(p, a, c, d)) return true;
  return cdb === 0 && between(p, b, c, d);
}

/** True where no two sides meet but neighbours in their common corner. */
export function isSimplePolygon(p: Float64Array): boolean {
  const n = p.length / 2;
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    const afterNext = (i + 2) % n;
    // Neighbouring sides overlap only where the outline turns back on itself.
    if (turn(p, i, next, afterNext) === 0 && (between(p, afterNext, i, next) || between(p, i, next, afterNext))) {
      return false;
    }
    for (let j = i + 2; j < n; j++) {
      if ((j + 1) % n === i) continue;
      if (segmentsIntersect(p, i, next, j, (j + 1) % n)) return false;
    }
  }
  return true;
}

/** +1 for a simple polygon that runs counter-clockwise, −1 for one that runs clockwise. */
export function polygonDirection(p: Float64Array): number {
  const n = p.length / 2;
  let lowest = 0;
  for (let i = 1; i < n; i++) {
    const dy = p[2 * i + 1] - p[2 * lowest + 1];
    if (dy < 0 || (dy === 0 && p[2 * i] > p[2 * lowest])) lowest = i;
  }
  // The rightmost of the lowest vertices is a proper corner: no three in line can have it in the middle.
  return Math.sign(turn(p, (lowest + n - 1) % n, lowest, (lowest + 1) % n));
}

/** The n − 2 triangles, as vertex numbers, of a simple counter-clockwise polygon. */
export function triangulatePolygon(shape: string, p: Float64Array): number[] {
  const n = p.length / 2;
  const next = Uint32Array.from({ length: n }, (_, i) => (i + 1) % n);
  const previous = Uint32Array.from({ length: n }, (_, i) => (i + n - 1) % n);
  const isEar = (tip: number): boolean => {
    const a = previous[tip];
    const c = next[tip];
    if (turn(p, a, tip, c) <= 0) return false;
    for (let v = next[c]; v !== a; v = next[v]) {
      if (insideTriangle(p, v, a, tip, c)) return false;
    }
    return true;
  };

  const triangles: number[] = [];
  let tip = 0;
  for (let left = n; left >= 3; left--) {
    let tried = 0;
    while (!isEar(tip)) {
      tip = next[tip];
      tried++;
      if (tried > left) refuse(shape, 'the outline crosses or touches itself.');
    }
    const a = previous[tip];
    const c = next[tip];
    triangles.push(a, tip, c);
    next[a] = c;
    previous[c] = a;
    // Continuing after the new side instead of from it avoids fans of slivers about one vertex.
    tip = next[c];
  }
  return triangles;
}
