// Points and rays against one body: closestPoint, contains and raycast, judged face by face in exact arithmetic.

import {
  addVectors,
  compare,
  crossVectors,
  div,
  dotVectors,
  type ExactTriangle,
  fromNumber,
  isZero,
  liftVector,
  mul,
  pointTriangleSquaredDistanceExactly,
  posePointExactly,
  type Rational,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
  scaleVector,
  seeded,
  sign,
  sqrtToNumber,
  subVectors,
  toNumber,
  windingNumberExactly,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { box, grate, icosphere, lShape, uShape } from '../../../src/entries/shapes.ts';
import { closestPoint, contains, type Mesh, Model, type RaycastResult, raycast } from '../../../src/index.ts';
import { anyBody, type Body, bodyOf, cornerOf, latticeSoup, SOLIDS, shifted, solidOf, type Triple } from '../bodies.ts';
import { bracketHolds, distanceFromFace, exactFace, gapBetween, PROMISED_WIDTH, worldSize } from '../judge.ts';
import {
  anyScale,
  at,
  IDENTITY,
  LATTICE_TURNS,
  oracle,
  type PlainPose,
  scaledBody,
  type Turn,
  toWorld,
} from '../scenes.ts';

/** Rotations with a rational matrix that is not of whole numbers: points of faces are still exactly known. */
const RATIONAL_TURNS: readonly Turn[] = [
  [0, 0, 0, 1],
  [0.5, 0.5, 0.5, 0.5],
  [0, 0, 1, 0],
];

function exactFaces(body: Body, pose: PlainPose): ExactTriangle[] {
  const posed = oracle(body, pose);
  return Array.from({ length: body.mesh.triangleCount }, (_, face) => exactFace(posed, face));
}

function randomPoint(random: SeededRandom, reach: number): [number, number, number] {
  return [0, 1, 2].map(() => randomBetween(random, -reach, reach)) as [number, number, number];
}

describe('closestPoint', () => {
  test('the bracket holds the exact distance, the point is on its face and that near', () => {
    const random = seeded(71);
    for (let index = 0; index < 25; index++) {
      const far = index % 4 === 3 ? 1e6 : 1;
      const scale = index % 3 === 2 ? anyScale(random) : 1;
      const plain = anyBody(random);
      const moved = index % 5 === 4 ? bodyOf(plain.name, shifted(plain.mesh, [1e6, 0, -1e6])) : plain;
      const body = scale === 1 ? moved : scaledBody(moved, scale);
      const pose: PlainPose = randomPose(random, far * scale);
      const faces = exactFaces(body, pose);
      const [middle] = [toWorld(pose, cornerOf(body.mesh, 0, 0))];
      const point = randomPoint(random, scale * randomChoice(random, [0.01, 0.5, 3])).map((x, k) => x + middle[k]);
      const lifted = liftVector(point);
      let least: Rational | undefined;
      for (const face of faces) {
        const squared = pointTriangleSquaredDistanceExactly(lifted, face);
        if (least === undefined || compare(squared, least) < 0) least = squared;
      }
      if (least === undefined) throw new Error('a body without faces');
      const result = closestPoint(body.model, pose, point);
      expect(result.status, body.name).toBe('found');
      expect(bracketHolds(result.lower, least, result.upper), body.name).toBe(true);
      const size = 4 * scale + sqrtToNumber(least);
      expect(result.upper - result.lower, body.name).toBeLessThanOrEqual(PROMISED_WIDTH * size);
      if (result.point === null || result.face === null) throw new Error(body.name);
      const rounding = 16 * 2 ** -52 * (worldSize(body, pose) + Math.hypot(...point));
      expect(distanceFromFace(result.point, oracle(body, pose), result.face), body.name).toBeLessThanOrEqual(rounding);
      expect(Math.abs(gapBetween(result.point, point) - result.distance), body.name).toBeLessThanOrEqual(2 * rounding);

      const exact = sqrtToNumber(least);
      const beyond = closestPoint(body.model, pose, point, { maxDistance: 0.9 * exact });
      expect(beyond, body.name).toEqual({
        status: 'beyond',
        distance: Number.POSITIVE_INFINITY,
        lower: 0.9 * exact,
        upper: Number.POSITIVE_INFINITY,
        point: null,
        face: null,
      });
      const within = closestPoint(body.model, pose, point, { maxDistance: 1.1 * exact });
      expect([within.lower, within.upper], body.name).toEqual([result.lower, result.upper]);
    }
  });

  test('needles and specks', () => {
    const random = seeded(72);
    for (let index = 0; index < 30; index++) {
      const body = bodyOf('lattice soup', latticeSoup(random, 8));
      const point = randomPoint(random, 3);
      const exact = Math.min(
        ...exactFaces(body, IDENTITY).map((face) =>
          toNumber(pointTriangleSquaredDistanceExactly(liftVector(point), face)),
        ),
      );
      expect(closestPoint(body.model, {}, point).distance).toBeCloseTo(Math.sqrt(exact), 13);
    }
  });
});

describe('contains', () => {
  test('agrees with the exact winding number, in any pose', () => {
    const random = seeded(73);
    let inside = 0;
    for (let index = 0; index < 80; index++) {
      const body = randomChoice(random, SOLIDS);
      const pose = randomPose(random, 1);
      const anchor = toWorld(pose, cornerOf(body.mesh, randomInteger(random, 0, body.mesh.triangleCount - 1), 0));
      const point = randomPoint(random, 0.3).map((x, k) => x + anchor[k]);
      const winding = windingNumberExactly(oracle(body, pose), point);
      const result = contains(body.model, pose, point);
      expect(result, body.name).toMatchObject({
        status: winding === 0 ? 'outside' : 'inside',
        contains: winding !== 0,
      });
      if (winding !== 0) inside++;
    }
    expect(inside).toBeGreaterThan(20);
    expect(inside).toBeLessThan(60);
  });

  test('points exactly on faces, edges and corners are on the boundary; one ulp off they are not', () => {
    const random = seeded(74);
    const tally = { boundary: 0, inside: 0, outside: 0 };
    for (const body of [
      solidOf('box', box()),
      solidOf('u', uShape({ size: [4, 4, 2], arm: 1 })),
      solidOf('l', lShape({ size: [4, 4, 2], arm: 1 })),
    ]) {
      for (let index = 0; index < 40; index++) {
        const rotation = randomChoice(random, RATIONAL_TURNS);
        const pose: PlainPose = {
          position: [0, 1, 2].map(() => randomInteger(random, -9, 9)) as unknown as Triple,
          rotation,
        };
        const face = randomInteger(random, 0, body.mesh.triangleCount - 1);
        // Weights in eighths keep the point a double: corners here are halves.
        const [i, j] = randomChoice(random, [
          [8, 0],
          [0, 8],
          [4, 4],
          [4, 0],
          [2, 3],
          [1, 1],
          [3, 5],
        ] as const);
        const local = [0, 1, 2].map((k) => {
          const [p, q, r] = [0, 1, 2].map((corner) => cornerOf(body.mesh, face, corner)[k]);
          return (i * p + j * q + (8 - i - j) * r) / 8;
        });
        const exact = posePointExactly(pose, local[0], local[1], local[2]);
        const point = exact.map(toNumber);
        expect(contains(body.model, pose, point), body.name).toMatchObject({ status: 'boundary', contains: true });
        expect(contains(body.model, pose, point, { solid: false }).status, body.name).toBe('boundary');
        tally.boundary++;
        const axis = randomInteger(random, 0, 2);
        const beside = point.slice();
        beside[axis] += randomChoice(random, [1, -1]) * 2 ** -46;
        const onSurface = exactFaces(body, pose).some((other) =>
          isZero(pointTriangleSquaredDistanceExactly(liftVector(beside), other)),
        );
        const expected = onSurface
          ? 'boundary'
          : windingNumberExactly(oracle(body, pose), beside) === 0
            ? 'outside'
            : 'inside';
        expect(contains(body.model, pose, beside).status, body.name).toBe(expected);
        if (!onSurface) expect(contains(body.model, pose, beside, { solid: false }).status, body.name).toBe('outside');
        tally[expected]++;
      }
    }
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(5);
  });

  test('a point whose position is no double in the body: turned by 3-4-5, on the plane of a face', () => {
    // M([0.6, 0, 0, 0.8]) takes (x, y, z) to (x, 0.28 y − 0.96 z, 0.96 y + 0.28 z) for the doubles 0.6 and 0.8, nearly.
    const body = solidOf('box', box({ size: [2, 2, 2] }));
    const random = seeded(75);
    for (const rotation of [
      [0.6, 0, 0, 0.8],
      [0, 0.28, 0, 0.96],
      [0.1, 0.7, 0.1, 0.7],
    ] as const) {
      const pose: PlainPose = { position: [0.1, -0.2, 0.3], rotation };
      for (let index = 0; index < 25; index++) {
        const local: Triple = [1, randomBetween(random, -0.9, 0.9), randomBetween(random, -0.9, 0.9)];
        const point = toWorld(pose, local); // rounded: on one side of the face or the other
        const onSurface = exactFaces(body, pose).some((face) =>
          isZero(pointTriangleSquaredDistanceExactly(liftVector(point), face)),
        );
        const expected = onSurface
          ? 'boundary'
          : windingNumberExactly(oracle(body, pose), point) === 0
            ? 'outside'
            : 'inside';
        expect(contains(body.model, pose, point).status).toBe(expected);
      }
    }
  });
});

interface ExactHit {
  readonly face: number;
  /** In lengths of the direction. */
  readonly time: Rational;
}

/** sin² of the angle to a face below which a ray runs along it: where it passes through is then up to rounding. */
const GRAZING_SIN_SQ = 1e-18;

/** Whether the ray may pass through the face, in doubles: no answer of `false` is due to rounding. */
function mayHit(corners: readonly Triple[], origin: readonly number[], unit: readonly number[]): boolean {
  const [p, q, r] = corners.map((corner) => corner.map((x, k) => x - origin[k]));
  const cross = (a: number[], b: number[]): number[] => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const volumes = [dot(cross(p, q), unit), dot(cross(q, r), unit), dot(cross(r, p), unit)];
  const noise = 1e-12 * Math.max(...[p, q, r].map((v) => dot(v, v)));
  return volumes.every((v) => v > -noise) || volumes.every((v) => v < noise);
}

/** The first face the ray passes through strictly inside its outline and not merely grazing it. */
function firstCertifiedHit(
  body: Body,
  pose: PlainPose,
  from: readonly number[],
  towards: readonly number[],
): ExactHit | null {
  const posed = oracle(body, pose);
  const origin = liftVector(from);
  const direction = liftVector(towards);
  const length = Math.hypot(...towards);
  const unit = towards.map((x) => x / length);
  let best: ExactHit | null = null;
  for (let face = 0; face < body.mesh.triangleCount; face++) {
    const corners = [0, 1, 2].map((corner) => toWorld(pose, cornerOf(body.mesh, face, corner)));
    if (!mayHit(corners, from, unit)) continue;
    const [p, q, r] = exactFace(posed, face);
    const normal = crossVectors(subVectors(q, p), subVectors(r, p));
    const facing = dotVectors(normal, direction);
    if (isZero(facing)) continue;
    const sines = div(mul(facing, facing), mul(dotVectors(normal, normal), dotVectors(direction, direction)));
    if (toNumber(sines) < GRAZING_SIN_SQ) continue;
    const time = div(dotVectors(normal, subVectors(p, origin)), facing);
    if (sign(time) < 0 || (best !== null && compare(time, best.time) >= 0)) continue;
    const x = addVectors(origin, scaleVector(direction, time));
    const isInside = (
      [
        [p, q],
        [q, r],
        [r, p],
      ] as const
    ).every(([a, b]) => sign(dotVectors(normal, crossVectors(subVectors(b, a), subVectors(x, a)))) > 0);
    if (isInside) best = { face, time };
  }
  return best;
}

/**
 * What a ray may answer: its hit is on the face it names and on the ray, and nothing the ray surely passes through comes
 * before it. Rounding is that of the reach of the query.
 */
function expectFair(
  body: Body,
  pose: PlainPose,
  origin: readonly number[],
  towards: readonly number[],
  result: RaycastResult,
  name: string,
): void {
  const length = Math.hypot(...towards);
  const verdict = firstCertifiedHit(body, pose, origin, towards);
  const certifiedDistance = verdict === null ? Number.POSITIVE_INFINITY : toNumber(verdict.time) * length;
  const rounding = 2 ** -44 * (worldSize(body, pose) + Math.hypot(...origin));
  expect(result.distance, name).toBeLessThanOrEqual(certifiedDistance + rounding);
  if (result.status === 'miss') {
    expect(result, name).toEqual({
      status: 'miss',
      distance: Number.POSITIVE_INFINITY,
      point: null,
      normal: null,
      face: null,
    });
    return;
  }
  if (result.point === null || result.face === null) throw new Error(name);
  expect(distanceFromFace(result.point, oracle(body, pose), result.face), name).toBeLessThanOrEqual(rounding);
  const onRay = origin.map((x, k) => x + (towards[k] / length) * result.distance);
  expect(gapBetween(result.point, onRay), name).toBeLessThanOrEqual(rounding + 2 ** -50 * result.distance);
}

describe('raycast', () => {
  test('random rays hit what brute force says they hit first', () => {
    const random = seeded(76);
    let [hits, misses] = [0, 0];
    for (let index = 0; index < 90; index++) {
      const body = anyBody(random);
      const pose: PlainPose = randomPose(random, index % 3 === 0 ? 1e3 : 1);
      const target = toWorld(pose, randomPoint(random, 0.4));
      const origin = target.map((x) => x + randomBetween(random, -1, 1));
      const scale = randomChoice(random, [1, 1, 1, 1e-100, 1e100]);
      const towards = target.map((x, k) => (x - origin[k]) * scale);
      const verdict = firstCertifiedHit(body, pose, origin, towards);
      const result = raycast(body.model, pose, origin, towards);
      expectFair(body, pose, origin, towards, result, `${index} ${body.name}`);
      expect(result.status, `${index} ${body.name}`).toBe(verdict === null ? 'miss' : 'hit');
      if (verdict === null || result.normal === null) {
        misses++;
        continue;
      }
      hits++;
      const certifiedDistance = toNumber(verdict.time) * Math.hypot(...towards);
      expect(Math.abs(result.distance - certifiedDistance)).toBeLessThanOrEqual(1e-9 * (1 + certifiedDistance));
      const [p, q, r] = exactFace(oracle(body, pose), result.face ?? 0); // of faces listed twice, either
      const normal = crossVectors(subVectors(q, p), subVectors(r, p)).map(toNumber);
      const cosine = normal.reduce((sum, x, k) => sum + x * (result.normal?.[k] ?? 0), 0) / Math.hypot(...normal);
      expect(cosine).toBeCloseTo(1, 9);
      const short = raycast(body.model, pose, origin, towards, { maxDistance: 0.99 * result.distance });
      expect(short.status).toBe('miss');
      const enough = raycast(body.model, pose, origin, towards, { maxDistance: 1.01 * result.distance });
      expect(enough).toEqual(result);
    }
    expect(hits).toBeGreaterThan(15);
    expect(misses).toBeGreaterThan(5);
  });

  test.each<readonly [string, Mesh]>([
    ['icosphere', icosphere({ subdivisions: 2 })],
    ['box', box({ segments: 3 })],
  ])(
    'no ray leaks out of a closed %s through a corner, the middle of an edge or the middle of a face',
    (_name, mesh) => {
      const model = Model.build(mesh);
      const random = seeded(77);
      const targets: Triple[] = [];
      for (let face = 0; face < mesh.triangleCount; face++) {
        const [p, q, r] = [0, 1, 2].map((corner) => cornerOf(mesh, face, corner));
        const middle = (weights: readonly number[]): Triple =>
          [0, 1, 2].map((k) => weights[0] * p[k] + weights[1] * q[k] + weights[2] * r[k]) as unknown as Triple;
        targets.push(
          p,
          middle([0.5, 0.5, 0]),
          middle([0, 0.5, 0.5]),
          middle([1 / 3, 1 / 3, 1 / 3]),
          middle([0.25, 0.75, 0]),
        );
      }
      let rays = 0;
      const poses: readonly PlainPose[] = [
        IDENTITY,
        { position: [3, -5, 7], rotation: LATTICE_TURNS[1] },
        randomPose(random, 1),
        randomPose(random, 1e4),
      ];
      for (const pose of poses) {
        for (const local of [[0, 0, 0], randomPoint(random, 0.2)] as const) {
          const origin = toWorld(pose, local);
          for (const target of targets) {
            const towards = toWorld(pose, target).map((x, k) => x - origin[k]);
            const result = raycast(model, pose, origin, towards);
            expect(result.status).toBe('hit');
            expect(Math.abs(result.distance - Math.hypot(...towards))).toBeLessThanOrEqual(1e-9);
            rays++;
          }
        }
      }
      expect(rays).toBeGreaterThan(4000);
    },
  );

  test('rays along faces and edges: a hit is on the surface, and nothing certain is passed over', () => {
    const random = seeded(78);
    const bodies = [
      solidOf('u', uShape()),
      solidOf('l', lShape()),
      solidOf('box', box({ segments: 2 })),
      solidOf('grate', grate({ holes: [2, 1], bar: 0.15 })),
    ];
    let hits = 0;
    for (const body of bodies) {
      for (let index = 0; index < 24; index++) {
        const pose = index % 2 === 0 ? randomPose(random, 1) : at(...randomPoint(random, 1));
        const face = randomInteger(random, 0, body.mesh.triangleCount - 1);
        const [p, q, r] = [0, 1, 2].map((corner) => cornerOf(body.mesh, face, corner));
        // A line in the plane of the face, through it or beside it, or along its edge.
        const [s, t] = randomChoice(random, [
          [0, 1],
          [0.5, 0.3],
          [randomBetween(random, -1, 1), randomBetween(random, -1, 1)],
        ] as const);
        const through = [0, 1, 2].map((k) => p[k] + s * (q[k] - p[k]) + (1 - t) * (r[k] - p[k]));
        const along = [0, 1, 2].map((k) => s * (q[k] - p[k]) + t * (r[k] - p[k]));
        const back = randomBetween(random, -2, 3);
        const origin = toWorld(pose, through.map((x, k) => x - back * along[k]) as unknown as Triple);
        const ahead = toWorld(pose, through.map((x, k) => x + (5 - back) * along[k]) as unknown as Triple);
        const towards = ahead.map((x, k) => x - origin[k]);
        if (towards.every((x) => x === 0)) continue;
        const result = raycast(body.model, pose, origin, towards);
        if (result.status === 'hit') hits++;
        expectFair(body, pose, origin, towards, result, `${body.name} ${index}`);
      }
    }
    expect(hits).toBeGreaterThan(20);
  });

  test('a ray that starts on a face hits it at once, from either side', () => {
    const model = Model.build(box());
    expect(raycast(model, {}, [0.5, 0.1, 0.2], [1, 0, 0]).distance).toBe(0);
    expect(raycast(model, {}, [0.5, 0.1, 0.2], [-1, 0, 0]).distance).toBe(0);
    const out = raycast(model, {}, [0, 0, 0], [0, 0, 2]);
    expect(out).toMatchObject({ status: 'hit', distance: 0.5, point: [0, 0, 0.5], normal: [0, 0, 1] });
    const into = raycast(model, {}, [0, 0, 3], [0, 0, -1]);
    expect(into).toMatchObject({ status: 'hit', distance: 2.5, point: [0, 0, 0.5], normal: [0, 0, 1] });
    expect(raycast(model, {}, [0, 0, 3], [0, 0, 1]).status).toBe('miss');
    expect(fromNumber(out.distance).num).toBe(1n);
  });
});
