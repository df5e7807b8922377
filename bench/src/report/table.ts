import type { BuildResult } from '../build.ts';
import type { CommandResult } from '../cold/command.ts';
import type { ColdPeerResult, ColdResult, Window } from '../cold/suite.ts';
import type { ContestResult, PeerResult } from '../contest.ts';
import type { StyleResult } from '../data-styles.ts';
import type { Findings } from '../experiment.ts';
import type { JudgedGoal } from '../goals.ts';
import { median } from '../statistics.ts';
import { DEFAULT_LABEL, strayChecksums, type VariantContest, type VolumesResult } from '../volumes/suite.ts';
import { QUESTIONS } from '../workload.ts';
import { alignColumns, number, ratio } from './format.ts';
import type { Results } from './results.ts';

export function contestTable(contest: ContestResult): string {
  const { workload, kind, triangles, poses, figure, base, reference } = contest;
  const head = `${workload}: ${QUESTIONS[kind]}; ${thousands(poses)} poses, ${thousands(triangles)} triangles`;
  const ratioHead = base === null ? [] : [`${figure} / ${base}'s`, 'by round'];
  const rows = [
    ['µs a query', 'median', 'mean', 'p99', `${figure}s by round`, ...ratioHead, 'wrong', 'largest error'],
    ...contest.peers.map((peer) => contestRow(peer, contest)),
  ];
  return [head, alignColumns(rows), `  answers checked against ${reference}`, ...goalLines(contest.goals)].join('\n');
}

function contestRow(peer: PeerResult, { poses, figure, base }: ContestResult): string[] {
  const label = peer.poses === poses ? peer.label : `${peer.label} (${peer.poses} poses)`;
  const ratios =
    base === null ? [] : [peer.ratio === null ? '' : ratio(peer.ratio), peer.roundRatios.map(ratio).join(' ')];
  const { verdict, contradictions } = peer;
  const wrong =
    verdict === null ? '–' : `${verdict.wrong}${contradictions > 0 ? ` + ${contradictions} contradictory` : ''}`;
  return [
    label,
    number(peer.best.median),
    number(peer.best.mean),
    number(peer.best.p99),
    peer.rounds.map((round) => number(round[figure])).join(' '),
    ...ratios,
    wrong,
    verdict === null ? '–' : verdict.largestError === 0 ? '0' : verdict.largestError.toExponential(1),
  ];
}

export function buildTable({ model, triangles, peers, goals }: BuildResult): string {
  const rows = [
    ['ms', 'best', 'median', 'by round', 'bytes a triangle'],
    ...peers.map(({ label, rounds, best, bytesPerTriangle }) => [
      label,
      number(best),
      number(median(rounds)),
      rounds.map(number).join(' '),
      bytesPerTriangle.toFixed(0),
    ]),
  ];
  return [
    `build.${model}: from arrays to a model; ${thousands(triangles)} triangles`,
    alignColumns(rows),
    ...goalLines(goals),
  ].join('\n');
}

export function stylesTable(styles: readonly StyleResult[]): string {
  const rows = [
    ['ns a call', 'best', 'median'],
    ...styles.map(({ style, best, rounds }) => [style, number(best), number(median(rounds))]),
  ];
  return [
    'data-styles: closest points of two segments, the same arithmetic in four shapes of data',
    alignColumns(rows),
  ].join('\n');
}

export function coldTable({ workload, triangles, rounds, peers, goals }: ColdResult): string {
  const single = [
    ['µs of one query', ...(peers[0]?.single ?? []).map(({ query }) => `no. ${thousands(query)}`)],
    ...peers.map(({ label, single: queries }) => [label, ...queries.map(({ microseconds }) => number(microseconds))]),
  ];
  const rows = [
    ['µs a query', 'median', 'mean', 'all, ms', 'mean / warm mean', 'wrong'],
    ...peers.flatMap((peer) => [
      ...peer.cold.map((window) => coldRow(peer, window, `first ${thousands(window.queries)}`)),
      coldRow(peer, peer.warm, `${thousands(peer.warm.queries)} once warm`),
    ]),
  ];
  return [
    `cold: the first queries ever asked, ${workload}, ${thousands(triangles)} triangles; medians of ${rounds} fresh starts`,
    alignColumns(single),
    alignColumns(rows),
    ...goalLines(goals),
  ].join('\n');
}

