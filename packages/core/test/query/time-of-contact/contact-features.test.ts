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
  const { contacts, lower } = timeOfContact(ball, motion, ball, {}, { threshold: 1.5 });
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
  const { lower, contacts } = timeOfContact(Model.build(plate(-1)), { from: away, to: at }, Model.build(plate(1)), at);
  expect(lower).toBeGreaterThan(0.99);
  expect(new Set(contacts.map(({ featureA, featureB }) => `${featureA.kind} ${featureB.kind}`))).toEqual(
    new Set(['vertex vertex', 'edge edge']),
  );
  const vertices = contacts.filter(({ featureA }) => featureA.kind === 'vertex');
  expect(new Set(vertices.map(({ featureA }) => featureA.index)).size).toBe(71 * 71);
});
