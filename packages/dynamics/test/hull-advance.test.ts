// The proof that hulls stay apart, against distances measured at many times of the same motions.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { distance, Model } from 'nearmiss';
import { SolverContacts } from 'nearmiss/bodies';
import { makeConvex } from 'nearmiss/convex';
import { box, icosphere, torus } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { Body } from '../src/body.ts';
import { BodyPair } from '../src/body-pair.ts';
import { HullAdvance } from '../src/hull-advance.ts';
import { stopAt } from '../src/swept-motion.ts';

const MODELS = [
  Model.build(box({ size: [1, 0.6, 0.2] })),
  Model.build(icosphere({ radius: 0.4, subdivisions: 1 })),
  makeConvex('sphere(radius=0.3)'),
  makeConvex('capsule(radius=0.1,length=0.8)'),
  makeConvex('cylinder(radius=0.2,height=0.5)'),
];
const RING = Model.build(torus({ majorRadius: 0.4, minorRadius: 0.1, majorSegments: 10, minorSegments: 5 }));
const STOP = 1e-4;
const SAMPLES = 40;

const random = seeded(17);
const between = (a: number, b: number): number => randomBetween(random, a, b);

/** A body that goes from about `x` along the x axis, turning by up to 0.9 radians. */
function mover(model: Model, slot: number, x: number, travel: number): Body {
  const q = [0, 1, 2, 3].map(() => between(-1, 1));
  const rotation = q.map((c) => c / Math.hypot(...q));
  const position = [x, between(-0.3, 0.3), between(-0.3, 0.3)];
  const body = new Body({ model, pose: { position, rotation } }, `${slot}`, { friction: 0, restitution: 0 });
  body.slot = slot;
  const [a, b, c] = [0, 1, 2].map(() => between(-0.25, 0.25));
  const w = Math.sqrt(1 - a * a - b * b - c * c);
  const [px, py, pz, pw] = body.pose.subarray(3, 7);
  body.next.set([position[0] + travel, position[1] + between(-0.2, 0.2), position[2] + between(-0.2, 0.2)]);
  body.next.set(
    [
      w * px + a * pw + b * pz - c * py,
      w * py - a * pz + b * pw + c * px,
      w * pz + a * py - b * px + c * pw,
      w * pw - a * px - b * py - c * pz,
    ],
    3,
  );
  return body;
}

function gapAt({ a, b }: BodyPair, part: number): number {
  const [p, q] = [a, b].map((body) => stopAt(body, part));
  const poseA = { position: p.subarray(0, 3), rotation: p.subarray(3) };
  const poseB = { position: q.subarray(0, 3), rotation: q.subarray(3) };
  const { status, upper } = distance(a.model, poseA, b.model, poseB);
  return status === 'separated' ? upper : 0;
}

const pairOf = (a: Model, b: Model): BodyPair =>
  new BodyPair(mover(a, 1, -0.8, between(0, 1.2)), mover(b, 2, 0.8, -between(0, 1.2)), 0, new SolverContacts());

/** What became of 60 pairs: how many were free, met, or began too near. */
function judge(make: () => BodyPair, advance: (pair: BodyPair) => number): { free: number; met: number } {
  const counts = { free: 0, met: 0 };
  for (let k = 0; k < 60; k++) {
    const pair = make();
    if (gapAt(pair, 0) < 2 * STOP) continue;
    const part = advance(pair);
    for (let s = 0; s <= SAMPLES; s++)
      expect(gapAt(pair, (part * s) / SAMPLES)).toBeGreaterThanOrEqual(STOP * (1 - 1e-6));
    if (part >= 1) counts.free++;
    else {
      counts.met++;
      // It stops no sooner than it must: the gap is closed, but for the half of it that measures are apart.
      expect(gapAt(pair, part)).toBeLessThan(2 * STOP);
    }
  }
  return counts;
}

test('convex bodies are apart for as long as is proven, and then nearly touch', () => {
  const hulls = new HullAdvance();
  const any = (): Model => MODELS[Math.floor(random() * MODELS.length)];
  const { free, met } = judge(
    () => pairOf(any(), any()),
    (pair) => hulls.advance(pair, STOP, 1),
  );
  expect(free).toBeGreaterThan(10);
  expect(met).toBeGreaterThan(10);
});

test('so are a round body and the triangles of a mesh that is not convex', () => {
  const hulls = new HullAdvance();
  const { free, met } = judge(
    () => pairOf(MODELS[2 + Math.floor(random() * 3)], RING),
    (pair) => hulls.advanceTriangles(pair, 4, STOP, 1),
  );
  expect(free).toBeGreaterThan(5);
  expect(met).toBeGreaterThan(10);
});
