// Marching and GJK: one block a motion, one group of bars a hull, nanoseconds a query on a linear axis.

import type { Method } from '../marching/ask.ts';
import type { MarchingResult, MarchingRow } from '../marching/suite.ts';
import { number } from './format.ts';
import type { Machine } from './results.ts';
import { svgFile, text } from './svg.ts';

const WIDTH = 860;
const MARGIN = 20;
const LEFT = 130;
const RIGHT = 700;
const TOP = 84;
const BAR = 14;
const GROUP_GAP = 8;
const BLOCK_GAP = 44;
const BOTTOM = 24;
const TITLE = 'Distance of two convex hulls: marching and GJK';

const TESTS: Readonly<Record<Method, string>> = { marching: 'met', 'marching by levels': 'plain', GJK: 'missed' };

export function marchingChart(
  results: readonly MarchingResult[],
  { cpu, node }: Pick<Machine, 'cpu' | 'node'>,
): string {
  const body = [
    text('ink title', MARGIN, 32, TITLE),
    text(
      'faint small',
      MARGIN,
      54,
      `Nanoseconds a query, the longest bar of each block to the right. ${cpu}, Node ${node}`,
    ),
  ];
  let y = TOP;
  for (const { what, rows } of results) {
    const longest = Math.max(...rows.map(({ answer }) => answer.nanoseconds));
    body.push(text('ink bold', MARGIN, y, `Bodies ${what}`));
    y += BAR;
    rows.forEach((row, i) => {
      const isFirst = i === 0 || rows[i - 1].hull !== row.hull;
      if (isFirst && i > 0) y += GROUP_GAP;
      body.push(...drawBar(row, isFirst, y, (RIGHT - LEFT) / longest));
      y += BAR;
    });
    y += BLOCK_GAP;
  }
  return svgFile(WIDTH, y - BLOCK_GAP + BOTTOM, TITLE, body.join('\n'));
}

function drawBar({ hull, method, answer }: MarchingRow, isFirst: boolean, y: number, scale: number): string[] {
  const length = answer.nanoseconds * scale;
  return [
    ...(isFirst ? [text('ink', LEFT - 10, y + BAR - 3, hull, 'end')] : []),
    `  <rect class="${TESTS[method]}" x="${LEFT}" y="${y + 1}" width="${length.toFixed(1)}" height="${BAR - 3}" rx="2"/>`,
    text('ink small', LEFT + length + 6, y + BAR - 3, `${number(answer.nanoseconds)} ${method}`),
  ];
}
