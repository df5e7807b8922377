// An assembly in itself, beside FCL: the same candidate pairs, from arrays to yes or no; and all depths with `nearmiss clash` on two
// workers. docs/lab/clash.md has what came of it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clash, candidatePairs } from '@nearmiss/clash';
import { plantGlb } from '@nearmiss/fixtures';
import { Model } from 'nearmiss';
import type { Experiment, Findings } from '../experiment.ts';
import { CLASH_DEPTHS_GOAL, CLASH_RATIO_GOAL, CLASH_YES_NO_GOAL, judge } from '../goals.ts';
import { DEFAULT_OUT_DIR, FCL_ASSEMBLY_SOURCE, SHARED_MODELS_DIR } from '../paths.ts';
import { compileFcl } from '../peers/native-binary.ts';
import { alignColumns, markdownTable } from '../report/format.ts';
import { median } from '../statistics.ts';
import type { BuildAndAsk } from './ask.ts';
import { assemblyFile } from './assembly-file.ts';
import { type LoadedSet, readSet } from './read-set.ts';
import { type ClashRun, runClash } from './run-clash.ts';

const GEARBOX = join(SHARED_MODELS_DIR, 'gltf/GearboxAssy.glb');
const ASK = fileURLToPath(new URL('./ask.js', import.meta.url));
const WORKERS = 2;
/** Without the shared models, a plant instead. */
const PLANT_ELEMENTS = 200;

export interface ClashRecord {
  readonly assembly: string;
  readonly elements: number;
  readonly triangles: number;
  readonly pairs: number;
  readonly colliding: number;
  /** Milliseconds of the processor, by round; FCL with a tree for each element, and with one for each shape; null without FCL. */
  readonly nearmiss: readonly BuildTimes[];
  readonly fcl: readonly BuildTimes[] | null;
  readonly fclShared: readonly BuildTimes[] | null;
  /** The command with all depths, milliseconds by round. */
  readonly depths: readonly { readonly wall: number; readonly processor: number }[];
  /** The median of lower / upper depth of closed pairs. */
  readonly ratio: number;
  /** Runs of FCL whose answers differ from those of nearmiss. */
  readonly different: number;
}

interface BuildTimes {
  readonly build: number;
  readonly ask: number;
}

export const clash: Experiment = {
  name: 'clash',
  run: async (rounds) => findingsOf(await measure(rounds)),
  redraw: (data: ClashRecord) => findingsOf(data),
};

async function measure(rounds: number): Promise<ClashRecord> {
  mkdirSync(DEFAULT_OUT_DIR, { recursive: true });
  const setFile = writeSet();
  const loaded = await readSet(setFile);
  const pairs = [...candidatePairs(loaded.set, loaded.assembly)];
  const fcl = compileFcl(DEFAULT_OUT_DIR, FCL_ASSEMBLY_SOURCE);
  const own: BuildAndAsk[] = [];
  const theirs: BuildAndAsk[][] = [[], []];
  const runs: ClashRun[] = [];
  for (let round = 0; round < rounds; round++) {
    own.push(JSON.parse(output(process.execPath, [ASK, setFile])));
    for (const [k, isShared] of [false, true].entries()) {
      if ('missing' in fcl) continue;
      const file = join(DEFAULT_OUT_DIR, `assembly${k}.bin`);
      if (round === 0) writeFileSync(file, assemblyFile(loaded.assembly, pairs, isShared));
      theirs[k].push(readFcl(output(fcl.path, [file])));
    }
    runs.push(runClash(setFile, WORKERS));
  }
  const { elements, shapes } = loaded.assembly;
  return {
    assembly: existsSync(GEARBOX) ? 'GearboxAssy' : 'plant',
    elements: elements.length,
    triangles: elements.reduce((sum, { shape }) => sum + shapes[shape].mesh.triangleCount, 0),
    pairs: pairs.length,
    colliding: own[0].bits.replaceAll('0', '').length,
    nearmiss: own.map(rounded),
    fcl: 'missing' in fcl ? null : theirs[0].map(rounded),
    fclShared: 'missing' in fcl ? null : theirs[1].map(rounded),
    depths: runs.map(({ wall, processor }) => ({ wall: Math.round(wall), processor: Math.round(processor) })),
    ratio: median(closedRatios(loaded, runs[0].clashes)),
    different: theirs.flat().filter(({ bits }) => bits !== own[0].bits).length,
  };
}

