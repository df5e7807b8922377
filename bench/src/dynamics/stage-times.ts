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
/** The files of @nearmiss/dynamics that find contacts and prove motions free; those of the library do so too. */
const DETECTION = [
  ...[
    'body-box',
    'body-pair',
    'broad-phase',
    'contact',
    'contact-points',
    'contact-search',
    'hull-advance',
    'hull-slab',
  ],
  ...[
    'islands',
    'medial-model',
    'near-pairs',
    'pair-order',
    'pair-table',
    'regions',
    'search-ahead',
    'support',
    'sweep',
    'swept-motion',
  ],
  ...['symmetry', 'thickness', 'travel', 'triangles-near', 'union-find', 'wake'],
];
/** Those that find the impulses of contacts and joints. */
const RESPONSE = [
  'bends',
  'carrying',
  'constraints',
  'contact-solver',
  'impacts',
  'joint',
  'kernel-bytes',
  'lift',
  'pressing',
  'rebounds',
  'row-kernel',
  'row-layout',
  'separate',
  'solver',
  'subspace',
];
/** Those that move bodies, and all the rest. */
const UPDATE = [
  ...['body', 'body-set', 'carried', 'events-step', 'events-stepper', 'frames', 'free-rotation', 'impulses-stepper'],
  ...['index', 'input', 'interval', 'jointed-step', 'mass', 'motion', 'quantities', 'recorder', 'rotation', 'scene'],
  ...['simulation', 'simulation-options', 'sleep', 'snapshot', 'trajectory', 'turn-limit', 'work'],
];

/** The stage of each file of @nearmiss/dynamics, by its name without ending. */
export const STAGES: ReadonlyMap<string, keyof StageTimes> = new Map([
  ...DETECTION.map((name) => [name, 'detection'] as const),
  ...RESPONSE.map((name) => [name, 'response'] as const),
  ...UPDATE.map((name) => [name, 'update'] as const),
]);

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
  if (url.includes('core/dist/')) return 'detection';
  return STAGES.get(/dynamics\/dist\/([\w-]+)\.js$/.exec(url)?.[1] ?? '') ?? null;
}
