import { seeded } from '@nearmiss/fixtures';
import { collide, distance, Mesh } from 'nearmiss';
import { box, torusKnot } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { type BodyPose, poseFromQuaternion, type Quaternion, times } from '../src/body-pose.ts';
import { fitToUnit } from '../src/generated-workloads.ts';
import { randomDirection, randomRotation } from '../src/pose-generator.ts';
import { ContactSearch } from '../src/redon/contact-search.ts';
import { screwBetween, screwPoseAt } from '../src/redon/screw.ts';
import type { BodyMotion } from '../src/time-of-contact/motion.ts';
import { openModel } from '../src/traversal/opened-model.ts';

const UPRIGHT: Quaternion = [0, 0, 0, 1];
const about = (axis: number, angle: number): Quaternion => {
  const q: [number, number, number, number] = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
};

function expectSamePose(a: BodyPose, b: BodyPose, digits: number): void {
  expect([...a.row]).toEqual([...b.row].map((value) => expect.closeTo(value, digits)));
}

describe('a screw', () => {
  test.each([0, 1e-12, 1e-4, 1, 3, Math.PI])('by %d goes from its start to its end', (angle) => {
    const from = poseFromQuaternion([1, 2, -1], randomRotation(seeded(3)));
    const to = poseFromQuaternion([-1, 0.5, 2], times(about(1, angle), from.rotation));
    const poseAt = screwPoseAt({ from, to });
    expectSamePose(poseAt(0), from, 9);
    expectSamePose(poseAt(1), to, 9);
  });

  test('moves everything about and along one axis', () => {
    // A quarter turn about the z axis through (1, 0, 0), and 2 up.
    const from = poseFromQuaternion([2, 0, 0], UPRIGHT);
    const to = poseFromQuaternion([1, 1, 2], about(2, Math.PI / 2));
    const middle = screwPoseAt({ from, to })(0.5);
    expectSamePose(middle, poseFromQuaternion([1 + Math.SQRT1_2, Math.SQRT1_2, 1], about(2, Math.PI / 4)), 12);
    const { angle, slide, apart } = screwBetween({ from, to });
    expect([angle, slide, apart]).toEqual([Math.PI / 2, 2, 1].map((x) => expect.closeTo(x, 12)));
  });

  test('whose axis is out of sight is a translation, and says what it left out', () => {
    const from = poseFromQuaternion([0, 0, 0], UPRIGHT);
    const to = poseFromQuaternion([1, 0, 0], about(2, 1e-9));
    expect(screwBetween({ from, to })).toMatchObject({ angle: 0, slide: 1, neglected: expect.closeTo(1e-9, 15) });
  });
});

const opened = (mesh: Mesh) => openModel(mesh, 'obb');

describe('CONTACT', () => {
  test('two cubes meet halfway', () => {
    const cube = opened(box());
    const search = new ContactSearch(cube, cube);
    const from = poseFromQuaternion([0.1, 0.2, 3], UPRIGHT);
    const straight = search.firstContact({ from, to: poseFromQuaternion([0.1, 0.2, -1], UPRIGHT) });
    expect(straight.toc).toBeLessThanOrEqual(0.5);
    expect(straight.toc).toBeGreaterThan(0.5 - 1e-6);
    // Turning by 45° about the vertical changes nothing about when the faces meet.
    const turning = search.firstContact({ from, to: poseFromQuaternion([0.1, 0.2, -1], about(2, Math.PI / 4)) });
    expect(turning.toc).toBeLessThanOrEqual(0.5);
    expect(turning.toc).toBeGreaterThan(0.5 - 1e-6);
  });

  test('edges that stay parallel and pass by each other are no contact', () => {
    const cube = opened(box());
    const search = new ContactSearch(cube, cube);
    const motion = { from: poseFromQuaternion([1.01, 0, 3], UPRIGHT), to: poseFromQuaternion([1.01, 0, -3], UPRIGHT) };
    expect(search.firstContact(motion).toc).toBeGreaterThan(1);
  });

  test('is never late, for any turn, and the bodies are near when it says so', () => {
    const random = seeded(2002);
    const small = torusKnot({ triangles: 240 });
    const knot = opened(new Mesh(fitToUnit(small.positions), small.triangles));
    const rod = opened(box({ size: [1.6, 0.05, 0.05] }));
    const pairs = [
      [knot, knot],
      [rod, knot],
      [knot, rod],
      [rod, rod],
    ].map(([a, b]) => ({ a, b, search: new ContactSearch(a, b) }));
    const angles = [0, 1e-10, 1e-3, 0.3, 1, 2, 3, Math.PI];
    let hits = 0;
    let passed = 0;
    for (let k = 0; k < 240; k++) {
      const { a, b, search } = pairs[k % pairs.length];
      const motion = randomMotion(random, angles[k % angles.length]);
      const { toc } = search.firstContact(motion);
      const poseAt = screwPoseAt(motion);
      const end = Math.min(1, toc);
      for (let n = 0; n < 60; n++) {
        const early = poseAt((end * n) / 60);
        expect(collide(a.model, early, b.model, {}, { solid: false }).colliding, `motion ${k}`).toBe(false);
      }
      if (toc <= 1) {
        hits++;
        expect(distance(a.model, poseAt(toc), b.model, {}, { solid: false }).distance).toBeLessThan(1e-5);
      } else {
        passed++;
      }
    }
    expect(hits).toBeGreaterThan(60);
    expect(passed).toBeGreaterThan(60);
  });
});

/** From some path off past the origin, turning about any axis. */
function randomMotion(random: () => number, angle: number): BodyMotion {
  const rotation = randomRotation(random);
  const [x, y, z] = randomDirection(random);
  const [u, v, w] = randomDirection(random);
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  const axis = randomDirection(random);
  return {
    from: poseFromQuaternion([3 * x, 3 * y, 3 * z], rotation),
    to: poseFromQuaternion([u - x, v - y, w - z], times([s * axis[0], s * axis[1], s * axis[2], c], rotation)),
  };
}
