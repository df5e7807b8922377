// How far points of a body go: the bounds that proofs rest on, against the points themselves.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { box, torus } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { Body } from '../src/body.ts';
import { writeBox } from '../src/body-box.ts';
import { turn, writeMatrix, writeTurn } from '../src/rotation.ts';
import { stopAt } from '../src/swept-motion.ts';
import { travelBetween, turnedBetween } from '../src/travel.ts';

const MODELS = [
  Model.build(box({ size: [1, 0.6, 0.2] })),
  Model.build(box({ size: [2, 0.01, 0.01] })),
  Model.build(torus({ majorRadius: 0.4, minorRadius: 0.1, majorSegments: 10, minorSegments: 5 })),
];
/** Angles of one turn, in radians: motions take the shorter arc. */
const ANGLES = [1e-9, 1e-3, 0.1, 0.9, 1.1, 2, 3.1];

const random = seeded(29);
const between = (a: number, b: number): number => randomBetween(random, a, b);

function unit(): number[] {
  const v = [between(-1, 1), between(-1, 1), between(-1, 1)];
  return v.map((x) => x / Math.hypot(...v));
}

/** A body that goes somewhere while it turns by an angle; its centre of mass is where it is or elsewhere in it. */
function mover(model: Model, angle: number, centerOfMass?: readonly number[]): Body {
  const q = [0, 1, 2, 3].map(() => between(-1, 1));
  const rotation = q.map((x) => x / Math.hypot(...q));
  const body = new Body(
    { model, mass: 1, centerOfMass, pose: { position: [between(-2, 2), between(-2, 2), between(-2, 2)], rotation } },
    'mover',
    { friction: 0, restitution: 0 },
  );
  const axis = unit();
  const turned = new Float64Array(4);
  writeTurn(angle * axis[0], angle * axis[1], angle * axis[2], turned);
  const [x, y, z, w] = turned;
  const [px, py, pz, pw] = body.pose.subarray(3);
  body.next.set([between(-2, 2), between(-2, 2), between(-2, 2)]);
  body.next.set(
    [w * px + x * pw + y * pz - z * py, w * py - x * pz + y * pw + z * px, w * pz + x * py - y * px + z * pw],
    3,
  );
  body.next[6] = w * pw - x * px - y * py - z * pz;
  return body;
}

const comOf = (body: Body, pose: Float64Array): Float64Array => {
  const com = new Float64Array(3);
  body.writeCom(pose, com, 0);
  return com;
};

function pointsAt({ model }: Body, pose: Float64Array): Float64Array[] {
  const matrix = new Float64Array(9);
  writeMatrix(pose, 3, matrix);
  return Array.from({ length: model.mesh.positions.length / 3 }, (_, v) => {
    const point = new Float64Array(3);
    turn(matrix, Float64Array.from(model.mesh.positions), 3 * v, point, 0);
    return point.map((x, k) => x + pose[k]);
  });
}

test.each(ANGLES)('no point of a body that turns by %f goes farther than the bounds, on its whole motion', (angle) => {
  for (let k = 0; k < 30; k++) {
    const body = mover(MODELS[k % 3], angle, k % 2 === 0 ? undefined : [0.05, -0.02, 0.03]);
    const [com, nextCom] = [comOf(body, body.pose), comOf(body, body.next)];
    const turned = turnedBetween(body, body.pose, body.next, nextCom);
    const travel = travelBetween(body, com, body.pose, nextCom, body.next);
    const start = pointsAt(body, body.pose);
    let farthest = 0;
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const pose = stopAt(body, part);
      const there = comOf(body, pose);
      for (const [v, point] of pointsAt(body, pose).entries()) {
        const from = start[v];
        const apart = Math.hypot(...point.map((x, c) => x - from[c]));
        const round = Math.hypot(...point.map((x, c) => x - there[c] - (from[c] - com[c])));
        expect(apart).toBeLessThanOrEqual(travel);
        expect(round).toBeLessThanOrEqual(turned);
        farthest = Math.max(farthest, round);
      }
    }
    // A bound, and not much more: the chord of half a turn is two thirds of its arc.
    expect(farthest).toBeGreaterThan(0);
    expect(turned).toBeLessThan(1e-9 + 3 * angle * body.radius);
  }
});

test('turns about its own axis move no point of a body of revolution', () => {
  const body = new Body({ model: makeConvex('cylinder(radius=0.2,height=1)') }, 'axle', {
    friction: 0,
    restitution: 0,
  });
  body.next.set([0, 0, 0, 0, 0, Math.sin(0.4), Math.cos(0.4)]);
  expect(turnedBetween(body, body.pose, body.next, body.com)).toBeLessThan(1e-12);
  // About another axis they do: by half a radian at half of its height.
  body.next.set([0, 0, 0, Math.sin(0.25), 0, 0, Math.cos(0.25)]);
  expect(turnedBetween(body, body.pose, body.next, body.com)).toBeGreaterThan(
    2 * Math.sin(0.25) * Math.hypot(0.5, 0.2),
  );
});

test('the box around a body holds its points', () => {
  const out = new Float64Array(6);
  for (let k = 0; k < 30; k++) {
    const body = mover(MODELS[k % 3], between(0, 3));
    writeBox(body, body.next, 0, out, 0);
    for (const point of pointsAt(body, body.next)) {
      for (let c = 0; c < 3; c++) {
        expect(point[c]).toBeGreaterThanOrEqual(out[c]);
        expect(point[c]).toBeLessThanOrEqual(out[3 + c]);
      }
    }
  }
});
