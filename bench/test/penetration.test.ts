import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { box, Model, PenetrationResult } from 'nearmiss';
import { expect, test } from 'vitest';
import { poseFromQuaternion, type Vector } from '../src/body-pose.ts';
import { isWrong } from '../src/penetration/check.ts';
import { runInProjections } from '../src/penetration/in-projections.ts';
import { averageVertex, greatestWidth, runKnownDepths } from '../src/penetration/known-depths.ts';
import { fallPastTwin, runPath, WAYS } from '../src/penetration/led-paths.ts';
import { IDENTITY, runRandomPoses } from '../src/penetration/random-poses.ts';
import { inProjectionsTable, knownDepthsTable, pathTable, randomPosesTable } from '../src/penetration/tables.ts';
import { penetrationChart } from '../src/report/penetration-chart.ts';
import { distancesOf, generatedSource } from '../src/workload-source.ts';

const source = generatedSource();
const KNOT = 'torus-knot-300';
const CUBE: readonly Vector[] = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]);

test('random poses: every way out is one, more starts find shorter ways, and PolyDepth is asked about the same poses', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'nearmiss-depths-'));
  const all = source.load({ name: `W2a.${KNOT}`, kind: 'W2a', model: KNOT });
  const mixed = { ...all, warmUp: all.warmUp.slice(0, 3) };
  const touching = mixed.poses.flatMap((_, k) => (mixed.expected?.[k] === 1 ? [2 ** k] : []));
  mkdirSync(join(dir, 'workloads'));
  const data = mixed.poses.map((_, k) => [1, 2 ** k, 3]);
  writeFileSync(join(dir, 'workloads', `W2.${KNOT}.polydepth.json`), JSON.stringify({ data }));
  const found = await runRandomPoses(mixed, distancesOf(source, KNOT), dir, 1);
  rmSync(dir, { recursive: true });

  expect(found.poses).toBe(touching.length);
  expect(found.poses).toBeGreaterThan(4);
  expect(found.polydepth).toEqual({ depths: touching.reduce((sum, depth) => sum + depth, 0), iterations: 3 });
  expect(found.rows.map(({ wrong }) => wrong)).toEqual([0, 0, 0, 0, 0]);
  const depthsOf = (name: string): number => found.rows.find(({ start }) => start === name)?.depths ?? Number.NaN;
  expect(depthsOf('auto')).toBeLessThanOrEqual(depthsOf('centroid'));
  for (const row of found.rows) expect(row.ratio).toBeGreaterThan(0);
  expect(randomPosesTable(found)).toContain('PolyDepth');
});

test('a way that leads nowhere is called wrong', () => {
  const cube = Model.build(box());
  const pose = poseFromQuaternion([0.75, 0, 0], [0, 0, 0, 1]);
  const claim = (x: number, lower: number): boolean => {
    const result = new PenetrationResult();
    result.translation[0] = x;
    result.upper = 0.25;
    result.lower = lower;
    return isWrong(cube, pose, cube, IDENTITY, result);
  };
  expect(claim(0.25, 0.25)).toBe(false);
  expect(claim(0.2, 0)).toBe(true); // still inside
  expect(claim(0.3, 0)).toBe(true); // longer than said
  expect(claim(0.25, 0.26)).toBe(true); // shorter than proven
});

test('errors by both metrics where the depth is known', () => {
  expect(greatestWidth(CUBE, CUBE)).toBeCloseTo(2 * Math.sqrt(3), 12);
  expect(averageVertex(CUBE)).toBeCloseTo(Math.sqrt(3) / 2, 12);
  expect(runKnownDepths(join(tmpdir(), 'no such file'))).toEqual([]);

  const dir = mkdtempSync(join(tmpdir(), 'nearmiss-depths-'));
  const { positions, triangles } = box();
  const rows = (flat: ArrayLike<number>): number[][] =>
    Array.from({ length: flat.length / 3 }, (_, k) => Array.from(flat).slice(3 * k, 3 * k + 3));
  const at = (x: number) => ({ R: rows([1, 0, 0, 0, 1, 0, 0, 0, 1]), t: [x, 0, 0] });
  const pair = { meshA: 'cube', meshB: 'cube', poseA: at(0.75), poseB: at(0) };
  const cases = [
    { ...pair, name: 'right', depth: 0.25 },
    { ...pair, name: 'too deep', depth: 0.5 },
    { ...pair, name: 'either', depth: 0.125, ambiguous_exact_fit: true, cgal_nef: { distance_to_boundary: 0.25 } },
  ];
  const path = join(dir, 'cases.json');
  writeFileSync(
    path,
    JSON.stringify({ models: { cube: { vertices: rows(positions), triangles: rows(triangles) } }, cases }),
  );
  const found = runKnownDepths(path);
  rmSync(dir, { recursive: true });
  const [right, deep, either] = found[1].cases;
  expect([right.isWrong, deep.isWrong]).toEqual([false, true]);
  expect(right.error1).toBeLessThan(1e-9);
  expect(either.error2).toBeLessThan(1e-9);
  expect(deep.error1).toBeCloseTo(0.25 / (2 * Math.sqrt(3)), 9);
  expect(deep.error2).toBeCloseTo(0.25 / (2 * Math.sqrt(3)), 9);
  expect(knownDepthsTable(found)).toContain('auto');
});

test('a path, through a Pair and afresh', async () => {
  const found = await runPath(fallPastTwin(KNOT, source.mesh(KNOT)), 1, 30);
  expect(found.overlapping).toBeGreaterThan(5);
  expect(found.overlapping).toBeLessThan(30);
  expect(found.rows.map(({ way, wrong }) => [way, wrong])).toEqual(WAYS.map((way) => [way, 0]));
  expect(pathTable(found)).toContain('afresh');
  const svg = penetrationChart([found], [], { node: 'v20' });
  expect(svg.match(/<polyline/g)).toHaveLength(4);
  expect(svg).not.toContain('NaN');
});

test('in-projections both ways: nothing wrong, and Gauss–Seidel arrives as a rule', () => {
  const rows = runInProjections(1, 10);
  expect(rows.map(({ wrong }) => wrong)).toEqual(rows.map(() => 0));
  expect(Math.max(...rows.map(({ unfinished }) => unfinished))).toBeLessThan(3);
  expect(inProjectionsTable(rows)).toContain('smooth');
});
