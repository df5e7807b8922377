// What touches, and how far apart what counts is: plain matrices for the poses, and single exact queries of every pair. Nothing of
// `@nearmiss/robot` is used.

import { type PlainMatrix, type PlainRobot, plainLinkMatrices, times } from '@nearmiss/fixtures';
import { type Model, Pair, type Pose } from 'nearmiss';

/** A body of a link, or an obstacle. */
export interface PlainBody {
  readonly name: string;
  /** The number of its link; −1 of an obstacle. */
  readonly link: number;
  readonly model: Model;
  readonly padding: number;
  /** Where it is in its link, or in the world at a time. */
  readonly own: PlainMatrix | ((time: number) => Pose);
  /** A ball around it, in the frame of its model: pairs whose balls are apart are passed over. */
  readonly centre: readonly [number, number, number];
  readonly radius: number;
}

export interface GapBracket {
  readonly lower: number;
  readonly upper: number;
}

export interface PlainOracle {
  readonly touches: (values: ReadonlyMap<string, number>, time: number) => boolean;
  /** The least distance less paddings, as a bracket; infinite without pairs. */
  readonly gap: (values: ReadonlyMap<string, number>, time: number) => GapBracket;
  /** The distances less paddings of the bodies of two names, which may have several. */
  readonly gapsOf: (a: string, b: string, values: ReadonlyMap<string, number>, time: number) => GapBracket[];
}

/** `counts` says of two names whether their contacts count; obstacles never count against each other, nor what has the same name. */
export function plainOracle(
  robot: PlainRobot,
  bodies: readonly PlainBody[],
  counts: (a: PlainBody, b: PlainBody) => boolean,
): PlainOracle {
  const pairs = bodies.flatMap((a, i) =>
    bodies.flatMap((b, j) =>
      i < j && a.name !== b.name && Math.max(a.link, b.link) >= 0 && counts(a, b)
        ? [{ i, j, models: new Pair(a.model, b.model), padding: a.padding + b.padding, reach: a.radius + b.radius }]
        : [],
    ),
  );
  const at = (values: ReadonlyMap<string, number>, time: number): { poses: Pose[]; centres: number[][] } => {
    const matrices = plainLinkMatrices(robot, values);
    const poses = bodies.map(({ link, own }) =>
      typeof own === 'function' ? own(time) : poseOf(times(matrices[link], own)),
    );
    return { poses, centres: bodies.map(({ centre }, k) => movedPoint(poses[k], centre)) };
  };
  const less = (padding: number, { lower, upper }: GapBracket): GapBracket => ({
    lower: Math.max(0, lower - padding),
    upper: Math.max(0, upper - padding),
  });
  return {
    touches: (values, time) => {
      const { poses, centres } = at(values, time);
      return pairs.some(({ i, j, models, padding, reach }) => {
        if (apart(centres[i], centres[j]) > reach + padding) return false;
        if (padding === 0) return models.collide(poses[i], poses[j]).status !== 'separated';
        return models.distance(poses[i], poses[j], { maxDistance: padding }).status !== 'beyond';
      });
    },
    gap: (values, time) => {
      const { poses, centres } = at(values, time);
      let [lower, upper] = [Infinity, Infinity];
      const sorted = pairs
        .map((pair) => ({ ...pair, least: apart(centres[pair.i], centres[pair.j]) - pair.reach - pair.padding }))
        .sort((one, other) => one.least - other.least);
      for (const { i, j, models, padding, least } of sorted) {
        if (least > upper) break;
        const found = models.distance(poses[i], poses[j], { maxDistance: upper + padding });
        if (found.status === 'beyond') continue;
        const own = less(padding, found);
        lower = Math.min(lower, own.lower);
        upper = Math.min(upper, own.upper);
      }
      return { lower, upper };
    },
    gapsOf: (a, b, values, time) => {
      const { poses } = at(values, time);
      const names = [a, b];
      return pairs
        .filter(({ i, j }) => names.includes(bodies[i].name) && names.includes(bodies[j].name))
        .map(({ i, j, models, padding }) => less(padding, models.distance(poses[i], poses[j])));
    },
  };
}

/** The ball around points, about the middle of their box; larger by what rounding may take. */
export function ballOf(positions: ArrayLike<number>): Pick<PlainBody, 'centre' | 'radius'> {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  const centre: [number, number, number] = [0, 0, 0];
  for (let c = 0; c < 3; c++) centre[c] = (low[c] + high[c]) / 2;
  let radius = 0;
  for (let k = 0; k < positions.length; k += 3) {
    radius = Math.max(radius, apart(centre, [positions[k], positions[k + 1], positions[k + 2]]));
  }
  return { centre, radius: radius + 1e-6 };
}

function apart(p: readonly number[], q: readonly number[]): number {
  return Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
}

/** Where a pose has a point of a model. */
function movedPoint(pose: Pose, [x, y, z]: readonly number[]): number[] {
  const { position: p = [0, 0, 0], matrix } = pose;
  if (matrix === undefined) return [0, 1, 2].map((c) => p[c]);
  const m = matrix as readonly number[];
  return [0, 1, 2].map((c) => m[3 * c] * x + m[3 * c + 1] * y + m[3 * c + 2] * z + p[c]);
}

function poseOf(matrix: PlainMatrix): Pose {
  return { position: matrix.map((row) => row[3] ?? 0), matrix: matrix.flatMap((row) => row.slice(0, 3)) };
}
