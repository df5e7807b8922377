// The three overlap tests: one block a mix of pairs and one of the course's figures, one bar a method, on a logarithmic axis
// of nanoseconds, with the ratio to the separating axes written beside each bar.

import { METHOD_NAMES, type MethodName } from '../obb-overlap/methods.ts';
import { LECTURE_NANOSECONDS, type MixResult } from '../obb-overlap/suite.ts';
import { number, ratio } from './format.ts';
import { logTicks } from './log-ticks.ts';
import type { Machine } from './results.ts';
import { line, svgFile, text } from './svg.ts';

const WIDTH = 860;
const MARGIN = 20;
const LEFT = 190;
const RIGHT = 690;
const TOP = 92;
const ROW = 22;
const BLOCK_GAP = 34;
const BOTTOM = 76;
const TITLE = 'Do two oriented boxes overlap? Three ways to find out';

const TESTS: Readonly<Record<MethodName, string>> = {
  'separating axes': 'met',
  GJK: 'plain',
  'linear programming': 'missed',
};

interface Bar {
  readonly nanoseconds: number;
  readonly ratio: number;
}

interface Block {
  readonly title: string;
  readonly bars: ReadonlyMap<MethodName, Bar>;
}

export function overlapChart(mixes: readonly MixResult[], { cpu, node }: Machine): string {
  const blocks = [...mixes.map(blockOf), pathBlock()];
  const all = blocks.flatMap(({ bars }) => [...bars.values()].map(({ nanoseconds }) => nanoseconds));
  const low = Math.log(10 ** Math.floor(Math.log10(Math.min(...all))));
  const high = Math.log(10 ** Math.ceil(Math.log10(Math.max(...all))));
  const x = (value: number): number => LEFT + ((RIGHT - LEFT) * (Math.log(value) - low)) / (high - low);
  const blockHeight = METHOD_NAMES.length * ROW + BLOCK_GAP;
  const bottom = TOP + blocks.length * blockHeight;
  const height = bottom + BOTTOM;
  const body = [
    text('ink title', MARGIN, 32, TITLE),
    text(
      'faint small',
      MARGIN,
      54,
      'Nanoseconds a test, logarithmic; beside each bar its multiple of the separating axes.',
    ),
    ...logTicks(Math.exp(low) * 0.999, Math.exp(high) * 1.001, 2).flatMap((tick) => [
      line('grid', x(tick), TOP, x(tick), bottom),
      text('faint small', x(tick), bottom + 18, tickLabel(tick), 'middle'),
    ]),
    ...blocks.flatMap((block, i) => drawBlock(block, TOP + i * blockHeight, x)),
    text('faint small', MARGIN, height - 16, `The best of interleaved rounds on ${cpu}, Node ${node}`),
  ];
  return svgFile(WIDTH, height, TITLE, body.join('\n'));
}

function blockOf({ mix, overlapping, methods }: MixResult): Block {
  return {
    title: `Pairs ${mix}, ${Math.round(100 * overlapping)} % overlap`,
    bars: new Map(methods.map(({ method, nanoseconds, ratio }) => [method, { nanoseconds, ratio }])),
  };
}

function pathBlock(): Block {
  const axes = LECTURE_NANOSECONDS['separating axes'];
  const bar = (method: MethodName): Bar => {
    const nanoseconds = LECTURE_NANOSECONDS[method];
    return { nanoseconds, ratio: nanoseconds / axes };
  };
  return {
    title: 'The course, 250 MHz MIPS R4400',
    bars: new Map(METHOD_NAMES.map((method) => [method, bar(method)])),
  };
}

function drawBlock({ title, bars }: Block, top: number, x: (value: number) => number): string[] {
  const first = top + 24;
  return [
    text('ink bold', MARGIN, top + 14, title),
    ...[...bars].flatMap(([method, { nanoseconds, ratio: multiple }], i) => {
      const y = first + i * ROW;
      return [
        text('ink', LEFT - 10, y + 14, method, 'end'),
        `  <rect class="${TESTS[method]}" x="${LEFT}" y="${y + 3}" width="${(x(nanoseconds) - LEFT).toFixed(1)}" height="${ROW - 8}" rx="2"/>`,
        text('ink small', x(nanoseconds) + 8, y + 14, `${number(nanoseconds)} ns, ${ratio(multiple)}×`),
      ];
    }),
  ];
}

function tickLabel(nanoseconds: number): string {
  if (nanoseconds >= 1e6) return `${nanoseconds / 1e6} ms`;
  return nanoseconds >= 1000 ? `${nanoseconds / 1000} µs` : `${nanoseconds} ns`;
}
