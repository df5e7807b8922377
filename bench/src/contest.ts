// One workload, all peers that answer it: passes interleaved, answers checked, times turned into ratios and goals.

import { checkAnswers, type Verdict } from './checks.ts';
import {
  crashcatGoal,
  fclGoal,
  type Goal,
  type JudgedGoal,
  judge,
  simdGoal,
  simdToleranceGoal,
  THREE_MESH_BVH_GOALS,
  TOLERANCE_GOAL,
} from './goals.ts';
import { interleave } from './interleave.ts';
import { triangleCount } from './mesh-file.ts';
import type { Pass, Peer, Session } from './peers/peer.ts';
import { median, type Summary, summarise } from './statistics.ts';
import { ASKED_TOLERANCE, isConvexKind, type Workload } from './workload.ts';

type Figure = 'median' | 'mean';

export interface PeerResult {
  readonly label: string;
  readonly poses: number;
  /** One summary a round, in microseconds a query. */
  readonly rounds: readonly Summary[];
  /** The round with the least figure. */
  readonly best: Summary;
  /** Time by the base peer's on the same poses: the median over rounds of the ratio within a round. Null without a base. */
  readonly ratio: number | null;
  readonly roundRatios: readonly number[];
  readonly verdict: Verdict | null;
  readonly contradictions: number;
}

export interface ContestResult {
  readonly workload: string;
  readonly kind: Workload['kind'];
  readonly model: string;
  readonly triangles: number;
  readonly poses: number;
  /** Which statistic the ratios are made of. */
  readonly figure: Figure;
  /** The peer whose time is 1. */
  readonly base: string | null;
  /** What answers were compared with. */
  readonly reference: string;
  readonly peers: readonly PeerResult[];
  readonly goals: readonly JudgedGoal[];
}

/** A peer in a contest, or the same library asked another question to compare with. */
export interface Contestant {
  readonly label: string;
  readonly peer: Peer;
  readonly workload: Workload;
}

export interface Contest {
  readonly workload: Workload;
  readonly contestants: readonly Contestant[];
  readonly base: string;
}

interface Entry {
  readonly contestant: Contestant;
  readonly session: Session;
  readonly passes: readonly Pass[];
}

export async function runContest(
  { workload, contestants, base }: Contest,
  rounds: number,
  afterRound?: (round: number) => void,
): Promise<ContestResult> {
  const sessions: Session[] = [];
  try {
    for (const { peer, workload: asked } of contestants) sessions.push(await peer.open(asked));
    const entrants = contestants.map(({ label }, i) => ({ label, turn: () => sessions[i].pass() }));
    const turns = await interleave(entrants, rounds, afterRound);
    const entries = contestants.map((contestant, i) => ({ contestant, session: sessions[i], passes: turns[i].turns }));
    return summariseContest(workload, entries, base);
  } finally {
    for (const session of sessions) await session.close();
  }
}

function summariseContest(workload: Workload, entries: readonly Entry[], base: string): ContestResult {
  const reference = referenceAnswers(workload, entries);
  const figure = figureOf(workload, reference.answers);
  const baseEntry = entries.find(({ contestant }) => contestant.label === base);
  return {
    workload: workload.name,
    kind: workload.kind,
    model: workload.model,
    triangles: triangleCount(workload.mesh),
    poses: workload.poses.length,
    figure,
    base: baseEntry === undefined ? null : base,
    reference: reference.description,
    peers: entries.map((entry) => peerResult(entry, baseEntry, workload, reference, figure)),
    goals: workload.judged ? judgeContest(workload, entries, figure) : [],
  };
}

/** What answers are compared with; `referee` is the entry they came from, which is not judged by its own word. */
interface Reference {
  readonly description: string;
  readonly answers: Float64Array | null;
  readonly referee: Entry | null;
}

/** Known answers where there are some; else those of the first other peer that was asked all poses. */
function referenceAnswers(workload: Workload, entries: readonly Entry[]): Reference {
  const own = entries.find(({ contestant }) => contestant.label === 'nearmiss');
  if (workload.expected !== null && isConvexKind(workload.kind) && own !== undefined) {
    // The brackets of nearmiss close to 1e-13, so its answers serve for the poses nobody has answered exactly.
    const { answers } = own.passes[0];
    const description = `${workload.expectedFrom}; for other poses, peers against nearmiss`;
    return {
      description,
      answers: workload.expected.map((known, i) => (Number.isNaN(known) ? answers[i] : known)),
      referee: null,
    };
  }
  if (workload.expected !== null) {
    return { description: workload.expectedFrom, answers: workload.expected, referee: null };
  }
  const referee = entries.find(
    ({ contestant, session }) =>
      !contestant.label.startsWith('nearmiss') && session.poseNumbers.length === workload.poses.length,
  );
  if (referee === undefined) return { description: 'nothing: no other peer took part', answers: null, referee: null };
  const told = referee.passes[0].answers;
  // Distances tell who is closer than the tolerance.
  const answers = workload.kind === 'tolerance' ? told.map((gap) => (gap <= ASKED_TOLERANCE ? 1 : 0)) : told;
  return { description: `the answers of ${referee.contestant.label}`, answers, referee };
}

