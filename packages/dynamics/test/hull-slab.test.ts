// The gap that a turning slab proves is never more than there is at any time of the motion, along the directions that it turns through.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { box, icosphere } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { Body } from '../src/body.ts';
import { HullSlab, wholeSide } from '../src/hull-slab.ts';
import { turnBack, writeMatrix, writeTurn } from '../src/rotation.ts';
import { reachAlong } from '../src/support.ts';
import { stopAt } from '../src/swept-motion.ts';

const MESHES = [
  Model.build(box({ size: [1, 0.6, 0.2] })),
  Model.build(box({ size: [2, 0.05, 0.05] })),
  Model.build(icosphere({ radius: 0.4, subdivisions: 1 })),
];
const ROUND = [
  makeConvex('sphere(radius=0.3)'),
  makeConvex('capsule(radius=0.1,length=0.8)'),
  makeConvex('cylinder(radius=0.2,height=0.5)'),
];
const SAMPLES = 32;

const random = seeded(41);
const between = (a: number, b: number): number => randomBetween(random, a, b);
const vector = (size: number): number[] => [0, 1, 2].map(() => between(-size, size));
const unit = (v: readonly number[]): Float64Array => Float64Array.from(v, (x) => x / Math.hypot(...v));

/** A body that goes about `x` along the x axis and turns by up to a radian. */
function mover(model: Model, x: number): Body {
  const q = [0, 1, 2, 3].map(() => between(-1, 1));
  const rotation = q.map((c) => c / Math.hypot(...q));
  const [dx, y, z] = vector(0.3);
  const pose = { position: [x + dx, y, z], rotation };
  const body = new Body({ model, pose }, 'mover', { friction: 0, restitution: 0 });
  const axis = unit(vector(1));
  const angle = between(0, 1);
  const turned = new Float64Array(4);
  writeTurn(angle * axis[0], angle * axis[1], angle * axis[2], turned);
  const [a, b, c, w] = turned;
  const [px, py, pz, pw] = body.pose.subarray(3);
  body.next.set(body.pose.subarray(0, 3).map((p) => p + between(-0.2, 0.2)));
  body.next.set([w * px + a * pw + b * pz - c * py, w * py - a * pz + b * pw + c * px], 3);
  body.next.set([w * pz + a * py - b * px + c * pw, w * pw - a * px - b * py - c * pz], 5);
  return body;
}

/** How far a body reaches along a direction from a point, at a part of its motion. */
function reachAt(body: Body, part: number, n: Float64Array, from: readonly number[]): number {
  const pose = stopAt(body, part);
  const matrix = new Float64Array(9);
  const own = new Float64Array(3);
  writeMatrix(pose, 3, matrix);
  turnBack(matrix, n, 0, own, 0);
  return reachAlong(body.support, own[0], own[1], own[2]) + n.reduce((sum, x, k) => sum + x * (pose[k] - from[k]), 0);
}

describe.each([
  ['two meshes', MESHES, MESHES],
  ['a mesh and a round body', MESHES, ROUND],
  ['two round bodies', ROUND, ROUND],
])('%s', (_, modelsA, modelsB) => {
  test('are as far apart all the time as is proven', () => {
    const slab = new HullSlab();
    let tightest = Infinity;
    for (let k = 0; k < 300; k++) {
      const a = mover(modelsA[k % 3], -0.8);
      const b = mover(modelsB[Math.floor(k / 3) % 3], 0.8);
      const first = unit([1, ...vector(0.3).slice(1)]);
      const second = unit(vector(0.4).map((x, c) => x + first[c]));
      const origin = Float64Array.of(...vector(0.5), ...vector(0.5));
      const gap = slab.gap(wholeSide(a), wholeSide(b), first, second, origin);
      let least = Infinity;
      for (let s = 0; s <= SAMPLES; s++) {
        const part = s / SAMPLES;
        const n = first.map((x, c) => x + part * (second[c] - x));
        const from = [0, 1, 2].map((c) => origin[c] + part * (origin[3 + c] - origin[c]));
        const apart =
          -reachAt(
            b,
            part,
            n.map((x) => -x),
            from,
          ) - reachAt(a, part, n, from);
        least = Math.min(least, apart);
      }
      expect(gap).toBeLessThanOrEqual(least);
      tightest = Math.min(tightest, least - gap);
    }
    // The bounds come near what they bound in some case: a part of them less would be too little in another one.
    expect(tightest).toBeLessThan(0.01);
  });
});
