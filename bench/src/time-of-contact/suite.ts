// W3: times of contact, nearmiss beside FCL in turns, and beside nearmiss' own distance query on poses of the same model.
// Every answer of every round is checked.

import type { Model } from 'nearmiss';
import { type JudgedGoal, judge, MOTION_GOALS, SIMD_MOTION_GOALS, TRANSLATION_GOAL } from '../goals.ts';
import { interleave } from '../interleave.ts';
import { triangleCount } from '../mesh-file.ts';
import { FCL_NAME } from '../peers/fcl.ts';
import { modelOf } from '../peers/nearmiss.ts';
import { mean, median, type Summary, summarise } from '../statistics.ts';
import type { Workload } from '../workload.ts';
import { type ContactVerdict, judgeByReferences, judgeBySampling, mistakes } from './check.ts';
import { openDistances } from './nearmiss.ts';
import type { MotionPass, MotionPeer, MotionSession } from './peer.ts';
import type { MotionWorkload } from './workload.ts';

export interface MotionPeerResult {
  readonly label: string;
  /** One a round, in microseconds a query. */
  readonly rounds: readonly Summary[];
  /** The round with the least median, and in it the medians of the motions that do not turn and of those that do. */
  readonly best: Summary;
  readonly translations: number;
  readonly turning: number;
  /** By FCL's, round by round; empty without FCL. */
  readonly medianRatios: readonly number[];
  readonly meanRatios: readonly number[];
  /** Steps in time, mean over the motions. */
  readonly iterations: number;
  /** Of the round with the most mistakes; null where no times of contact are asked. */
  readonly verdict: ContactVerdict | null;
}

export interface MotionResult {
  readonly workload: string;
  readonly model: string;
  readonly triangles: number;
  readonly motions: number;
  readonly reference: string;
  readonly peers: readonly MotionPeerResult[];
  readonly goals: readonly JudgedGoal[];
}

const OWN = 'nearmiss';
const OWN_SIMD = 'nearmiss, simd';
const DISTANCE = 'nearmiss, distances of W1';

interface Entry {
  readonly label: string;
  readonly passes: readonly MotionPass[];
}

/** `distances` are separated poses of the same model. */
export async function runMotions(
  workload: MotionWorkload,
  distances: Workload,
  peers: readonly MotionPeer[],
  rounds: number,
): Promise<MotionResult> {
  const sessions: MotionSession[] = [];
  const labels: string[] = [];
  try {
    for (const peer of peers) {
      sessions.push(await peer.open(workload));
      labels.push(peer.name);
    }
    if (labels.includes(OWN)) {
      sessions.push(openDistances(distances));
      labels.push(DISTANCE);
    }
    const entrants = sessions.map((session, i) => ({ label: labels[i], turn: () => session.pass() }));
    const turns = await interleave(entrants, rounds);
    return summariseMotions(
      workload,
      turns.map(({ label, turns: passes }) => ({ label, passes })),
    );
  } finally {
    for (const session of sessions) await session.close();
  }
}

function summariseMotions(workload: MotionWorkload, entries: readonly Entry[]): MotionResult {
  const { name, model, mesh, motions, references } = workload;
  const fcl = entries.find(({ label }) => label === FCL_NAME);
  return {
    workload: name,
    model,
    triangles: triangleCount(mesh),
    motions: motions.length,
    reference: references === null ? 'questions about poses in between' : 'the stored references',
    peers: entries.map((entry) => peerResult(entry, fcl, workload)),
    goals: judgeMotions(workload, entries, fcl),
  };
}

function peerResult(entry: Entry, fcl: Entry | undefined, workload: MotionWorkload): MotionPeerResult {
  const { label, passes } = entry;
  const rounds = passes.map(({ microseconds }) => summarise(microseconds));
  const fastest = rounds.reduce((least, { median: time }, i) => (time < rounds[least].median ? i : least), 0);
  const { microseconds, contacts } = passes[fastest];
  const timesContact = contacts.length > 0;
  const { translations } = workload;
  return {
    label,
    rounds,
    best: rounds[fastest],
    translations: timesContact ? median(microseconds.subarray(0, translations)) : Number.NaN,
    turning: timesContact ? median(microseconds.subarray(translations)) : Number.NaN,
    medianRatios: timesContact ? ratios(entry, fcl, 'median') : [],
    meanRatios: timesContact ? ratios(entry, fcl, 'mean') : [],
    iterations: timesContact ? mean(contacts.map(({ iterations }) => iterations)) : Number.NaN,
    verdict: timesContact ? worstVerdict(passes, workload) : null,
  };
}

function ratios(entry: Entry, fcl: Entry | undefined, figure: 'median' | 'mean'): number[] {
  if (fcl === undefined) return [];
  const time = ({ microseconds }: MotionPass): number => summarise(microseconds)[figure];
  return entry.passes.map((pass, round) => time(pass) / time(fcl.passes[round]));
}

function worstVerdict(passes: readonly MotionPass[], { mesh, motions, references }: MotionWorkload): ContactVerdict {
  const model: Model | null = references === null ? modelOf(mesh) : null;
  return passes
    .map(({ contacts }) =>
      references !== null || model === null
        ? judgeByReferences(contacts, references ?? [])
        : judgeBySampling(model, model, motions, contacts),
    )
    .reduce((worst, verdict) => (mistakes(verdict) > mistakes(worst) ? verdict : worst));
}

function judgeMotions(
  { model, translations }: MotionWorkload,
  entries: readonly Entry[],
  fcl: Entry | undefined,
): JudgedGoal[] {
  const own = entries.find(({ label }) => label === OWN);
  const distances = entries.find(({ label }) => label === DISTANCE);
  const goals = MOTION_GOALS[model];
  if (own === undefined || goals === undefined) return [];
  const judged: JudgedGoal[] = [];
  if (fcl !== undefined) {
    judged.push(judge(goals.median, median(ratios(own, fcl, 'median'))));
    judged.push(judge(goals.mean, median(ratios(own, fcl, 'mean'))));
  }
  const fast = entries.find(({ label }) => label === OWN_SIMD);
  const fastGoal = SIMD_MOTION_GOALS[model];
  if (fcl !== undefined && fast !== undefined && fastGoal !== undefined) {
    judged.push(judge(fastGoal, median(ratios(fast, fcl, 'median'))));
  }
  if (distances !== undefined) {
    const byRound = own.passes.map(
      ({ microseconds }, round) =>
        median(microseconds.subarray(0, translations)) / median(distances.passes[round].microseconds),
    );
    judged.push(judge(TRANSLATION_GOAL, median(byRound)));
  }
  return judged;
}
