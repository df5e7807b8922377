// Pairs of bodies measured in other threads. A pair always goes to the same thread, which keeps its memory; a thread has its pairs in one
// message, as numbers, and returns numbers and the results of those that touch or are near.

import type { Model } from '../model/model.ts';
import type { CollideResult } from '../query/collide/collide.ts';
import type { DistanceResult } from '../query/distance/distance.ts';
import type { ContactManifold } from '../query/manifold/contact-manifold.ts';
import type { TaskHost } from '../workers/serve-tasks.ts';
import type { Workers } from '../workers/workers.ts';
import { PairAnswer, PairMeasurements, PairQuestion } from './pair-measurements.ts';
import type { ContactDetail } from './step-result.ts';

/** Pairs for one thread. */
interface PairsInput {
  /** The key of the world, and how it measures. */
  readonly world: number;
  readonly margin: number;
  readonly detail: ContactDetail;
  /** A row for each pair: see `writeRow`. */
  readonly rows: Float64Array;
}

/** What a thread has measured of a pair, as far as it is asked for. */
interface PairOutput {
  readonly lower: number;
  readonly isTouching: boolean;
  readonly isNear: boolean;
  readonly found: CollideResult | null;
  readonly distance: DistanceResult | null;
  readonly manifold: ContactManifold | null;
}

/** Handle, serial, keys of both models, whether it touches, whether marching may be used, wish, two poses. */
const ROW = 21;
const POSE_A = 7;
const POSE_B = 14;

/** Pairs of one step, gathered for the threads of a pool. */
export class PairsOverWorkers {
  readonly #workers: Workers;
  readonly #rows: number[][];
  readonly #models: Set<Model>[];
  /** Where the answer of a pair is: thread and position there, by the order of asking. */
  readonly #places: { readonly lane: number; readonly at: number }[] = [];
  #outputs: readonly (readonly PairOutput[])[] = [];

  constructor(workers: Workers) {
    this.#workers = workers;
    this.#rows = Array.from({ length: workers.count }, () => []);
    this.#models = Array.from({ length: workers.count }, () => new Set());
  }

  add(asked: PairQuestion, a: Model, b: Model): void {
    const lane = asked.handle % this.#workers.count;
    const rows = this.#rows[lane];
    this.#places.push({ lane, at: rows.length / ROW });
    const { handle, serial, isTouching, mayUseMarching, wish, poseA, poseB } = asked;
    rows.push(handle, serial, this.#workers.keyOf(a), this.#workers.keyOf(b), Number(isTouching));
    rows.push(Number(mayUseMarching), wish, ...poseA.position, ...poseA.rotation, ...poseB.position, ...poseB.rotation);
    this.#models[lane].add(a).add(b);
  }

  /** `world` is an object that lives as long as the world. */
  async measure(world: object, margin: number, detail: ContactDetail): Promise<void> {
    const key = this.#workers.keyOf(world);
    const asked = this.#rows.map(async (rows, lane) => {
      if (rows.length === 0) return [];
      const input: PairsInput = { world: key, margin, detail, rows: Float64Array.from(rows) };
      const [outputs] = this.#workers.ask('pairs', [input], { lane, models: [...this.#models[lane]] });
      return (await outputs) as readonly PairOutput[];
    });
    this.#outputs = await Promise.all(asked);
  }

  /** Writes what was measured of the pair that was added as the k-th. */
  read(k: number, out: PairAnswer): void {
    const { lane, at } = this.#places[k];
    const { lower, isTouching, isNear, found, distance, manifold } = this.#outputs[lane][at];
    out.lower = lower;
    out.isTouching = isTouching;
    out.isNear = isNear;
    out.manifold = manifold;
    if (found !== null) Object.assign(out.found, found);
    if (distance !== null) Object.assign(out.distance, distance);
  }
}

/** What a thread does with its pairs. */
export async function pairsTask({ world, margin, detail, rows }: PairsInput, host: TaskHost): Promise<PairOutput[]> {
  const measurements = await host.kept(world, () => new PairMeasurements(margin, detail));
  const asked = new PairQuestion();
  const outputs: PairOutput[] = [];
  for (let at = 0; at < rows.length; at += ROW) {
    const [handle, serial, keyA, keyB, isTouching, mayUseMarching, wish] = rows.subarray(at, at + POSE_A);
    const answer = new PairAnswer();
    readPose(asked.poseA, rows, at + POSE_A);
    readPose(asked.poseB, rows, at + POSE_B);
    Object.assign(asked, { handle, serial, wish, isTouching: isTouching === 1, mayUseMarching: mayUseMarching === 1 });
    measurements.measure(asked, await host.model(keyA), await host.model(keyB), answer);
    const { lower, found, distance, manifold, isNear } = answer;
    // Bodies that have separated have the result that says so.
    const isFound = answer.isTouching || asked.isTouching;
    outputs.push({
      lower,
      isTouching: answer.isTouching,
      isNear,
      found: isFound ? found : null,
      distance: isNear ? distance : null,
      manifold,
    });
  }
  return outputs;
}

function readPose(pose: PairQuestion['poseA'], rows: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) pose.position[k] = rows[at + k];
  for (let k = 0; k < 4; k++) pose.rotation[k] = rows[at + 3 + k];
}
