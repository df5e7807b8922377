// Medial axes of solids whose own are known, and of meshes with something wrong; and the proofs, on many points.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { type MedialRecord, medialAxis } from '../../src/entries/medial.ts';
import { windingNumber } from '../../src/entries/mesh.ts';
import { box, icosphere, makeShape, prism, torus } from '../../src/entries/shapes.ts';
import { type Mesh, Model } from '../../src/index.ts';
import {
  buildMedialAxis,
  type MedialAxis,
  type MedialKeep,
  type MedialOptions,
} from '../../src/medial/build-medial.ts';
import { PrimitiveTree } from '../../src/medial/primitive-tree.ts';
import { sampleSurface } from '../../src/medial/sample-surface.ts';
import { medialDefect } from '../../src/medial/validate-medial.ts';
import { shifted, union } from '../query/bodies.ts';

const corners = ({ positions, triangles }: Mesh): Float64Array =>
  Float64Array.from(Array.from(triangles).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3))));

const inverted = (mesh: Mesh): Mesh => Object.assign(mesh, { triangles: mesh.triangles.toReversed() });

const axisOf = (mesh: Mesh, options: MedialOptions = {}, closed = true, kept?: MedialKeep): MedialAxis =>
  buildMedialAxis(corners(mesh), closed, { primitives: 100, samples: 1200, ...options }, kept);

/** The medial mesh with its radii enlarged, which is to hold the surface. */
const enclosing = (axis: MedialAxis): PrimitiveTree =>
  new PrimitiveTree({ ...axis, spheres: axis.spheres.map((x, k) => (k % 4 === 3 ? x + axis.dilation : x)) });

const longestSide = ({ positions }: Mesh): number =>
  Math.max(
    ...[0, 1, 2].map((k) => {
      const along = positions.filter((_, i) => i % 3 === k);
      return Math.max(...along) - Math.min(...along);
    }),
  );

/** Balls less edges plus slabs: 1 for what can be drawn together into a point, 0 for a ring, 2 for a hollow. */
function eulerCharacteristic({ spheres, cones, slabs }: MedialAxis): number {
  const edges = new Set<string>();
  const add = (a: number, b: number): unknown => a !== b && edges.add(`${Math.min(a, b)}-${Math.max(a, b)}`);
  for (let k = 0; k < cones.length; k += 2) add(cones[k], cones[k + 1]);
  for (let k = 0; k < slabs.length; k += 3) {
    for (let j = 0; j < 3; j++) add(slabs[k + j], slabs[k + ((j + 1) % 3)]);
  }
  return spheres.length / 4 - edges.size + slabs.length / 3;
}

const hollow = union(icosphere({ subdivisions: 3 }), inverted(icosphere({ subdivisions: 3, radius: 0.25 })));

/** A torus of few faces, where the shape is not what is asked about. */
const ring = torus({ majorSegments: 20, minorSegments: 10 });
const ringAxis = axisOf(ring);

const shapes: readonly (readonly [string, Mesh, number, number])[] = [
  // Name, mesh, Euler characteristic, error of 100 primitives in parts of the longest side.
  ['ball', icosphere({ subdivisions: 3 }), 1, 0.02],
  ['box', box({ size: [2, 1, 0.5] }), 1, 0.08],
  ['torus', torus(), 0, 0.03],
  ['knot', makeShape('torus-knot(triangles=720)'), 0, 0.03],
  ['two balls', union(icosphere({ subdivisions: 2 }), shifted(icosphere({ subdivisions: 2 }), [3, 0, 0])), 2, 0.02],
  ['hollow ball', hollow, 2, 0.04],
  ['turned inside out', inverted(torus()), 0, 0.03],
];

