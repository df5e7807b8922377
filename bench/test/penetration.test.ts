import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Model, PenetrationResult } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { poseFromQuaternion, type Vector } from '../src/body-pose.ts';
import { triangleCount } from '../src/mesh-file.ts';
import { PAGES_DIR } from '../src/paths.ts';
import { bracketedTorus, runBracketedDepths } from '../src/penetration/bracketed-depths.ts';
import { isOverlapping, isWrong, movedBy } from '../src/penetration/check.ts';
import { averageVertex, greatestWidth } from '../src/penetration/depth-errors.ts';
import { penetrationTables } from '../src/penetration/experiment.ts';
import { runInProjections } from '../src/penetration/in-projections.ts';
import { runKnownDepths } from '../src/penetration/known-depths.ts';
import { fallPastTwin, runPath } from '../src/penetration/led-paths.ts';
import { IDENTITY } from '../src/penetration/measured-translations.ts';
import { atSize, ofMesh } from '../src/penetration/paper-sizes.ts';
import {
  holedScenes,
  type PicturedScene,
  type PlottedTranslations,
  runPlottedTranslations,
  spoonScenes,
} from '../src/penetration/plotted-translations.ts';
import { runRandomPoses } from '../src/penetration/random-poses.ts';
import { mistakesIn, type PenetrationRun } from '../src/penetration/run.ts';
import { readObj } from '../src/penetration/scanned-models.ts';
import { tablesOf } from '../src/penetration/tables.ts';
import { fillTables } from '../src/report/page-tables.ts';
import { depthsChart, exactChart, pathsChart, randomChart } from '../src/report/penetration-chart.ts';
import { thisMachine } from '../src/report/results.ts';
import { distancesOf, generatedSource } from '../src/workload-source.ts';

const source = generatedSource();
const KNOT = 'torus-knot-300';
const mixed = source.load({ name: `W2a.${KNOT}`, kind: 'W2a', model: KNOT });
const CUBE: readonly Vector[] = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]);

/** Table I of a small model, with answers of PolyDepth that are made up. */
async function smallRandomPoses(): Promise<PenetrationRun['random'][number]> {
  const dir = mkdtempSync(join(tmpdir(), 'nearmiss-depths-'));
  mkdirSync(join(dir, 'workloads'));
  const data = mixed.poses.map((_, k) => [1, 2 ** k, 3]);
  writeFileSync(join(dir, 'workloads', `W2.${KNOT}.polydepth.json`), JSON.stringify({ data }));
  const found = await runRandomPoses({ ...mixed, warmUp: mixed.warmUp.slice(0, 3) }, distancesOf(source, KNOT), dir, 1);
  rmSync(dir, { recursive: true });
  return found;
}

const random = await smallRandomPoses();
const fall = await runPath(fallPastTwin('dragon', source.mesh(KNOT)), 1, 24);
const bracketed = await runBracketedDepths(bracketedTorus(), 1, 16);
const projections = runInProjections(1, 10);

test('random poses: every separating translation is one, more starts find shorter translations, and PolyDepth is asked about the same poses', () => {
  const touching = mixed.poses.flatMap((_, k) => (mixed.expected?.[k] === 1 ? [2 ** k] : []));
  const found = random;
  expect(found.poses).toBe(touching.length);
  expect(found.poses).toBeGreaterThan(4);
  expect(found.polydepth?.depths).toBe(touching.reduce((sum, depth) => sum + depth, 0));
  expect(found.polydepth?.each.upper).toEqual(touching);
  expect(found.polydepth?.iterations).toBe(3);
  expect(found.methods.map(({ wrong }) => wrong)).toEqual([0, 0, 0, 0, 0]);
  const methodOf = (start: string) => found.methods.find(({ name }) => name === start) ?? found.methods[0];
  expect(methodOf('auto').depths).toBeLessThanOrEqual(methodOf('centroid').depths);
  for (const { ratio, depths, each } of found.methods) {
    expect(ratio).toBeGreaterThan(0);
    expect(each.upper.reduce((sum, depth) => sum + depth, 0)).toBeCloseTo(depths, 12);
    for (const values of Object.values(each)) expect(values).toHaveLength(found.poses);
  }
});

