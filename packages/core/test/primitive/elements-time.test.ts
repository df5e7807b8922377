// Vertex–face and edge–edge over time against exact arithmetic: seeded motions of every ugly kind, and, where they are there, the
// stored workloads. `npm run fuzz:elements` asks about more of the series, and says how each kind fared.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  addVectors,
  compare,
  type ElementKind,
  type FirstContact,
  firstContactExact,
  fromNumber,
  liftVector,
  mul,
  ONE,
  pointTriangleSquaredDistanceExactly,
  scaleVector,
  seeded,
  segmentSegmentSquaredDistanceExactly,
  sub,
  uglyMotions,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { staysBesideEdge, timeEdgeEdge } from '../../src/primitive/edge-edge-time.ts';
import {
  CONTACT,
  ELEMENT_OUT,
  type ElementOutcome,
  FREE,
  LOWER,
  NEAR,
  TOLERANCE,
  UPPER,
} from '../../src/primitive/element-outcome.ts';
import { staysBesideFace, timeVertexFace } from '../../src/primitive/vertex-face-time.ts';

const ASKED_FOR = process.env.NEARMISS_ELEMENTS;
const MOTIONS = Number(ASKED_FOR ?? 2000);
const SEED = Number(process.env.NEARMISS_ELEMENTS_SEED ?? 1);

const KERNELS = { 'vertex-face': timeVertexFace, 'edge-edge': timeEdgeEdge };
const CULLS = { 'vertex-face': staysBesideFace, 'edge-edge': staysBesideEdge };

const out = new Float64Array(ELEMENT_OUT);

function ask(kind: ElementKind, start: Float64Array, end: Float64Array): ElementOutcome {
  out[TOLERANCE] = -1;
  return KERNELS[kind](start, end, 0, 3, 6, 9, out);
}

/** Whether the elements are no farther apart at the time than that. */
function isWithin(kind: ElementKind, start: Float64Array, end: Float64Array, time: number, distance: number): boolean {
  const t = fromNumber(time);
  const [p, q, r, s] = [0, 3, 6, 9].map((k) =>
    addVectors(scaleVector(liftVector(start, k), sub(ONE, t)), scaleVector(liftVector(end, k), t)),
  );
  const square =
    kind === 'vertex-face'
      ? pointTriangleSquaredDistanceExactly(p, [q, r, s])
      : segmentSegmentSquaredDistanceExactly(p, q, r, s);
  const limit = fromNumber(distance);
  return compare(square, mul(limit, limit)) <= 0;
}

/** What is wrong with an answer, or ''. */
function fault(outcome: ElementOutcome, truth: FirstContact): string {
  if (truth === null) return outcome === CONTACT ? 'claims contact' : '';
  if (outcome === FREE) return 'missed';
  if (compare(fromNumber(out[LOWER]), truth.above) > 0) return 'late';
  return outcome === CONTACT && compare(fromNumber(out[UPPER]), truth.below) < 0 ? 'contact before there is any' : '';
}

test(`${MOTIONS} seeded motions: none missed, none late, contact claimed only where it is`, () => {
  const counts = new Map<string, { motions: number; contacts: number; near: number; culled: number; us: number }>();
  const totals = { contacts: 0, free: 0, near: 0, culled: 0 };
  for (const { motion, kind, start, end } of uglyMotions(MOTIONS, SEED)) {
    const before = performance.now();
    const outcome = ask(kind, start, end);
    const us = 1000 * (performance.now() - before);
    const truth = firstContactExact(kind, start, end);
    const described = `${motion}, ${kind}: [${start.join()}] to [${end.join()}]`;
    if (fault(outcome, truth) !== '') expect.fail(`${fault(outcome, truth)}: ${described}`);
    const isCulled = CULLS[kind](start, end, 0, 3, 6, 9);
    if (isCulled && truth !== null) expect.fail(`culled: ${described}`);
    if (outcome !== FREE && !isWithin(kind, start, end, out[LOWER], out[TOLERANCE])) {
      expect.fail(`farther apart than ${out[TOLERANCE]}: ${described}`);
    }

    totals.contacts += Number(outcome === CONTACT);
    totals.free += Number(outcome === FREE);
    totals.near += Number(outcome === NEAR);
    totals.culled += Number(isCulled);
    const count = counts.get(motion) ?? { motions: 0, contacts: 0, near: 0, culled: 0, us: 0 };
    count.us += (us - count.us) / ++count.motions;
    count.contacts += Number(truth !== null);
    count.near += Number(outcome === NEAR);
    count.culled += Number(isCulled);
    counts.set(motion, count);
  }
  if (ASKED_FOR !== undefined) console.table(Object.fromEntries(counts));
  // Or the series would prove nothing; and few are left undecided.
  expect(totals.contacts).toBeGreaterThan(0.3 * MOTIONS);
  expect(totals.free).toBeGreaterThan(0.3 * MOTIONS);
  expect(totals.culled).toBeGreaterThan(0.05 * MOTIONS);
  expect(totals.near).toBeLessThan(0.01 * MOTIONS);
});

test('any tolerance keeps the promises; the narrower it is, the narrower the bracket', () => {
  const random = seeded(5);
  let wide = 0;
  for (const { kind, start, end } of uglyMotions(400, 11)) {
    const truth = firstContactExact(kind, start, end);
    out[TOLERANCE] = random() < 0.2 ? 0 : 10 ** (-14 * random());
    const asked = out[TOLERANCE];
    const outcome = KERNELS[kind](start, end, 0, 3, 6, 9, out);
    expect(fault(outcome, truth)).toBe('');
    expect(Number.isFinite(out[TOLERANCE])).toBe(true);
    if (outcome === FREE) continue;
    expect(isWithin(kind, start, end, out[LOWER], out[TOLERANCE])).toBe(true);
    const size = Math.max(...start.map((x, k) => Math.max(Math.abs(x - start[k % 3]), Math.abs(end[k] - end[k % 3]))));
    if (out[TOLERANCE] > Math.max(asked, 1e-12 * size)) wide++;
  }
  expect(wide).toBeLessThan(4);
});

const WORKLOADS = fileURLToPath(new URL('../../../../../shared/bench/workloads/', import.meta.url));

describe.runIf(existsSync(`${WORKLOADS}W6.vf.json.gz`))('the stored workloads', () => {
  test.each([
    ['vertex-face', 'vf', 5191],
    ['edge-edge', 'ee', 5510],
  ] as const)('%s: every hit is found and proven, every miss is free', (kind, file, hits) => {
    const { data }: { data: number[][] } = JSON.parse(
      gunzipSync(readFileSync(`${WORKLOADS}W6.${file}.json.gz`)).toString(),
    );
    const counts = [0, 0, 0];
    for (const [index, row] of data.entries()) {
      const start = Float64Array.from(row.slice(0, 12));
      const end = Float64Array.from(row.slice(12));
      const outcome = ask(kind, start, end);
      counts[outcome]++;
      // Exact arithmetic on every row takes half a minute; the totals below are of all.
      if (index % 20 === 0 && fault(outcome, firstContactExact(kind, start, end)) !== '') expect.fail(`row ${index}`);
    }
    expect(counts).toEqual([data.length - hits, 0, hits]);
  });
});
