import { describe, expect, test } from 'vitest';
import { buildTree } from '../../src/bvh/build-tree.ts';
import { TILE } from '../../src/bvh/tiles.ts';
import { firstTriangle, nodeCount, type Tree, triangleCount } from '../../src/bvh/tree.ts';
import { fitVolumes } from '../../src/bvh/volumes.ts';
import { makeShape } from '../../src/entries/shapes.ts';
import { growTiled } from '../../src/lab/trees/grow.ts';
import {
  DIRECTIONS_14,
  DIRECTIONS_18,
  DIRECTIONS_26,
  type DirectionSet,
} from '../../src/lab/volumes/kdop-directions.ts';
import type { VolumeName } from '../../src/lab/volumes/volumes-by-name.ts';
import { VOLUMES } from '../../src/lab/volumes/volumes-by-name.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import { ellipsoidHolds, shellHolds } from '../bounds/curved-judges.ts';
import { absolute, ONE, SHAPES, shapeTriangles, spread, toInteger } from '../bounds/samples.ts';
import { cross, dot, enclosesLss, enclosesRss, enclosesTss, offset, type Whole } from '../bounds/swept-judges.ts';

/** Below the supports along each direction and its opposite. */
function inKdop({ table }: DirectionSet): (v: Whole, p: Whole) => boolean {
  const directions = Array.from(table, BigInt);
  return (v, p) => {
    for (let k = 0; k < directions.length; k += 3) {
      const height = dot(directions.slice(k, k + 3), p);
      if (height > v[3 + (2 * k) / 3] || -height > v[4 + (2 * k) / 3]) return false;
    }
    return true;
  };
}

/**
 * Whether a point lies in a volume as each kind defines itself, in whole numbers (multiples of 2⁻¹⁰⁷⁴), so that nothing
 * rounds. Where a definition needs the nearest point of a part of the volume, any point of it may stand in.
 */
const ENCLOSES: Record<VolumeName, (v: Whole, p: Whole) => boolean> = {
  sphere: (v, p) => {
    const d = offset(v, p);
    return dot(d, d) <= v[3] * v[3];
  },
  aabb: (v, p) => offset(v, p).every((x, k) => absolute(x) <= v[3 + k]),
  obb: (v, p) => {
    // centre + Σ tᵢ axisᵢ by Cramer's rule, |tᵢ| ≤ halfᵢ.
    const d = offset(v, p);
    const axes = [v.slice(3, 6), v.slice(6, 9), v.slice(9, 12)];
    const det = absolute(dot(axes[0], cross(axes[1], axes[2])));
    return axes.every((_, i) => {
      const numerator = absolute(dot(d, cross(axes[(i + 1) % 3], axes[(i + 2) % 3])));
      return numerator * ONE <= v[12 + i] * det;
    });
  },
  rss: enclosesRss,
  disc: (v, p) => {
    const d = offset(v, p);
    const m = v.slice(3, 6);
    const along = dot(d, m);
    const mSq = dot(m, m);
    return along * along <= v[6] * v[6] * mSq && dot(d, d) * mSq - along * along <= v[7] * v[7] * mSq;
  },
  lss: enclosesLss,
  tss: enclosesTss,
  hybrid: enclosesRss,
  cascade: (v, p) => ENCLOSES.sphere(v.slice(0, 4), p) && enclosesLss(v.slice(4, 12), p) && enclosesRss(v.slice(12), p),
  kdop14: inKdop(DIRECTIONS_14),
  kdop18: inKdop(DIRECTIONS_18),
  kdop26: inKdop(DIRECTIONS_26),
  'kdop14-hull': inKdop(DIRECTIONS_14),
  'kdop18-hull': inKdop(DIRECTIONS_18),
  'kdop26-hull': inKdop(DIRECTIONS_26),
  ellipsoid: ellipsoidHolds,
  shell: shellHolds,
};

/** Where a kind keeps unit vectors; all else are coordinates and lengths. */
const DIRECTIONS: Record<VolumeName, readonly (readonly [number, number])[]> = {
  sphere: [],
  aabb: [],
  obb: [[3, 12]],
  rss: [[3, 12]],
  disc: [[3, 6]],
  lss: [[3, 6]],
  tss: [],
  hybrid: [[3, 12]],
  cascade: [
    [7, 10],
    [15, 24],
  ],
  kdop14: [],
  kdop18: [],
  kdop26: [],
  'kdop14-hull': [],
  'kdop18-hull': [],
  'kdop26-hull': [],
  ellipsoid: [[3, 12]],
  shell: [[3, 6]],
};

const isDirection = (name: VolumeName, at: number): boolean =>
  DIRECTIONS[name].some(([first, end]) => at >= first && at < end);

function treeOf(triangles: Float64Array): Tree {
  return buildTree(triangles, 'sah');
}

function soupOf(text: string): Float64Array {
  const { positions, triangles } = makeShape(text);
  const out = new Float64Array(3 * triangles.length);
  for (const [k, v] of triangles.entries()) out.set(positions.subarray(3 * v, 3 * v + 3), 3 * k);
  return out;
}

/** Every node's volume holds every corner below it. */
function expectEnclosing(tree: Tree, name: VolumeName, volumes: Float64Array): void {
  const { stride } = VOLUMES[name];
  const corners = Array.from(tree.triangles, toInteger);
  for (let node = 0; node < nodeCount(tree); node++) {
    const volume = Array.from(volumes.subarray(stride * node, stride * node + stride), toInteger);
    const first = 9 * firstTriangle(tree.links, node);
    const end = first + 9 * triangleCount(tree.links, node);
    let inside = true;
    for (let k = first; k < end; k += 3) inside = inside && ENCLOSES[name](volume, corners.slice(k, k + 3));
    expect(inside).toBe(true);
  }
}

