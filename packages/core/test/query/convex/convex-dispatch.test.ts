// Convex bodies are asked as a whole, by GJK and EPA. Whatever is asked, the answers are those of the general search: the same status, brackets
// that have the exact value in common, points on the faces named. `npm run fuzz:convex` asks for more of the series.

import { seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import {
  collide,
  type DistanceOptions,
  DistanceResult,
  disc,
  distance,
  Model,
  Pair,
  type PairResult,
  penetration,
  tolerance,
} from '../../../src/index.ts';
import { closestPointTriangle } from '../../../src/primitive/point-triangle.ts';
import {
  BODY_KINDS,
  type ConvexBodyCase,
  type ConvexScene,
  convexScene,
  isRoundKind,
  RELATIONS,
} from '../convex-scenes.ts';
import { PROMISED_WIDTH } from '../judge.ts';
import { type PlainPose, toWorld } from '../scenes.ts';

const ASKED_FOR = process.env.NEARMISS_CONVEX_SCENES;
const SCENES = Number(ASKED_FOR ?? 640);
const GENERAL: DistanceOptions = { volume: disc };

/** What witness points may be off, in parts of the coordinates they are computed from. */
const POINT_ROUNDING = 512 * 2 ** -53;

/** Nearer than this, in parts of the scene, a round shape may be said to touch: its search on faces adds up what all of them leave open. */
const ROUND_TOUCH = 1e-12;

const isMesh = ({ kind }: ConvexBodyCase): boolean => !isRoundKind(kind);

/** Extents and offset: what brackets are measured by. */
function sceneSize({ a, poseA, b, poseB }: ConvexScene): number {
  const middle = ({ model }: ConvexBodyCase, pose: PlainPose): number[] =>
    toWorld(pose, [model.frame.centre[0], model.frame.centre[1], model.frame.centre[2]]);
  const [p, q] = [middle(a, poseA), middle(b, poseB)];
  const reach = ({ model: { frame } }: ConvexBodyCase): number => 2 * frame.radius * frame.unit;
  return reach(a) + reach(b) + Math.hypot(...p.map((x, k) => x - q[k]));
}

/** Size of the numbers that points in the world are made of. */
function worldSize({ a, poseA, b, poseB }: ConvexScene): number {
  return a.reach + b.reach + Math.hypot(...poseA.position) + Math.hypot(...poseB.position);
}

function distanceFromFace(point: ArrayLike<number>, { model }: ConvexBodyCase, pose: PlainPose, face: number): number {
  const corners = [0, 1, 2].flatMap((k) => {
    const v = 3 * model.mesh.triangles[3 * face + k];
    const [x, y, z] = model.mesh.positions.subarray(v, v + 3);
    return toWorld(pose, [x, y, z]);
  });
  const out = new Float64Array(4);
  closestPointTriangle(Float64Array.from(point), 0, Float64Array.from(corners), 0, out);
  return Math.sqrt(out[3]);
}

/** The points are on the faces named, and as far apart as it says. */
function expectWitness(scene: ConvexScene, found: PairResult, apart: number, name: string): void {
  const errorBound = POINT_ROUNDING * worldSize(scene);
  const { pointA, pointB, faceA, faceB } = found;
  if (pointA === null || pointB === null) throw new Error(`${name}: no points`);
  expect(Math.abs(Math.hypot(...pointA.map((x, k) => x - pointB[k])) - apart), name).toBeLessThanOrEqual(errorBound);
  const { a, poseA, b, poseB } = scene;
  if (isMesh(a)) expect(distanceFromFace(pointA, a, poseA, faceA ?? -1), `${name}, A`).toBeLessThanOrEqual(errorBound);
  else expect(faceA).toBe(0);
  if (isMesh(b)) expect(distanceFromFace(pointB, b, poseB, faceB ?? -1), `${name}, B`).toBeLessThanOrEqual(errorBound);
  else expect(faceB).toBe(0);
}

function expectCommonValue(
  p: { lower: number; upper: number },
  q: { lower: number; upper: number },
  name: string,
): void {
  expect(p.lower, `${name}: ${p.lower} … ${p.upper}, ${q.lower} … ${q.upper}`).toBeLessThanOrEqual(q.upper);
  expect(q.lower, `${name}: ${p.lower} … ${p.upper}, ${q.lower} … ${q.upper}`).toBeLessThanOrEqual(p.upper);
}

/** The status of the general search; what is within rounding of touching may be said of a round shape in either case. */
function expectStatus(scene: ConvexScene, status: string, general: DistanceResult, name: string): void {
  const isMere = general.upper <= ROUND_TOUCH * sceneSize(scene) && ['separated', 'touching'].includes(general.status);
  if (isMere && !(isMesh(scene.a) && isMesh(scene.b))) expect(['separated', 'touching'], name).toContain(status);
  else expect(status, name).toBe(general.status);
}

/** Scenes of each kind, relation and status, and those that were answered without a volume test. */
const counts: Record<string, number> = {};
function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function examineDistance(scene: ConvexScene, name: string): DistanceResult {
  const { a, poseA, b, poseB } = scene;
  const size = sceneSize(scene);
  const reference = distance(a.twin, poseA, b.twin, poseB, GENERAL);
  for (const solid of ['auto', false] as const) {
    const found = distance(a.model, poseA, b.model, poseB, { solid, stats: true });
    const general = solid === 'auto' ? reference : distance(a.twin, poseA, b.twin, poseB, { ...GENERAL, solid });
    expectStatus(scene, found.status, general, `${name}, solid ${solid}`);
    expectCommonValue(found, general, name);
    expect(found.upper - found.lower, name).toBeLessThanOrEqual(PROMISED_WIDTH * size);
    expect(found.surfaceDistance, name).toBeGreaterThanOrEqual(found.lower);
    expect(Math.abs(found.surfaceDistance - general.surfaceDistance), name).toBeLessThanOrEqual(1e-9 * size);
    if (found.status === 'separated') expectWitness(scene, found, found.upper, name);
    if (solid === 'auto') count(`distance ${found.status}`);
    if (found.stats?.volumeTests === 0) count('distance by GJK');
  }
  return reference;
}

/** Limits on either side of the distance, and just there. */
function examineLimits(scene: ConvexScene, { status, lower, upper }: DistanceResult, name: string): void {
  const { a, poseA, b, poseB } = scene;
  if (status !== 'separated') return;
  for (const [limit, isWithin] of [
    [lower / 2, false],
    [2 * upper, true],
    [upper, true],
  ] as const) {
    // What is within rounding may be answered in either case.
    if (!isWithin && lower <= 2 * PROMISED_WIDTH * sceneSize(scene)) continue;
    const found = distance(a.model, poseA, b.model, poseB, { maxDistance: limit });
    const near = tolerance(a.model, poseA, b.model, poseB, { tolerance: limit });
    expect(found.status, `${name}, at most ${limit}`).toBe(isWithin ? 'separated' : 'beyond');
    expect(near.status, `${name}, within ${limit}`).toBe(isWithin ? 'within' : 'beyond');
    expect(found.lower, name).toBeLessThanOrEqual(upper);
    expect(near.lower, name).toBeLessThanOrEqual(upper);
    expect(near.upper, name).toBeGreaterThanOrEqual(lower);
    if (isWithin) expectWitness(scene, near, near.upper, name);
    else
      expect([found.pointA, found.normal, near.pointB, found.upper]).toEqual([
        null,
        null,
        null,
        Number.POSITIVE_INFINITY,
      ]);
  }
}

function examineCollide(scene: ConvexScene, reference: DistanceResult, name: string): void {
  const { a, poseA, b, poseB } = scene;
  for (const solid of ['auto', false] as const) {
    for (const contacts of ['first', 'all'] as const) {
      const found = collide(a.model, poseA, b.model, poseB, { contacts, solid, stats: true });
      const general = collide(a.twin, poseA, b.twin, poseB, { contacts, solid, volume: disc });
      if (found.stats?.volumeTests === 0 && reference.upper <= ROUND_TOUCH * sceneSize(scene)) {
        expectStatus(scene, found.status, reference, name);
        continue;
      }
      expect(found.status, `${name}, ${contacts}, solid ${solid}`).toBe(general.status);
      expect(found.colliding, name).toBe(general.colliding);
      expect(found.pairCount, name).toBe(general.pairCount);
      if (found.stats?.volumeTests === 0) count('collide by GJK');
    }
  }
}

/**
 * B and A: as the general search says of them in this order, and no other answer than of A and B but for what overlaps by rounding alone.
 */
function examineExchanged(scene: ConvexScene, reference: DistanceResult, name: string): void {
  const { a, poseA, b, poseB } = scene;
  const exchanged = distance(b.model, poseB, a.model, poseA);
  expectStatus(scene, exchanged.status, distance(b.twin, poseB, a.twin, poseA, GENERAL), name);
  expectCommonValue(exchanged, reference, name);
  const turned: Record<string, string> = { 'a-inside-b': 'b-inside-a', 'b-inside-a': 'a-inside-b' };
  const wanted = turned[reference.status] ?? reference.status;
  if (exchanged.status === wanted) return;
  count('exchanged, within rounding');
  expect(isMesh(a) && isMesh(b), `${name}: ${exchanged.status} for ${wanted}`).toBe(false);
  const touch = ROUND_TOUCH * sceneSize(scene);
  for (const { upper } of [reference, exchanged]) expect(upper, name).toBeLessThanOrEqual(touch);
  expect(penetration(b.model, poseB, a.model, poseA).upper, name).toBeLessThanOrEqual(touch);
}

/** A pair that remembers, a saved model, and the bodies exchanged: no other answers. */
function examineOthers(scene: ConvexScene, reference: DistanceResult, pair: Pair, name: string): void {
  const { a, poseA, b, poseB } = scene;
  const out = new DistanceResult();
  for (const step of [0, 1e-9, 1e-3, 0]) {
    const [x, y, z] = poseA.position;
    const stepped: PlainPose = { ...poseA, position: [x + step * (a.reach + b.reach), y, z] };
    const general = step === 0 ? reference : distance(a.twin, stepped, b.twin, poseB, GENERAL);
    pair.distance(stepped, poseB, {}, out);
    expectStatus(scene, out.status, general, `${name}, paired`);
    expectCommonValue(out, general, `${name}, paired`);
    expectStatus(scene, pair.collide(stepped, poseB).status, general, `${name}, paired`);
  }
  examineExchanged(scene, reference, `${name}, exchanged`);
  const saved = distance(Model.fromBytes(a.model.toBytes()), poseA, Model.fromBytes(b.model.toBytes()), poseB);
  expect(saved, `${name}, saved`).toEqual(distance(a.model, poseA, b.model, poseB));
}

describe(`${SCENES} pairs of convex bodies`, () => {
  test('distance, tolerance and collide are those of the general search', () => {
    const random = seeded(1304);
    for (let index = 0; index < SCENES; index++) {
      const scene = convexScene(index, random);
      const name = `${index} ${scene.relation}: ${scene.a.kind} and ${scene.b.kind}`;
      const reference = examineDistance(scene, name);
      examineLimits(scene, reference, name);
      examineCollide(scene, reference, name);
      if (index % 3 === 0) examineOthers(scene, reference, new Pair(scene.a.model, scene.b.model), name);
      count(`kind ${scene.a.kind}`);
      count(`kind ${scene.b.kind}`);
      count(`relation ${scene.relation}`);
    }
    if (ASKED_FOR !== undefined) console.log(counts);
    // Or the series does not ask what it should.
    const share = (name: string): number => (counts[name] ?? 0) / SCENES;
    for (const kind of BODY_KINDS) expect(share(`kind ${kind}`), kind).toBeGreaterThan(0.02);
    for (const relation of RELATIONS) expect(share(`relation ${relation}`), relation).toBeGreaterThan(0.05);
    for (const status of ['separated', 'touching', 'intersecting', 'a-inside-b']) {
      expect(share(`distance ${status}`), status).toBeGreaterThan(0.01);
    }
    expect(share('distance by GJK')).toBeGreaterThan(0.4);
    expect(share('collide by GJK')).toBeGreaterThan(0.8);
  });
});
