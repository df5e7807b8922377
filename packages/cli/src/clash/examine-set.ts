// Reads a set and has its pairs examined: by threads of this process, by parts that ran before, or by workers of a queue.

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { type Assembly, type ClashSet, readClashSet } from '@nearmiss/clash';
import { loadAssemblyOfSet } from '@nearmiss/clash/node';
import { whyNotOpened } from '@nearmiss/io/node';
import { parseJson } from '../json-text.ts';
import { type ClashPlan, clashWork, planClash, runClashShard } from '../shards/clash-shards.ts';
import { mergeClashResults } from '../shards/merge-clash.ts';
import { ResultFiles } from '../shards/result-files.ts';
import type { Dispatch } from '../shards/shard-flags.ts';
import type { ShardResult } from '../shards/shard-result.ts';
import { hideBusy, showBusy } from '../terminal/busy.ts';
import { Progress } from '../terminal/progress.ts';
import { UsageError } from '../usage.ts';
import { MOST_WORKERS } from '../workers-flag.ts';
import { type Examined, examine } from './examine.ts';
import { Journal } from './journal.ts';
import { warn } from './warn.ts';

/** Triangles of an assembly from which threads are worth their start. */
const MANY_TRIANGLES = 20_000;

/** A set and how its pairs are to be examined. */
export interface ClashSource {
  readonly file: string;
  /** The set as JSON has it. */
  readonly given: unknown;
  readonly budget: number;
  readonly workers: number | undefined;
  readonly journal: string | undefined;
}

export interface ExaminedSet {
  readonly set: ClashSet;
  readonly assembly: Assembly;
  readonly examined: Examined;
  /** False where pairs or shards failed: their pairs are undecided. */
  readonly isWhole: boolean;
}

export async function examineSet(
  source: ClashSource,
  dispatch: Exclude<Dispatch, { kind: 'part' }>,
): Promise<ExaminedSet> {
  if (dispatch.kind === 'here') return examineHere(source);
  if (dispatch.kind === 'queue') {
    const { examineOverQueue } = await import('../shards/clash-queue.ts');
    return examineOverQueue(source, dispatch);
  }
  const { set, assembly, shards } = await planParts(source, dispatch.size);
  const results: ShardResult[] = [];
  for await (const result of new ResultFiles(dispatch.folder).readAll(shards)) results.push(result);
  const examined = mergeClashResults(results);
  return { set, assembly, examined, isWhole: examined.failed === 0 };
}

/** Answers one part of a set; the exit status. */
export async function runClashPart(
  source: ClashSource,
  dispatch: Extract<Dispatch, { kind: 'part' }>,
): Promise<number> {
  const { set, assembly, shards } = await planParts(source, dispatch.size);
  const workers = source.workers ?? defaultWorkers(assembly);
  const work = clashWork(set, assembly, source.budget);
  const progress = new Progress(undefined);
  try {
    const onPair = (): void => {
      progress.answered++;
    };
    const { answered, known } = await new ResultFiles(dispatch.folder).answer(shards, dispatch.part, (shard) =>
      runClashShard(work, shard, { workers, onPair }),
    );
    progress.stop();
    console.error(`${answered} shards answered, ${known} known before, of ${shards.length}: ${dispatch.folder}.`);
    return 0;
  } finally {
    progress.stop();
  }
}

async function planParts({ file, given, budget }: ClashSource, size: number): Promise<ClashPlan> {
  showBusy('reading files');
  const plan = await planClash(given, dirname(file), { budget, size }, async () => {});
  await hideBusy();
  warn(plan.set, plan.assembly);
  return plan;
}

async function examineHere({ file, given, budget, workers, journal: journalFile }: ClashSource): Promise<ExaminedSet> {
  const set = readClashSet(given);
  showBusy('reading files');
  const assembly = await loadAssemblyOfSet(set, dirname(file));
  await hideBusy();
  warn(set, assembly);
  const journal = journalFile === undefined ? null : await Journal.open(journalFile);
  const progress = new Progress(undefined);
  let isComplete = false;
  try {
    const examined = await examine(set, assembly, {
      workers: workers ?? defaultWorkers(assembly),
      budget,
      journal,
      onPair: () => progress.answered++,
    });
    isComplete = true;
    return { set, assembly, examined, isWhole: examined.failed === 0 };
  } finally {
    progress.stop();
    await journal?.close(isComplete);
  }
}

/** The elements of a set's files; nothing is tested. */
export async function loadElements({ file, given }: ClashSource): Promise<Assembly> {
  showBusy('reading files');
  const assembly = await loadAssemblyOfSet(readClashSet(given), dirname(file));
  await hideBusy();
  return assembly;
}

/** Files that are no sets. */
const MODEL_FILE = /\.(glb|gltf|ifc|stl|obj|ply|off)$/i;

/** A set as JSON has it. */
export async function readSetFile(file: string): Promise<unknown> {
  if (MODEL_FILE.test(file)) {
    const set = { models: { m: basename(file) }, tests: [{ name: 'itself', a: { model: 'm' } }] };
    throw new UsageError(
      `"${file}" is a model; a set says which tests are made. Beside it, this one tests it in itself: ${JSON.stringify(set)}`,
    );
  }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`"${file}" cannot be opened: ${whyNotOpened(cause)}.`);
  });
  return parseJson(text, 'The set');
}

function defaultWorkers({ elements, shapes }: Assembly): number {
  let triangles = 0;
  for (const { shape } of elements) triangles += shapes[shape]?.mesh.triangleCount ?? 0;
  return triangles < MANY_TRIANGLES ? 1 : Math.min(availableParallelism(), MOST_WORKERS);
}
