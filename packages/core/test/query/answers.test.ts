// What a status says of the other fields: the types of answers are unions by `status`, and what queries answer is as their types say.
// The types are checked by the compiler, with the other tests; what is answered, here.

import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type {
  CollideAnswer,
  DirectionalAnswer,
  DistanceAnswer,
  ElementTimeAnswer,
  Model,
  PenetrationAnswer,
  PenetrationCertificate,
  Point,
  Pose,
  TimeOfContactAnswer,
  ToleranceAnswer,
} from '../all-entries.ts';
import * as nearmiss from '../all-entries.ts';

/** Cases that were met, so that none is claimed of a status that never came. */
const met = new Set<string>();

function noWitness({ pointA, pointB, faceA, faceB }: nearmiss.PairResult): void {
  expect([pointA, pointB, faceA, faceB]).toEqual([null, null, null, null]);
}

const point: unknown = [expect.any(Number), expect.any(Number), expect.any(Number)];
const number: unknown = expect.any(Number);

function checkCollide(r: CollideAnswer): void {
  met.add(`collide ${r.status}`);
  switch (r.status) {
    case 'separated':
      expectTypeOf(r.colliding).toEqualTypeOf<false>();
      expectTypeOf(r.pointA).toEqualTypeOf<null>();
      expect(r.colliding).toBe(false);
      noWitness(r);
      break;
    case 'touching':
    case 'intersecting':
      expectTypeOf(r.colliding).toEqualTypeOf<true>();
      expectTypeOf(r.pointA).toEqualTypeOf<Point | null>();
      expect(r.colliding).toBe(true);
      break;
    case 'a-inside-b':
    case 'b-inside-a':
      expectTypeOf(r.colliding).toEqualTypeOf<true>();
      expectTypeOf(r.faceB).toEqualTypeOf<null>();
      expect(r.colliding).toBe(true);
      noWitness(r);
      break;
    case 'near':
      expectTypeOf(r.colliding).toEqualTypeOf<null>();
      expectTypeOf(r.error).toEqualTypeOf<number>();
      expect([r.colliding, r.error]).toEqual([null, number]);
      noWitness(r);
      break;
    case 'iteration-limit':
      expectTypeOf(r.colliding).toEqualTypeOf<true | null>();
      expect(r.colliding).not.toBe(false);
      break;
  }
}

function checkDistance(r: DistanceAnswer): void {
  met.add(`distance ${r.status}`);
  expectTypeOf(r.distance).toEqualTypeOf<number>();
  if (r.status === 'separated') {
    expectTypeOf(r.pointA).toEqualTypeOf<Point>();
    expectTypeOf(r.pointB).toEqualTypeOf<Point>();
    expect([r.pointA, r.pointB]).toEqual([point, point]);
  } else if (r.status === 'near') {
    expectTypeOf(r.error).toEqualTypeOf<number>();
    expect(r.error).toEqual(number);
  } else {
    expectTypeOf(r.pointA).toEqualTypeOf<Point | null>();
  }
}

function checkTolerance(r: ToleranceAnswer): void {
  met.add(`tolerance ${r.status}`);
  if (r.status === 'within') {
    expectTypeOf(r.within).toEqualTypeOf<true>();
    expect(r.within).toBe(true);
    return;
  }
  expectTypeOf(r.within).toEqualTypeOf<false | null>();
  expectTypeOf(r.pointA).toEqualTypeOf<null>();
  expect(r.within).toBe(r.status === 'beyond' ? false : null);
  noWitness(r);
}

function checkDirectional(r: DirectionalAnswer): void {
  met.add(`directional ${r.status}`);
  if (r.status === 'blocked') {
    expectTypeOf(r.upper).toEqualTypeOf<number | null>();
    return;
  }
  expectTypeOf(r.upper).toEqualTypeOf<null>();
  expectTypeOf(r.normal).toEqualTypeOf<null>();
  expect([r.upper, r.normal]).toEqual([null, null]);
  if (r.status === 'free') {
    expectTypeOf(r.pointB).toEqualTypeOf<null>();
    noWitness(r);
  }
}

