import { describe, expect, test } from 'vitest';
import { TILE, tileCorners, tilingDefect } from '../../src/bvh/tiles.ts';
import { gatherTriangles } from '../../src/bvh/tree.ts';
import { tileTriangles } from '../../src/lab/trees/tile-triangles.ts';
import { seededRandom } from '../../src/scalar/random.ts';

/** All tiles of one triangle split in n. */
function tilesOf(triangle: readonly number[], n: number): number[][] {
  const count = n * n;
  const triangles = Float64Array.from(Array.from({ length: count }, () => triangle).flat());
  const tiles = Uint32Array.from(Array.from({ length: count }, (_, index) => [n, index]).flat());
  const corners = tileCorners(triangles, tiles);
  return Array.from({ length: count }, (_, k) => Array.from(corners.subarray(9 * k, 9 * k + 9)));
}

describe('tileCorners', () => {
  test('the n² tiles are the triangles of the lattice, each once', () => {
    for (let n = 1; n <= 12; n++) {
      // On these corners every lattice point is a whole number, and a tile a half or the other of a unit square.
      const tiles = tilesOf([0, 0, 0, n, 0, 0, 0, n, 0], n);
      const halves = new Set<string>();
      for (const [ax, ay, , bx, by, , cx, cy] of tiles) {
        expect(Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))).toBe(1);
        const [x, y] = [Math.min(ax, bx, cx), Math.min(ay, by, cy)];
        expect([Math.max(ax, bx, cx), Math.max(ay, by, cy)]).toEqual([x + 1, y + 1]);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(ax + ay, bx + by, cx + cy)).toBeLessThanOrEqual(n);
        halves.add(`${x} ${y} ${ax + ay + bx + by + cx + cy - 3 * (x + y)}`);
      }
      // Distinct triangles of one lattice do not overlap, so n² of area ½ inside a triangle of area n²/2 fill it.
      expect(halves.size).toBe(n * n);
    }
  });

  test('follow their triangle wherever it is', () => {
    const random = seededRandom(3);
    for (let n = 1; n <= 9; n++) {
      const [a, b, c] = [0, 1, 2].map(() => [random(), random(), random()]);
      const flat = tilesOf([0, 0, 0, n, 0, 0, 0, n, 0], n);
      const tiles = tilesOf([...a, ...b, ...c], n);
      tiles.forEach((tile, index) => {
        for (let corner = 0; corner < 3; corner++) {
          const [u, v] = flat[index].slice(3 * corner, 3 * corner + 2).map((x) => x / n);
          for (let k = 0; k < 3; k++) {
            expect(tile[3 * corner + k]).toBeCloseTo((1 - u - v) * a[k] + u * b[k] + v * c[k], 14);
          }
        }
      });
    }
  });
});

describe('tileTriangles', () => {
  test('splits large triangles and leaves small ones whole', () => {
    const random = seededRandom(4);
    const sizes = Array.from({ length: 2000 }, (_, k) => (k % 100 === 0 ? 1 : 0.01));
    const triangles = Float64Array.from(sizes.flatMap((size) => Array.from({ length: 9 }, () => size * random())));
    const { faces, tiles } = tileTriangles(triangles);
    expect(tilingDefect(faces, tiles, 2000)).toBeNull();
    expect(faces.length).toBeGreaterThan(3000);
    expect(faces.length).toBeLessThanOrEqual(4000);
    const divisions = new Map(Array.from(faces, (face, slot) => [face, tiles[TILE * slot]]));
    sizes.forEach((size, face) => {
      if (size === 1) expect(divisions.get(face)).toBeGreaterThan(3);
      else expect(divisions.get(face)).toBe(1);
    });
    // No tile is much longer than another, which a few large triangles uncut would be.
    const corners = tileCorners(gatherTriangles(triangles, faces), tiles);
    for (let k = 0; k < corners.length; k += 9) {
      expect(Math.abs(corners[k] - corners[k + 3])).toBeLessThan(0.25);
    }
  });

  test.each([
    ['one point', 0],
    ['squares that underflow', 1e-200],
    ['squares that overflow', 1e200],
    ['ordinary', 1],
  ])('ends on triangles of any size: %s', (_, size) => {
    const random = seededRandom(5);
    const { faces, tiles } = tileTriangles(Float64Array.from({ length: 90 }, () => size * random()));
    expect(tilingDefect(faces, tiles, 10)).toBeNull();
  });
});

describe('tilingDefect', () => {
  // Face 0 as a whole, face 1 in four, face 2 in one.
  const faces = Uint32Array.of(1, 0, 1, 2, 1, 1);
  const tiles = Uint32Array.of(2, 3, 1, 0, 2, 0, 1, 0, 2, 1, 2, 2);

  test('accepts all tiles of all faces in any order', () => {
    expect(tilingDefect(faces, tiles, 3)).toBeNull();
  });

  test('names what is wrong, whatever one number becomes', () => {
    const values = [0, 1, 2, 3, 4, 5, 6, 2 ** 16, 2 ** 31, 2 ** 32 - 1];
    let named = 0;
    for (const value of values) {
      for (let k = 0; k < faces.length; k++) {
        if (faces[k] === value) continue;
        expect(tilingDefect(faces.with(k, value), tiles, 3)).not.toBeNull();
        named++;
      }
      for (let k = 0; k < tiles.length; k++) {
        if (tiles[k] === value) continue;
        expect(tilingDefect(faces, tiles.with(k, value), 3)).not.toBeNull();
        named++;
      }
    }
    expect(named).toBeGreaterThan(100);
    for (const count of [0, 1, 2, 4, 6]) expect(tilingDefect(faces, tiles, count)).not.toBeNull();
    expect(tilingDefect(faces, tiles.subarray(2), 3)).toBe('10 numbers for 6 tiles');
  });
});
