// What the entries of `local` promise of their points, for solids and surfaces, near the origin and far from it: bodies that overlap have an entry,
// each point is on its own body, and from one to the other it is a part of the translation, as deep along the normal as is told.

import { randomBetween, randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { box, icosphere, lShape, randomSolid, torus, uShape } from '../../../src/entries/shapes.ts';
import { closestPoint, Mesh, Model, penetration } from '../../../src/index.ts';

type Vector = readonly [number, number, number];

interface Drawn {
  readonly name: string;
  readonly mesh: Mesh;
}

const cube = box();
const beside = (mesh: Mesh, [x, y, z]: Vector): number[] =>
  Array.from(mesh.positions, (value, k) => value + [x, y, z][k % 3]);
const union = (a: Mesh, b: Mesh, shift: Vector): Mesh =>
  new Mesh(
    [...a.positions, ...beside(b, shift)],
    [...a.triangles, ...b.triangles.map((v) => v + a.positions.length / 3)],
  );

const SOLIDS: readonly Drawn[] = [
  { name: 'cube', mesh: cube },
  { name: 'l-shape', mesh: lShape() },
  { name: 'u-shape', mesh: uShape() },
  { name: 'ring', mesh: torus({ majorSegments: 7, minorSegments: 5 }) },
  { name: 'two boxes', mesh: union(cube, box({ size: [0.4, 1.5, 0.3] }), [1.25, 0, 0]) },
  { name: 'box in box', mesh: union(box({ size: [2, 2, 2] }), box({ size: [0.5, 0.5, 0.5] }), [0, 0, 0]) },
  { name: 'rough ball', mesh: randomSolid({ seed: 3, triangles: 20, roughness: 0.6 }) },
  { name: 'small cube', mesh: box({ size: [0.25, 0.25, 0.25] }) },
];

function drawSurface(random: SeededRandom): Drawn {
  const kind = randomChoice(random, ['triangle', 'open cube', 'soup', 'open ball'] as const);
  if (kind === 'open cube') return { name: kind, mesh: new Mesh(cube.positions, cube.triangles.slice(6)) };
  if (kind === 'open ball') {
    const { positions, triangles } = icosphere({ subdivisions: 1, radius: 0.6 });
    return { name: kind, mesh: new Mesh(positions, triangles.slice(0, 120)) };
  }
  const count = kind === 'triangle' ? 1 : 5;
  const positions = Array.from({ length: 9 * count }, () => randomBetween(random, -1, 1));
  return {
    name: kind,
    mesh: new Mesh(
      positions,
      positions.slice(0, 3 * count).map((_, k) => k),
    ),
  };
}

const minus = (a: ArrayLike<number>, b: ArrayLike<number>): [number, number, number] => [
  a[0] - b[0],
  a[1] - b[1],
  a[2] - b[2],
];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Bodies are about 2 across. Gaps that a translation leaves are below 10⁻⁹ of the size. */
const EXACT = 4e-9;

test.each(['solid and solid', 'solid and surface', 'surface and surface'] as const)('%s', (kind) => {
  const random = seeded(kind.length);
  const seen = { overlapping: 0, far: 0, entries: 0 };
  for (let index = 0; index < 70; index++) {
    const solid = (): Drawn => randomChoice(random, SOLIDS);
    let a = kind === 'surface and surface' ? drawSurface(random) : solid();
    let b = kind === 'solid and solid' ? solid() : drawSurface(random);
    if (random() < 0.5) [a, b] = [b, a];
    const far = randomChoice(random, [0, 0, 1e3, 1e6]);
    const isTurned = random() < 0.7;
    const slot = (spread: number): { position: Vector; rotation: readonly [number, number, number, number] } => {
      const { position, rotation } = randomPose(random, spread);
      const [x, y, z] = position;
      return { position: [x + far, y - far, z + far], rotation: isTurned ? rotation : [0, 0, 0, 1] };
    };
    const [poseA, poseB] = [slot(0.5), slot(0.2)];
    const [modelA, modelB] = [Model.build(a.mesh), Model.build(b.mesh)];
    const local = randomChoice(random, [true, true, false]);
    const result = penetration(modelA, poseA, modelB, poseB, { local });
    if (result.status !== 'overlapping') continue;
    const name = `${index}: ${a.name}, ${b.name}, at ${far}, local ${local}`;
    seen.overlapping++;
    if (far === 1e6) seen.far++;
    // Positions, and what is added to them, are rounded.
    const exact = EXACT + 64 * 2 ** -52 * far;
    const coordinates = [...poseA.position, ...poseB.position].reduce((sum, x) => sum + Math.abs(x), 0);
    const long = Math.hypot(...result.translation);
    expect(Math.abs(result.upper - long), name).toBeLessThanOrEqual(2 ** -51 * coordinates + 2 ** -44);
    expect(result.local.length, name).toBeGreaterThan(0);
    for (const { depth, normal, pointA, pointB } of result.local) {
      seen.entries++;
      expect(closestPoint(modelA, poseA, pointA).upper, `${name}: A`).toBeLessThan(exact);
      expect(closestPoint(modelB, poseB, pointB).upper, `${name}: B`).toBeLessThan(exact);
      expect(depth, name).toBeLessThanOrEqual(result.upper);
      const apart = minus(pointB, pointA);
      expect(Math.abs(-dot(apart, normal) - depth), `${name}: depth`).toBeLessThan(exact);
      const part = Math.hypot(...apart) / Math.hypot(...result.translation);
      expect(part, name).toBeLessThan(1 + exact / result.upper);
      expect(
        Math.hypot(
          ...minus(
            apart,
            result.translation.map((x) => part * x),
          ),
        ),
        `${name}: along`,
      ).toBeLessThan(exact);
    }
  }
  expect(seen.overlapping).toBeGreaterThan(20);
  expect(seen.far).toBeGreaterThan(3);
  expect(seen.entries).toBeGreaterThan(25);
});