export function commandTable({ triangles, nearmiss, fcl, goal }: CommandResult): string {
  const row = (label: string, times: readonly number[]): string[] => [
    label,
    number(median(times)),
    times.map(number).join(' '),
  ];
  return [
    `cold: the distance of two OBJ files of ${thousands(triangles)} triangles, from the shell`,
    alignColumns([['ms', 'median', 'by round'], row('nearmiss distance', nearmiss), row('the same with FCL', fcl)]),
    ...goalLines([goal]),
  ].join('\n');
}

function coldRow({ label, warm, wrong }: ColdPeerResult, window: Window, what: string): string[] {
  const { median: middle, mean, totalMs } = window;
  return [`${label}, ${what}`, number(middle), number(mean), number(totalMs), ratio(mean / warm.mean), String(wrong)];
}

export function volumesTable({ model, triangles, builds, contests }: VolumesResult): string {
  const buildRows = [
    ['ms', 'build', 'of it, fit', 'bytes a triangle'],
    ...builds.map(({ label, milliseconds, fitMilliseconds, bytesPerTriangle }) => [
      label,
      number(milliseconds),
      number(Math.max(0, fitMilliseconds)),
      bytesPerTriangle.toFixed(0),
    ]),
  ];
  return [
    `volumes.${model}: from arrays to a model with one volume; ${thousands(triangles)} triangles`,
    alignColumns(buildRows),
    ...contests.map((contest) => `\n${variantTable(contest)}`),
  ].join('\n');
}

function variantTable(contest: VariantContest): string {
  const { workload, kind, poses, figure, reference, peers } = contest;
  const heads = ['volume tests', 'volume updates', 'triangle tests', 'wrong', 'sum of answers'];
  const rows = [
    ['µs a query', figure, `/ ${DEFAULT_LABEL}`, 'by round', ...heads],
    ...peers.map((peer) => [
      peer.label,
      number(peer.best[figure]),
      peer.ratio === null ? '' : ratio(peer.ratio),
      peer.roundRatios.map(ratio).join(' '),
      thousands(Math.round(peer.work.volumeTests)),
      thousands(Math.round(peer.work.volumeUpdates)),
      number(peer.work.triangleTests),
      String(peer.verdict?.wrong ?? '–'),
      kind === 'W1' ? peer.work.checksum.toFixed(12) : thousands(peer.work.checksum),
    ]),
  ];
  const stray = strayChecksums(contest);
  const sums = stray.length === 0 ? 'all sums agree' : `sums that differ: ${stray.join(', ')}`;
  return [
    `volumes ${workload}: ${QUESTIONS[kind]}; ${thousands(poses)} poses; counts are means a query`,
    alignColumns(rows),
    `  answers checked against ${reference}; ${sums}`,
  ].join('\n');
}

/** Everything judged, one line each: what a reader wants to see last. */
export function summaryTable(results: Results, experiments: ReadonlyMap<string, Findings> = new Map()): string {
  const rows: string[][] = [['goals', 'measured', 'goal', '']];
  for (const { workload, goals } of results.contests) rows.push(...goals.map((goal) => goalRow(workload, goal)));
  if (results.build !== null) {
    const name = `build.${results.build.model}`;
    rows.push(...results.build.goals.map((goal) => goalRow(name, goal)));
  }
  for (const { workload, goals } of results.cold) rows.push(...goals.map((goal) => goalRow(`cold ${workload}`, goal)));
  if (results.command !== null) rows.push(goalRow('cold', results.command.goal));
  for (const { workload, goals } of results.motions) rows.push(...goals.map((goal) => goalRow(workload, goal)));
  for (const [name, { goals }] of experiments) rows.push(...goals.map((goal) => goalRow(name, goal)));
  return rows.length === 1 ? 'No goal was judged.' : alignColumns(rows, '');
}

function goalRow(name: string, goal: JudgedGoal): string[] {
  return [`${name}: ${goal.what}`, ratio(goal.value), limit(goal), verdictWord(goal)];
}

export function goalLines(goals: readonly JudgedGoal[]): string[] {
  return goals.map((goal) => `  goal: ${goal.what} ${limit(goal)}: ${ratio(goal.value)}, ${verdictWord(goal)}`);
}

const limit = ({ sense, limit: bound }: JudgedGoal): string => `${sense === 'at most' ? '≤' : '≥'} ${bound}`;
const verdictWord = ({ met }: JudgedGoal): string => (met ? 'met' : 'NOT met');
const thousands = (count: number): string => count.toLocaleString('en-US');
