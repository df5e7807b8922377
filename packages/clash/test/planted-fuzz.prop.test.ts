// Drawn assemblies whose clashes are known by arithmetic on intervals, apart from the library: boxes that cross, contain each other, are flush, are
// apart by a little less or more than the clearance, or are there twice, in files that mirror, scale, turn, are in millimetres or far away.
// All coordinates are multiples of 2⁻¹⁰, so that single precision holds them.

import type { Clash } from '@nearmiss/clash';
import { randomInteger, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { boxMesh, glb, type PlantedMesh, type PlantedNode } from './planted.ts';
import { runSet } from './run-set.ts';

const SCENES = Number(process.env.NEARMISS_CLASH_SCENES ?? 6);
const SEED = Number(process.env.NEARMISS_CLASH_SEED ?? 1);
const PAIRS = 12;
const CLEARANCE = 1 / 16;
const UNIT = 2 ** -10;
/** Pairs stand this far from each other. */
const APART = 64;

const KINDS = ['crossing', 'contained', 'flush', 'near', 'beyond', 'duplicate'] as const;
type Kind = (typeof KINDS)[number];
type Random = ReturnType<typeof seeded>;
/** Least and greatest coordinate along each axis. */
type Intervals = readonly (readonly [number, number])[];

interface Planted {
  readonly kind: Kind;
  readonly a: Intervals;
  readonly b: Intervals;
}

const whole = (random: Random, least: number, most: number): number => UNIT * randomInteger(random, least, most);

function drawPair(random: Random, kind: Kind): Planted {
  const a: Intervals = [0, 1, 2].map(() => [0, whole(random, 256, 4096)] as const);
  const axis = randomInteger(random, 0, 2);
  if (kind === 'duplicate') return { kind, a, b: a };
  const b = a.map(([, high], k): readonly [number, number] => {
    const size = whole(random, 256, 4096);
    if (kind === 'contained') {
      const low = whole(random, 1, high / UNIT / 4);
      return [low, high - whole(random, 1, high / UNIT / 4)];
    }
    // Beside the axis they overlap; along it by what the kind says.
    if (k !== axis) return [whole(random, 1, high / UNIT) - size, whole(random, 1, 1024) + high];
    const off = { crossing: -whole(random, 1, 200), flush: 0, near: CLEARANCE - UNIT, beyond: CLEARANCE + UNIT };
    const low = high + off[kind as keyof typeof off];
    return [low, low + size];
  });
  return { kind, a, b };
}

/** The shortest translation out of an overlap of boxes: along an axis, to one side or the other. */
function depthOf({ a, b }: Planted): number {
  return Math.min(...a.map(([low, high], k) => Math.min(high - b[k][0], b[k][1] - low)));
}

/** A box with its vertices in another order, its triangles too, and the other diagonal of some quads. */
function shuffledBox(random: Random, intervals: Intervals, factor: readonly number[]): PlantedMesh {
  const [low, high] = [0, 1].map((end) => intervals.map((interval, k) => interval[end] * factor[k]));
  const { positions, triangles } = boxMesh(
    low.map((x, k) => Math.min(x, high[k])),
    high.map((x, k) => Math.max(x, low[k])),
  );
  const shift = randomInteger(random, 0, 7);
  const moved = (vertex: number): number => (vertex + shift) % 8;
  const others: number[] = [];
  for (let v = 0; v < 8; v++) for (let k = 0; k < 3; k++) others[3 * moved(v) + k] = positions[3 * v + k];
  const faces: number[] = [];
  for (let quad = 0; quad < triangles.length; quad += 6) {
    const [p, q, r, , , s] = triangles.slice(quad, quad + 6).map(moved);
    faces.push(...(random() < 0.5 ? [p, q, r, p, r, s] : [q, r, s, q, s, p]));
  }
  return { positions: others, triangles: faces };
}

interface Scene {
  readonly planted: readonly Planted[];
  readonly bytes: Uint8Array;
  readonly unit: 'mm' | undefined;
  /** What coordinates may be off by. */
  readonly errorBound: number;
}

function drawScene(random: Random): Scene {
  const planted = Array.from({ length: PAIRS }, (_, k) => drawPair(random, KINDS[k % KINDS.length]));
  const unit = random() < 0.4 ? 'mm' : undefined;
  const perUnit = unit === undefined ? 1 : 1000;
  const far = random() < 0.4 ? 2 ** 20 : 0;
  const meshes: PlantedMesh[] = [];
  const nodes: PlantedNode[] = [];
  for (const [k, { a, b }] of planted.entries()) {
    for (const box of [a, b]) {
      // The node scales by powers of two and mirrors; its mesh is what becomes the box by that.
      const scale = [0, 1, 2].map(() => (random() < 0.3 ? -1 : 1) * 2 ** randomInteger(random, -1, 1));
      const mesh =
        meshes.push(
          shuffledBox(
            random,
            box,
            scale.map((s) => perUnit / s),
          ),
        ) - 1;
      const translation = [perUnit * (far + APART * k), perUnit * far, 0];
      nodes.push({ mesh, scale, translation, name: `box ${nodes.length}` });
    }
  }
  // All of them below a node that turns.
  const isTurned = random() < 0.4;
  const turn = [0.5, 0.5, -0.5, 0.5];
  const all = nodes.map((_, k) => k);
  const list = isTurned ? [...nodes, { rotation: turn, children: all }] : nodes;
  const bytes = glb(meshes, list, isTurned ? [nodes.length] : all);
  return { planted, bytes, unit, errorBound: far === 0 ? 1e-9 : 1e-6 };
}

const TESTS = [
  { name: 'hard', mode: 'hard' },
  { name: 'touching', mode: 'hard', touching: true },
  { name: 'near', mode: 'clearance', clearance: CLEARANCE },
  { name: 'duplicate', mode: 'duplicate' },
];

/** The types that the tests report, in their order; empty for none. */
const EXPECTED: Readonly<Record<Kind, readonly string[]>> = {
  crossing: ['hard', 'hard', 'hard', ''],
  contained: ['contained', 'contained', 'contained', ''],
  flush: ['', 'touching', '', ''],
  near: ['', '', 'clearance', ''],
  beyond: ['', '', '', ''],
  duplicate: ['hard', 'hard', 'hard', 'duplicate'],
};

function checkClash({ depth, distance, type }: Clash, pair: Planted, errorBound: number): void {
  if (type === 'hard' || type === 'contained') {
    const true_ = depthOf(pair);
    expect(depth?.lower).toBeLessThanOrEqual(true_ + errorBound);
    expect(depth?.upper).toBeGreaterThanOrEqual(true_ - errorBound);
    expect(depth?.upper).toBeLessThanOrEqual(true_ * (1 + 1e-6) + errorBound);
  }
  if (type === 'clearance') {
    expect(distance?.lower).toBeLessThanOrEqual(CLEARANCE - UNIT + errorBound);
    expect(distance?.upper).toBeGreaterThanOrEqual(CLEARANCE - UNIT - errorBound);
  }
}

test(`${SCENES} drawn assemblies have the clashes that were planted, and no others`, { timeout: 1e8 }, async () => {
  const random = seeded(SEED);
  const counts: Record<string, number> = {};
  for (let scene = 0; scene < SCENES; scene++) {
    const { planted, bytes, unit, errorBound } = drawScene(random);
    const clashes = await runSet({ m: unit === undefined ? { bytes } : { bytes, unit } }, TESTS);
    const found = new Map(clashes.map((clash) => [`${clash.test} ${numbersOf(clash)}`, clash]));
    expect(found.size).toBe(clashes.length);
    for (const [k, pair] of planted.entries()) {
      const ids = `${2 * k}|${2 * k + 1}`;
      const types = TESTS.map(({ name }) => found.get(`${name} ${ids}`)?.type ?? '');
      expect({ scene, k, kind: pair.kind, types }).toEqual({ scene, k, kind: pair.kind, types: EXPECTED[pair.kind] });
      counts[pair.kind] = (counts[pair.kind] ?? 0) + 1;
      for (const { name } of TESTS) {
        const clash = found.get(`${name} ${ids}`);
        if (clash === undefined) continue;
        found.delete(`${name} ${ids}`);
        checkClash(clash, pair, errorBound);
      }
    }
    expect([...found.keys()]).toEqual([]);
  }
  for (const kind of KINDS) expect(counts[kind]).toBe((SCENES * PAIRS) / KINDS.length);
});

/** The numbers of the boxes of a clash. */
function numbersOf(clash: Clash): string {
  const numbers = [clash.a, clash.b].map(({ name }) => Number(name.slice(name.lastIndexOf(' ') + 1)));
  return numbers.sort((x, y) => x - y).join('|');
}
