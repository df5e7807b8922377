// The bar chart: nearmiss' time as a share of FCL's, one bar a workload, with the goal as a tick and FCL as the line at 1.

import { FCL_GOALS } from '../goals.ts';
import { ratio } from './format.ts';
import type { Results } from './results.ts';

interface Bar {
  readonly name: string;
  readonly value: number;
  /** The least and the largest ratio of any round. */
  readonly range: readonly [number, number];
  readonly goal: number | null;
  /** three-mesh-bvh's time by FCL's; far outside the axis, so it is written, not drawn. */
  readonly threeMeshBvh: number | null;
}

const WIDTH = 860;
const ROW = 30;
const TOP = 84;
const BOTTOM = 62;
const AXIS_LEFT = 150;
const AXIS_RIGHT = 640;
/** The axis reaches a little past FCL, so that a bar that loses is seen to lose. */
const AXIS_MIN_END = 1.2;

const THREE_HEAD = `<text class="faint small" x="${WIDTH - 20}" y="${TOP - 10}" text-anchor="end">three-mesh-bvh / FCL</text>`;

const STYLE = `
    .paper { fill: #ffffff } .ink { fill: #1f2933 } .faint { fill: #616e7c } .grid { stroke: #d9dee4 }
    .fcl { stroke: #1f2933 } .met { fill: #2f7d4f } .missed { fill: #c2601c } .plain { fill: #4a7fb5 }
    .goal { stroke: #1f2933; stroke-width: 2 } .range { stroke: #1f2933; stroke-opacity: 0.55 }
    text { font: 13px system-ui, sans-serif } .title { font-size: 17px; font-weight: 600 } .small { font-size: 12px }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #14181d } .ink { fill: #e6eaee } .faint { fill: #98a3af } .grid { stroke: #313a44 }
      .fcl, .goal, .range { stroke: #e6eaee } .met { fill: #4fae78 } .missed { fill: #e08a4a } .plain { fill: #6ca3d9 }
    }`;

/** Null where nothing was compared with FCL: there is nothing to draw then. */
export function ratioChart(results: Results): string | null {
  const bars = barsOf(results);
  if (bars.length === 0) return null;
  const end = Math.max(AXIS_MIN_END, ...bars.map(({ range }) => range[1]));
  const x = (value: number): number => AXIS_LEFT + ((AXIS_RIGHT - AXIS_LEFT) * value) / end;
  const bottom = TOP + bars.length * ROW;
  const height = bottom + BOTTOM;
  const { cpu, node } = results.machine;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="nearmiss' time as a share of FCL's">
  <style>${STYLE}
  </style>
  <rect class="paper" width="${WIDTH}" height="${height}"/>
  <text class="ink title" x="20" y="30">nearmiss' time as a share of FCL's (shorter is faster)</text>
  <text class="faint small" x="20" y="50">Bar: median ratio; whisker: range over the rounds; tick: goal. Green meets its goal.</text>
  <text class="faint small" x="20" y="${height - 12}">${escapeText(`${results.rounds} interleaved rounds on ${cpu}, Node ${node}`)}</text>
  ${bars.some(({ threeMeshBvh }) => threeMeshBvh !== null) ? THREE_HEAD : ''}
${gridLines(end, x, bottom)}
${bars.map((bar, i) => drawBar(bar, TOP + i * ROW, x)).join('\n')}
</svg>
`;
}

function barsOf({ contests }: Results): Bar[] {
  return contests.flatMap(({ workload, kind, base, peers, goals }) => {
    const nearmiss = peers.find(({ label }) => label === 'nearmiss');
    if (base !== 'FCL' || nearmiss === undefined || nearmiss.ratio === null) return [];
    const { ratio: value, roundRatios } = nearmiss;
    const goal = goals.length > 0 ? (FCL_GOALS[kind]?.limit ?? null) : null;
    const threeMeshBvh = peers.find(({ label }) => label === 'three-mesh-bvh')?.ratio ?? null;
    return [{ name: workload, value, range: [Math.min(...roundRatios), Math.max(...roundRatios)], goal, threeMeshBvh }];
  });
}

function gridLines(end: number, x: (value: number) => number, bottom: number): string {
  const step = end <= 2 ? 0.2 : end <= 5 ? 0.5 : Math.ceil(end / 10);
  const lines: string[] = [];
  for (let i = 0; i * step <= end + 1e-9; i++) {
    const at = x(i * step).toFixed(1);
    lines.push(
      `  <line class="grid" x1="${at}" y1="${TOP - 4}" x2="${at}" y2="${bottom + 4}"/>`,
      `  <text class="faint small" x="${at}" y="${bottom + 22}" text-anchor="middle">${Number((i * step).toFixed(2))}</text>`,
    );
  }
  const fcl = x(1).toFixed(1);
  lines.push(
    `  <line class="fcl" x1="${fcl}" y1="${TOP - 4}" x2="${fcl}" y2="${bottom + 4}"/>`,
    `  <text class="ink small" x="${fcl}" y="${TOP - 10}" text-anchor="middle">FCL</text>`,
  );
  return lines.join('\n');
}

function drawBar({ name, value, range, goal, threeMeshBvh }: Bar, y: number, x: (value: number) => number): string {
  const middle = y + ROW / 2;
  const look = goal === null ? 'plain' : value <= goal ? 'met' : 'missed';
  const parts = [
    `  <text class="ink" x="${AXIS_LEFT - 12}" y="${middle + 4}" text-anchor="end">${escapeText(name)}</text>`,
    `  <rect class="${look}" x="${AXIS_LEFT}" y="${y + 6}" width="${(x(value) - AXIS_LEFT).toFixed(1)}" height="${ROW - 12}" rx="2"/>`,
    `  <line class="range" x1="${x(range[0]).toFixed(1)}" y1="${middle}" x2="${x(range[1]).toFixed(1)}" y2="${middle}"/>`,
  ];
  if (goal !== null) {
    const at = x(goal).toFixed(1);
    parts.push(`  <line class="goal" x1="${at}" y1="${y + 3}" x2="${at}" y2="${y + ROW - 3}"/>`);
  }
  const labelAt = Math.max(x(range[1]), goal === null ? 0 : x(goal)) + 8;
  parts.push(`  <text class="ink" x="${labelAt.toFixed(1)}" y="${middle + 4}">${ratio(value)}</text>`);
  if (threeMeshBvh !== null) {
    parts.push(
      `  <text class="faint" x="${WIDTH - 20}" y="${middle + 4}" text-anchor="end">${ratio(threeMeshBvh)}×</text>`,
    );
  }
  return parts.join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
