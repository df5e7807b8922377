// The bar chart: nearmiss' time as a share of FCL's, one bar a workload, with the goal as a tick and FCL as the line at 1.

import { fclGoal, MOTION_GOALS } from '../goals.ts';
import { median } from '../statistics.ts';
import { ratio } from './format.ts';
import type { Results } from './results.ts';
import { line, svgFile, text } from './svg.ts';

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
const MARGIN = 20;
const ROW = 30;
const TOP = 108;
const BOTTOM = 62;
const AXIS_RIGHT = 680;
/** The axis reaches a little past FCL, so that a bar that loses is seen to lose. */
const AXIS_MIN_END = 1.2;
/** A letter of a workload's name is at most this wide, in any of the fonts. */
const LETTER = 8.2;
const LEAST_NAME_WIDTH = 100;
const LABEL_WIDTH = 40;
const LABEL_GAP = 8;

const TITLE = "nearmiss' time as a share of FCL's";

/** Null where nothing was compared with FCL: there is nothing to draw then. */
export function ratioChart(results: Results): string | null {
  const bars = barsOf(results);
  if (bars.length === 0) return null;
  const end = Math.max(AXIS_MIN_END, ...bars.map(({ range }) => range[1]));
  const left = MARGIN + Math.max(LEAST_NAME_WIDTH, ...bars.map(({ name }) => LETTER * name.length));
  const x = (value: number): number => left + ((AXIS_RIGHT - left) * value) / end;
  const bottom = TOP + bars.length * ROW;
  const height = bottom + BOTTOM;
  const { cpu, node } = results.machine;
  const body = [
    text('ink title', MARGIN, 32, `${TITLE} (shorter is faster)`),
    text(
      'faint small',
      MARGIN,
      54,
      'Bar: median ratio. Thin line: range over the rounds. Tick: goal. Green meets its goal, orange does not, blue has none.',
    ),
    text('faint small', MARGIN, height - 14, `${results.rounds} interleaved rounds on ${cpu}, Node ${node}`),
    ...(bars.some(({ threeMeshBvh }) => threeMeshBvh !== null)
      ? [text('faint small', WIDTH - MARGIN, TOP - 12, 'three-mesh-bvh / FCL', 'end')]
      : []),
    ...gridLines(end, x, bottom),
    ...bars.flatMap((bar, i) => drawBar(bar, TOP + i * ROW, x)),
  ];
  return svgFile(WIDTH, height, TITLE, body.join('\n'));
}

function barsOf({ contests, motions }: Results): Bar[] {
  return [...contestBars(contests), ...motionBars(motions)];
}

function motionBars(motions: Results['motions']): Bar[] {
  return motions.flatMap(({ workload, model, peers }) => {
    const ratios = peers.find(({ label }) => label === 'nearmiss')?.medianRatios ?? [];
    if (ratios.length === 0) return [];
    const goal = MOTION_GOALS[model]?.median.limit ?? null;
    const range = [Math.min(...ratios), Math.max(...ratios)] as const;
    return [{ name: workload, value: median(ratios), range, goal, threeMeshBvh: null }];
  });
}

function contestBars(contests: Results['contests']): Bar[] {
  return contests.flatMap(({ workload, kind, base, peers, goals }) => {
    const nearmiss = peers.find(({ label }) => label === 'nearmiss');
    if (base !== 'FCL' || nearmiss === undefined || nearmiss.ratio === null) return [];
    const { ratio: value, roundRatios } = nearmiss;
    const goal = goals.length > 0 ? (fclGoal(kind, workload)?.limit ?? null) : null;
    const threeMeshBvh = peers.find(({ label }) => label === 'three-mesh-bvh')?.ratio ?? null;
    return [{ name: workload, value, range: [Math.min(...roundRatios), Math.max(...roundRatios)], goal, threeMeshBvh }];
  });
}

function gridLines(end: number, x: (value: number) => number, bottom: number): string[] {
  const step = end <= 2 ? 0.2 : end <= 5 ? 0.5 : Math.ceil(end / 10);
  const lines: string[] = [];
  for (let i = 0; i * step <= end + 1e-9; i++) {
    const at = x(i * step);
    lines.push(
      line('grid', at, TOP - 4, at, bottom + 4),
      text('faint small', at, bottom + 22, String(Number((i * step).toFixed(2))), 'middle'),
    );
  }
  const fcl = x(1);
  return [...lines, line('line', fcl, TOP - 4, fcl, bottom + 4), text('ink small', fcl, TOP - 12, 'FCL', 'middle')];
}

function drawBar({ name, value, range, goal, threeMeshBvh }: Bar, y: number, x: (value: number) => number): string[] {
  const middle = y + ROW / 2;
  const style = goal === null ? 'plain' : value <= goal ? 'met' : 'missed';
  const parts = [
    text('ink', x(0) - 10, middle + 4, name, 'end'),
    `  <rect class="${style}" x="${x(0).toFixed(1)}" y="${y + 6}" width="${(x(value) - x(0)).toFixed(1)}" height="${ROW - 12}" rx="2"/>`,
    line('line', x(range[0]), middle, x(range[1]), middle),
  ];
  if (goal !== null) parts.push(line('line thick', x(goal), y + 3, x(goal), y + ROW - 3));
  // Beside the bar, or beyond the tick of the goal where that would run through it.
  const beside = x(Math.max(value, range[1])) + LABEL_GAP;
  const covered = goal !== null && x(goal) > beside - LABEL_GAP && x(goal) < beside + LABEL_WIDTH;
  parts.push(text('ink', covered ? x(goal) + LABEL_GAP : beside, middle + 4, ratio(value)));
  if (threeMeshBvh !== null) parts.push(text('faint', WIDTH - MARGIN, middle + 4, `${ratio(threeMeshBvh)}×`, 'end'));
  return parts;
}