/**
 * The median, unless most poses of an all-pairs workload do not touch at all: then the median is the time of a miss, and
 * only the mean tells how long listing pairs takes.
 */
function figureOf(workload: Workload, answers: Float64Array | null): Figure {
  return workload.kind === 'W2b' && answers !== null && median(answers) === 0 ? 'mean' : 'median';
}

function peerResult(
  entry: Entry,
  base: Entry | undefined,
  workload: Workload,
  reference: Reference,
  figure: Figure,
): PeerResult {
  const { contestant, session, passes } = entry;
  const rounds = passes.map(({ microseconds }) => summarise(microseconds));
  const roundRatios = base === undefined ? [] : ratiosByRound(entry, base, figure);
  const { answers } = reference;
  const judged = contestant.workload === workload && entry !== reference.referee;
  return {
    label: contestant.label,
    poses: session.poseNumbers.length,
    rounds,
    best: rounds.reduce((least, round) => (round[figure] < least[figure] ? round : least)),
    ratio: roundRatios.length === 0 ? null : median(roundRatios),
    roundRatios,
    verdict: judged && answers !== null ? worstVerdict(entry, workload, answers) : null,
    contradictions: Math.max(...passes.map(({ contradictions }) => contradictions)),
  };
}

/** Every round is checked: a peer that keeps state between passes could be right once and wrong the next time. */
function worstVerdict({ contestant, session, passes }: Entry, workload: Workload, expected: Float64Array): Verdict {
  const isOwn = contestant.label.startsWith('nearmiss');
  const known = isOwn ? (workload.expected ?? expected) : expected;
  return passes
    .map(({ answers }) => checkAnswers(workload.kind, answers, known, session.poseNumbers, isOwn))
    .reduce((worst, verdict) => (verdict.wrong > worst.wrong ? verdict : worst));
}

/** Round by round, the time of `entry` by that of `base`, on the poses that both were asked. */
function ratiosByRound(entry: Entry, base: Entry, figure: Figure): number[] {
  const common = commonPoses(entry.session.poseNumbers, base.session.poseNumbers);
  const time = ({ microseconds }: Pass, slots: readonly number[]): number =>
    summarise(slots.map((slot) => microseconds[slot]))[figure];
  return entry.passes.map((pass, round) => time(pass, common.first) / time(base.passes[round], common.second));
}

/** Where the poses in both lists stand in each of them. */
function commonPoses(a: Int32Array, b: Int32Array): { readonly first: number[]; readonly second: number[] } {
  const slotInB = new Map(Array.from(b, (pose, slot) => [pose, slot]));
  const first: number[] = [];
  const second: number[] = [];
  a.forEach((pose, slot) => {
    const other = slotInB.get(pose);
    if (other === undefined) return;
    first.push(slot);
    second.push(other);
  });
  return { first, second };
}

function judgeContest(workload: Workload, entries: readonly Entry[], figure: Figure): JudgedGoal[] {
  const find = (label: string): Entry | undefined => entries.find(({ contestant }) => contestant.label === label);
  const judged: JudgedGoal[] = [];
  const add = (goal: Goal | undefined, over: Entry | undefined, under: Entry | undefined): void => {
    if (goal === undefined || over === undefined || under === undefined) return;
    judged.push(judge(goal, median(ratiosByRound(over, under, figure))));
  };
  const { kind, model } = workload;
  // Convex bodies are given as meshes and as points; in either case they have to be fast.
  const labels = kind === 'W5walk' ? ['nearmiss, coherent'] : ['nearmiss', 'nearmiss, hull'];
  const hasKernels = kind === 'W5sep' || kind === 'W5pen';
  if (hasKernels) add(fclGoal(kind, model), find('nearmiss, simd'), find('FCL'));
  for (const label of labels) {
    const byLabel = (goal: Goal | undefined): Goal | undefined =>
      label === 'nearmiss, hull' && goal !== undefined ? { ...goal, what: `${goal.what}, hull of points` } : goal;
    if (!hasKernels) add(byLabel(fclGoal(kind, model)), find(label), find('FCL'));
    add(byLabel(crashcatGoal(kind, model)), find(label), find('crashcat'));
  }
  add(simdGoal(kind, model), find('nearmiss, simd'), find('FCL'));
  add(THREE_MESH_BVH_GOALS[kind], find('three-mesh-bvh'), find('nearmiss'));
  if (kind === 'tolerance') {
    add(TOLERANCE_GOAL, find('nearmiss'), find('nearmiss distance'));
    add(simdToleranceGoal(model), find('nearmiss, simd'), find('FCL distance'));
  }
  return judged;
}
