// A round shape between two convex meshes, one inside it and one around it. A translation that separates the outer mesh from a body
// separates the shape, and one that separates the shape separates the inner mesh. So depths of meshes bound that of the shape from
// both sides.
//
// A circle becomes a regular polygon, inscribed or circumscribed, and a ball an icosphere likewise. A cylinder or cone is the hull
// of polygons and apexes, a capsule that of two balls; hulls preserve inclusion. The sizes are first reduced, or increased, by more
// than all rounding.

import { scaledRound } from '../../convex/round-shape.ts';
import { hull } from '../../model/hull-model.ts';
import type { Model } from '../../model/model.ts';
import { icosphere } from '../../shapes/icosphere.ts';
import { TUNING } from './tuning.ts';

const { CIRCLE, SUBDIVISIONS } = TUNING.round;

/** A bound of all rounding of a corner, in parts of the sizes. */
const ROUNDING: number = 2 ** -44;

export interface RoundPolytopes {
  readonly inner: Model;
  readonly outer: Model;
  /** How far the shape reaches beyond the inner mesh. */
  readonly beneath: number;
}

/** Corners on the unit circle or sphere, and the distance of their edges or faces from the centre. */
interface Corners {
  readonly points: readonly (readonly [number, number, number])[];
  readonly height: number;
}

/** Made once for a model and level; it holds nothing of a query. Not keyed by shape, which models with other units share. */
const made = new WeakMap<Model, (RoundPolytopes | undefined)[]>();

/** The meshes of a round shape, in its model's coordinates; null for a model that is a mesh itself. */
export function roundPolytopes(model: Model, level: number): RoundPolytopes | null {
  if (model.round === null) return null;
  let levels = made.get(model);
  if (levels === undefined) {
    levels = [];
    made.set(model, levels);
  }
  const known = levels[level];
  if (known !== undefined) return known;
  const { base, top, skin } = scaledRound(model.round, model.frame.unit);
  const corners = cornersOf(skin > 0, level);
  const { height } = corners;
  const polytopes: RoundPolytopes = {
    inner: hullOf(model, corners, 1 - ROUNDING, 1),
    outer: hullOf(model, corners, 1 + ROUNDING, 1 / height),
    beneath: (1 - height) * Math.max(base, top, skin),
  };
  levels[level] = polytopes;
  return polytopes;
}

/** The mesh of a round shape whose sizes are multiplied by `factor`, its polygons and balls by `spread` as well. */
function hullOf({ round, frame }: Model, { points }: Corners, factor: number, spread: number): Model {
  if (round === null) throw new TypeError('A mesh is not a round shape.');
  const { base, top, half, skin } = scaledRound(round, frame.unit);
  const positions: number[] = [];
  for (const [radius, end] of [
    [base, -half],
    [top, half],
  ]) {
    const wide = (skin > 0 ? skin : radius) * factor * spread;
    if (wide > 0) for (const [x, y, z] of points) positions.push(wide * x, wide * y, wide * z + end * factor);
    else positions.push(0, 0, end * factor);
  }
  return hull(positions);
}

function cornersOf(isBall: boolean, level: number): Corners {
  return isBall ? sphereCorners(SUBDIVISIONS + level) : circleCorners(CIRCLE << level);
}

/** At equal angles: repeated bisection of angles, with square roots only. */
function circleCorners(count: number): Corners {
  let points: [number, number, number][] = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
  ];
  let height = 0;
  while (points.length < count) {
    const given = points;
    points = given.flatMap(([x, y], k) => {
      const [u, v] = given[(k + 1) % given.length];
      const length = Math.sqrt((x + u) * (x + u) + (y + v) * (y + v));
      return [
        [x, y, 0],
        [(x + u) / length, (y + v) / length, 0],
      ];
    });
  }
  const [[x, y], [u, v]] = points;
  height = Math.sqrt((x + u) * (x + u) + (y + v) * (y + v)) / 2;
  return { points, height };
}

function sphereCorners(subdivisions: number): Corners {
  const { positions, triangles } = icosphere({ radius: 1, subdivisions });
  const points = Array.from(
    { length: positions.length / 3 },
    (_, v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]] as const,
  );
  let height = 1;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [points[triangles[t]], points[triangles[t + 1]], points[triangles[t + 2]]];
    const p = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const q = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const x = p[1] * q[2] - p[2] * q[1];
    const y = p[2] * q[0] - p[0] * q[2];
    const z = p[0] * q[1] - p[1] * q[0];
    height = Math.min(height, (x * a[0] + y * a[1] + z * a[2]) / Math.sqrt(x * x + y * y + z * z));
  }
  return { points, height };
}
