import { alignColumns, number, ratio } from '../report/format.ts';
import { goalLines } from '../report/table.ts';
import type { MotionPeerResult, MotionResult } from './suite.ts';

export function motionsTable({ workload, triangles, motions, reference, peers, goals }: MotionResult): string {
  const heads = ['median', 'mean', 'p99', 'straight on', 'turning', "median / FCL's", "mean / FCL's", 'steps'];
  const count = (value: number): string => value.toLocaleString('en-US');
  return [
    `${workload}: when do they first touch; ${count(motions)} motions, ${count(triangles)} triangles`,
    alignColumns([['µs a query', ...heads, 'missed', 'late', 'early', 'invented'], ...peers.map(row)]),
    `  answers checked against ${reference}`,
    ...goalLines(goals),
  ].join('\n');
}

function row(peer: MotionPeerResult): string[] {
  const { label, best, translations, turning, medianRatios, meanRatios, iterations, verdict } = peer;
  const orDash = (value: number): string => (Number.isNaN(value) ? '–' : number(value));
  const list = (values: readonly number[]): string => (values.length === 0 ? '–' : values.map(ratio).join(' '));
  const counts = verdict === null ? null : [verdict.missed, verdict.late, verdict.early, verdict.invented];
  return [
    label,
    number(best.median),
    number(best.mean),
    number(best.p99),
    orDash(translations),
    orDash(turning),
    list(medianRatios),
    list(meanRatios),
    Number.isNaN(iterations) ? '–' : iterations.toFixed(2),
    ...(counts?.map(String) ?? ['–', '–', '–', '–']),
  ];
}
