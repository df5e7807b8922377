import { gear, icosphere, starShape, torus } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { flatMesh } from '../src/page/view/flat-mesh.ts';

const SHAPES = {
  gear: gear({ teeth: 6 }),
  ball: icosphere({ subdivisions: 1 }),
  star: starShape(),
  torus: torus({ majorSegments: 8, minorSegments: 5 }),
};

test.each(Object.entries(SHAPES))(
  'a %s keeps its faces; each ends at a vertex of its own with its normal',
  (_, mesh) => {
    const { triangles } = mesh;
    const positions = Float32Array.from(mesh.positions);
    const flat = flatMesh({ positions, triangles });
    const ends = new Set<number>();
    for (let corner = 0; corner < triangles.length; corner += 3) {
      const given = pointsOf(positions, triangles.subarray(corner, corner + 3));
      const face = flat.triangles.subarray(corner, corner + 3);
      const made = pointsOf(flat.positions, face);
      const first = given.findIndex((point) => String(point) === String(made[0]));
      expect(made).toEqual([0, 1, 2].map((k) => given[(first + k) % 3]));
      const [, , end = 0] = face;
      ends.add(end);
      expectNormal(made, [...flat.normals.subarray(3 * end, 3 * end + 3)]);
    }
    expect(ends.size).toBe(triangles.length / 3);
    // Hardly any vertex is there only to be shared.
    expect(flat.positions.length / 3).toBeLessThan(1.05 * ends.size);
  },
);

test('a face without area has no normal, and none that is not a number', () => {
  const flat = flatMesh({ positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) });
  expect([...flat.normals]).toEqual(Array.from({ length: 9 }, () => 0));
});

function pointsOf(positions: Float32Array, vertices: Uint32Array): readonly (readonly number[])[] {
  return Array.from(vertices, (vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
}

/** Of unit length, at right angles to two edges, and on the side from which the corners run anticlockwise. */
function expectNormal([a = [], b = [], c = []]: readonly (readonly number[])[], normal: readonly number[]): void {
  const edges = [b, c].map((end) => end.map((x, k) => x - (a[k] ?? 0)));
  const dot = (p: readonly number[], q: readonly number[]): number => p.reduce((sum, x, k) => sum + x * (q[k] ?? 0), 0);
  expect(dot(normal, normal)).toBeCloseTo(1, 5);
  for (const edge of edges) expect(dot(normal, edge)).toBeCloseTo(0, 5);
  const [[x1 = 0, y1 = 0, z1 = 0] = [], [x2 = 0, y2 = 0, z2 = 0] = []] = edges;
  expect(dot(normal, [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2])).toBeGreaterThan(0);
}
