// Faces across an axis: in one plane, touching it, folded, without area; on grids whose turns are zero, or hidden by rounding.

import { randomBetween, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { use } from 'nearmiss';
import { DeformingMesh, selfCollide } from 'nearmiss/deforming';
import { describe, expect, test } from 'vitest';
import { simd } from '../../src/entries/simd.ts';
import { kernelsWith } from '../simd/kernels-with.ts';
import { everyPair, intersecting, type JudgedPair } from './every-pair.ts';
import { COORDINATES, soup, TIMES } from './scenes.ts';

type Point = readonly [number, number];
/** A point of the plane for the numbers −2 to 2 in each of two directions. */
type Grid = (i: number, j: number) => Point;

/** Images of a small lattice by a matrix of determinant ±1 of large numbers: turns are as small as before, products are not. */
function skewed(index: number, scale: number): Grid {
  const numbers = [0, 1];
  while (numbers.length < index + 3) numbers.push(numbers[numbers.length - 1] + numbers[numbers.length - 2]);
  const [p, q, r] = numbers.slice(index);
  return (i, j) => [scale * (p * i + q * j), scale * (q * i + r * j)];
}

/** Lines of a grid at single-precision numbers of several magnitudes. */
function floatGrid(random: SeededRandom): Grid {
  const lines = (): number[] =>
    [-1, -0.1, 0, 0.01, 1].map((x) => Math.fround(x * randomBetween(random, 0.5, 1.5))).sort((a, b) => a - b);
  const [xs, ys] = [lines(), lines()];
  return (i, j) => [xs[i + 2], ys[j + 2]];
}

/** Kettner et al. (2008): points an ulp apart, seen from two far ones on their diagonal. Rounded turns have wrong signs. */
function diagonal(random: SeededRandom): Grid {
  return (i, j) => {
    const far = randomInteger(random, 0, 4);
    if (far === 0) return [12 + 12 * Math.sign(i), 12 + 12 * Math.sign(i)];
    if (far === 1) return [17.3 + i * 2 ** -48, 17.3 + j * 2 ** -48];
    return far === 2 ? [12 * i, 12 * j] : [0.5 + i * 2 ** -53, 0.5 + j * 2 ** -53];
  };
}

interface GridCase {
  readonly make: (random: SeededRandom) => Grid;
  /** Whether differences of its coordinates are exact, so that no turn is left to exact arithmetic. */
  readonly isExact: boolean;
  /** Scenes in which a turn rounded to a double has another sign, at least. */
  readonly hidden: number;
}

const GRIDS: Readonly<Record<string, GridCase>> = {
  integers: { make: () => (i, j) => [i, j], isExact: true, hidden: 0 },
  'single-precision numbers': { make: floatGrid, isExact: true, hidden: 0 },
  'far away': { make: () => (i, j) => [2 ** 20 + i / 8, j / 8 - 2 ** 22], isExact: true, hidden: 0 },
  'products beyond 53 bits': { make: () => skewed(38, 2 ** -20), isExact: true, hidden: 20 },
  'differences of 41 bits': { make: () => skewed(57, 2 ** -38), isExact: true, hidden: 20 },
  'rounded coordinates': { make: () => (i, j) => [0.1 * i + 0.3 * j, 0.7 * i - 0.2 * j], isExact: false, hidden: 1 },
  'an ulp apart': { make: diagonal, isExact: false, hidden: 20 },
  'products that underflow': { make: () => (i, j) => [i * 2 ** -538, j * 2 ** -538], isExact: false, hidden: 20 },
};

/** A soup whose corners are mostly at one height along an axis; its vertices are different ones, even where they come to one position. */
function flatSoup(random: SeededRandom, grid: Grid, axis: number): DeformingMesh {
  const mesh = soup(random, COORDINATES.random, randomInteger(random, 3, 9));
  const body = new DeformingMesh(mesh);
  const positions = mesh.positions.slice();
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y] = grid(randomInteger(random, -2, 2), randomInteger(random, -2, 2));
    positions[k + axis] = [1, -1, 0.5][randomInteger(random, 0, 9)] ?? 0;
    positions[k + ((axis + 1) % 3)] = x;
    positions[k + ((axis + 2) % 3)] = y;
  }
  body.deform(positions);
  return body;
}

/** The answer with kernels, and the pairs that they left to exact arithmetic. */
function byKernels(body: DeformingMesh): { pairs: number[]; left: string[] } {
  const left: string[] = [];
  use(
    kernelsWith({
      openSelfSearch: (search) =>
        simd.openSelfSearch({
          ...search,
          open: (faceA, faceB, order) => {
            left.push(String([faceA, faceB]));
            search.open(faceA, faceB, order);
          },
        }),
    }),
  );
  try {
    return { pairs: selfCollide(body).flat(), left };
  } finally {
    use(null);
  }
}

interface PairKind {
  readonly name: string;
  /** One is across the axis and has area, and the other one is not on two sides of it, and has area if more than that matters. */
  readonly isSettled: boolean;
}