function checkPenetration(r: PenetrationAnswer): void {
  met.add(`penetration ${r.status}`);
  expectTypeOf(r.depth).toEqualTypeOf<number>();
  switch (r.status) {
    case 'separated':
      expectTypeOf(r.normal).toEqualTypeOf<null>();
      expectTypeOf(r.certificate).toEqualTypeOf<null>();
      expect([r.normal, r.certificate]).toEqual([null, null]);
      break;
    case 'touching':
      expectTypeOf(r.certificate).toEqualTypeOf<null>();
      expect(r.certificate).toBe(null);
      break;
    case 'overlapping':
      expectTypeOf(r.normal).toEqualTypeOf<Point>();
      expect(r.normal).toEqual(point);
      break;
    case 'iteration-limit':
      expectTypeOf(r.normal).toEqualTypeOf<Point | null>();
      expectTypeOf(r.certificate).toEqualTypeOf<PenetrationCertificate | null>();
      break;
  }
}

function checkTime(r: TimeOfContactAnswer): void {
  met.add(`timeOfContact ${r.status}`);
  if (r.status !== 'initially-in-contact') expect(r.departing).toBe(null);
  switch (r.status) {
    case 'contact':
      expectTypeOf(r.toc).toEqualTypeOf<number>();
      expectTypeOf(r.upper).toEqualTypeOf<number>();
      expectTypeOf(r.pointA).toEqualTypeOf<Point>();
      expectTypeOf(r.faceA).toEqualTypeOf<number>();
      expect([r.toc, r.upper, r.pointA, r.pointB, r.faceA, r.faceB]).toEqual([
        ...[number, number, point, point, number, number],
      ]);
      break;
    case 'near':
      expectTypeOf(r.toc).toEqualTypeOf<number>();
      expectTypeOf(r.upper).toEqualTypeOf<null>();
      expectTypeOf(r.faceA).toEqualTypeOf<number | null>();
      expect([r.toc, r.upper, r.pointA, r.pointB]).toEqual([number, null, point, point]);
      break;
    case 'free':
      expectTypeOf(r.toc).toEqualTypeOf<null>();
      expectTypeOf(r.pointA).toEqualTypeOf<null>();
      expect([r.toc, r.upper, r.normal]).toEqual([null, null, null]);
      noWitness(r);
      break;
    case 'initially-in-contact':
      expectTypeOf(r.departing).toEqualTypeOf<boolean>();
      expect([r.toc, r.upper, r.normal, r.departing]).toEqual([0, 0, null, expect.any(Boolean)]);
      break;
    case 'iteration-limit':
      expectTypeOf(r.toc).toEqualTypeOf<number>();
      expectTypeOf(r.upper).toEqualTypeOf<null>();
      expect([r.toc, r.upper, r.normal]).toEqual([number, null, null]);
      noWitness(r);
      break;
  }
}

function checkElements(r: ElementTimeAnswer): void {
  met.add(`elements ${r.status}`);
  if (r.status === 'contact') {
    expectTypeOf(r.toc).toEqualTypeOf<number>();
    expectTypeOf(r.upper).toEqualTypeOf<number>();
    expect([r.toc, r.upper]).toEqual([number, number]);
  } else {
    expectTypeOf(r.upper).toEqualTypeOf<null>();
    expect([r.toc, r.upper]).toEqual([r.status === 'near' ? number : null, null]);
  }
}

