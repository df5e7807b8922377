// Medial axes of meshes that bound no plain solid: each is refused by name, or approximated with bounds that hold, in queries too.

import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { type MedialAxis, medial, medialAxis, medialStructure } from '../../../src/entries/medial.ts';
import { box, icosphere, torus } from '../../../src/entries/shapes.ts';
import { distance, Mesh, Model, timeOfContact } from '../../../src/index.ts';
import { PrimitiveTree } from '../../../src/medial/primitive-tree.ts';
import { sampleSurface } from '../../../src/medial/sample-surface.ts';
import { randomVector } from '../../motion/seeded-motions.ts';
import { inverted, partlyInverted, shifted, union, withoutFaces } from '../bodies.ts';

const OPTIONS = { primitives: 60, samples: 1500 } as const;
const MOTIONS = 30;
const THRESHOLD = 1e-4;

/** A torus whose tube is thicker than its swept circle is wide: one surface that runs through itself, and winds twice around its middle. */
function spindle(): Mesh {
  const [major, minor] = [48, 32];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < major; i++) {
    const turn = (2 * Math.PI * i) / major;
    for (let j = 0; j < minor; j++) {
      const around = (2 * Math.PI * (j + 0.5)) / minor;
      const out = 0.25 + 0.4 * Math.cos(around);
      positions.push(out * Math.cos(turn), out * Math.sin(turn), 0.4 * Math.sin(around));
      const at = (p: number, q: number): number => ((i + p) % major) * minor + ((j + q) % minor);
      triangles.push(at(0, 0), at(1, 0), at(1, 1), at(0, 0), at(1, 1), at(0, 1));
    }
  }
  return new Mesh(positions, triangles);
}

const ball = (radius: number): Mesh => icosphere({ subdivisions: 3, radius });
const crossing = union(box({ size: [2, 1, 1] }), shifted(box({ size: [1, 2, 1] }), [0.5, 0.25, 0.125]));

/** Name, mesh, and the error that is allowed, in lengths; whether its inside is exact, so that inner balls are given. */
const ODD: readonly (readonly [string, Mesh, number, boolean])[] = [
  ['a ball without its top', withoutFaces(ball(0.5), (face) => face >= 60), 0.1, false],
  ['a sixth of a ball', withoutFaces(ball(0.5), (face) => face < 200), 0.3, false],
  ['a torus with holes all over', withoutFaces(torus(), (face) => face % 9 !== 0), 0.1, false],
  ['a torus with some faces turned over', partlyInverted(torus(), (face) => face % 40 === 0), 0.1, false],
  ['a torus inside out', inverted(torus()), 0.1, true],
  ['shells beside each other', union(ball(0.3), shifted(ball(0.4), [1, 0, 0])), 0.05, true],
  ['a shell in a hollow', union(union(ball(0.6), inverted(ball(0.5))), ball(0.2)), 0.1, true],
  ['every face twice', union(torus(), torus()), 0.1, true],
  ['boxes that run through each other', crossing, 0.5, true],
  ['a surface that runs through itself', spindle(), 0.2, true],
];

const cornersOf = ({ positions, triangles }: Mesh): Float64Array =>
  Float64Array.from(Array.from(triangles).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3))));

const enclosing = ({ dilation, ...axis }: MedialAxis): PrimitiveTree =>
  new PrimitiveTree({ ...axis, spheres: axis.spheres.map((x, k) => (k % 4 === 3 ? x + dilation : x)) });

describe.each(ODD)('%s', (_name, mesh, allowed, exact) => {
  const model = Model.build(mesh, { with: [medialStructure(OPTIONS)] });
  const axis = medialAxis(model);

  test('is approximated, and the bounds hold', () => {
    expect(axis.uncovered).toBeLessThanOrEqual(allowed);
    expect(axis.overhang).toBeLessThanOrEqual(allowed);
    expect(axis.uncovered).toBeLessThanOrEqual(axis.dilation);
    expect(axis.overhang).toBeLessThanOrEqual(axis.overhangBound + 1e-12);
    expect(axis.innerBalls.length > 0).toBe(exact);
    const tree = enclosing(axis);
    const points = sampleSurface(cornersOf(mesh), 4000, 5);
    for (let k = 0; k < points.length; k += 3) expect(tree.outside(points, k, 1, 0)).toBeLessThanOrEqual(0);
  });

  test('no contact is missed, and none is announced too early', () => {
    const random = seeded(7);
    let touched = 0;
    for (let k = 0; k < MOTIONS; k++) {
      const { position: aim, rotation } = randomPose(random, 0.4);
      const away = randomVector(random, 1);
      const out = 3 / Math.hypot(...away);
      const from = { position: away.map((x, c) => aim[c] + out * x), rotation };
      const motion = { from, velocity: away.map((x) => -out * x) };
      const ask = { threshold: THRESHOLD } as const;
      const truth = timeOfContact(model, motion, model, {}, ask);
      const early = timeOfContact(model, motion, model, {}, { ...ask, method: medial });
      expect(early.lower).toBeLessThanOrEqual(truth.upper ?? Infinity);
      if (truth.status === 'contact') touched++;
      const { toc, error = Number.NaN } = early;
      if (toc === null) continue;
      const at = { position: from.position.map((x, c) => x + toc * motion.velocity[c]), rotation };
      expect(distance(model, at, model, {}).lower).toBeLessThanOrEqual(error + THRESHOLD);
    }
    expect(touched).toBeGreaterThan(MOTIONS / 3);
  });
});

test('a sheet has no inside: refused by name', () => {
  const sheet = Model.build(new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
  expect(() => medialAxis(sheet, OPTIONS)).toThrow(expect.objectContaining({ code: 'mesh/not-closed' }));
});
