// Near leaves must give the exact test all that it needs: around where they were collected, a probe of them alone answers as
// one of the trees does, and farther away they do not claim to know.

import { seeded } from '@nearmiss/fixtures';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { box, randomSolid, torus } from '../../../src/entries/shapes.ts';
import { simd } from '../../../src/entries/simd.ts';
import { Model, use } from '../../../src/index.ts';
import { NearLeaves } from '../../../src/query/penetration/near-leaves.ts';
import { Probe } from '../../../src/query/penetration/probe.ts';
import { Workspace } from '../../../src/query/workspace.ts';
import type { Pose } from '../../../src/scalar/pose.ts';
import { scaled, shifted, union } from '../bodies.ts';

const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.3, majorSegments: 48, minorSegments: 24 }));
const rock = Model.build(randomSolid({ seed: 9, triangles: 980 }));
const cubes = Model.build(union(box(), shifted(box(), [3, 0, 0])));

function probeAt(a: Model, poseA: Pose, b: Model, poseB: Pose): Probe {
  const w = new Workspace();
  w.setPair(a, poseA, b, poseB);
  w.interpret(true);
  return new Probe(w, {});
}

function probeOf(a: Model, b: Model, away = 0): Probe {
  const poseA = { position: [0.1 + away, 0.05, 0.02], rotation: [0.1, 0.7, 0.1, 0.7] } as const;
  return probeAt(a, poseA, b, { position: [away, 0, 0] });
}

describe.each([
  ['plain', null],
  ['with kernels', simd],
])('around where they were collected, %s', (_kind, kernels) => {
  beforeEach(() => use(kernels));
  afterEach(() => use(null));

  test.each([
    ['rings', ring, ring, 0],
    ['a rock in a ring', rock, ring, 0],
    ['a ring and a rock, larger', ring, Model.build(scaled(randomSolid({ seed: 9, triangles: 980 }), 3)), 0],
    ['a trillion units away, where positions are rounded to 10⁻⁴', ring, ring, 1e12],
  ] as const)('%s', (_name, a, b, away) => {
    const probe = probeOf(a, b, away);
    // A probe remembers where bodies met last, so the one judged by is another.
    const trees = probeOf(a, b, away);
    const leaves = new NearLeaves();
    const random = seeded(81);
    const start = new Float64Array(3);
    const x = new Float64Array(3);
    const seen = { free: 0, blocked: 0, uncovered: 0 };
    const far = 0.75 * (a.frame.radius * a.frame.unit + b.frame.radius * b.frame.unit);
    for (let n = 0; n < 60; n++) {
      for (let k = 0; k < 3; k++) start[k] = far * (2 * random() - 1);
      const reach = 0.02 + 0.3 * random() ** 2;
      leaves.collect(probe, start, reach);
      for (let m = 0; m < 8; m++) {
        for (let k = 0; k < 3; k++) x[k] = start[k] + 0.8 * reach * (2 * random() - 1);
        const status = trees.status(x);
        expect(probe.status(x, leaves)).toBe(status);
        probe.moveTo(x);
        if (!leaves.covers(probe.w)) seen.uncovered++;
        else if (status === 'separated') seen.free++;
        else seen.blocked++;
      }
    }
    expect(Math.min(seen.free, seen.blocked, seen.uncovered)).toBeGreaterThan(25);
  });

  test('to the last pair of faces that meet', () => {
    const probe = probeOf(ring, ring);
    const trees = probeOf(ring, ring);
    const leaves = new NearLeaves();
    const random = seeded(82);
    const start = new Float64Array(3);
    const x = new Float64Array(3);
    let closedIn = 0;
    for (let n = 0; n < 600; n++) {
      for (let k = 0; k < 3; k++) start[k] = 2.2 * random() - 1.1;
      if (!trees.isFree(start)) continue;
      const separation = [0, 1, 2].map(() => 0.34 * (2 * random() - 1));
      leaves.collect(probe, start, 0.6);
      for (let free = 0, taken = 1, step = 0; step < 20; step++) {
        const t = step === 0 ? 1 : (free + taken) / 2;
        for (let k = 0; k < 3; k++) x[k] = start[k] + t * separation[k];
        const isFree = trees.isFree(x);
        expect(probe.isFree(x, leaves)).toBe(isFree);
        if (step === 0 && isFree) break;
        if (isFree) free = t;
        else taken = t;
        if (step === 19) closedIn++;
      }
    }
    expect(closedIn).toBeGreaterThan(12);
  });

  test('they cost a probe far less than the trees do', () => {
    const probe = probeOf(ring, ring);
    const leaves = new NearLeaves();
    // Linked with the other ring.
    const x = Float64Array.of(0, 1, 0);
    const testsOf = (ask: () => unknown): number => {
      const [before] = probe.counters;
      ask();
      return probe.counters[0] - before;
    };
    expect(probe.isFree(x)).toBe(true);
    leaves.collect(probe, x, 0.02);
    expect(testsOf(() => probe.isFree(x, leaves))).toBeLessThan(testsOf(() => probe.isFree(x)) / 4);
  });
});

test.each([
  ['plain', null],
  ['with kernels', simd],
])('bodies that touch, and bodies that hold one another, are told as by the trees, %s', (_kind, kernels) => {
  use(kernels);
  onTestFinished(() => use(null));
  const at = (a: Model, x: number, size: number) => {
    const small = Model.build(scaled(union(box(), shifted(box(), [3, 0, 0])), size));
    const probe = probeAt(small, { position: [x, 0, 0] }, a, {});
    const leaves = new NearLeaves();
    const origin = new Float64Array(3);
    leaves.collect(probe, origin, 0.01);
    return [probe.status(origin, leaves), probe.status(origin)];
  };
  expect(at(cubes, 1, 1)).toEqual(['touching', 'touching']);
  expect(at(cubes, 0, 0.25)).toEqual(['intersecting', 'intersecting']);
  expect(at(cubes, 0, 0.0625)).toEqual(['a-inside-b', 'a-inside-b']);
});
