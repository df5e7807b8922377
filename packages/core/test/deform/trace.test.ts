import { NearmissError } from 'nearmiss';
import {
  collideAllDeforming,
  collideDeforming,
  DeformingMesh,
  type DeformingOptions,
  selfCollide,
} from 'nearmiss/deforming';
import { icosphere, torus } from 'nearmiss/shapes';
import { expect, test } from 'vitest';

const ball = new DeformingMesh(icosphere({ subdivisions: 3 }));
const knob = new DeformingMesh(torus());

const METHODS: readonly (readonly [DeformingOptions, readonly string[]])[] = [
  [{ method: 'octree' }, ['regions', 'faces', 'cells', 'pairs']],
  [{ method: 'octree', depth: 3 }, ['regions', 'faces', 'cells', 'pairs']],
  [{ method: 'bintree', faceTest: 'clip' }, ['regions', 'faces', 'cells', 'pairs']],
  [{ method: 'refit' }, ['regions', 'trees']],
];

test.each(METHODS)('a trace sees the stages and changes nothing: %o', (method, expected) => {
  const stages: string[] = [];
  const watched = collideDeforming(ball, knob, {
    ...method,
    stats: true,
    trace: { stage: (name) => stages.push(name) },
  });
  expect(watched).toEqual(collideDeforming(ball, knob, { ...method, stats: true }));
  expect(watched.pairCount).toBeGreaterThan(100);
  expect(stages).toEqual(expected);
});

test('the last cells do not overlap, and hold the boxes of what meets in them', () => {
  const cells: (readonly number[])[] = [];
  let faces = 0;
  const trace = {
    cell: (box: readonly number[], count: number): void => {
      cells.push(box);
      faces += count;
    },
  };
  const [contacts] = collideAllDeforming([ball, knob], { method: 'octree', depth: 3, trace });
  expect(cells.length).toBeGreaterThan(20);
  expect(faces).toBeGreaterThan(cells.length);
  for (const [i, a] of cells.entries()) {
    for (const b of cells.slice(i + 1)) {
      const overlaps = [0, 1, 2].every((k) => Number(a[k]) < Number(b[k + 3]) && Number(b[k]) < Number(a[k + 3]));
      expect(overlaps).toBe(false);
    }
  }
  // A pair is tested where the boxes of both faces have their lowest common corner.
  const pairs = contacts?.pairs ?? [];
  for (const [faceA, faceB] of pairs) {
    const a = leastCorner(ball, faceA);
    const b = leastCorner(knob, faceB);
    const corner = a.map((x, axis) => Math.max(x, b[axis] ?? x));
    const holders = cells.filter((box) =>
      corner.every((x, axis) => x >= Number(box[axis]) && x <= Number(box[3 + axis])),
    );
    expect(holders.length).toBeGreaterThan(0);
  }
});

test('a trace may search, but neither deform what is searched nor be something else', () => {
  const codeOf = (call: () => unknown): string => {
    try {
      call();
    } catch (error) {
      if (error instanceof NearmissError) return error.code;
    }
    return 'nothing thrown';
  };
  for (const search of [() => collideDeforming(ball, knob), () => selfCollide(knob)]) {
    expect(collideDeforming(ball, knob, { trace: { stage: search } })).toEqual(collideDeforming(ball, knob));
    expect(selfCollide(ball, { trace: { cell: search } })).toEqual(selfCollide(ball));
  }
  const deform = () => knob.deform(knob.positions);
  expect(codeOf(() => collideDeforming(ball, knob, { trace: { stage: deform } }))).toBe('world/busy');
  expect(codeOf(() => selfCollide(knob, { trace: { cell: deform } }))).toBe('world/busy');
  expect(codeOf(deform)).toBe('nothing thrown');
  expect(codeOf(() => collideDeforming(ball, knob, { trace: { stage: 'regions' as never } }))).toBe(
    'options/bad-value',
  );
  expect(codeOf(() => collideDeforming(ball, knob))).toBe('nothing thrown');
});

function leastCorner({ positions, triangles }: DeformingMesh, face: number): number[] {
  const vertices = triangles.subarray(3 * face, 3 * face + 3);
  return [0, 1, 2].map((axis) => Math.min(...Array.from(vertices, (vertex) => Number(positions[3 * vertex + axis]))));
}
