// Triangles without area, laid on the surface of a body, change nothing: neither what it is nor any answer about it.

import { randomChoice, randomInteger, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../src/entries/convex.ts';
import { controlled, patches } from '../../src/entries/lab.ts';
import { checkMesh, massProperties } from '../../src/entries/mesh.ts';
import { box, icosphere, lShape, torus } from '../../src/entries/shapes.ts';
import { collide, contains, distance, Mesh, Model, penetration, timeOfContact } from '../../src/index.ts';

/** A mesh on a lattice of 1/64, so that points between its corners are exact. */
function onLattice({ positions, triangles }: Mesh): Mesh {
  return new Mesh(
    Array.from(positions, (x) => Math.round(64 * x) / 64),
    triangles,
  );
}

function union(a: Mesh, b: Mesh): Mesh {
  const count = a.positions.length / 3;
  return new Mesh([...a.positions, ...b.positions], [...a.triangles, ...b.triangles.map((v) => v + count)]);
}

const BODIES: Readonly<Record<string, Mesh>> = {
  box: box(),
  'l-shape': onLattice(lShape()),
  ring: onLattice(torus({ majorSegments: 6, minorSegments: 4 })),
  // By winding number one solid, by parity one with a hole.
  'boxes in each other': union(box(), onLattice(box({ size: [0.5, 1.5, 0.5] }))),
  ball: onLattice(icosphere({ subdivisions: 1, radius: 0.75 })),
};

/** Adds triangles without area: along edges, once or twice, across faces, and such as are a segment or a point. */
function withoutArea(mesh: Mesh, random: SeededRandom): Mesh {
  const positions = [...mesh.positions];
  const triangles = [...mesh.triangles];
  const between = (a: number, b: number, part: number): number => {
    for (let c = 0; c < 3; c++) positions.push((1 - part) * positions[3 * a + c] + part * positions[3 * b + c]);
    return positions.length / 3 - 1;
  };
  const count = randomInteger(random, 1, 5);
  for (let k = 0; k < count; k++) {
    const face = randomInteger(random, 0, mesh.triangleCount - 1);
    const corner = randomInteger(random, 0, 2);
    const a = mesh.triangles[3 * face + corner];
    const b = mesh.triangles[3 * face + ((corner + 1) % 3)];
    const c = mesh.triangles[3 * face + ((corner + 2) % 3)];
    const kind = randomChoice(random, [
      'edge',
      'edge',
      'edge back',
      'edge twice',
      'across',
      'segment',
      'point',
    ] as const);
    const middle = between(a, b, 0.5);
    if (kind === 'edge') triangles.push(a, middle, b);
    else if (kind === 'edge back') triangles.push(b, middle, a);
    else if (kind === 'edge twice') triangles.push(a, middle, b, a, middle, b);
    else if (kind === 'across') triangles.push(c, between(c, middle, 0.25), middle);
    else if (kind === 'segment') triangles.push(a, b, b);
    else triangles.push(c, c, c);
  }
  return new Mesh(positions, triangles);
}

describe.each(Object.entries(BODIES))('%s', (name, mesh) => {
  const plain = Model.build(mesh);
  const pea = Model.build(icosphere({ subdivisions: 0, radius: 0.05 }));
  const other = Model.build(onLattice(lShape()));

  test('with triangles without area it is the same', () => {
    const random = seeded(name.length);
    for (let index = 0; index < 6; index++) {
      const changed = withoutArea(mesh, random);
      const model = Model.build(changed);
      const what = `${name}, ${index}`;
      expect(model.closed, what).toBe(true);
      const [report, plainReport] = [checkMesh(changed), checkMesh(mesh)];
      expect([report.closed, report.oriented], what).toEqual([plainReport.closed, plainReport.oriented]);
      expect(report.signedVolume, what).toBe(plainReport.signedVolume);
      expect(massProperties(changed)?.volume, what).toBe(massProperties(mesh)?.volume);
      for (let k = 0; k < 6; k++) {
        const pose = randomPose(random, 0.4);
        const point = randomPose(random, 0.8).position;
        expect(contains(model, {}, point).status, what).toBe(contains(plain, {}, point).status);
        expect(collide(pea, pose, model, {}).status, what).toBe(collide(pea, pose, plain, {}).status);
        const [near, plainNear] = [distance(pea, pose, model, {}), distance(pea, pose, plain, {})];
        expect(near.lower, what).toBeLessThanOrEqual(plainNear.upper);
        expect(plainNear.lower, what).toBeLessThanOrEqual(near.upper);
      }
      const pose = randomPose(random, 0.3);
      const [deep, plainDeep] = [penetration(other, pose, model, {}), penetration(other, pose, plain, {})];
      expect(deep.status, what).toBe(plainDeep.status);
      expect(deep.lower, what).toBeLessThanOrEqual(plainDeep.upper);
      expect(plainDeep.lower, what).toBeLessThanOrEqual(deep.upper);
      const from = { position: [4, 0, 0], rotation: pose.rotation } as const;
      const motion = { from, to: randomPose(random, 0.3) };
      for (const method of ['pairs', controlled, hulls, patches] as const) {
        const time = timeOfContact(other, motion, model, {}, { method });
        const plainTime = timeOfContact(other, motion, plain, {}, { method });
        expect(time.status, what).toBe(plainTime.status);
        expect(time.lower, what).toBeLessThanOrEqual(plainTime.upper ?? 1);
        expect(plainTime.lower, what).toBeLessThanOrEqual(time.upper ?? 1);
      }
    }
  });
});