test('a translation that separates nothing is called wrong', () => {
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
});

test('a path, through a Pair and afresh: only steps that overlap count', () => {
  const found = fall;
  expect(found.overlapping).toBeGreaterThan(5);
  expect(found.overlapping).toBeLessThan(found.steps);
  expect(found.methods.map(({ name, wrong }) => [name, wrong])).toEqual(
    ['pair', 'auto', 'centroid', 'clear'].map((name) => [name, 0]),
  );
  for (const { each } of found.methods) {
    expect(each.upper).toHaveLength(found.steps);
    expect(each.upper.filter((depth) => depth > 0)).toHaveLength(found.overlapping);
  }
});

test('a torus between two proofs: errors beyond what is proven are no smaller than beyond what is known', () => {
  const { poses, lower, upper, errors, methods } = bracketed;
  expect(poses).toBeGreaterThan(1);
  for (let k = 0; k < poses; k++) expect(lower[k]).toBeLessThanOrEqual(upper[k]);
  expect(methods.map(({ wrong }) => wrong)).toEqual([0, 0, 0, 0]);
  for (const { known1, known2, proven2 } of errors) {
    known2.forEach((error, k) => {
      expect(error).toBeGreaterThanOrEqual(0);
      expect(proven2[k]).toBeGreaterThanOrEqual(error);
      expect(Math.sign(known1[k])).toBe(Math.sign(error));
    });
  }
  expect(Math.max(...errors.flatMap(({ known2 }) => known2))).toBeGreaterThan(0);
});

test('plotted translations start from where A is free, and end there', () => {
  const [scene] = holedScenes().slice(-1);
  const [{ methods }] = runPlottedTranslations([scene]);
  const [a, b] = [Model.build(scene.a), Model.build(scene.b)];
  const overlapsAt = (by: Vector): boolean => isOverlapping(a, movedBy(scene.pose, by), b, IDENTITY);
  expect(overlapsAt([0, 0, 0])).toBe(true);
  for (const { free, method, upper } of methods) {
    expect([overlapsAt(free), overlapsAt(method)]).toEqual([false, false]);
    expect(Math.hypot(...method)).toBeCloseTo(upper, 12);
    expect(Math.hypot(...free)).toBeGreaterThanOrEqual(upper);
  }
  // Of all that sampling tried, the one it went down from: it has come nearer than where it began.
  const farOf = (name: string): number => Math.hypot(...(methods.find(({ start }) => start === name)?.free ?? []));
  expect(farOf('sampling')).toBeLessThan(0.5 * farOf('centroid'));
});

test('every scene of the figures is one of overlap', () => {
  for (const { name, a, b, pose } of [...holedScenes(), ...spoonScenes()]) {
    expect([name, isOverlapping(Model.build(a), pose, Model.build(b), IDENTITY)]).toEqual([name, true]);
  }
});

test('an OBJ file is read, whatever else its corners name, and made one in size', () => {
  const { positions, triangles } = readObj('# made up\nv 0 0 0\nv 4 0 0\nv 0 2 0\n\nf 1 2 3\nf 1/5 3//7 2/1/1\n');
  expect([...positions]).toEqual([-0.5, -0.25, 0, 0.5, -0.25, 0, -0.5, 0.25, 0]);
  expect([...triangles]).toEqual([0, 1, 2, 0, 2, 1]);
});

