import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { BodyShape } from '../src/page/body.ts';
import { middleOf, movedBy, poseBeside, posesSideBySide, turnedBy } from '../src/page/body-poses.ts';

function ball(centre: readonly [number, number, number], radius: number): BodyShape {
  const none = { positions: new Float32Array(), triangles: new Uint32Array() };
  return { triangleCount: 1, solid: true, warnings: [], centre, radius, ...none };
}

const far = ball([1000, -20, 3], 2);
const near = ball([0, 0, 0], 1);

test('bodies put side by side do not meet, wherever their files have them', () => {
  const poses = posesSideBySide(far, near);
  const gap = middleOf({ shape: near, pose: poses.b }).distanceTo(middleOf({ shape: far, pose: poses.a }));
  expect(gap).toBeGreaterThan(3);
  expect(gap).toBeLessThan(3.5);
});

test('a body put beside another is on the side that was asked for', () => {
  const fixed = { shape: near, pose: { position: [5, 5, 5], rotation: [0, 0, 0, 1] } } as const;
  const pose = poseBeside(far, fixed, new Vector3(5, 9, 5));
  const middle = middleOf({ shape: far, pose });
  expect(middle.x).toBeCloseTo(5, 9);
  expect(middle.y).toBeGreaterThan(8);
  expect(middle.z).toBeCloseTo(5, 9);
  // Where there is no side to speak of, some side.
  expect(
    middleOf({ shape: far, pose: poseBeside(far, fixed, middleOf(fixed)) }).distanceTo(middleOf(fixed)),
  ).toBeGreaterThan(3);
});

test('a body turns about its middle and its quaternion keeps its length', () => {
  let body = { shape: far, pose: posesSideBySide(far, near).a };
  const before = middleOf(body);
  const turn = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 0.1);
  for (let step = 0; step < 1000; step++) body = { ...body, pose: turnedBy(body, turn) };
  expect(middleOf(body).distanceTo(before)).toBeLessThan(1e-6);
  expect(Math.hypot(...body.pose.rotation)).toBeCloseTo(1, 14);
  // 100 radians about the axis, or nothing was turned
  expect(Math.abs(body.pose.rotation[3])).toBeCloseTo(Math.abs(Math.cos(50)), 9);
});

test('a body moves by what it is moved by', () => {
  const pose = { position: [1, 2, 3], rotation: [0, 0, 0, 1] } as const;
  expect(movedBy(pose, new Vector3(0.5, 0, -1))).toEqual({ position: [1.5, 2, 2], rotation: [0, 0, 0, 1] });
});
