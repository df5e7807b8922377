// Whether two bodies separate by a translation no longer than a tolerance. Where faces are flush up to rounding, one along their normal does, or,
// where they are flush along two or three faces, one between the normals. Each is asked of the exact test.

import { collide } from 'nearmiss';
import { type Crossings, spaced } from './crossings.ts';
import { worldNormal } from './posed-model.ts';

/** Pairs of faces whose normals are used, and how many normals are tried. */
const MOST_PAIRS = 256;
const MOST_NORMALS = 12;
/** Normals that are combined with each other. */
const MOST_COMBINED = 4;
/** The cosine above which two normals are one. */
const SAME = 1 - 1e-6;
/** A little less than the tolerance, so that its length is not above it by rounding. */
const SHORTER = 1 - 2 ** -20;

/** A separating translation of A of a length up to `tolerance`, or null if none of those tried is one. */
export function shortTranslation(
  crossings: Crossings,
  tolerance: number,
): { readonly upper: number; readonly translation: readonly number[] } | null {
  if (tolerance === 0) return null;
  const { a, b, budget, pairs } = crossings;
  if (pairs.length === 0) return null;
  const [facesA, facesB] = crossings.faces;
  const { position = [0, 0, 0] } = a.pose;
  for (const direction of directions(contactNormals(crossings))) {
    const translation = direction.map((x) => SHORTER * tolerance * x);
    const moved = { ...a.pose, position: translation.map((x, k) => position[k] + x) };
    // What rounding left of it counts.
    const upper = Math.hypot(...moved.position.map((x, k) => x - position[k])) * (1 + 2 ** -50);
    if (upper > tolerance) continue;
    // Most translations leave faces crossing that crossed before.
    if (collide(facesA, moved, facesB, b.pose, { solid: false, budget }).status === 'intersecting') continue;
    const { status } = collide(a.model, moved, b.model, b.pose, { budget });
    if (status === 'separated' || status === 'touching') return { upper, translation };
  }
  return null;
}

/** The normals of faces in contact, from A's side outward, those that occur most first. */
function contactNormals({ a, b, pairs }: Crossings): number[][] {
  const found: { normal: number[]; count: number }[] = [];
  const add = (normal: number[] | null): void => {
    if (normal === null) return;
    const known = found.find((one) => dot(one.normal, normal) > SAME);
    if (known !== undefined) known.count++;
    else if (found.length < 4 * MOST_NORMALS) found.push({ normal, count: 1 });
  };
  for (const [faceA, faceB] of spaced(pairs, MOST_PAIRS)) {
    add(worldNormal(a, faceA)?.map((x) => -x) ?? null);
    add(worldNormal(b, faceB));
  }
  found.sort((x, y) => y.count - x.count);
  return found.slice(0, MOST_NORMALS).map(({ normal }) => normal);
}

/** The normals, their opposites, and unit vectors between two and three of the first few. */
function* directions(normals: readonly number[][]): Generator<readonly number[]> {
  for (const normal of normals) yield normal;
  for (const normal of normals) yield normal.map((x) => -x);
  const few = normals.slice(0, MOST_COMBINED);
  for (let i = 0; i < few.length; i++) {
    for (let j = i + 1; j < few.length; j++) {
      const sum = few[i].map((x, k) => x + few[j][k]);
      yield* unit(sum);
      for (let l = j + 1; l < few.length; l++) yield* unit(sum.map((x, k) => x + few[l][k]));
    }
  }
}

function* unit(v: readonly number[]): Generator<readonly number[]> {
  const length = Math.hypot(...v);
  // Opposite normals leave nothing between them.
  if (length > 1e-3) yield v.map((x) => x / length);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
