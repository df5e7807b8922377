// The tables of docs/lab/performance.md, from the records of the contest and of the experiments.

import { type BenchRecord, PEERS } from '../record.ts';
import type { Summary } from '../statistics.ts';
import { QUESTIONS } from '../workload.ts';
import { markdownTable, number, ratio } from './format.ts';
import { recordedTables } from './recorded-tables.ts';
import type { Results } from './results.ts';

export const PERFORMANCE_PAGE = 'performance';

const PLAIN = 'nearmiss';
const SIMD = 'nearmiss, simd';
const FCL = 'FCL';
const NONE = '–';

interface Timed {
  readonly label: string;
  readonly best: Summary;
}

/** Microseconds of the peer with a label. */
type TimeOf = (label: string) => number | null;

/** Tables by their names; null where there is no contest among the records. */
export function performanceTables(records: readonly BenchRecord[]): Readonly<Record<string, string>> | null {
  const contest = records.find(({ name }) => name === PEERS);
  return contest === undefined ? null : { ...contestTables(contest.data as Results), ...recordedTables(records) };
}

function contestTables({ contests, motions, build }: Results): Readonly<Record<string, string>> {
  const others = [...new Set(contests.flatMap(({ peers }) => peers.map(({ label }) => label)))].filter(
    (label) => !label.startsWith(PLAIN) && label !== FCL,
  );
  const contestRows = contests.map(({ workload, kind, figure, peers }) => {
    const time = timeIn(peers, figure);
    return [`\`${workload}\``, QUESTIONS[kind], ...times(time, [PLAIN, SIMD, FCL, ...others]), part(time)];
  });
  const motionRows = motions.map(({ workload, peers }) => {
    const time = timeIn(peers, 'median');
    return [`\`${workload}\``, ...times(time, [PLAIN, SIMD, FCL]), part(time)];
  });
  const heads = [PLAIN, 'with kernels', FCL];
  return {
    workloads: markdownTable([['workload', 'query', ...heads, ...others, 'part of FCL'], ...contestRows]),
    motions: markdownTable([['workload', ...heads, 'part of FCL'], ...motionRows]),
    building: markdownTable([
      [build?.model ?? NONE, 'ms', 'bytes a triangle'],
      ...(build?.peers ?? []).map(({ label, best, bytesPerTriangle }) => [
        label,
        number(best),
        number(bytesPerTriangle),
      ]),
    ]),
  };
}

function timeIn(peers: readonly Timed[], figure: keyof Summary): TimeOf {
  return (label) => peers.find((peer) => peer.label === label)?.best[figure] ?? null;
}

function times(time: TimeOf, labels: readonly string[]): string[] {
  return labels.map((label) => {
    const value = time(label);
    return value === null ? NONE : number(value);
  });
}

/** Of FCL's time, what nearmiss takes with its kernels, or without where it has none. */
function part(time: TimeOf): string {
  const [own, fcl] = [time(SIMD) ?? time(PLAIN), time(FCL)];
  return own === null || fcl === null ? NONE : ratio(own / fcl);
}