const MADE_UP = { free: [0, 0, 2], method: [0, 0, 1], lower: 0, upper: 1, iterations: 1, isWrong: false } as const;
const pictured = ({ name, start }: PicturedScene): PlottedTranslations => ({
  name,
  triangles: [1, 1],
  methods: [{ start, ...MADE_UP }],
});
const run: PenetrationRun = {
  node: 'v20',
  rounds: 1,
  leftOut: [],
  random: [random],
  known: [
    {
      start: 'auto',
      cases: [
        { name: 'x', depth: 1, lower: 1, upper: 1.02, iterations: 2, error1: 0.01, error2: 0.02, isWrong: false },
      ],
    },
  ],
  bracketed: [bracketed, { ...bracketed, model: 'bunny1k' }],
  paths: [fall],
  holed: holedScenes().map(pictured),
  spoon: spoonScenes().map(pictured),
  projections,
};

test('tables and charts of a run, with the paper beside it; a mistake anywhere is counted', () => {
  const cells = tablesOf(run).flatMap(({ rows }) => rows.flat());
  // The paper's figures of Torusknot, Dragon on its path and Distorted-Torus, and our error in percent.
  for (const cell of ['5.53 (3K)', '5.84 (174K)', '1.165', '2.0000']) expect(cells).toContain(cell);
  for (const { rows } of tablesOf(run)) expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  for (const [svg, lines] of [
    [randomChart(run), 10],
    [pathsChart(run), 8],
    [depthsChart(run), 4],
    [exactChart(run), 20],
  ] as const) {
    expect(svg.match(/aria-label="line"/g)).toHaveLength(lines);
    expect(svg).not.toContain('NaN');
  }
  expect(mistakesIn(run)).toBe(0);
  const spoilt = { ...run, known: [{ ...run.known[0], cases: [{ ...run.known[0].cases[0], isWrong: true }] }] };
  expect(mistakesIn(spoilt)).toBe(1);
});

test('the paper’s figures stand beside the model that is nearest in size, and beside no other', () => {
  const sized = (model: string, triangles: number) => ({ ...random, model, triangles });
  const models = [sized('knot3k', 2880), sized('knot11k', 11_520), sized('bunny', 69_664), sized('bunny40k', 40_000)];
  const rows = tablesOf({ ...run, random: models }).find(({ name }) => name === 'random')?.rows ?? [];
  const beside = rows.filter((row) => row.some((cell) => /K\)$/.test(cell))).map(([model]) => model);
  expect(beside).toEqual(['knot3k', 'bunny40k']);
});

test('a workload of another mesh keeps its poses, and no stored answers', () => {
  const { name, mesh } = atSize('knot', source.mesh(KNOT), 200);
  expect([name, triangleCount(mesh)]).toEqual(['knot0k', 200]);
  const other = ofMesh(mixed, name, mesh);
  expect(other).toMatchObject({ name: 'W2a.knot0k', model: 'knot0k', expected: null });
  expect(other.poses).toBe(mixed.poses);
});

test('what was saved is drawn again, the page has a slot for each table, and shows each figure', () => {
  const found = penetrationTables.redraw?.(run);
  const text = readFileSync(join(PAGES_DIR, `${found?.page?.name}.md`), 'utf8');
  expect(() => fillTables(text, found?.page?.tables ?? {})).not.toThrow();
  const plots = penetrationTables.draw?.(run, thisMachine()) ?? {};
  expect(Object.keys(plots)).toHaveLength(6);
  for (const name of Object.keys(plots)) expect(text).toContain(`(../plots/${name}.svg)`);
  expect(plots.penetration).toBe(depthsChart(run));
  // Half of it is no page.
  expect(penetrationTables.redraw?.({ ...run, leftOut: ['the Buddha'] }).page).toBeNull();
});

test('in-projections in both directions: nothing wrong, and Gauss–Seidel arrives as a rule', () => {
  const rows = projections;
  expect(rows.map(({ wrong }) => wrong)).toEqual(rows.map(() => 0));
  expect(Math.max(...rows.map(({ unfinished }) => unfinished))).toBeLessThan(3);
});
