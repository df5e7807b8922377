// Time on hull trees by time on trees of discs, over the triangles that a leaf of the hull tree stands for; both
// logarithmic. One line a family of bodies, from its coarsest mesh to its finest. Below 1, hulls are faster.

import type { HullTreeRow } from '../hull-trees/suite.ts';
import { logTicks } from './log-ticks.ts';
import type { Machine } from './results.ts';
import { line, svgFile, text } from './svg.ts';

const WIDTH = 860;
const HEIGHT = 560;
const MARGIN = 20;
const LEFT = 76;
const RIGHT = 700;
const TOP = 90;
const BOTTOM = 480;
/** Least space between two names at the right. */
const NAME_STEP = 15;
/** Dots grow with the mesh: the area by its triangles' logarithm. */
const DOT = 1.1;
const TITLE = 'Distance on hull trees by distance on trees of discs';

export function hullTreesChart(rows: readonly HullTreeRow[], { node }: Pick<Machine, 'node'>): string {
  const sizes = rows.map(perLeaf);
  const ratios = rows.map(({ ratio }) => ratio);
  const [lowSize, highSize] = [Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3];
  const [low, high] = [Math.min(...ratios, 0.5) / 1.2, Math.max(...ratios, 2) * 1.2];
  const x = logScale(lowSize, highSize, LEFT, RIGHT);
  const y = logScale(low, high, BOTTOM, TOP);
  const names = [...new Set(rows.map(({ name }) => name))];
  const families = names.map((name) => rows.filter((row) => row.name === name));
  return svgFile(
    WIDTH,
    HEIGHT,
    TITLE,
    [
      text('ink title', MARGIN, 32, TITLE),
      text(
        'faint small',
        MARGIN,
        54,
        'Separated poses, median time; below 1 hulls are faster. Lines go from coarse to fine meshes of a family.',
      ),
      ...logTicks(lowSize, highSize, 3).flatMap((tick) => [
        line('grid', x(tick), TOP, x(tick), BOTTOM),
        text('faint small', x(tick), BOTTOM + 18, tick.toLocaleString('en-US'), 'middle'),
      ]),
      ...logTicks(low, high, 4).flatMap((tick) => [
        line('grid', LEFT, y(tick), RIGHT, y(tick)),
        text('faint small', LEFT - 8, y(tick) + 4, String(tick), 'end'),
      ]),
      line('line thick', LEFT, y(1), RIGHT, y(1)),
      text('faint small', (LEFT + RIGHT) / 2, y(1) - 10, 'discs are faster', 'middle'),
      text('faint small', (LEFT + RIGHT) / 2, BOTTOM + 42, 'triangles a leaf of the hull tree', 'middle'),
      text('faint small', MARGIN, TOP - 8, 'time, hulls / discs'),
      ...families.flatMap((members) => drawFamily(members, x, y)),
      ...positionNames(families, x, y),
      text('faint small', MARGIN, HEIGHT - 14, `Node ${node}`),
    ].join('\n'),
  );
}

const perLeaf = ({ triangles, leaves }: HullTreeRow): number => triangles / leaves;

type Scale = (value: number) => number;

/** Logarithmic: `low` falls on `from`, `high` on `to`. */
function logScale(low: number, high: number, from: number, to: number): Scale {
  return (value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
}

function drawFamily(members: readonly HullTreeRow[], x: Scale, y: Scale): string[] {
  const points = members.map((row) => `${x(perLeaf(row)).toFixed(1)},${y(row.ratio).toFixed(1)}`);
  return [
    `  <polyline class="curve plain-line" points="${points.join(' ')}"/>`,
    ...members.map((row) => {
      const style = row.ratio < 1 ? 'met' : 'missed';
      const radius = DOT * Math.log10(row.triangles);
      return `  <circle class="${style}" cx="${x(perLeaf(row)).toFixed(1)}" cy="${y(row.ratio).toFixed(1)}" r="${radius.toFixed(1)}"/>`;
    }),
  ];
}

/** Each family by its finest mesh, at the right, pushed apart where names would cover each other. */
function positionNames(families: readonly (readonly HullTreeRow[])[], x: Scale, y: Scale): string[] {
  const ends = families
    .map((members) => members[members.length - 1])
    .map((row) => ({ name: row.name, fromX: x(perLeaf(row)), fromY: y(row.ratio) }))
    .toSorted((a, b) => a.fromY - b.fromY);
  let last = -Infinity;
  return ends.flatMap(({ name, fromX, fromY }) => {
    last = Math.max(fromY, last + NAME_STEP);
    return [line('faint-line', fromX + 6, fromY, RIGHT + 12, last), text('ink small', RIGHT + 16, last + 4, name)];
  });
}
