// Solids whose corners were rounded to single precision: faces that were flat are not quite, and the facets of differences of their convex
// parts come in bundles with nearly one normal. No translation that separates the bodies is shorter than the proven bound.

import { randomPose, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { torus, uvSphere } from '../../../src/entries/shapes.ts';
import { collide, Mesh, Model, type Pose, penetration } from '../../../src/index.ts';

const rounded = ({ positions, triangles }: Mesh): Model => Model.build(new Mesh(positions.map(Math.fround), triangles));

const ring = rounded(torus({ majorRadius: 0.18, minorRadius: 0.075, majorSegments: 6, minorSegments: 4 }));
const ball = rounded(uvSphere({ radius: 1.15, slices: 8, stacks: 6 }));

/** Asks at a pose and at poses within rounding of it: what separates the bodies there separates them here, or does not count. */
function expectNoShorter(poseA: Pose & { position: readonly number[] }, poseB: Pose, name: string): boolean {
  const { lower, certificate } = penetration(ring, poseA, ball, poseB, { local: false });
  for (const part of [0, 1e-13, -1e-13, 2e-13]) {
    const nearby = { ...poseA, position: poseA.position.map((x) => x * (1 + part)) };
    const { translation } = penetration(ring, nearby, ball, poseB, { local: false });
    const moved = { ...poseA, position: poseA.position.map((x, c) => x + translation[c]) };
    const { status } = collide(ring, moved, ball, poseB);
    if (status !== 'separated' && status !== 'touching') continue;
    expect(Math.hypot(...translation), name).toBeGreaterThanOrEqual(lower * (1 - 1e-15));
  }
  return certificate !== null && certificate.kind === 'patches';
}

test('facets with nearly one normal are not taken for one', () => {
  const poseA = {
    position: [0.3885936022270471, 0.0018149483948946, 0.26304498477838933],
    rotation: [-0.3193892438685898, 0.26669166767115743, 0.7518655673701347, 0.5114335087760802],
  } as const;
  const poseB = {
    position: [-0.2993333796970546, 0.047800543857738374, -0.05809441432356834],
    rotation: [0.2964310599435287, 0.626834475634675, -0.6723814895274735, -0.2590565563682466],
  } as const;
  const other = {
    position: [-0.2706287030596286, -0.005892355460673571, 0.2630947951693088],
    rotation: [0.5145847404460215, 0.6071618827373928, -0.5613472999305259, -0.22681755203597737],
  } as const;
  const otherB = {
    position: [0.17610019203275443, -0.08621589574031531, 0.22778363535180687],
    rotation: [0.6431265313148454, 0.12676354600084427, -0.32140272532176484, -0.6833882910029765],
  } as const;
  expect(expectNoShorter(poseA, poseB, 'the first')).toBe(true);
  expect(expectNoShorter(other, otherB, 'the second')).toBe(true);
});

test('80 random poses of a ring in a ball', () => {
  const random = seeded(17);
  let proven = 0;
  for (let k = 0; k < 80; k++)
    if (expectNoShorter(randomPose(random, 0.5), randomPose(random, 0.3), `pose ${k}`)) proven++;
  expect(proven).toBeGreaterThan(40);
});
