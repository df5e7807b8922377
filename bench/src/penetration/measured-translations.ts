// Several translations to ask how deep two bodies are in each other, on the same poses and in turns. The measure of time is the distance
// query of the same bodies, set apart, in the same round.

import { distance, type Model, type PenetrationOptions, type PenetrationResult, type PenetrationStep } from 'nearmiss';
import { type BodyPose, poseFromQuaternion } from '../body-pose.ts';
import { interleave } from '../interleave.ts';
import type { Timed } from '../peers/time-each.ts';
import { type Points, separatedPoses } from '../pose-generator.ts';
import { mean, median } from '../statistics.ts';
import { warmPass } from '../time-of-contact/nearmiss.ts';
import { isWrong } from './check.ts';

export const IDENTITY: BodyPose = poseFromQuaternion([0, 0, 0], [0, 0, 0, 1]);

const DISTANCES = 200;
const SEED = 22;

type Ask = (pose: BodyPose) => PenetrationResult;

export interface Method<Name extends string> {
  readonly name: Name;
  /** Asked once for the clock and once for the trace, each with a memory of its own, if it has one. */
  open(options: PenetrationOptions): Ask;
}

/** Poses of A; B stays at the identity. */
export interface Poses {
  readonly poses: readonly BodyPose[];
  /** Others of the same sort, to warm up on. */
  readonly warmUp: readonly BodyPose[];
}

/** Of every pose. */
export interface EachPose {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly iterations: readonly number[];
  /** Mean number of contact planes of an in-projection. */
  readonly contacts: readonly number[];
  /** Time by the median distance query's of the same round, the median over the rounds. */
  readonly ratios: readonly number[];
}

interface MeasuredTranslation<Name extends string = string> {
  readonly name: Name;
  /** Microseconds of processor time, the median over the poses that count, of the best round. */
  readonly microseconds: number;
  /** That median by the distance query's, the median over the rounds. */
  readonly ratio: number;
  /** Means over the poses that count, contacts over their in-projections. */
  readonly iterations: number;
  readonly contacts: number;
  /** Median of lower by upper. */
  readonly tightness: number;
  /** Sum of the depths. */
  readonly depths: number;
  readonly wrong: number;
  readonly each: EachPose;
}

export interface Measured<Name extends string = string> {
  readonly distanceUs: number;
  readonly methods: readonly MeasuredTranslation<Name>[];
}

/** Poses to measure a distance query at. */
export function setApart(a: Points, b: Points): Poses {
  const apart = (seed: number): BodyPose[] => separatedPoses(a, DISTANCES, seed, b);
  return { poses: apart(SEED), warmUp: apart(SEED + 1) };
}

/** `counts` says which poses sums and means are of. */
export async function measureTranslations<Name extends string>(
  [a, b]: readonly [Model, Model],
  deep: Poses,
  apart: Poses,
  methods: readonly Method<Name>[],
  rounds: number,
  counts: readonly boolean[] = deep.poses.map(() => true),
): Promise<Measured<Name>> {
  const counted = <Value>(values: ArrayLike<Value>): Value[] => Array.from(values).filter((_, k) => counts[k]);
  const distances = warmPass(apart.poses, apart.warmUp, (pose) => distance(a, pose, b, IDENTITY));
  const passes = methods.map((method) => warmPass(deep.poses, deep.warmUp, method.open({})));
  const [measure, ...entrants] = await interleave<Timed<unknown>>(
    [
      { label: 'distance', turn: async () => distances() },
      ...passes.map((pass, k) => ({ label: methods[k].name, turn: async () => pass() })),
    ],
    rounds,
  );
  const units = measure.turns.map(({ microseconds }) => median(microseconds));
  const measured = methods.map(({ name, open }, k): MeasuredTranslation<Name> => {
    const { turns } = entrants[k];
    const medians = turns.map(({ microseconds }) => median(counted(microseconds)));
    const results = deep.poses.map(open({ trace: true }));
    const own = counted(results);
    const contacts = results.map(contactsOf);
    return {
      name,
      microseconds: Math.min(...medians),
      ratio: median(medians.map((time, round) => time / units[round])),
      iterations: mean(own.map(({ iterations }) => iterations)),
      contacts: meanOf(own.flatMap(contactsOf)),
      tightness: median(own.map(({ lower, upper }) => (upper > 0 ? lower / upper : 1))),
      depths: own.reduce((sum, { upper }) => sum + upper, 0),
      wrong: deep.poses.filter((pose, i) => isWrong(a, pose, b, IDENTITY, results[i])).length,
      each: {
        lower: results.map(({ lower }) => lower),
        upper: results.map(({ upper }) => upper),
        iterations: results.map(({ iterations }) => iterations),
        contacts: contacts.map(meanOf),
        ratios: deep.poses.map((_, i) =>
          median(turns.map(({ microseconds }, round) => microseconds[i] / units[round])),
        ),
      },
    };
  });
  return { distanceUs: Math.min(...units), methods: measured };
}

/** Contact planes of every in-projection that had any: a descent first tries the origin itself. */
function contactsOf({ trace = [] }: { readonly trace?: readonly PenetrationStep[] }): number[] {
  return trace.filter(({ kind, contacts }) => kind === 'in' && contacts > 0).map(({ contacts }) => contacts);
}

const meanOf = (values: readonly number[]): number => (values.length === 0 ? 0 : mean(values));
