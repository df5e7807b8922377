// Bodies much smaller than their distance from the origin of their own file, and bodies that are one point: turned poses bring such
// together again, and nearly all of the positions cancels. What lies in a coordinate plane can be as small as doubles are.

import { bruteForceDistance, isZero, type OracleBody, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { clearance, closestPoint, collide, contains, distance, Mesh, Model, tolerance } from '../../src/index.ts';
import { bracketHolds } from './judge.ts';

const SCENES = 108;
const SIZES = [1, 1e-10, 1e-17, 1e-18, 1e-20, 1e-30, 1e-40, 1e-100, 1e-300];
const KINDS = ['point', 'segment', 'triangle'] as const;
type Kind = (typeof KINDS)[number];

const H = Math.SQRT1_2;
type Rotation = readonly [number, number, number, number];
/** Rotations that turn an axis into another one exactly. */
const QUARTER_TURNS: readonly Rotation[] = [
  [0, 0, 0, 1],
  [0, 0, H, H],
  [H, 0, 0, H],
  [0, -H, 0, H],
  [H, H, 0, 0],
  [0.5, 0.5, 0.5, 0.5],
];
const ROTATIONS: readonly Rotation[] = [
  ...QUARTER_TURNS,
  [0.6, 0, 0, 0.8],
  [0, 0, 0.28, 0.96],
  [0.5, 0.5, 0.5, 0.5001],
];
/** Smaller bodies than this are refused as too far apart wherever positions are rounded. */
const LEAST_APART = 1e-60;

type Triple = [number, number, number];

/** Corners on a grid so coarse that some meet, of that size, at the origin, all of them at `height` along one axis. */
function drawCorners(random: SeededRandom, kind: Kind, size: number, axis: number, height: number): Triple[] {
  const count = kind === 'point' ? 1 : kind === 'segment' ? 2 : 3;
  return Array.from({ length: count }, () => {
    const corner = [0, 1, 2].map(() => Math.round(2 * random()) * 0.5 * size) as Triple;
    corner[axis] = height;
    return corner;
  });
}

/** One face; a corner that is missing is the last one. */
function meshOf(corners: readonly Triple[]): Mesh {
  const last = corners.length - 1;
  return new Mesh(corners.flat(), [0, Math.min(1, last), Math.min(2, last)]);
}

/** The image of a point, to a few roundings. */
function turned([x, y, z, w]: readonly number[], v: Triple): Triple {
  const c = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]];
  return [
    v[0] + 2 * (w * c[0] + y * c[2] - z * c[1]),
    v[1] + 2 * (w * c[1] + z * c[0] - x * c[2]),
    v[2] + 2 * (w * c[2] + x * c[1] - y * c[0]),
  ];
}

/** Where a corner comes to when the axis it lies along is brought back to the origin by a quarter turn: exactly there. */
function broughtBack(rotation: Rotation, corner: Triple, axis: number): Triple {
  const [x, y, z] = corner.map((c, k) => (k === axis ? 0 : c)) as Triple;
  const images = [turned(rotation, [1, 0, 0]), turned(rotation, [0, 1, 0]), turned(rotation, [0, 0, 1])] as const;
  const [u, v, w] = images.map((image) => image.map(Math.round)) as [Triple, Triple, Triple];
  return [0, 1, 2].map((k) => (u[k] ?? 0) * x + (v[k] ?? 0) * y + (w[k] ?? 0) * z) as Triple;
}

function pick<T>(random: SeededRandom, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const bodyOf = ({ positions, triangles }: Mesh, pose: OracleBody['pose'] = {}): OracleBody => ({
  positions,
  triangles,
  pose,
});

test.each(SIZES)('bodies of size %s, brought together from afar', (size) => {
  const random = seeded(4715);
  const met = new Map<Kind, number>();
  for (let scene = 0; scene < SCENES; scene++) {
    const kind = KINDS[scene % KINDS.length] as Kind;
    const axis = Math.floor(scene / 3) % 3;
    const height = pick(random, [1, -0.5, 2, 1000]);
    const cornersB = drawCorners(random, kind, size, axis, height);
    const meshB = meshOf(cornersB);
    const isQuarter = size < LEAST_APART || scene % 2 === 0;
    const rotation = pick(random, isQuarter ? QUARTER_TURNS : ROTATIONS);
    const afar: Triple = [0, 0, 0];
    afar[axis] = height;
    // Back to the origin; exactly, where an axis is turned into another one.
    const position = turned(rotation, afar).map((x) => -Math.round(x * 64) / 64) as Triple;
    const poseB = { position, rotation };
    const other = pick(random, KINDS);
    const cornersA = drawCorners(random, other, size, (axis + 1) % 3, 0);
    if (isQuarter && scene % 4 === 0) cornersA[0] = broughtBack(rotation, cornersB[0] as Triple, axis);
    const meshA = meshOf(cornersA);
    const [a, b] = [Model.build(meshA), Model.build(meshB)];
    const name = `${scene}: ${other} and ${kind}, ${rotation}, from ${height} along ${axis}`;
    const exact = bruteForceDistance(bodyOf(meshA), bodyOf(meshB, poseB)).squaredDistance;
    const intersects = isZero(exact);
    if (intersects) met.set(kind, (met.get(kind) ?? 0) + 1);

    for (const [first, poseFirst, second, poseSecond] of [
      [a, {}, b, poseB],
      [b, poseB, a, {}],
    ] as const) {
      const { lower, upper } = distance(first, poseFirst, second, poseSecond);
      expect(bracketHolds(lower, exact, upper), name).toBe(true);
      expect(collide(first, poseFirst, second, poseSecond).colliding, name).toBe(intersects);
      const within = tolerance(first, poseFirst, second, poseSecond, { tolerance: 0 });
      if (within.status === 'within') expect(intersects, name).toBe(true);
      if (within.status === 'beyond') expect(intersects, name).toBe(false);
      if (intersects)
        expect(clearance(first, poseFirst, second, poseSecond, { clearance: 0 }).pairs, name).toHaveLength(1);
    }
    if (other === 'point') {
      const [point] = [meshA.positions.slice(0, 3)];
      const nearest = closestPoint(b, poseB, point);
      expect(bracketHolds(nearest.lower, exact, nearest.upper), name).toBe(true);
      expect(contains(b, poseB, point).status === 'boundary', name).toBe(intersects);
    }
  }
  for (const kind of KINDS) expect(met.get(kind), kind).toBeGreaterThanOrEqual(6);
});
