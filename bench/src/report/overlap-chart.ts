// The three overlap tests: one panel a mix of pairs and one of the lecture notes' figures, one bar a method, on a logarithmic axis
// of nanoseconds, with the ratio to the separating axes written beside each bar.

import { METHOD_NAMES, type MethodName } from '../obb-overlap/methods.ts';
import { LECTURE_NANOSECONDS, type MixResult } from '../obb-overlap/suite.ts';
import { barPanel } from './bars.ts';
import { figure, type Style } from './figure.ts';
import { number, ratio } from './format.ts';
import type { Machine } from './results.ts';

const STYLES: Readonly<Record<MethodName, Style>> = {
  'separating axes': 'met',
  GJK: 'plain',
  'linear programming': 'missed',
};

interface Measured {
  readonly method: MethodName;
  readonly nanoseconds: number;
  readonly ratio: number;
}

export function overlapChart(mixes: readonly MixResult[], { cpu, node }: Machine): string {
  const panels = [
    ...mixes.map(({ mix, overlapping, methods }) =>
      panelOf(`Pairs ${mix}, ${Math.round(100 * overlapping)} % overlap`, methods),
    ),
    panelOf('The lecture notes, 250 MHz MIPS R4400', lectureFigures()),
  ];
  const text = {
    title: 'Do two oriented boxes overlap? Three methods',
    subtitle: `Nanoseconds a test, logarithmic, and the multiple of the separating axes. The best of interleaved rounds on ${cpu}, Node ${node}`,
  };
  return figure(text, panels, { columns: 1, width: 860 });
}

function panelOf(title: string, methods: readonly Measured[]): ReturnType<typeof barPanel> {
  return barPanel({
    title,
    isLog: true,
    tick: tickLabel,
    bars: methods.map(({ method, nanoseconds, ratio: multiple }) => ({
      name: method,
      value: nanoseconds,
      style: STYLES[method],
      text: `${number(nanoseconds)} ns, ${ratio(multiple)}×`,
    })),
  });
}

function lectureFigures(): Measured[] {
  const axes = LECTURE_NANOSECONDS['separating axes'];
  return METHOD_NAMES.map((method) => {
    const nanoseconds = LECTURE_NANOSECONDS[method];
    return { method, nanoseconds, ratio: nanoseconds / axes };
  });
}

function tickLabel(nanoseconds: number): string {
  if (nanoseconds >= 1e6) return `${nanoseconds / 1e6} ms`;
  return nanoseconds >= 1000 ? `${nanoseconds / 1000} µs` : `${nanoseconds} ns`;
}