const { box, collide, directional, distance, medial, Mesh, Pair, penetration, timeOfContact, tolerance } = nearmiss;
const axis = nearmiss.medialStructure({ samples: 200, primitives: 20 });
const ofMesh = (mesh: nearmiss.Mesh): Model => nearmiss.Model.build(mesh).with(axis);
/** Not closed: a surface. */
const sheet = nearmiss.Model.build(new Mesh([-2, -2, 0, 2, -2, 0, 0, 2, 0], [0, 1, 2]));
/** Two cubes in one body, of which one can be inside another body. */
const two = nearmiss.Model.build(
  new Mesh(
    [...box({ size: [0.2, 0.2, 0.2] }).positions, ...box().positions.map((x, k) => (k % 3 === 0 ? x + 9 : x))],
    [...box().triangles, ...box().triangles.map((v) => v + 8)],
  ),
);
const bodies: readonly Model[] = [
  ofMesh(nearmiss.icosphere({ subdivisions: 1 })),
  ofMesh(nearmiss.torus({ majorSegments: 8, minorSegments: 4 })),
  nearmiss.Model.build(box({ size: [0.1, 0.1, 0.1] })),
  nearmiss.Model.build(box({ size: [6, 6, 6] })),
  nearmiss.Model.build(box()),
  sheet,
  two,
  nearmiss.sphere({ radius: 0.5 }),
  nearmiss.capsule({ radius: 0.2, length: 1 }),
];
const turned = [0.1, 0.5, -0.5, 0.7];
const poses: readonly Pose[] = [
  {},
  { position: [1, 0, 0] },
  { position: [0.3, 0.2, 0.1], rotation: turned },
  { position: [1.2, 0.4, 0.2], rotation: turned },
  { position: [9, 1, 0] },
];
const BUDGETS = [undefined, 10];

describe('what is answered is as the type of its status says', () => {
  beforeAll(() => {
    for (const a of bodies) {
      for (const b of bodies) {
        // Depths of meshes that are not convex take long.
        const isQuick = Math.max(a.triangleCount, b.triangleCount) < 30;
        const hasAxes = [a, b].every((body) => bodies.indexOf(body) < 2);
        const pair = new Pair(a, b);
        for (const pose of poses) {
          for (const budget of BUDGETS) {
            for (const contacts of ['first', 'all'] as const) {
              checkCollide(collide(a, pose, b, {}, { contacts, budget }));
              checkCollide(pair.collide(pose, {}, { contacts, budget }));
            }
            for (const maxDistance of [undefined, 0.5]) {
              checkDistance(distance(a, pose, b, {}, { maxDistance, budget }));
              checkDistance(pair.distance(pose, {}, { maxDistance, budget }));
              if (hasAxes) checkDistance(distance(a, pose, b, {}, { method: medial, maxDistance, budget }));
            }
            if (hasAxes) checkCollide(collide(a, pose, b, {}, { method: medial, contacts: 'all', budget }));
            checkTolerance(tolerance(a, pose, b, {}, { tolerance: 0.5, budget }));
            checkTolerance(pair.tolerance(pose, {}, { tolerance: 0.5, budget }));
            checkDirectional(directional(a, pose, b, {}, { direction: [-1, 0, 0], budget }));
            checkDirectional(directional(a, pose, b, {}, { direction: [0, 0, 1], maxDistance: 0.01, budget }));
            if (isQuick) checkPenetration(penetration(a, pose, b, {}, { budget }));
            for (const to of [{ position: [-3, 0, 0] }, { position: [9, 9, 0], rotation: turned }]) {
              checkTime(timeOfContact(a, { from: pose, to }, b, {}, { budget }));
              checkTime(pair.timeOfContact({ from: pose, to }, {}, { budget, threshold: 0.1 }));
              if (hasAxes) checkTime(timeOfContact(a, { from: pose, to }, b, {}, { method: medial, budget }));
            }
          }
        }
      }
    }
  }, 120_000);

  test('and every status of every query came', () => {
    expect([...met].filter((each) => !each.startsWith('elements')).sort()).toEqual(
      [
        ...['a-inside-b', 'b-inside-a', 'intersecting', 'iteration-limit', 'near', 'separated', 'touching'].flatMap(
          (status) => [`collide ${status}`, `distance ${status}`],
        ),
        'distance beyond',
        ...['within', 'beyond', 'iteration-limit'].map((status) => `tolerance ${status}`),
        ...['blocked', 'free', 'iteration-limit'].map((status) => `directional ${status}`),
        ...['separated', 'touching', 'overlapping', 'iteration-limit'].map((status) => `penetration ${status}`),
        ...['contact', 'near', 'free', 'initially-in-contact', 'iteration-limit'].map((s) => `timeOfContact ${s}`),
      ].sort(),
    );
  });
});

