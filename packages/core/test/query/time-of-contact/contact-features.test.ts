import { randomChoice, randomPose, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { box, icosphere, torusKnot } from '../../../src/entries/shapes.ts';
import { type ContactFeature, distance, type FeatureContact, Mesh, Model, timeOfContact } from '../../../src/index.ts';

const THRESHOLDS = [1e-6, 1e-3, 0.1, 0.5];
const SCENES = 200;

function cornersOf({ triangles }: Mesh, { kind, index }: ContactFeature): number[] {
  if (kind === 'vertex') return [index];
  const face = kind === 'face' ? index : Math.floor(index / 3);
  const corners = [0, 1, 2].map((k) => triangles[3 * face + k]);
  return (kind === 'face' ? corners : [corners[index % 3], corners[((index % 3) + 1) % 3]]).sort();
}

/** Whether the feature is a corner of an edge or of a face, or a side of a face. */
function isPart(mesh: Mesh, part: ContactFeature, whole: ContactFeature): boolean {
  const corners = cornersOf(mesh, whole);
  return part.kind !== whole.kind && cornersOf(mesh, part).every((corner) => corners.includes(corner));
}

const isSame = (mesh: Mesh, one: ContactFeature, other: ContactFeature): boolean =>
  one.kind === other.kind && `${cornersOf(mesh, one)}` === `${cornersOf(mesh, other)}`;

function isCovered(a: Mesh, b: Mesh, { featureA, featureB }: FeatureContact, other: FeatureContact): boolean {
  return (
    (isSame(a, featureA, other.featureA) && isPart(b, featureB, other.featureB)) ||
    (isSame(b, featureB, other.featureB) && isPart(a, featureA, other.featureA))
  );
}

test('no listed contact is a part of another one, and each is listed once', () => {
  const random = seeded(5);
  const models = [box(), icosphere({ subdivisions: 1 }), torusKnot({ triangles: 300 })].map((mesh) =>
    Model.build(mesh),
  );
  const counts = new Map<string, number>();
  for (let k = 0; k < SCENES; k++) {
    const [a, b] = [randomChoice(random, models), randomChoice(random, models)];
    const { rotation } = k % 2 === 0 ? randomPose(random, 1) : { rotation: undefined };
    const { position } = randomPose(random, 0.5);
    const from = { position: [3, position[1], position[2]] as const, rotation };
    const to = { position: [-3, 0, 0] as const, rotation };
    const { contacts } = timeOfContact(a, { from, to }, b, {}, { threshold: THRESHOLDS[k % THRESHOLDS.length] });
    for (const contact of contacts) {
      const name = `${contact.featureA.kind} ${contact.featureB.kind}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const other of contacts) {
        expect(isCovered(a.mesh, b.mesh, contact, other), `scene ${k}`).toBe(false);
        if (other === contact) continue;
        const isTwin =
          isSame(a.mesh, contact.featureA, other.featureA) && isSame(b.mesh, contact.featureB, other.featureB);
        expect(isTwin, `scene ${k}`).toBe(false);
      }
    }
  }
  for (const name of ['vertex face', 'face vertex', 'edge edge']) expect(counts.get(name), name).toBeGreaterThan(100);
});

test('with a threshold near the size of the bodies, where nearly all pairs of faces are within it, the nearest are listed', () => {
  const ball = Model.build(icosphere({ subdivisions: 4 }));
  const motion = { from: { position: [5, 0, 0] }, to: { position: [-5, 0, 0] } } as const;
  const { contacts, contactsTruncated, lower } = timeOfContact(ball, motion, ball, {}, { threshold: 1.5 });
  expect(contactsTruncated).toBe(true);
  // 5,120 faces each: without a limit there are hundreds of thousands, which were compared with one another.
  expect(contacts.length).toBeGreaterThan(100);
  expect(contacts.length).toBeLessThan(9 * 2 ** 16);
  const gap = distance(ball, { position: [5 - 10 * (lower ?? Number.NaN), 0, 0] }, ball, {}).distance;
  const gaps = contacts
    .map(({ pointA, pointB }) => Math.hypot(...pointA.map((x, k) => x - pointB[k])))
    .sort((x, y) => x - y);
  expect(Math.abs((gaps[0] ?? Number.NaN) - gap)).toBeLessThan(1e-9);
  expect(gaps.at(-1)).toBeLessThan(gap + 1);
});

/** A square of 70 × 70 cells in the plane of x and y, facing up or down; each side has its own diagonal in the cells. */
function plate(side: 1 | -1): Mesh {
  const cells = 70;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= cells; j++) for (let i = 0; i <= cells; i++) positions.push(i / cells, j / cells, 0);
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const v = (cells + 1) * j + i;
      const [right, above, across] = [v + 1, v + cells + 1, v + cells + 2];
      if (side > 0) triangles.push(v, right, above, across, above, right);
      else triangles.push(v, across, right, v, above, across);
    }
  }
  return new Mesh(positions, triangles);
}

test.each([
  ['as made', [0, 0, 0, 1], [0, 0, 1]],
  ['turned about x', [0.6, 0, 0, 0.8], [0, -0.96, 0.28]],
] as const)('every vertex of flush plates is a contact, however many faces are as near: %s', (_, rotation, normal) => {
  const at = { position: [0.1, 0.2, 0.3], rotation } as const;
  const away = { position: [0.1 + normal[0], 0.2 + normal[1], 0.3 + normal[2]], rotation } as const;
  const found = timeOfContact(Model.build(plate(-1)), { from: away, to: at }, Model.build(plate(1)), at);
  const { lower, contacts, contactsTruncated } = found;
  expect(lower).toBeGreaterThan(0.99);
  expect(contactsTruncated).toBe(false);
  expect(new Set(contacts.map(({ featureA, featureB }) => `${featureA.kind} ${featureB.kind}`))).toEqual(
    new Set(['vertex vertex', 'edge edge']),
  );
  const vertices = contacts.filter(({ featureA }) => featureA.kind === 'vertex');
  expect(new Set(vertices.map(({ featureA }) => featureA.index)).size).toBe(71 * 71);
});

/** Squares of size 1 apart from each other, side by side; those of the farther half are higher by `step`. */
function terrace(step: number): Mesh {
  const cells = 90;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const v = positions.length / 3;
      const z = 2 * j < cells ? 0 : step;
      positions.push(i, j, z, i + 1, j, z, i + 1, j + 1, z, i, j + 1, z);
      triangles.push(v, v + 1, v + 2, v, v + 2, v + 3);
    }
  }
  return new Mesh(positions, triangles);
}

test.each([
  [0.8, 3],
  [0.9, 5],
])('of too many faces, those %d of the default threshold beyond the nearest are listed, within %d of it', (part, k) => {
  const fine = 1e-6 * 90 * Math.SQRT2;
  const motion = { from: { position: [0.5, 0.5, 1] }, to: { position: [0.5, 0.5, -1] } } as const;
  const upper = Model.build(terrace(part * fine));
  const { contacts } = timeOfContact(upper, motion, Model.build(terrace(0)), {}, { threshold: k * fine });
  const gaps = contacts.map(({ pointA, pointB }) => Math.hypot(...pointA.map((x, i) => x - pointB[i])) / fine);
  const least = gaps.reduce((one, other) => Math.min(one, other));
  expect(gaps.filter((gap) => gap < least + 0.1).length).toBeGreaterThan(15_000);
  expect(gaps.filter((gap) => Math.abs(gap - least - part) < 0.1).length).toBeGreaterThan(15_000);
});

/** A cone of `count` facets, its apex in the origin. */
function cone(count: number, side: 1 | -1): Mesh {
  const positions = [0, 0, 0];
  const triangles: number[] = [];
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * k) / count;
    positions.push(Math.cos(angle), Math.sin(angle), side);
    const [v, next] = [1 + k, 1 + ((k + 1) % count)];
    triangles.push(...(side > 0 ? [0, next, v] : [0, v, next]));
  }
  return new Mesh(positions, triangles);
}

test.each([
  [200, false],
  [4000, true],
])('two cones of %d facets touch in their apexes, of all pairs of facets', (count, isTruncated) => {
  const motion = { from: { position: [0, 0, 1] }, to: { position: [0, 0, -1] } } as const;
  const { contacts, contactsTruncated } = timeOfContact(
    Model.build(cone(count, 1)),
    motion,
    Model.build(cone(count, -1)),
    {},
  );
  // 16 million pairs of faces are within the threshold of each other in the second case.
  expect(contactsTruncated).toBe(isTruncated);
  expect(contacts.map(({ featureA, featureB }) => [featureA, featureB])).toEqual([
    [
      { kind: 'vertex', index: 0 },
      { kind: 'vertex', index: 0 },
    ],
  ]);
});