/** Writes the set that is measured; its path. */
function writeSet(): string {
  const setFile = join(DEFAULT_OUT_DIR, 'clash-set.json');
  const plant = join(DEFAULT_OUT_DIR, 'clash-plant.glb');
  if (!existsSync(GEARBOX)) writeFileSync(plant, plantGlb({ elements: PLANT_ELEMENTS }));
  const file = existsSync(GEARBOX) ? GEARBOX : plant;
  writeFileSync(
    setFile,
    JSON.stringify({ models: { m: file }, tests: [{ name: 'itself', mode: 'hard', a: { model: 'm' } }] }),
  );
  return setFile;
}

function output(program: string, words: readonly string[]): string {
  return execFileSync(program, words, { encoding: 'utf8' });
}

/** The answer of native/fcl-assembly.cpp: times of a clock, of the processor, and the digits. */
function readFcl(line: string): BuildAndAsk {
  const [, , build, ask, bits] = line.trim().split(' ');
  return { build: Number(build), ask: Number(ask), bits };
}

function rounded({ build, ask }: BuildAndAsk): BuildTimes {
  return { build: Math.round(build), ask: Math.round(ask) };
}

/** Lower / upper depth of all clashes of two closed meshes. */
function closedRatios({ assembly }: LoadedSet, clashes: readonly Clash[]): number[] {
  const closed = new Set<string>();
  const models = assembly.shapes.map(({ mesh }) => Model.build(mesh));
  for (const { id, shape } of assembly.elements) if (models[shape].closed) closed.add(id);
  return clashes.flatMap(({ a, b, depth }) =>
    depth === undefined || !closed.has(a.id) || !closed.has(b.id) ? [] : [depth.lower / depth.upper],
  );
}

function findingsOf(data: ClashRecord): Findings {
  const rows = tableRows(data);
  const own = median(data.nearmiss.map(sum));
  const goals = [judge(CLASH_RATIO_GOAL, data.ratio)];
  if (data.fcl !== null) {
    const theirs = median(data.fcl.map(sum));
    goals.push(judge(CLASH_YES_NO_GOAL, own / theirs));
    goals.push(judge(CLASH_DEPTHS_GOAL, median(data.depths.map(({ processor }) => processor)) / WORKERS / theirs));
  }
  const { assembly, elements, triangles, pairs, colliding } = data;
  const what = `${assembly}: ${elements} elements, ${triangles.toLocaleString('en-US')} triangles, ${pairs} pairs, ${colliding} of them colliding`;
  return {
    table: `clash: ${what}\n${alignColumns(rows)}`,
    page: { name: 'clash', tables: { clash: markdownTable(rows) } },
    data,
    goals,
    mistakes: data.different,
  };
}

function tableRows({ nearmiss, fcl, fclShared, depths }: ClashRecord): string[][] {
  const rows = [['seconds of the processor', 'build', 'yes or no', 'both']];
  const add = (name: string, rounds: readonly BuildTimes[] | null): void => {
    if (rounds === null) return;
    const columns = [rounds.map(({ build }) => build), rounds.map(({ ask }) => ask), rounds.map(sum)];
    rows.push([name, ...columns.map((column) => seconds(median(column)))]);
  };
  add('nearmiss', nearmiss);
  add('FCL, a tree for each element', fcl);
  add('FCL, a tree for each shape', fclShared);
  const all = median(depths.map(({ processor }) => processor));
  rows.push(['`nearmiss clash`, all depths, two workers together', '', '', seconds(all)]);
  return rows;
}

function sum({ build, ask }: BuildTimes): number {
  return build + ask;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}
