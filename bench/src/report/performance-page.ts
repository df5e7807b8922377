// The tables of docs/lab/performance.md, from the records of the contest and of the experiments.

import type { CommandResult } from '../cold/command.ts';
import { type ColdResult, JUDGED } from '../cold/suite.ts';
import type { ContestResult } from '../contest.ts';
import { COLD_GOAL, COMMAND_GOAL, fclGoal, SIMD_MOTION_GOALS, simdGoal, simdToleranceGoal } from '../goals.ts';
import { type BenchRecord, PEERS } from '../record.ts';
import { median } from '../statistics.ts';
import type { MotionResult } from '../time-of-contact/suite.ts';
import { QUESTIONS } from '../workload.ts';
import { markdownTable, number } from './format.ts';
import { partAndGoal } from './part-and-goal.ts';
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

function contestTables({ contests, motions, build, cold, command }: Results): Readonly<Record<string, string>> {
  const others = [...new Set(contests.flatMap(({ peers }) => peers.map(({ label }) => label)))].filter(
    (label) => !label.startsWith(PLAIN) && label !== FCL,
  );
  const contestRows = contests.map((contest) => {
    const timed = timedContest(contest);
    const { workload, kind, model } = contest;
    const goal = kind === 'tolerance' ? simdToleranceGoal(model) : (simdGoal(kind, model) ?? fclGoal(kind, model));
    const own = kind === 'tolerance' ? partOfDistance(contest) : part(timed);
    return [
      `\`${workload}\``,
      QUESTIONS[kind],
      ...times(timed, [PLAIN, SIMD, FCL, ...others]),
      ...partAndGoal(own, goal),
    ];
  });
  const motionRows = motions.map((motion) => {
    const timed = timedMotion(motion);
    return [
      `\`${motion.workload}\``,
      ...times(timed, [PLAIN, SIMD, FCL]),
      ...partAndGoal(part(timed), SIMD_MOTION_GOALS[motion.model]),
    ];
  });
  const heads = [PLAIN, 'with kernels', FCL];
  return {
    workloads: markdownTable([['workload', 'query', ...heads, ...others, 'part of FCL', 'goal'], ...contestRows]),
    motions: markdownTable([['workload', ...heads, 'part of FCL', 'goal'], ...motionRows]),
    starts: markdownTable([['the start', 'unit', ...heads, 'part of FCL', 'goal'], ...startRows(cold, command)]),
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
function part(timed: TimedOf): number | null {
  return (timed(SIMD) ?? timed(PLAIN))?.part ?? null;
}

/** A tolerance query's part of FCL's distance, which has no such query. */
function partOfDistance({ peers }: ContestResult): number | null {
  const rounds = (label: string) => peers.find((peer) => peer.label === label)?.rounds;
  const [own, theirs] = [rounds(SIMD), rounds(`${FCL} distance`)];
  return own === undefined || theirs === undefined
    ? null
    : median(own.map((round, k) => round.median / theirs[k].median));
}

/** The first queries of a process, and the command. */
function startRows(cold: readonly ColdResult[], command: CommandResult | null): string[][] {
  const rows = cold.map(({ workload, peers }) => {
    const timeOf = (label: string): number | null => {
      const peer = peers.find((one) => one.label === label);
      return peer?.single.find(({ query }) => query === JUDGED)?.microseconds ?? null;
    };
    const [plain, simd, fcl] = [PLAIN, SIMD, FCL].map(timeOf);
    const own = simd === null || fcl === null ? null : simd / fcl;
    const what = `query no. ${JUDGED} of a process, \`${workload}\``;
    return [what, 'µs', ...[plain, simd, fcl].map(shown), ...partAndGoal(own, COLD_GOAL)];
  });
  if (command === null) return rows;
  const [own, fcl] = [median(command.nearmiss), median(command.fcl)];
  const figures = [null, own, fcl].map(shown);
  return [...rows, ['`nearmiss distance A.obj B.obj`', 'ms', ...figures, ...partAndGoal(own / fcl, COMMAND_GOAL)]];
}

const shown = (value: number | null): string => (value === null ? NONE : number(value));