test('elements over time; near is for what exact arithmetic does not decide within its work, and did not come', () => {
  const start = [0, 0, 1, -1, -1, 0, 1, -1, 0, 0, 1, 0];
  for (const z of [-1, 0.5]) {
    checkElements(
      nearmiss.vertexFaceTime(
        start,
        start.map((x, k) => (k === 2 ? z : x)),
      ),
    );
  }
  expect([...met].filter((each) => each.startsWith('elements')).sort()).toEqual(['elements contact', 'elements free']);
});

test('queries of points, of worlds and of meshes that deform', () => {
  const cube = nearmiss.Model.build(box());
  const world = new nearmiss.World();
  world.add(cube);
  const seen = new Set<string>();
  for (const towards of [
    [-1, 0, 0],
    [1, 0, 0],
  ]) {
    const hit = nearmiss.raycast(cube, {}, [3, 0.1, 0], towards);
    const first = world.raycast([3, 0.1, 0], towards);
    seen.add(hit.status).add(first.status);
    if (hit.status === 'hit') {
      expectTypeOf(hit.point).toEqualTypeOf<Point>();
      expectTypeOf(hit.face).toEqualTypeOf<number>();
      expect([hit.point, hit.face]).toEqual([point, number]);
    } else expectTypeOf(hit.point).toEqualTypeOf<null>();
    if (first.status === 'hit') {
      expectTypeOf(first.body).toEqualTypeOf<nearmiss.BodyId>();
      expect(first.body).toEqual(number);
    } else expectTypeOf(first.body).toEqualTypeOf<null>();
    const swept = world.sweep(cube, { from: { position: [3, 0, 0] }, velocity: towards.map((x) => 4 * x) });
    if (swept.body !== null) expectTypeOf(swept.contact).toEqualTypeOf<TimeOfContactAnswer>();
    expect(swept.contact === null).toBe(swept.body === null);
  }
  for (const maxDistance of [0.5, 5]) {
    const near = nearmiss.closestPoint(cube, {}, [3, 0, 0], { maxDistance });
    seen.add(near.status);
    if (near.status === 'found') {
      expectTypeOf(near.point).toEqualTypeOf<Point>();
      expect([near.point, near.face]).toEqual([point, number]);
    } else expectTypeOf(near.face).toEqualTypeOf<null>();
    const closest = world.closest(cube, { position: [3, 0, 0] }, { maxDistance });
    if (closest.body !== null) expectTypeOf(closest.distance).toEqualTypeOf<DistanceAnswer>();
    expect(closest.distance === null).toBe(maxDistance < 2);
  }
  const soft = new nearmiss.DeformingMesh(box());
  const shifted = (by: number): nearmiss.DeformingMesh =>
    new nearmiss.DeformingMesh(
      new Mesh(
        box().positions.map((x, k) => (k % 3 === 0 ? x + by : x)),
        box().triangles,
      ),
    );
  for (const [from, to] of [
    [3, 0],
    [3, 4],
    [0.5, 3],
  ] as const) {
    const time = nearmiss.deformingTimeOfContact(shifted(from), shifted(to).positions, soft, soft.positions);
    seen.add(time.status);
    if (time.status === 'free') expectTypeOf(time.toc).toEqualTypeOf<null>();
    else expectTypeOf(time.toc).toEqualTypeOf<number>();
    if (time.status === 'contact') expectTypeOf(time.upper).toEqualTypeOf<number>();
    expect(time.faceA === null).toBe(time.status === 'free');
  }
  expect([...seen].sort()).toEqual(['beyond', 'contact', 'found', 'free', 'hit', 'initially-in-contact', 'miss']);
});

test('a result handed in is of its class, and the answer that comes back is the same object', () => {
  const cube = nearmiss.Model.build(box());
  const out = new nearmiss.DistanceResult();
  const answer = distance(cube, {}, cube, { position: [3, 0, 0] }, {}, out);
  expect(answer).toBe(out);
  expectTypeOf(answer).toEqualTypeOf<DistanceAnswer>();
  expectTypeOf(out.pointA).toEqualTypeOf<Point | null>();
  // @ts-expect-error: where the bodies are not known to be apart, there may be no witness point
  const x: () => number = () => answer.pointA[0];
  expect(x()).toBe(0.5);
});
