// The stages of a step as the medial-axis paper has them (Table 2): collision detection, collision response, update. A sampling profiler
// tells them by the files that functions are in, so that the steppers need no clocks of their own.

import { type Profiler, Session } from 'node:inspector/promises';
import { timed } from './processor-time.ts';

export interface StageTimes {
  /** Queries, broad phase, contact manifolds. Milliseconds. */
  readonly detection: number;
  /** Constraints, impacts and their solver. */
  readonly response: number;
  /** Integration and everything else of the steppers. */
  readonly update: number;
}

/** Microseconds between two samples. */
const INTERVAL = 200;
const RESPONSE = /dynamics\/dist\/(?:solver|subspace|constraints|impacts|joint)/;
const UPDATE = /dynamics\/dist\//;
const DETECTION =
  /core\/dist\/|dynamics\/dist\/(?:sweep|support|body-pair|broad-phase|pair-table|contact|symmetry|islands|union-find)/;

/** Runs `work`, and says how the processor's time went, in all. */
export async function stageTimes(work: () => void): Promise<StageTimes> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  const spent = timed(work);
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return sumByStage(profile, spent);
}

/** Samples tell the shares of the stages; how long they took is told by the processor's clock, which other programs do not stop. */
function sumByStage({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, spent: number): StageTimes {
  const stageOf = new Map(nodes.map(({ id, callFrame }) => [id, stageNamed(callFrame.url)]));
  const sums = { detection: 0, response: 0, update: 0 };
  for (const [k, id] of samples.entries()) {
    const stage = stageOf.get(id);
    if (stage !== undefined && stage !== null) sums[stage] += timeDeltas[k];
  }
  const scale = spent / Math.max(sums.detection + sums.response + sums.update, 1);
  return { detection: scale * sums.detection, response: scale * sums.response, update: scale * sums.update };
}

/** Null where a function is of no stage: the engine's own, or this file's. */
function stageNamed(url: string): keyof StageTimes | null {
  if (RESPONSE.test(url)) return 'response';
  if (DETECTION.test(url)) return 'detection';
  return UPDATE.test(url) ? 'update' : null;
}
