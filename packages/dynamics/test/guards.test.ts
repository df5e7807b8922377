// Guards inside a step that whole simulations need rarely: each by itself, at inputs that need it.

import { seeded } from '@nearmiss/fixtures';
import { Model } from 'nearmiss';
import { lShape } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { Body, type BodyOptions } from '../src/body.ts';
import { BodyPair } from '../src/body-pair.ts';
import { carryStopped, holdStopped } from '../src/carried.ts';
import { Contact } from '../src/contact.ts';
import { ContactSearch } from '../src/contact-search.ts';
import { Impacts } from '../src/impacts.ts';
import { Joint } from '../src/joint.ts';
import { PairSweep } from '../src/sweep.ts';
import { type Scales, Work } from '../src/work.ts';
import { boxModel } from './scenes.ts';

/** Bodies with their numbers, and what a step computes with. */
function setUp(options: readonly BodyOptions[], material = { friction: 0.5, restitution: 0 }) {
  const bodies = options.map((given, k) => {
    const body = new Body(given, `${k}`, material);
    body.slot = k;
    return body;
  });
  const work = new Work();
  work.fit(bodies);
  const search = new ContactSearch();
  const pair = (a: number, b: number): BodyPair => new BodyPair(bodies[a], bodies[b], 10 * a + b, search);
  return { bodies, work, pair };
}

const unit = (v: readonly number[]): number[] => v.map((x) => x / Math.hypot(...v));

const SCALES: Scales = { margin: 1e-5, within: 1e-4, threshold: 1e-6, slow: 0, smallest: 1, tolerance: 1e-12 };

test('an impact with friction and restitution never adds energy', () => {
  const random = seeded(5);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const vector = (most: number): number[] => [0, 1, 2].map(() => between(-most, most));
  const kinetic = (bodies: readonly Body[], { velocities: v }: Work): number => {
    const momentum = new Float64Array(3);
    return bodies.reduce((sum, body) => {
      const k = 6 * body.slot;
      if (body.mass === 0) return sum;
      body.writeAngularMomentum(v, k + 3, momentum);
      const turning = momentum[0] * v[k + 3] + momentum[1] * v[k + 4] + momentum[2] * v[k + 5];
      return sum + (body.mass * (v[k] ** 2 + v[k + 1] ** 2 + v[k + 2] ** 2) + turning) / 2;
    }, 0);
  };
  let [impacts, fallen] = [0, 0];
  for (let k = 0; k < 600; k++) {
    const material = { friction: between(0, 3), restitution: between(0.5, 1) };
    const model = boxModel(between(0.02, 1), between(0.02, 1), between(0.02, 1));
    const make = (isDynamic: boolean): BodyOptions => ({
      model,
      kind: isDynamic ? 'dynamic' : 'static',
      pose: { rotation: unit([0, 1, 2, 3].map(() => between(-1, 1))) },
      velocity: vector(5),
      angularVelocity: vector(40),
    });
    const { bodies, work, pair } = setUp([make(true), make(random() < 0.5)], material);
    const met = pair(0, 1);
    for (let c = 0; c < 1 + Math.floor(6 * random()); c++) {
      const contact = new Contact();
      const point = vector(0.5);
      contact.set(bodies[0], bodies[1], point, point, unit(vector(1)));
      met.contacts.push(contact);
    }
    const before = kinetic(bodies, work);
    const solver = new Impacts();
    solver.resolve([met], work, SCALES);
    const after = kinetic(bodies, work);
    expect(after).toBeLessThanOrEqual(before * (1 + 1e-9));
    impacts += solver.count;
    fallen += after < 0.99 * before ? 1 : 0;
  }
  expect(impacts).toBeGreaterThan(300);
  expect(fallen).toBeGreaterThan(150);
});

test('a kinematic body carries what it would run over, and what this touches or is joined to, rigidly', () => {
  const model = boxModel(1, 1, 1);
  const { bodies, work, pair } = setUp([
    { model, kind: 'kinematic' },
    { model, pose: { position: [1, 0, 0] } },
    { model, pose: { position: [2, 0.2, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } },
    { model, pose: { position: [3, 1, 0.5] } },
    { model, pose: { position: [9, 0, 0] } },
  ]);
  const [carrier, first, second, third, apart] = bodies;
  const touching = pair(1, 2);
  const contact = new Contact();
  contact.set(first, second, [1.5, 0, 0], [1.5, 0, 0], [1, 0, 0]);
  touching.contacts.push(contact);
  const joint = new Joint({ kind: 'ball', a: third, b: second, anchor: [2.5, 0.5, 0] }, carrier);
  const met = [pair(0, 1)];
  const island = {
    bodies: [first, second, third, apart],
    kinematic: [carrier],
    pairs: [...met, touching, pair(2, 4)],
    joints: [joint],
  };
  holdStopped(island, work);
  // By 0.4 rad about z, and along x.
  carrier.next.set([0.3, 0, 0.1, 0, 0, Math.sin(0.2), Math.cos(0.2)]);
  carryStopped(island, met, work);
  for (const body of [first, second, third]) {
    const [x, y, z] = body.position;
    const [cos, sin] = [Math.cos(0.4), Math.sin(0.4)];
    const expected = [0.3 + cos * x - sin * y, sin * x + cos * y, 0.1 + z];
    expected.forEach((value, k) => {
      expect(body.next[k]).toBeCloseTo(value, 12);
      expect(work.nextComs[3 * body.slot + k]).toBeCloseTo(value, 12);
    });
    const angle = 2 * Math.atan2(body.next[5], body.next[6]) - 2 * Math.atan2(body.rotation[2], body.rotation[3]);
    expect(angle).toBeCloseTo(0.4, 12);
  }
  expect([...apart.next]).toEqual([...apart.pose]);
});

test('a gap that is nearly closed has to open, or the bodies stay', () => {
  const threshold = 1e-3;
  // A block in the corner of an L: their hulls overlap, so that no plane between them tells anything.
  const corner = Model.build(lShape({ size: [1, 1, 1], arm: 0.2 }));
  const partOf = (gap: number, change: number): number => {
    const { bodies, work, pair } = setUp([
      { model: corner, kind: 'static' },
      { model: boxModel(0.2, 0.2, 0.2), pose: { position: [0.1, -0.2 + gap, 0] } },
    ]);
    const [, block] = bodies;
    block.next.set(block.pose);
    block.next[0] += 0.05;
    block.next[1] += change;
    work.nextComs.set(block.next.subarray(0, 3), 3 * block.slot);
    const met = pair(0, 1);
    expect(met.measure(1)).toBe(true);
    expect(met.clear).toBeCloseTo(gap, 6);
    return new PairSweep().freePart(met, met.travelToNext(work.nextComs), threshold, 1);
  };
  const narrow = threshold / 16;
  expect(partOf(narrow, -0.3 * narrow)).toBe(0);
  expect(partOf(narrow, 0.3 * narrow)).toBe(1);
  expect(partOf(threshold / 4, (-0.3 * threshold) / 4)).toBe(1);
});