/** How two faces stand to the axis: by comparisons and whole numbers, so that nothing is rounded. */
function kindOf(body: DeformingMesh, axis: number, { faces, shared, intersect }: JudgedPair): PairKind {
  const { positions, triangles } = body;
  const heights = faces.map((face) => [0, 1, 2].map((k) => positions[3 * triangles[3 * face + k] + axis]));
  const isFlat = heights.map(([x, y, z], n) => x === y && y === z && turnOf(body, faces[n], axis) !== 0n);
  const settles = (n: number): { level: number } | null => {
    if (!isFlat[n]) return null;
    const sides = heights[1 - n].map((x) => Math.sign(x - heights[n][0]));
    if (sides.includes(1) && sides.includes(-1)) return null;
    const level = sides.filter((side) => side === 0).length;
    const isPoint = shared === 1 && level === 2 && hasEqualCorners(body, faces[1 - n]);
    return isPoint || (level === 3 && !isFlat[1 - n]) ? null : { level };
  };
  const settled = settles(0) ?? settles(1);
  const situation = settled === null ? 'other' : `${settled.level} in the plane`;
  return {
    name: `${shared} common, ${situation}, ${intersect ? 'intersecting' : 'apart'}`,
    isSettled: settled !== null,
  };
}

function hasEqualCorners({ positions, triangles }: DeformingMesh, face: number): boolean {
  const corners = [0, 1, 2].map((k) => String(positions.subarray(3 * triangles[3 * face + k]).subarray(0, 3)));
  return new Set(corners).size < 3;
}

/** Twice the area of a face seen along the axis, in a unit that makes all coordinates of these grids whole. */
function turnOf({ positions, triangles }: DeformingMesh, face: number, axis: number): bigint {
  const [o, p, q] = [0, 1, 2].map((k) => {
    const at = 3 * triangles[3 * face + k];
    return [(axis + 1) % 3, (axis + 2) % 3].map((other) => whole(positions[at + other]));
  });
  return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
}

/** 2¹⁰⁷⁴ times a double. */
function whole(x: number): bigint {
  let exponent = 1074;
  let rest = x;
  while (!Number.isInteger(rest)) {
    rest *= 2;
    exponent--;
  }
  return BigInt(rest) << BigInt(exponent);
}

/** Whether the turn of a face in doubles has another sign than it has. */
function isHidden(body: DeformingMesh, face: number, axis: number): boolean {
  const { positions, triangles } = body;
  const [o, p, q] = [0, 1, 2].map((k) => {
    const at = 3 * triangles[3 * face + k];
    return [positions[at + ((axis + 1) % 3)], positions[at + ((axis + 2) % 3)]];
  });
  const rounded = (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const exact = turnOf(body, face, axis);
  return Math.sign(rounded) !== (exact > 0n ? 1 : exact < 0n ? -1 : 0);
}

/** By common corners and corners in the plane, where both outcomes are possible and where one is. */
const KINDS = [
  ...['0 common, 1', '0 common, 2', '0 common, 3', '1 common, 2', '1 common, 3', '2 common, 3'].flatMap((kind) => [
    `${kind} in the plane, intersecting`,
    `${kind} in the plane, apart`,
  ]),
  ...['1 common, 1 in the plane, apart', '2 common, 2 in the plane, apart', '3 common, 3 in the plane, apart'],
  ...['0 common, other, intersecting', '1 common, other, intersecting', '2 common, other, apart'],
];

describe.each(Object.entries(GRIDS))('faces across an axis on a grid of %s', (_, { make, isExact, hidden }) => {
  test('are decided as by brute force, and settled without exact arithmetic where differences are exact', () => {
    const random = seeded(41);
    const kinds = new Map<string, number>();
    let scenesHidden = 0;
    let scenesWithoutArea = 0;
    for (let n = 0; n < 150 * TIMES; n++) {
      const axis = n % 3;
      const body = flatSoup(random, make(random), axis);
      const pairs = everyPair(body);
      const { pairs: found, left } = byKernels(body);
      expect([n, ...found]).toEqual([n, ...intersecting(pairs)]);
      expect([n, ...selfCollide(body).flat()]).toEqual([n, ...intersecting(pairs)]);
      for (const pair of pairs) {
        const { name, isSettled } = kindOf(body, axis, pair);
        kinds.set(name, (kinds.get(name) ?? 0) + 1);
        if (isSettled && isExact) expect([n, left.includes(String(pair.faces))]).toEqual([n, false]);
      }
      const faces = Array.from({ length: body.triangleCount }, (_, face) => face);
      if (faces.some((face) => isHidden(body, face, axis))) scenesHidden++;
      if (faces.some((face) => turnOf(body, face, axis) === 0n)) scenesWithoutArea++;
    }
    expect(KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
    expect(scenesWithoutArea).toBeGreaterThan(20);
    expect(scenesHidden).toBeGreaterThanOrEqual(hidden);
  });
});