/** Weights of a triangle's corners, n in all, in the corners of one of its tiles, counted row by row. */
function latticePoints(n: bigint, index: bigint): [bigint, bigint, bigint][] {
  let row = 0n;
  while ((row + 1n) * (row + 1n) <= index) row++;
  const inRow = index - row * row;
  const at = (r: bigint, c: bigint): [bigint, bigint, bigint] => [n - r, r - c, c];
  const column = inRow / 2n;
  const turning = inRow % 2n === 0n ? at(row + 1n, column) : at(row, column + 1n);
  return [at(row, column), turning, at(row + 1n, column + 1n)];
}

const strewn = (random: Random, count: number): Float64Array => {
  const out: number[] = [];
  for (let t = 0; t < count; t++) {
    const centre = [spread(random), spread(random), spread(random)];
    for (let corner = 0; corner < 3; corner++) out.push(...centre.map((x) => x + 0.05 * spread(random)));
  }
  return Float64Array.from(out);
};

describe('fitVolumes', () => {
  for (const name of Object.keys(VOLUMES) as VolumeName[]) {
    test(`${name}: every node holds the corners below it, exactly`, () => {
      const random = seededRandom(1);
      const soups = [
        ...[1, 4, 5, 17, 60].map((count) => strewn(random, count)),
        ...Object.keys(SHAPES).map((shape) => shapeTriangles(random, shape, 20, 1, 1)),
        soupOf('gear')
          .subarray(0, 9 * 80)
          .slice(),
        Float64Array.from({ length: 9 * 12 }, () => 0.7),
      ];
      for (const soup of soups) {
        const tree = treeOf(soup);
        expectEnclosing(tree, name, fitVolumes(tree, VOLUMES[name]));
      }
    });
  }

  for (const name of Object.keys(VOLUMES) as VolumeName[]) {
    test(`${name}: every node of a tiled tree holds the exact tiles below it`, () => {
      const random = seededRandom(11);
      const { stride } = VOLUMES[name];
      const tree = growTiled(strewn(random, 5));
      const volumes = fitVolumes(tree, VOLUMES[name]);
      const { tiles = new Uint32Array(0), triangles, links } = tree;
      expect(tree.faces.length).toBeGreaterThan(50);
      for (let node = 0; node < nodeCount(tree); node++) {
        const volume = Array.from(volumes.subarray(stride * node, stride * node + stride), toInteger);
        for (let k = 0; k < triangleCount(links, node); k++) {
          const slot = firstTriangle(links, node) + k;
          const n = BigInt(tiles[TILE * slot]);
          // n times everything that is a length: the exact tile's corners are then whole numbers.
          const larger = volume.map((x, at) => (isDirection(name, at) ? x : n * x));
          const corners = Array.from(triangles.subarray(9 * slot, 9 * slot + 9), toInteger);
          const outside = latticePoints(n, BigInt(tiles[TILE * slot + 1])).filter(
            ([u, v, w]) =>
              !ENCLOSES[name](
                larger,
                [0, 1, 2].map((c) => u * corners[c] + v * corners[3 + c] + w * corners[6 + c]),
              ),
          );
          expect(outside).toEqual([]);
        }
      }
    });
  }

  test('the judges are not blind: each kind shrunk by a hair no longer holds everything', () => {
    const tree = treeOf(strewn(seededRandom(2), 40));
    const lengthsFrom: Record<VolumeName, number> = {
      sphere: 3,
      aabb: 3,
      obb: 12,
      rss: 12,
      disc: 6,
      lss: 6,
      tss: 12,
      hybrid: 12,
      cascade: 24,
      kdop14: 3,
      kdop18: 3,
      kdop26: 3,
      'kdop14-hull': 3,
      'kdop18-hull': 3,
      'kdop26-hull': 3,
      ellipsoid: 12,
      shell: 6,
    };
    for (const name of Object.keys(VOLUMES) as VolumeName[]) {
      const { stride } = VOLUMES[name];
      const volumes = fitVolumes(tree, VOLUMES[name]);
      for (let k = 0; k < volumes.length; k++)
        if (k % stride >= lengthsFrom[name]) volumes[k] -= 1e-9 * Math.abs(volumes[k]);
      expect(() => expectEnclosing(tree, name, volumes)).toThrow();
    }
  });

  test('each node is fitted to its own triangles: as tight as a volume fitted to them alone', () => {
    const tree = treeOf(strewn(seededRandom(3), 50));
    for (const kind of Object.values(VOLUMES)) {
      const volumes = fitVolumes(tree, kind);
      const alone = new Float64Array(kind.stride);
      for (let node = 0; node < nodeCount(tree); node++) {
        const first = firstTriangle(tree.links, node);
        const count = triangleCount(tree.links, node);
        kind.fit(tree.triangles.slice(9 * first, 9 * (first + count)), 0, count, alone, 0);
        const own = Array.from(volumes.subarray(kind.stride * node, kind.stride * (node + 1)));
        // Sums in another order: an axis, and all that follows from it, is the same up to rounding.
        if (kind === VOLUMES.disc) own.forEach((x, k) => void expect(x).toBeCloseTo(alone[k], 11));
        else expect(own).toEqual(Array.from(alone));
      }
    }
  });

  test('refits in place after the corners have moved', () => {
    const random = seededRandom(4);
    const tree = treeOf(strewn(random, 30));
    for (const name of Object.keys(VOLUMES) as VolumeName[]) {
      const kind = VOLUMES[name];
      const volumes = fitVolumes(tree, kind);
      for (let k = 0; k < tree.triangles.length; k++) tree.triangles[k] += 0.3 * spread(random);
      expect(fitVolumes(tree, kind, volumes)).toBe(volumes);
      expectEnclosing(tree, name, volumes);
    }
  });
});
