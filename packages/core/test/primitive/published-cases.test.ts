// Cases published with other programs or in papers, where they are at hand: beside the repository, in shared/cases.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DoubleCorners } from '../../src/primitive/exact-corners.ts';
import { closestPointTriangle } from '../../src/primitive/point-triangle.ts';
import { CLOSEST_SIZE, CLOSEST_SQ } from '../../src/primitive/segment-segment.ts';
import { closestSegmentTriangle } from '../../src/primitive/segment-triangle.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SEPARATED,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../src/primitive/triangle-triangle-distance.ts';
import { relateTriangles } from '../../src/primitive/triangle-triangle-exact.ts';
import { filterTriangleTriangle } from '../../src/primitive/triangle-triangle-filter.ts';
import { COORDINATE_ERROR, UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';
import { CORNER_ORDERS, inRoundoffs, largest, reordered } from './hard-cases.ts';

const CASES = fileURLToPath(new URL('../../../../../shared/cases/', import.meta.url));

type Corners = readonly (readonly number[])[];

/** Lists of cases, each with the fields its test needs. */
function load<T>(file: string, list: string): T[] {
  const content: Record<string, T[]> = JSON.parse(readFileSync(`${CASES}${file}`, 'utf8'));
  return content[list];
}

const flatten = (corners: Corners): Float64Array => Float64Array.from(corners.flat());

function intersects(a: Float64Array, b: Float64Array): boolean {
  const corners = new DoubleCorners(6);
  corners.xyz.set(a);
  corners.xyz.set(b, 9);
  expect(corners.isInRange()).toBe(true);
  return relateTriangles(corners) !== 'disjoint';
}

/** The three kernels for a pair of triangles, held against the published truth. */
function judge(a: Float64Array, b: Float64Array, truth: boolean): void {
  expect(intersects(a, b)).toBe(truth);
  expect(intersects(b, a)).toBe(truth);
  const claim = filterTriangleTriangle(a, 0, b, 0, Float64Array.of(COORDINATE_ERROR * largest(a, b)));
  expect(claim).not.toBe(truth ? -1 : 1);
  const witness = new Float64Array(WITNESS_SIZE);
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(a, 0, b, 0, witness);
  if (truth && witness[WITNESS_SEPARATED] === 1) {
    expect(inRoundoffs(Math.sqrt(witness[WITNESS_SQ]), a, b)).toBeLessThanOrEqual(8);
  }
  expect(witness[WITNESS_SQ]).toBeLessThan(Infinity);
}

describe.runIf(existsSync(`${CASES}triangle-pairs`))('published triangle pairs', () => {
  test('the collected lists, corners in any order', () => {
    const cases = load<{ A: Corners; B: Corners; exact_on_doubles: boolean }>('triangle-pairs/cases.json', 'cases');
    expect(cases.length).toBeGreaterThan(0);
    for (const { A, B, exact_on_doubles } of cases) {
      for (const order of CORNER_ORDERS) judge(reordered(flatten(A), order), flatten(B), exact_on_doubles);
    }
  });

  test('Shen, Heng, Tang 2003', () => {
    const pairs = load<{ A: Corners; B: Corners; exact: boolean }>('triangle-pairs/shen2003.json', 'pairs');
    expect(pairs.length).toBeGreaterThan(0);
    for (const { A, B, exact } of pairs) judge(flatten(A), flatten(B), exact);
  });
});

interface Reported {
  readonly query: string;
  readonly A: Corners;
  readonly B: Corners;
  readonly exact_intersect: boolean;
  readonly point: readonly number[];
  readonly triangle: Corners;
  readonly expected_distance: number;
}

describe.runIf(existsSync(`${CASES}issue-repros`))('cases that broke other programs', () => {
  const cases = existsSync(`${CASES}issue-repros`) ? load<Reported>('issue-repros/cases.json', 'cases') : [];

  test('triangle pairs', () => {
    const pairs = cases.filter(({ query }) => query === 'triangle_triangle');
    expect(pairs.length).toBeGreaterThan(0);
    for (const { A, B, exact_intersect } of pairs) judge(flatten(A), flatten(B), exact_intersect);
  });

  test('a point and a triangle', () => {
    const points = cases.filter(({ query }) => query === 'point_triangle_distance');
    expect(points.length).toBeGreaterThan(0);
    for (const { point, triangle, expected_distance } of points) {
      const p = Float64Array.from(point);
      const t = flatten(triangle);
      const out = new Float64Array(4);
      closestPointTriangle(p, 0, t, 0, out);
      expect(inRoundoffs(Math.abs(Math.sqrt(out[3]) - expected_distance), p, t)).toBeLessThanOrEqual(10);
    }
  });
});

interface Published {
  readonly query: string;
  readonly point: readonly number[];
  readonly target: Corners;
  readonly squared_distance: number;
}

describe.runIf(existsSync(`${CASES}convex-distance`))('published distances of points', () => {
  test('from triangles and segments', () => {
    const all = load<Published>('convex-distance/cases.json', 'cases');
    const cases = all.filter(({ query }) => query === 'point_triangle_sqdist' || query === 'point_segment_sqdist');
    expect(cases.length).toBeGreaterThan(0);
    for (const { point, target, squared_distance } of cases) {
      const p = Float64Array.from(point);
      // A segment is a triangle with an end twice.
      const t = flatten(target.length === 3 ? target : [target[0], target[1], target[1]]);
      const out = new Float64Array(4);
      closestPointTriangle(p, 0, t, 0, out);
      const rounding = 10 * UNIT_ROUNDOFF * largest(p, t) * Math.max(1, Math.sqrt(squared_distance));
      expect(Math.abs(out[3] - squared_distance)).toBeLessThanOrEqual(2 * rounding);
      // And as a segment of no length.
      const closest = new Float64Array(CLOSEST_SIZE);
      closestSegmentTriangle(p, 0, 0, t, 0, closest);
      expect(Math.abs(closest[CLOSEST_SQ] - squared_distance)).toBeLessThanOrEqual(2 * rounding);
    }
  });
});
