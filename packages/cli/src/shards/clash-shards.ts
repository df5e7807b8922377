// Shards of a clash set. The input that describes the work is the set as it was written, with the files of its models by their hashes; a
// shard is a range of elements with all pairs whose element with the lesser number is in it.

import { type Assembly, CandidateSearch, type ClashSet, readClashSet } from '@nearmiss/clash';
import { loadAssemblyOfSet } from '@nearmiss/clash/node';
import type { Models } from '../batch/models.ts';
import { type Examined, examine, shapeModels, unknownClashes } from '../clash/examine.ts';
import { VERSION } from '../version.ts';
import { type Inputs, type KeepInput, type LaidFile, plannedFiles, requireLaidFiles, withSlashes } from './inputs.ts';
import { hashOf, type Shard } from './shard.ts';
import type { ShardResult } from './shard-result.ts';

/** Elements of a shard unless a run says otherwise: some seconds of work where elements are dense. */
export const SHARD_ELEMENTS = 256;

export interface ClashPlanOptions {
  readonly budget: number;
  /** Elements of a shard. */
  readonly size: number;
}

export interface ClashPlan {
  readonly set: ClashSet;
  readonly assembly: Assembly;
  readonly shards: readonly Shard[];
}

/** A set with its files read, ready to answer any shard of it. */
export interface ClashWork {
  readonly set: ClashSet;
  readonly assembly: Assembly;
  readonly search: CandidateSearch;
  readonly models: Models;
}

interface Manifest {
  readonly set: unknown;
  /** The file of each model of the set, in their order. */
  readonly models: readonly string[];
  readonly files: readonly LaidFile[];
}

/** Divides a set, as JSON has it, into shards. Its files are read once, which finds out whether they can be. */
export async function planClash(
  given: unknown,
  folder: string,
  { budget, size }: ClashPlanOptions,
  keep: KeepInput,
): Promise<ClashPlan> {
  const set = readClashSet(given);
  const files: LaidFile[] = [];
  const models: string[] = [];
  const assembly = await loadAssemblyOfSet(set, folder, async (model, name, bytes) => {
    const path = pathOfModelFile(model, name);
    models[model] ??= path;
    const hash = hashOf(bytes);
    files.push({ path, hash });
    await keep(hash, bytes);
  });
  const manifest: Manifest = { set: given, models, files };
  const text = JSON.stringify(manifest);
  const hash = hashOf(text);
  await keep(hash, text);
  const shards: Shard[] = [];
  for (let from = 0; from < assembly.elements.length; from += size) {
    const range = [from, Math.min(from + size, assembly.elements.length)] as const;
    shards.push({ kind: 'clash', version: VERSION, input: hash, range, options: { budget } });
  }
  return { set, assembly, shards };
}

export function clashWork(set: ClashSet, assembly: Assembly, budget: number): ClashWork {
  return { set, assembly, search: new CandidateSearch(set, assembly, budget), models: shapeModels(assembly) };
}

async function readManifest({ input }: Shard, inputs: Pick<Inputs, 'read'>): Promise<Partial<Manifest>> {
  return JSON.parse(Buffer.from(await inputs.read(input)).toString('utf8'));
}

/** The set that a shard is of, without its files. */
export async function readSetOf(shard: Shard, inputs: Pick<Inputs, 'read'>): Promise<ClashSet> {
  return readClashSet((await readManifest(shard, inputs)).set);
}

/** Reads the set that a shard is of, and its files. */
export async function readClashWork(shard: Shard, inputs: Inputs): Promise<ClashWork> {
  const manifest = await readManifest(shard, inputs);
  const set = readClashSet(manifest.set);
  const files = requireLaidFiles(manifest.files);
  const models = set.models.map((model, k) => ({ ...model, file: fileOf(manifest, files, k) }));
  const check = plannedFiles(files);
  const load = async (): Promise<Assembly> =>
    loadAssemblyOfSet({ ...set, models }, await inputs.folder(files), (model, name, bytes) =>
      check(pathOfModelFile(model, name), bytes),
    );
  // The folder may have been removed, or its files changed, since it was laid out: once more from the store.
  const assembly = await load().catch(async () => {
    await inputs.dropFolder();
    return load();
  });
  return clashWork(set, assembly, shard.options.budget ?? 0);
}

/** A folder for each model: files of one name may come from several folders. */
function pathOfModelFile(model: number, name: string): string {
  return `${model}/${withSlashes(name)}`;
}

/** The file of a model: one that is laid out, whatever path the manifest has, so that nothing else is ever opened. */
function fileOf({ models }: Partial<Manifest>, files: readonly LaidFile[], k: number): string {
  const file = files.find(({ path }) => path === models?.[k]);
  if (file !== undefined) return file.path;
  throw new Error(`The set of the shard has no file for its model ${k}.`);
}

export interface RunOptions {
  readonly workers: number;
  readonly onPair: () => void;
}

/** Answers a shard: one line for each clash, in the order of the pairs. */
export async function runClashShard(work: ClashWork, shard: Shard, options: RunOptions): Promise<ShardResult> {
  const { set, assembly, search, models } = work;
  const [from, to] = shard.range;
  const budget = shard.options.budget ?? 0;
  const range = { search, from, to };
  return resultOf(work, await examine(set, assembly, { ...options, budget, journal: null, range, models }));
}

/** The result of a shard that could not be answered: nothing is known of its pairs. */
export function unknownClashShard(work: ClashWork, { range: [from, to] }: Shard): ShardResult {
  return resultOf(work, unknownClashes(work.set, work.assembly, { search: work.search, from, to }));
}

function resultOf({ assembly }: ClashWork, { clashes, pairs, failed }: Examined): ShardResult {
  const body = clashes.map((clash) => `${JSON.stringify(clash)}\n`).join('');
  const counts = { elements: assembly.elements.length, pairs, clashes: clashes.length };
  return { counts: failed > 0 ? { ...counts, failed } : counts, body };
}