describe.each(shapes)('%s', (_name, mesh, characteristic, error) => {
  // What is simplified is made once: that it makes no difference is tested below.
  const kept: MedialKeep = { source: null };
  const axis = axisOf(mesh, { keep: true }, true, kept);
  const size = longestSide(mesh);

  test('is small, sound and near', () => {
    expect(medialDefect(axis)).toBeNull();
    expect(axis.cones.length / 2 + axis.slabs.length / 3).toBeLessThanOrEqual(100);
    expect(axis.uncovered).toBeLessThanOrEqual(error * size);
    expect(axis.overhang).toBeLessThanOrEqual(error * size);
    expect(axis.dilation).toBeLessThanOrEqual(1.01 * axis.uncovered + 1e-5 * size);
  });

  test('has the topology of the solid, as plain as it gets', () => {
    const plainest = axisOf(mesh, { primitives: 1, keep: true }, true, kept);
    expect(eulerCharacteristic(plainest)).toBe(characteristic);
    expect(plainest.spheres.length / 4).toBeLessThanOrEqual(4);
  });

  test('encloses every point of the surface, and not by much', () => {
    const tree = enclosing(axis);
    const points = sampleSurface(corners(mesh), 10_000, 5);
    let outside = 0;
    for (let k = 0; k < points.length; k += 3) if (tree.outside(points, k, 1) > 0) outside++;
    expect(points.length).toBeGreaterThan(15_000);
    expect(outside).toBe(0);
  });

  test('its inner balls are inside', () => {
    expect(axis.innerBalls.length).toBeGreaterThan(0.8 * axis.spheres.length);
    const points = sampleSurface(corners(mesh), 1000, 6);
    for (let b = 0; b < axis.innerBalls.length; b += 4) {
      const [x, y, z, radius] = axis.innerBalls.subarray(b, b + 4);
      expect(Math.abs(Math.round(windingNumber(mesh, [x, y, z])))).toBe(1);
      let nearest = Infinity;
      for (let k = 0; k < points.length; k += 3) {
        nearest = Math.min(nearest, Math.hypot(points[k] - x, points[k + 1] - y, points[k + 2] - z));
      }
      expect(radius).toBeLessThanOrEqual(nearest);
      expect(radius).toBeGreaterThan(0.8 * nearest - 0.05 * size);
    }
  });
});

test('a wished error is kept, with fewer primitives the larger it is', () => {
  const counts = [0.01, 0.05].map((error) => {
    const axis = axisOf(ring, { error, samples: 2000 });
    // The search tests the sample alone; the proof of the dilation finds points that are a little worse.
    expect(Math.max(axis.uncovered, axis.overhang)).toBeLessThanOrEqual(1.05 * error * longestSide(ring));
    return axis.cones.length / 2 + axis.slabs.length / 3;
  });
  expect(counts[1]).toBeLessThan(counts[0]);
});

test('a thin shaft is kept to its end', () => {
  const club = makeShape('golf-club');
  const axis = axisOf(club, { primitives: 60, samples: 6000 });
  expect(axis.uncovered).toBeLessThan(0.02 * longestSide(club));
});

test('a needle is one cone from end to end', () => {
  const corners12 = Array.from({ length: 12 }, (_, k) => (k * Math.PI) / 6);
  const outline = corners12.flatMap((angle) => [0.01 * Math.cos(angle), 0.01 * Math.sin(angle)]);
  const axis = axisOf(prism({ outline, height: 1.5 }), { primitives: 1, samples: 2000 });
  expect([axis.cones.length, axis.slabs.length]).toEqual([2, 0]);
  expect(axis.dilation).toBeLessThan(0.01);
  expect(axis.overhang).toBeLessThan(0.01);
});

test('the same seed gives the same bits, another seed another sample', () => {
  const [usual, other] = [1, 2].map((seed) => axisOf(ring, { seed }));
  expect(usual).toEqual(ringAxis);
  expect(usual.spheres).not.toEqual(other.spheres);
});

test('with what was kept, axes of other sizes take fewer steps and are the same to the last bit', () => {
  const model = Model.build(torus());
  const options = { samples: 1200, keep: true };
  const signal = { aborted: false };
  const abortHalfway = (part: number): void => {
    signal.aborted = part > 0.6;
  };
  const begin = (): unknown => medialAxis(model, { ...options, signal, onProgress: abortHalfway });
  expect(begin).toThrow(expect.objectContaining({ code: 'query/aborted' }));
  for (const primitives of [40, 150]) {
    let steps = 0;
    let stepsAnew = 0;
    const axis = medialAxis(model, { ...options, primitives, onProgress: () => steps++ });
    const anew = medialAxis(Model.build(torus()), { samples: 1200, primitives, onProgress: () => stepsAnew++ });
    expect(axis).toEqual(anew);
    expect(steps).toBeLessThan(0.7 * stepsAnew);
  }
  const other = medialAxis(model, { ...options, seed: 2, primitives: 40 });
  expect(other).toEqual(medialAxis(Model.build(torus()), { samples: 1200, seed: 2, primitives: 40 }));
});

