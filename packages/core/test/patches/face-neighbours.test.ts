import { expect, test } from 'vitest';
import { box } from '../../src/entries/shapes.ts';
import { apexOf, faceNeighbours, nextHalfEdge } from '../../src/patches/face-neighbours.ts';

test('across every edge of a box lies the face that runs back along it', () => {
  const { triangles, vertexCount } = box();
  const opposite = faceNeighbours(triangles, vertexCount);
  opposite.forEach((back, half) => {
    expect(opposite[back]).toBe(half);
    expect(triangles[back]).toBe(triangles[nextHalfEdge(half)]);
    expect(triangles[nextHalfEdge(back)]).toBe(triangles[half]);
    expect([triangles[half], triangles[nextHalfEdge(half)], apexOf(triangles, half)].sort()).toEqual(
      Array.from(triangles.subarray(half - (half % 3), half - (half % 3) + 3)).sort(),
    );
  });
});

test.each([
  ['a border', [0, 1, 2], [-1, -1, -1]],
  ['two faces', [0, 1, 2, 1, 0, 3], [3, -1, -1, 0, -1, -1]],
  ['neighbours that disagree about their orientation', [0, 1, 2, 0, 1, 3], [-1, -1, -1, -1, -1, -1]],
  ['three faces at an edge', [0, 1, 2, 1, 0, 3, 1, 0, 4], new Array(9).fill(-1)],
  ['four faces at an edge, two in each direction', [0, 1, 2, 1, 0, 3, 0, 1, 4, 1, 0, 5], new Array(12).fill(-1)],
  ['a face with two equal corners', [0, 1, 2, 1, 0, 0], [-1, -1, -1, -1, -1, -1]],
])('%s', (_, triangles, expected) => {
  expect(Array.from(faceNeighbours(Uint32Array.from(triangles), 6))).toEqual(expected);
});
