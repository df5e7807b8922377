// Round shapes in bodies that are not convex: every round kind against solids, open surfaces and soups, in any pose, judged by planes
// (fixtures/plain-round) and by meshes of the shapes.

import {
  type PlainPart,
  type PlainRound,
  plainCubes,
  plainRoundGap,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
  seeded,
  spreadDirections,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { capsule, cone, cylinder, hull, sphere } from '../../../src/entries/convex.ts';
import {
  collide,
  Mesh,
  Model,
  Pair,
  type PenetrationOptions,
  type PenetrationResult,
  penetration,
  verifyPenetration,
} from '../../../src/index.ts';
import { scaledModel } from '../../../src/query/penetration/scaled.ts';
import { soup, withoutFaces } from '../bodies.ts';
import { LATTICE_TURNS, type PlainPose } from '../scenes.ts';

const CASES = Number(process.env.NEARMISS_ROUND_DEPTHS ?? 48);
const SEED = Number(process.env.NEARMISS_ROUND_DEPTHS_SEED ?? 1);

/** What the judge's planes may be off by, in units of the scene, which is a few cubes of side 1. */
const JUDGE_ERROR = 3e-4;

const METHODS_TRIED = spreadDirections(20);

const KINDS = ['sphere', 'capsule', 'cylinder', 'cone'] as const;
const BODIES = ['solid', 'solid read as a surface', 'open surface', 'soup'] as const;
const PLACES = ['anywhere', 'deep', 'flush', 'far'] as const;

interface Round {
  readonly model: Model;
  readonly shape: PlainRound;
}

/** Sizes are eighths, so that flush shapes are flush. */
function roundOf(kind: (typeof KINDS)[number], random: SeededRandom): Round {
  const radius = randomInteger(random, 1, 8) / 8;
  const height = randomInteger(random, 1, 16) / 8;
  switch (kind) {
    case 'sphere':
      return { model: sphere({ radius }), shape: { base: 0, top: 0, half: 0, skin: radius } };
    case 'capsule': {
      const shape = { base: 0, top: 0, half: height / 2, skin: radius };
      return { model: capsule({ radius, length: height }), shape };
    }
    case 'cylinder': {
      const shape = { base: radius, top: radius, half: height / 2, skin: 0 };
      return { model: cylinder({ radius, height }), shape };
    }
    default:
      return { model: cone({ radius, height }), shape: { base: radius, top: 0, half: height / 2, skin: 0 } };
  }
}

interface OtherBody {
  readonly model: Model;
  readonly parts: readonly PlainPart[];
  readonly options: PenetrationOptions;
  readonly isSolid: boolean;
}

function bodyOf(kind: (typeof BODIES)[number], random: SeededRandom): OtherBody {
  if (kind === 'soup') return surfaceOf(soup(random, 12), {});
  // A bent row of cubes, never convex: it turns at the third.
  const cells: [number, number, number][] = [[0, 0, 0]];
  let axis = randomInteger(random, 0, 2);
  for (let k = 1; k < randomInteger(random, 4, 6); k++) {
    const last = cells[cells.length - 1];
    if (k === 2 || random() < 0.4) axis = (axis + randomInteger(random, 1, 2)) % 3;
    cells.push([last[0] + Number(axis === 0), last[1] + Number(axis === 1), last[2] + Number(axis === 2)]);
  }
  const { positions, triangles, parts } = plainCubes(cells);
  const mesh = new Mesh(positions, triangles);
  if (kind === 'solid') return { model: Model.build(mesh), parts, options: {}, isSolid: true };
  if (kind === 'solid read as a surface') return surfaceOf(mesh, { solid: false });
  return surfaceOf(
    withoutFaces(mesh, (face) => face > 2),
    {},
  );
}

function surfaceOf(mesh: Mesh, options: PenetrationOptions): OtherBody {
  const parts = Array.from({ length: mesh.triangleCount }, (_, t): PlainPart => {
    const corners = [...mesh.triangles.subarray(3 * t, 3 * t + 3)];
    return corners.map((v) => [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]);
  });
  return { model: Model.build(mesh), parts, options, isSolid: false };
}

function slotOf(
  kind: (typeof PLACES)[number],
  random: SeededRandom,
  { shape }: Round,
  { parts }: OtherBody,
): PlainPose {
  const part = randomChoice(random, parts);
  const middle = [0, 1, 2].map((k) => part.reduce((sum, v) => sum + v[k], 0) / part.length);
  const { position, rotation } = randomPose(random, kind === 'far' ? 9 : kind === 'deep' ? 0.2 : 1);
  if (kind !== 'flush') {
    return { position: [middle[0] + position[0], middle[1] + position[1], middle[2] + position[2]], rotation };
  }
  // Its end on the upper side of the part, its axis along one of the others, or neither.
  const top = Math.max(...part.map(([, , z]) => z));
  const end = top + shape.half + shape.skin;
  return { position: [middle[0], middle[1], end], rotation: [...randomChoice(random, LATTICE_TURNS)] };
}

function gapOf({ shape }: Round, pose: PlainPose, { parts }: OtherBody, moved: readonly number[] = [0, 0, 0]): number {
  const [x, y, z] = pose.position;
  const at = { position: [x + moved[0], y + moved[1], z + moved[2]] as const, rotation: pose.rotation };
  return Math.min(...parts.map((part) => plainRoundGap(shape, at, part)));
}

test('brackets hold for every round kind, body and position, in both orders, by Pair, and for meshes of the shapes', () => {
  const counts = new Map<string, number>();
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  for (let index = 0; index < CASES; index++) {
    const random = seeded(7919 * SEED + index);
    const kind = KINDS[index % 4];
    // All pairs of kinds of body and position come by in 16 cases, with every round kind in 64.
    const bodyKind = BODIES[(index >> 2) % 4];
    const positionKind = PLACES[(index + (index >> 2) + (index >> 4)) % 4];
    const isFirst = random() < 0.5;
    const round = roundOf(kind, random);
    const body = bodyOf(bodyKind, random);
    const pose = slotOf(positionKind, random, round, body);
    const name = `${index}: ${kind} ${positionKind} of a ${bodyKind}`;
    const isAsked = body.isSolid && index % 2 === 0;
    const options = isAsked ? { ...body.options, accuracy: 0.05 } : body.options;
    const [a, poseA, b, poseB] = isFirst
      ? ([round.model, pose, body.model, {}] as const)
      : ([body.model, {}, round.model, pose] as const);
    const result = penetration(a, poseA, b, poseB, options);
    judge(name, round, body, pose, isFirst, result);
    const { status } = collide(a, poseA, b, poseB, { solid: options.solid });
    const isApart = status === 'separated' || status === 'touching';
    expect(isApart, name).toBe(result.depth === 0);
    if (isApart) expect(result.status, name).toBe(status);
    else expect(verifyPenetration(a, poseA, b, poseB, result, body.options).ok, name).toBe(true);
    if (isAsked && result.status === 'overlapping') expect(result.upper - result.lower, name).toBeLessThanOrEqual(0.05);
    for (const [what, one] of [
      [kind, true],
      [bodyKind, true],
      [positionKind, true],
      [result.status, true],
      ['round first', isFirst],
      ['certified to the accuracy asked', isAsked && result.certified && !isApart],
    ] as const) {
      if (one) count(what);
    }
    if (index % 6 === 0 && !isApart) {
      const again = new Pair(a, b).penetration(poseA, poseB, options);
      expect([again.status, again.lower, again.upper], name).toEqual([result.status, result.lower, result.upper]);
      count('by Pair');
    }
    if (index % 4 < 2 && body.isSolid && !isApart) {
      judgeByMeshes(name, round, body, pose, result);
      count('by meshes');
    }
  }
  if (process.env.NEARMISS_ROUND_DEPTHS !== undefined) console.log(Object.fromEntries(counts));
  for (const what of [...KINDS, ...BODIES, ...PLACES]) expect(counts.get(what), what).toBeGreaterThanOrEqual(CASES / 5);
  for (const what of ['overlapping', 'round first']) expect(counts.get(what), what).toBeGreaterThanOrEqual(CASES / 4);
  for (const what of ['separated', 'touching', 'by Pair', 'by meshes', 'certified to the accuracy asked']) {
    expect(counts.get(what), what).toBeGreaterThanOrEqual(2);
  }
});

function judge(
  name: string,
  round: Round,
  body: OtherBody,
  pose: PlainPose,
  isFirst: boolean,
  result: PenetrationResult,
): void {
  const { status, lower, upper, depth, translation, certificate, normal } = result;
  const sign = isFirst ? 1 : -1;
  const length = Math.hypot(...translation);
  expect(depth, name).toBe(upper);
  expect(lower, name).toBeLessThanOrEqual(upper);
  expect(certificate === null, name).toBe(lower === 0);
  if (status === 'separated' || status === 'touching') {
    expect([lower, upper, ...translation], name).toEqual([0, 0, 0, 0, 0]);
    expect(gapOf(round, pose, body), name).toBeGreaterThan(-JUDGE_ERROR);
    return;
  }
  expect(gapOf(round, pose, body), name).toBeLessThan(JUDGE_ERROR);
  expect(Math.abs(length - upper), name).toBeLessThan(1e-12);
  expect(
    gapOf(
      round,
      pose,
      body,
      translation.map((x) => sign * x),
    ),
    name,
  ).toBeGreaterThan(-JUDGE_ERROR);
  expect(Math.hypot(...(normal ?? [])), name).toBeCloseTo(1, 12);
  const odometerValues = isFirst
    ? [result.interpretationA, result.interpretationB]
    : [result.interpretationB, result.interpretationA];
  expect(odometerValues, name).toEqual(['solid', body.isSolid ? 'solid' : 'surface']);
  if (!body.isSolid) {
    expect(lower, name).toBe(0);
    return;
  }
  for (const separation of METHODS_TRIED) {
    const shorter = separation.map((x) => (lower - 2 * JUDGE_ERROR) * x);
    if (lower > 2 * JUDGE_ERROR) expect(gapOf(round, pose, body, shorter), name).toBeLessThan(JUDGE_ERROR);
  }
  for (const region of result.local) expect(region.depth, name).toBeLessThanOrEqual(upper);
}

/** No mesh inside the shape is deeper than it, and none around it less deep. */
function judgeByMeshes(
  name: string,
  { shape }: Round,
  body: OtherBody,
  pose: PlainPose,
  { lower, upper }: PenetrationResult,
): void {
  const { base, top, half, skin } = shape;
  const inside: number[] = [];
  const around: number[] = [];
  for (const [x, y, z] of spreadDirections(40)) {
    const aside = Math.hypot(x, y);
    for (const [radius, end] of [
      [base, -half],
      [top, half],
    ]) {
      inside.push((radius / aside + skin) * x, (radius / aside + skin) * y, end + skin * z);
      // A cube around each ball, a square around each circle.
      const wide = radius + skin;
      for (const u of [-wide, wide]) for (const v of [-wide, wide]) around.push(u, v, end - skin, u, v, end + skin);
    }
  }
  const deepInside = penetration(hull(inside), pose, body.model, {});
  const deepAround = penetration(hull(around), pose, body.model, {});
  expect(deepInside.lower, name).toBeLessThanOrEqual(upper + 1e-12);
  expect(lower, name).toBeLessThanOrEqual(deepAround.upper + 1e-12);
}

const corner = Model.build(
  (() => {
    const { positions, triangles } = plainCubes([
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
    ]);
    return new Mesh(positions, triangles);
  })(),
);

test.each([
  // Up, out of one arm.
  ['a ball', sphere({ radius: 0.25 }), [1.5, 0.5, 0.9], 0.35],
  ['a ball in the middle of a cube', sphere({ radius: 0.25 }), [1.5, 0.5, 0.5], 0.75],
  ['a ball in the inner corner', sphere({ radius: 0.5 }), [1.25, 1.5, 0.5], 0.25],
  ['a can standing in an arm', cylinder({ radius: 0.25, height: 0.5 }), [1.5, 0.5, 1.125], 0.125],
  ['a cone with its tip up', cone({ radius: 0.25, height: 0.5 }), [1.5, 0.5, 1.125], 0.125],
  ['a capsule upright', capsule({ radius: 0.125, length: 0.5 }), [1.5, 0.5, 1.25], 0.125],
] as const)('%s: depths known by hand, at any size', (_name, model, [x, y, z], expected) => {
  for (const options of [{}, { accuracy: 0.01 }]) {
    const { status, lower, upper } = penetration(model, { position: [x, y, z] }, corner, {}, options);
    expect(status).toBe('overlapping');
    expect(lower).toBeLessThanOrEqual(expected);
    expect(upper).toBeGreaterThanOrEqual(expected);
    expect(upper - lower).toBeLessThan(0.01);
  }
  for (const factor of [2 ** -300, 2 ** 300]) {
    const small = scaledModel(model, factor);
    const other = scaledModel(corner, factor);
    if (small === null || other === null) throw new Error('A power of two rounds nothing here.');
    const position: [number, number, number] = [x * factor, y * factor, z * factor];
    const result = penetration(small, { position }, other, {});
    expect(result.lower).toBeLessThanOrEqual(expected * factor);
    expect(result.upper).toBeGreaterThanOrEqual(expected * factor);
    expect(result.upper - result.lower).toBeLessThan(0.01 * factor);
    expect(verifyPenetration(small, { position }, other, {}, result).ok).toBe(true);
  }
});

test('two round shapes are measured exactly, whatever they are to be read as', () => {
  const ball = sphere({ radius: 1 });
  for (const solid of ['auto', true, false] as const) {
    const { status, lower, upper, certified } = penetration(ball, {}, ball, { position: [1, 0, 0] }, { solid });
    expect([status, certified]).toEqual(['overlapping', true]);
    expect(lower).toBeLessThanOrEqual(1);
    expect(upper).toBeGreaterThanOrEqual(1);
  }
});

test('a budget or a signal ends it as it ends others', () => {
  const ball = sphere({ radius: 0.25 });
  const pose = { position: [1.5, 0.5, 0.9] } as const;
  const { status, lower, upper, translation } = penetration(ball, pose, corner, {}, { budget: 1, accuracy: 1e-6 });
  expect(status).toBe('iteration-limit');
  expect(lower).toBeLessThanOrEqual(0.35);
  expect(upper).toBeGreaterThanOrEqual(0.35);
  const position = pose.position.map((x, k) => x + translation[k]) as [number, number, number];
  expect(['separated', 'touching']).toContain(collide(ball, { position }, corner, {}).status);
  expect(() => penetration(ball, pose, corner, {}, { signal: AbortSignal.abort() })).toThrow();
});
