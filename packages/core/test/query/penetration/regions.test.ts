// Regions of overlap: which points belong together, and how deep each region is.

import { describe, expect, test } from 'vitest';
import { box, icosphere, prism, torus, uShape } from '../../../src/entries/shapes.ts';
import { type Mesh, Model, type PenetrationOptions, type Pose, penetration } from '../../../src/index.ts';
import { refined, shifted, union, withoutFaces } from '../bodies.ts';

function localsOf(a: Mesh, poseA: Pose, b: Mesh, options: PenetrationOptions = {}) {
  const { local, upper } = penetration(Model.build(a), poseA, Model.build(b), {}, options);
  for (const { depth, normal, pointA, pointB } of local) {
    expect(Math.hypot(...normal)).toBeCloseTo(1, 9);
    expect(depth).toBeGreaterThan(0);
    expect(depth).toBeLessThanOrEqual(upper);
    const between = pointA.map((x, k) => x - pointB[k]);
    expect(between[0] * normal[0] + between[1] * normal[1] + between[2] * normal[2]).toBeCloseTo(depth, 6);
  }
  return local;
}

const peg = box({ size: [0.5, 0.5, 2] });
const plate = box({ size: [9, 9, 1] });
const finer = refined(refined(plate));

describe('regions of overlap', () => {
  test('two pegs in a plate are two regions, each with its depth', () => {
    const pegs = union(peg, shifted(peg, [3, 0, -0.25]), shifted(box({ size: [4, 0.5, 0.5] }), [1.5, 0, 1.5]));
    const ground = union(plate, shifted(box(), [0, 0, -9]));
    const local = localsOf(pegs, { position: [0, 0, 1.25] }, ground);
    expect(local.map(({ depth }) => Number(depth.toFixed(9)))).toEqual([0.5, 0.25]);
    for (const { normal } of local) expect(normal[2]).toBeCloseTo(-1, 9);
    const whole = localsOf(pegs, { position: [0, 0, 1.25] }, ground, { local: false });
    expect(whole.map(({ depth }) => Number(depth.toFixed(9)))).toEqual([0.5]);
  });

  test.each([
    ['meshes', union(peg, shifted(peg, [3, 0, 0]))],
    ['convex bodies', peg],
  ])('none are written where none are asked for, and nothing else changes: %s', (_, body) => {
    const [a, b] = [Model.build(body), Model.build(plate)];
    const pose = { position: [0, 0, 1.25] };
    const whole = penetration(a, pose, b, {}, { local: false });
    const none = penetration(a, pose, b, {}, { local: 'none' });
    expect([whole.local.length, none.local.length]).toEqual([1, 0]);
    expect([none.status, none.lower, none.upper, none.translation]).toEqual([
      whole.status,
      whole.lower,
      whole.upper,
      whole.translation,
    ]);
  });

  test.each([
    ['12 triangles', plate],
    ['192', finer],
    ['768', refined(finer)],
    ['3,072', refined(refined(finer))],
  ])('four feet in a plate of %s', (_, ground) => {
    const foot = box({ size: [0.5, 0.5, 1] });
    const feet = [-1.5, 1.5].flatMap((x) => [-1.5, 1.5].map((y) => shifted(foot, [x, y, 0.4])));
    const local = localsOf(
      union(shifted(box({ size: [4, 4, 0.5] }), [0, 0, 1]), ...feet),
      { position: [0, 0, 0.5] },
      ground,
    );
    expect(local).toHaveLength(4);
    for (const { depth, normal, pointA } of local) {
      expect(depth).toBeCloseTo(0.1, 9);
      expect(normal[2]).toBeCloseTo(-1, 9);
      // The middle of what lies flush when A is moved out.
      expect(Math.abs(pointA[0])).toBeCloseTo(1.5, 9);
      expect(Math.abs(pointA[1])).toBeCloseTo(1.5, 9);
    }
  });

  test('two equal balls on one body', () => {
    const ball = icosphere({ subdivisions: 2, radius: 0.5 });
    const body = union(shifted(ball, [1, 0, 0]), shifted(ball, [-1, 0, 0]), box({ size: [3, 0.2, 0.2] }));
    for (const ground of [plate, finer]) {
      const local = localsOf(body, { position: [0, 0, 0.9] }, ground);
      expect(local.map(({ depth }) => Number(depth.toFixed(9)))).toEqual([0.1, 0.1]);
    }
  });

  test('the legs of a U, and its back', () => {
    const block = box({ size: [9, 9, 9] });
    for (const ground of [block, refined(refined(block))]) {
      const counts = [Math.SQRT1_2, -Math.SQRT1_2].map((x) => {
        const pose = { position: [0, 0, 5.05], rotation: [x, 0, 0, Math.SQRT1_2] };
        const local = localsOf(uShape({ size: [1, 2, 0.3], arm: 0.3 }), pose, ground);
        for (const { depth } of local) expect(depth).toBeCloseTo(0.45, 9);
        return local.length;
      });
      expect(counts.sort()).toEqual([1, 2]);
    }
  });

  test('a tube through a plate is one region, though its four curves share no edge', () => {
    const tube = torus({ majorRadius: 1, minorRadius: 0.4, majorSegments: 4, minorSegments: 4 });
    for (const ground of [box({ size: [9, 9, 0.1] }), refined(refined(box({ size: [9, 9, 0.1] })))]) {
      expect(localsOf(tube, { position: [0, 0, 0.1] }, ground)).toHaveLength(1);
    }
  });

  test('parts that overlap each other are in one region, as one body of their shape is', () => {
    const one = union(box({ size: [1, 3, 1] }), box({ size: [3, 1, 1] }));
    for (const ground of [plate, finer]) {
      const local = localsOf(one, { position: [0, 0, 0.9] }, ground);
      expect(local.map(({ depth }) => Number(depth.toFixed(9)))).toEqual([0.1]);
    }
  });

  test('a part that lies wholly inside the other body is a region', () => {
    const body = union(box(), shifted(box({ size: [0.2, 0.2, 0.2] }), [3, 0, -0.7]));
    const local = localsOf(body, { position: [0, 0, 0.9] }, box({ size: [9, 9, 1] }));
    expect(local.map(({ depth }) => Number(depth.toFixed(9)))).toEqual([0.4, 0.1]);
  });

  test('a body inside another is one region with the global depth', () => {
    const local = localsOf(prism(), {}, union(box({ size: [9, 9, 9] }), shifted(box(), [20, 0, 0])));
    expect(local).toHaveLength(1);
  });

  test('a body the size of what it stands on: all sides flush', () => {
    const column = union(box(), shifted(box(), [0, 0, 9]));
    for (const b of [column, refined(column)]) {
      const local = localsOf(box(), { position: [0, 0, 0.875] }, b);
      expect(local.map(({ depth }) => Number(depth.toFixed(9)))).toEqual([0.125]);
      expect(local[0].normal[2]).toBeCloseTo(-1, 9);
    }
  });

  test('surfaces: an entry for each curve, none above the global depth', () => {
    const open = withoutFaces(plate, (face) => face !== 1);
    const feet = union(shifted(peg, [2, 0, 0]), shifted(peg, [-2, 0, 0]));
    expect(localsOf(feet, { position: [0, 0, 1.25] }, open)).toHaveLength(2);
  });
});
