// Which vertex of a convex body lies farthest along d: a test of all of them, a climb from a start in a table of
// directions, or the best of a list in the table; and how fine the table should be. docs/lab/convex.md has what came
// of it.

import { seeded } from '@nearmiss/fixtures';
import {
  buildConvexBody,
  buildSupportTable,
  type ConvexBody,
  mapCell,
  type SupportTable,
  supportVertex,
} from '../core-internals.ts';
import type { Experiment, Findings } from '../experiment.ts';
import { randomDirection } from '../pose-generator.ts';
import { alignColumns } from '../report/format.ts';

const SIZES: readonly number[] = [8, 32, 128, 1000, 10_000];
const CELLS_PER_VERTEX: readonly number[] = [1, 2, 4, 8, 16];
const DIRECTIONS = 8192;
const SEED = 5;
/** Times a method goes through all directions in a round; the fastest counts. */
const REPEATS = 10;
const BUILDS = 5;
/** Heights of two vertices that are farthest may differ by rounding, in radii. */
const ERROR_BOUND = 1e-15;

type Support = (body: ConvexBody, directions: Float64Array, at: number) => number;

interface Line {
  readonly vertices: number;
  readonly method: string;
  readonly nanoseconds: number;
  readonly listed: number;
  readonly buildMs: number;
}

export const supports: Experiment = {
  name: 'supports',
  run: async (rounds) => {
    const lines: Line[] = [];
    let mistakes = 0;
    const directions = spherePoints(DIRECTIONS);
    for (const vertices of SIZES) {
      const body = buildConvexBody(spherePoints(vertices));
      const add = (method: string, asked: ConvexBody, support: Support, buildMs: number): void => {
        const nanoseconds = time(support, asked, directions, rounds);
        const listed = asked.cellVertices.length / (asked.cellStart.length - 1);
        lines.push({ vertices, method, nanoseconds, listed, buildMs });
        mistakes += countMistakes(support, asked, directions);
      };
      if (vertices <= 1000) add('all vertices', body, testAll, 0);
      for (const cells of CELLS_PER_VERTEX) {
        const { table, buildMs } = timedTable(body, cells);
        const asked = { ...body, ...table };
        add(`list, ${cells} cells a vertex`, asked, supportVertex, buildMs);
        if (cells === 1 || cells === 8) add(`climb, ${cells} cells a vertex`, asked, climb, buildMs);
      }
    }
    return findings(lines, mistakes);
  },
};

/** The least of some times: one would be that of the compiler, or of someone else's turn. */
function timedTable(
  { vertices, neighbourStart, neighbours }: ConvexBody,
  cells: number,
): { readonly table: SupportTable; readonly buildMs: number } {
  let buildMs = Infinity;
  let table = buildSupportTable(vertices, neighbourStart, neighbours, cells);
  for (let repeat = 0; repeat < BUILDS; repeat++) {
    const start = performance.now();
    table = buildSupportTable(vertices, neighbourStart, neighbours, cells);
    buildMs = Math.min(buildMs, performance.now() - start);
  }
  return { table, buildMs };
}

function findings(lines: readonly Line[], mistakes: number): Findings {
  const rows = [
    ['vertices', 'method', 'ns a support', 'listed a cell', 'table, ms'],
    ...lines.map(({ vertices, method, nanoseconds, listed, buildMs }) => [
      String(vertices),
      method,
      nanoseconds.toFixed(1),
      listed.toFixed(1),
      buildMs.toFixed(2),
    ]),
  ];
  const table = `supports: the farthest vertex along ${DIRECTIONS} directions\n${alignColumns(rows)}`;
  return { table, data: lines, goals: [], mistakes };
}

function time(support: Support, body: ConvexBody, directions: Float64Array, rounds: number): number {
  let best = Infinity;
  let sink = 0;
  for (let repeat = 0; repeat < REPEATS * rounds; repeat++) {
    const start = performance.now();
    for (let at = 0; at < directions.length; at += 3) sink += support(body, directions, at);
    best = Math.min(best, performance.now() - start);
  }
  return sink < 0 ? Number.NaN : (1e6 * best) / DIRECTIONS;
}

function countMistakes(support: Support, body: ConvexBody, directions: Float64Array): number {
  let wrong = 0;
  for (let at = 0; at < directions.length; at += 3) {
    const found = height(body, support(body, directions, at), directions, at);
    if (!(found >= height(body, testAll(body, directions, at), directions, at) - ERROR_BOUND)) wrong++;
  }
  return wrong;
}

function height({ vertices }: ConvexBody, v: number, directions: Float64Array, at: number): number {
  return (
    vertices[3 * v] * directions[at] +
    vertices[3 * v + 1] * directions[at + 1] +
    vertices[3 * v + 2] * directions[at + 2]
  );
}

function testAll({ vertices, vertexCount }: ConvexBody, directions: Float64Array, at: number): number {
  const dx = directions[at];
  const dy = directions[at + 1];
  const dz = directions[at + 2];
  let best = 0;
  let bestHeight = -Infinity;
  for (let v = 0, k = 0; v < vertexCount; v++, k += 3) {
    const h = vertices[k] * dx + vertices[k + 1] * dy + vertices[k + 2] * dz;
    if (h > bestHeight) {
      bestHeight = h;
      best = v;
    }
  }
  return best;
}

/** To the highest neighbour as long as there is a higher one, from the first vertex of the cell's list. */
function climb(body: ConvexBody, directions: Float64Array, at: number): number {
  const { vertices, neighbours, neighbourStart } = body;
  const dx = directions[at];
  const dy = directions[at + 1];
  const dz = directions[at + 2];
  let here = body.cellVertices[body.cellStart[mapCell(body.mapSide, dx, dy, dz)]];
  for (;;) {
    const x = vertices[3 * here];
    const y = vertices[3 * here + 1];
    const z = vertices[3 * here + 2];
    let next = here;
    let bestGain = 0;
    for (let k = neighbourStart[here]; k < neighbourStart[here + 1]; k++) {
      const v = 3 * neighbours[k];
      const gain = dx * (vertices[v] - x) + dy * (vertices[v + 1] - y) + dz * (vertices[v + 2] - z);
      if (gain > bestGain) {
        bestGain = gain;
        next = neighbours[k];
      }
    }
    if (next === here) return here;
    here = next;
  }
}

function spherePoints(count: number): Float64Array {
  const random = seeded(SEED);
  return Float64Array.from(Array.from({ length: count }, () => randomDirection(random)).flat());
}