test('a surface with a hole has the medial axis of what it nearly encloses', () => {
  const whole = icosphere({ subdivisions: 3 });
  const open = Object.assign(icosphere({ subdivisions: 3 }), { triangles: whole.triangles.slice(0, -60) });
  const axis = axisOf(open, {}, false);
  expect(axis.uncovered).toBeLessThan(0.05);
  expect(axis.innerBalls.length).toBe(0);
});

test('bodies that run through each other are enclosed all the same', () => {
  const overlapping = union(box({ size: [2, 1, 1] }), shifted(box({ size: [1, 2, 1] }), [0.5, 0.25, 0.125]));
  const tree = enclosing(axisOf(overlapping));
  const points = sampleSurface(corners(overlapping), 3000, 9);
  for (let k = 0; k < points.length; k += 3) expect(tree.outside(points, k, 1)).toBeLessThanOrEqual(0);
});

test.each([
  ['a sheet', new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0])],
  ['a point', new Float64Array(9)],
  ['a needle far thinner than its sample is dense', corners(box({ size: [1, 1e-6, 1e-6] }))],
])('%s is refused', (_name, triangles) => {
  expect(() => buildMedialAxis(triangles, false, { samples: 100 })).toThrow(
    expect.objectContaining({ code: 'mesh/not-closed' }),
  );
});

test.each<[string, MedialOptions]>([
  ['primitives', { primitives: 0 }],
  ['samples', { samples: 2.5 }],
  ['error', { error: -1 }],
  ['seed', { seed: Number.NaN }],
  ['keep', { keep: 1 as unknown as boolean }],
  ['onSimplified', { onSimplified: true as unknown as () => void }],
])('a bad value of %s is refused by name', (name, options) => {
  expect(() => axisOf(box(), options)).toThrow(expect.objectContaining({ code: 'options/bad-value' }));
  expect(() => axisOf(box(), options)).toThrow(name);
});

test('progress rises from 0 to 1, and the signal ends the work at any time', () => {
  const parts: number[] = [];
  axisOf(ring, { onProgress: (part) => parts.push(part) });
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect([parts[0], parts.at(-1)]).toEqual([0, 1]);
  for (const stop of [0, 0.3, 0.6, 0.95]) {
    const signal = { aborted: false };
    const onProgress = (part: number): void => {
      signal.aborted = part >= stop;
    };
    expect(() => axisOf(ring, { signal, onProgress })).toThrow(expect.objectContaining({ code: 'query/aborted' }));
  }
});

test('the errors at larger numbers are told from many primitives to few, and change nothing', () => {
  const model = Model.build(torus());
  const options = { samples: 1200, primitives: 20 };
  const records: MedialRecord[] = [];
  const parts: number[] = [];
  const told = medialAxis(model, {
    ...options,
    onSimplified: (record) => records.push(record),
    onProgress: (part) => parts.push(part),
  });
  expect(parts).toEqual(parts.toSorted((p, q) => p - q));
  expect(told).toEqual(medialAxis(model, options));
  const counts = records.map(({ primitives }) => primitives);
  expect(records.length).toBeGreaterThan(5);
  expect(counts).toEqual(counts.toSorted((p, q) => q - p));
  expect(counts.at(-1)).toBe(told.cones.length / 2 + told.slabs.length / 3);
  for (const { primitives, error } of records) {
    expect(primitives).toBeGreaterThanOrEqual(counts.at(-1) ?? 0);
    expect(error).toBeGreaterThan(0);
    expect(error).toBeLessThan(1);
  }
  // The error told is that of the sample; the one of the axis is of the whole surface, and no less.
  const last = (records.at(-1)?.error ?? 0) * longestSide(torus());
  expect(last).toBeLessThanOrEqual((1 + 1e-9) * Math.max(told.uncovered, told.overhang));
  expect(last).toBeGreaterThan(0.5 * Math.max(told.uncovered, told.overhang));
});

test('damaged arrays are told', () => {
  const axis = ringAxis;
  const random = seeded(3);
  const far = Uint32Array.of(0, 1, Math.floor(randomBetween(random, 1e6, 2e6)));
  expect(medialDefect({ ...axis, slabs: far })).toContain('names a ball');
  expect(medialDefect({ ...axis, cones: Uint32Array.of(1) })).toContain('incomplete');
  expect(medialDefect({ ...axis, spheres: axis.spheres.map((x) => -x) })).not.toBeNull();
  expect(medialDefect({ ...axis, spheres: new Float64Array(3) })).not.toBeNull();
  expect(medialDefect({ ...axis, dilation: -1 })).not.toBeNull();
});
