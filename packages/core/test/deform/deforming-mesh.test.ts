import { NearmissError } from 'nearmiss';
import { collideAllDeforming, collideDeforming, DeformingMesh, selfCollide } from 'nearmiss/deforming';
import { icosphere } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { RefitTree } from '../../src/deform/refit-tree.ts';

const ball = icosphere({ subdivisions: 2 });

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'accepted';
}

test.each([
  ['too few numbers', ball.positions.subarray(3), 'mesh/bad-length'],
  ['too many numbers', [...ball.positions, 0, 0, 0], 'mesh/bad-length'],
  ['NaN', ball.positions.map((x, k) => (k === 7 ? Number.NaN : x)), 'mesh/non-finite'],
  ['infinity', ball.positions.map((x, k) => (k === 7 ? Infinity : x)), 'mesh/non-finite'],
  ['beyond the largest', ball.positions.map((x, k) => (k === 7 ? 1e151 : x)), 'mesh/too-large'],
  ['text', Array.from(ball.positions, String), 'mesh/bad-length'],
  ['nothing', undefined, 'mesh/bad-length'],
])('a shape of %s is refused, and the mesh stays as it was', (_, positions, code) => {
  const body = new DeformingMesh(ball);
  const before = body.positions.slice();
  expect(codeOf(() => body.deform(positions as unknown as Float64Array))).toBe(code);
  expect(body.positions).toEqual(before);
  expect(collideDeforming(body, new DeformingMesh(ball), { method: 'refit' }).colliding).toBe(true);
});

test('bad options and bodies are refused by name', () => {
  const body = new DeformingMesh(ball);
  for (const bad of [
    { method: 'kd-tree' },
    { depth: 31 },
    { depth: 1.5 },
    { faceTest: 'sphere' },
    { part: [2, 2] },
    { part: 1 },
    { root: [0, 0, 0, 1, 1] },
    { root: [0, 0, 0, 1, 1, -1] },
    { root: [0, 0, 0, 1, 1, Number.NaN] },
    { stats: 1 },
    { method: 'refit', part: [0, 2] },
    null,
  ]) {
    expect([bad, codeOf(() => collideDeforming(body, body, bad as never))]).toEqual([bad, 'options/bad-value']);
  }
  expect(codeOf(() => collideDeforming(body, ball as never))).toBe('model/bad-argument');
  expect(codeOf(() => collideAllDeforming([body, null as never]))).toBe('model/bad-argument');
  expect(codeOf(() => selfCollide(ball as never))).toBe('model/bad-argument');
  expect(codeOf(() => new DeformingMesh(null as never))).toBe('model/bad-argument');
});

test('the mesh it was made of is not touched', () => {
  const body = new DeformingMesh(ball);
  const before = ball.positions.slice();
  body.deform(ball.positions.map((x) => 2 * x));
  body.deform(ball.positions.map((x) => 3 * x));
  expect(ball.positions).toEqual(before);
  expect(body.positions[3]).toBe(3 * before[3]);
});

test('a tree is refitted while it is good and built anew when it is not', () => {
  const source = { positions: ball.positions.slice(), triangles: ball.triangles };
  const tree = new RefitTree(source);
  source.positions = ball.positions.map((x, k) => x * (k % 3 === 0 ? 1.2 : 1));
  tree.refit();
  expect(tree.builds).toBe(1);
  // Vertices are swapped at random: neighbours in the tree are no longer near.
  const order = Array.from({ length: ball.vertexCount }, (_, v) => (v * 61) % ball.vertexCount);
  source.positions = ball.positions.map((_, k) => ball.positions[3 * order[Math.floor(k / 3)] + (k % 3)]);
  tree.refit();
  expect(tree.builds).toBe(2);
  tree.refit();
  expect(tree.builds).toBe(2);
});

test('every box of a refitted tree is that of its faces', () => {
  const source = { positions: ball.positions.slice(), triangles: ball.triangles };
  const tree = new RefitTree(source);
  source.positions = ball.positions.map((x, k) => x + 0.1 * Math.sin(k));
  tree.refit();
  const { links, boxes, faces } = tree;
  for (let node = 0; node < boxes.length / 6; node++) {
    const run = faces.subarray(links[4 * node + 1], links[4 * node + 1] + links[4 * node + 2]);
    for (let axis = 0; axis < 3; axis++) {
      const along = [...run].flatMap((face) =>
        [0, 1, 2].map((corner) => source.positions[3 * ball.triangles[3 * face + corner] + axis]),
      );
      expect(boxes[6 * node + axis]).toBe(Math.min(...along));
      expect(boxes[6 * node + 3 + axis]).toBe(Math.max(...along));
    }
  }
});
