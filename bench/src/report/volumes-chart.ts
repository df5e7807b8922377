// Bounding volumes and methods to build the tree: one panel a workload, one row a volume, one mark a rule, on a logarithmic axis of
// microseconds. Marks differ in shape as well as colour.

import type { VariantContest, VariantResult, VolumesResult } from '../volumes/suite.ts';
import { QUESTIONS } from '../workload.ts';
import { number } from './format.ts';
import { logTicks } from './log-ticks.ts';
import type { Machine } from './results.ts';
import { line, svgFile, text } from './svg.ts';

const MARGIN = 20;
const PANEL_WIDTH = 420;
const NAME_WIDTH = 84;
const VALUE_WIDTH = 70;
const ROW = 26;
const TOP = 96;
const PANEL_HEAD = 44;
const PANEL_FOOT = 44;
const BOTTOM = 30;
const MARK = 5;

/** Ticks a panel needs at least. */
const ENOUGH_TICKS = 3;

const TITLE = 'Bounding volumes and methods to build the tree';

type Draw = (x: number, y: number) => string;

const MARKS: Readonly<Record<string, Draw>> = {
  sah: (x, y) => `  <circle class="met" cx="${x.toFixed(1)}" cy="${y}" r="${MARK}"/>`,
  mean: (x, y) =>
    `  <rect class="plain" x="${(x - MARK + 1).toFixed(1)}" y="${y - MARK + 1}" width="${2 * MARK - 2}" height="${2 * MARK - 2}"/>`,
  median: (x, y) =>
    `  <path class="missed" d="M${(x - MARK).toFixed(1)} ${y + MARK - 1}h${2 * MARK}l${-MARK} ${-2 * MARK + 1}z"/>`,
  'bottom-up': (x, y) =>
    `  <path class="plain" d="M${(x - MARK).toFixed(1)} ${y - MARK + 1}h${2 * MARK}l${-MARK} ${2 * MARK - 1}z"/>`,
  tiles: (x, y) => `  <rect class="missed" x="${(x - 2).toFixed(1)}" y="${y - MARK}" width="4" height="${2 * MARK}"/>`,
  'sah/4': (x, y) => `  <rect class="met" x="${(x - MARK).toFixed(1)}" y="${y - 2}" width="${2 * MARK}" height="4"/>`,
  'sah/8': (x, y) => `  <rect class="met" x="${(x - 2).toFixed(1)}" y="${y - MARK}" width="4" height="${2 * MARK}"/>`,
  medial: (x, y) =>
    `  <path class="met" d="M${(x - MARK).toFixed(1)} ${y}l${MARK} ${-MARK}l${MARK} ${MARK}l${-MARK} ${MARK}z"/>`,
};

interface Panel {
  readonly title: string;
  readonly subtitle: string;
  /** By volume, in the order given: the figure of each rule. */
  readonly rows: readonly { readonly volume: string; readonly values: ReadonlyMap<string, number> }[];
}

/** Null where no volumes were compared. */
export function volumesChart(volumes: readonly VolumesResult[], { cpu, node }: Machine): string | null {
  if (volumes.length === 0) return null;
  const columns = volumes.map(({ contests }) => contests.map(panelOf));
  const rows = Math.max(...columns.flat().map((panel) => panel.rows.length));
  const panelHeight = PANEL_HEAD + rows * ROW + PANEL_FOOT;
  const width = 2 * MARGIN + columns.length * PANEL_WIDTH;
  const height = TOP + Math.max(...columns.map((panels) => panels.length)) * panelHeight + BOTTOM;
  const body = [
    text('ink title', MARGIN, 32, TITLE),
    ...legend(),
    ...columns.flatMap((panels, column) =>
      panels.flatMap((panel, row) => drawPanel(panel, MARGIN + column * PANEL_WIDTH, TOP + row * panelHeight)),
    ),
    text('faint small', MARGIN, height - 14, `${cpu}, Node ${node}`),
  ];
  return svgFile(width, height, TITLE, body.join('\n'));
}

function panelOf({ workload, kind, figure, peers }: VariantContest): Panel {
  const volumes = [...new Set(peers.map(({ label }) => split(label).volume))];
  return {
    title: workload,
    subtitle: `${QUESTIONS[kind]}; ${figure} µs`,
    rows: volumes.map((volume) => ({
      volume,
      values: new Map(
        peers
          .filter(({ label }) => split(label).volume === volume)
          .map((peer: VariantResult) => [split(peer.label).rule, peer.best[figure]]),
      ),
    })),
  };
}

function split(label: string): { readonly volume: string; readonly rule: string } {
  const [volume, rule] = label.split(' ');
  return { volume, rule };
}

function legend(): string[] {
  const parts = [
    text(
      'faint small',
      MARGIN,
      58,
      'Microseconds a query, the best round; further left is faster. Axes are logarithmic. Figures at the right are of sah.',
    ),
  ];
  let x = MARGIN + MARK;
  for (const [rule, draw] of Object.entries(MARKS)) {
    parts.push(draw(x, 76), text('ink small', x + 2 * MARK, 80, rule));
    x += 80;
  }
  return parts;
}

function drawPanel({ title, subtitle, rows }: Panel, left: number, top: number): string[] {
  const values = rows.flatMap((row) => [...row.values.values()]);
  const low = Math.log(0.9 * Math.min(...values));
  const high = Math.log(1.1 * Math.max(...values));
  const from = left + NAME_WIDTH;
  const to = left + PANEL_WIDTH - VALUE_WIDTH;
  const x = (value: number): number => from + ((to - from) * (Math.log(value) - low)) / (high - low);
  const first = top + PANEL_HEAD;
  const bottom = first + rows.length * ROW;
  return [
    text('ink bold', left, top + 14, title),
    text('faint small', left, top + 32, subtitle),
    ...logTicks(Math.exp(low), Math.exp(high), ENOUGH_TICKS).flatMap((tick) => [
      line('grid', x(tick), first, x(tick), bottom),
      text('faint small', x(tick), bottom + 16, tick.toLocaleString('en-US'), 'middle'),
    ]),
    ...rows.flatMap(({ volume, values: byRule }, i) => {
      const y = first + (i + 0.5) * ROW;
      const sah = byRule.get('sah');
      return [
        text('ink', left, y + 4, volume),
        ...[...byRule].toReversed().map(([rule, value]) => MARKS[rule](x(value), y)),
        ...(sah === undefined ? [] : [text('ink small', to + 10, y + 4, number(sah))]),
      ];
    }),
  ];
}
