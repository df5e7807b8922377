// The tables of docs/lab/performance.md, from the records of the contest and of the experiments.

import type { ContestResult } from '../contest.ts';
import { type BenchRecord, PEERS } from '../record.ts';
import { median } from '../statistics.ts';
import type { MotionResult } from '../time-of-contact/suite.ts';
import { QUESTIONS } from '../workload.ts';
import { markdownTable, number, ratio } from './format.ts';
import { recordedTables } from './recorded-tables.ts';
import type { Results } from './results.ts';

export const PERFORMANCE_PAGE = 'performance';

const PLAIN = 'nearmiss';
const SIMD = 'nearmiss, simd';
const FCL = 'FCL';
const NONE = '–';

/** The figures of the peer with a label. */
interface Timed {
  /** Microseconds. */
  readonly time: number;
  /** Of FCL's time: the median over rounds of the ratio within a round. */
  readonly part: number | null;
  /** How many poses it answered, where these are not all. */
  readonly fewPoses: number | null;
}

type TimedOf = (label: string) => Timed | null;

/** Tables by their names; null where there is no contest among the records. */
export function performanceTables(records: readonly BenchRecord[]): Readonly<Record<string, string>> | null {
  const contest = records.find(({ name }) => name === PEERS);
  return contest === undefined ? null : { ...contestTables(contest.data as Results), ...recordedTables(records) };
}

function contestTables({ contests, motions, build }: Results): Readonly<Record<string, string>> {
  const others = [...new Set(contests.flatMap(({ peers }) => peers.map(({ label }) => label)))].filter(
    (label) => !label.startsWith(PLAIN) && label !== FCL,
  );
  const contestRows = contests.map((contest) => {
    const timed = timedContest(contest);
    const { workload, kind } = contest;
    return [`\`${workload}\``, QUESTIONS[kind], ...times(timed, [PLAIN, SIMD, FCL, ...others]), part(timed)];
  });
  const motionRows = motions.map((motion) => {
    const timed = timedMotion(motion);
    return [`\`${motion.workload}\``, ...times(timed, [PLAIN, SIMD, FCL]), part(timed)];
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

function timedContest({ peers, figure, base, poses }: ContestResult): TimedOf {
  return (label) => {
    const peer = peers.find((each) => each.label === label);
    if (peer === undefined) return null;
    const fewPoses = peer.poses === poses ? null : peer.poses;
    return { time: peer.best[figure], part: base === FCL ? peer.ratio : null, fewPoses };
  };
}

function timedMotion({ peers }: MotionResult): TimedOf {
  return (label) => {
    const peer = peers.find((each) => each.label === label);
    if (peer === undefined) return null;
    const { best, medianRatios } = peer;
    return { time: best.median, part: medianRatios.length === 0 ? null : median(medianRatios), fewPoses: null };
  };
}

function times(timed: TimedOf, labels: readonly string[]): string[] {
  return labels.map((label) => {
    const found = timed(label);
    if (found === null) return NONE;
    return found.fewPoses === null ? number(found.time) : `${number(found.time)} (${found.fewPoses})`;
  });
}

/** What nearmiss takes with its kernels, or without where it has none. */
function part(timed: TimedOf): string {
  const own = (timed(SIMD) ?? timed(PLAIN))?.part ?? null;
  return own === null ? NONE : ratio(own);
}
