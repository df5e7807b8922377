// Real assemblies and buildings: `nearmiss clash` beside FCL's surface crossings and Manifold's volumes of intersection. Where the two agree on a
// pair, nearmiss must agree with them. docs/lab/clash-models.md has the table.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type Assembly, type CandidatePair, type Clash, candidatePairs } from '@nearmiss/clash';
import type { Experiment, Findings } from '../experiment.ts';
import { DEFAULT_OUT_DIR, FCL_ASSEMBLY_SOURCE, SHARED_MODELS_DIR } from '../paths.ts';
import { compileFcl } from '../peers/native-binary.ts';
import { alignColumns, markdownTable } from '../report/format.ts';
import { assemblyFile } from './assembly-file.ts';
import { CommonVolumes } from './common-volumes.ts';
import { readSet } from './read-set.ts';
import { runClash } from './run-clash.ts';

const FOLDERS = ['gltf', 'ifc'];
const WORKERS = 2;
/** In parts of the smaller element: a volume that is surely one, and one that rounding can leave. */
const VOLUME = 1e-5;
const NO_VOLUME = 1e-9;

interface ModelRow {
  readonly model: string;
  readonly elements: number;
  readonly pairs: number;
  /** Pairs that Manifold takes: both closed and oriented. */
  readonly solids: number;
  /** Both say that the pair overlaps, that it is apart, or that one lies in the other. */
  readonly overlap: number;
  readonly apart: number;
  readonly contained: number;
  /** FCL has a crossing, but there is no volume to speak of: they touch, or nearly. */
  readonly touching: number;
  /** Pairs of the four kinds on which nearmiss says something else; of the last, where its depth is more than the tolerance. */
  readonly missed: readonly string[];
  readonly invented: readonly string[];
  readonly undecided: number;
}

export const clashModels: Experiment = {
  name: 'clash-models',
  run: async () => findingsOf(await measureAll()),
  redraw: (data: readonly ModelRow[]) => findingsOf(data),
};

async function measureAll(): Promise<readonly ModelRow[]> {
  mkdirSync(DEFAULT_OUT_DIR, { recursive: true });
  const rows: ModelRow[] = [];
  for (const folder of FOLDERS) {
    const path = join(SHARED_MODELS_DIR, folder);
    const files = existsSync(path) ? readdirSync(path) : [];
    for (const file of files.filter((name) => ['.glb', '.ifc'].includes(extname(name)))) {
      rows.push(await measure(join(path, file)));
    }
  }
  return rows;
}

async function measure(file: string): Promise<ModelRow> {
  const setFile = join(DEFAULT_OUT_DIR, 'clash-models-set.json');
  const tests = [{ name: 'itself', mode: 'hard', a: { model: 'm' } }];
  writeFileSync(setFile, JSON.stringify({ models: { m: file }, tests }));
  const { set, assembly } = await readSet(setFile);
  const pairs = [...candidatePairs(set, assembly)];
  const { clashes, summary } = runClash(setFile, WORKERS);
  const judged = await judgeAll(assembly, pairs, clashes);
  const count = (kind: PairKind): number => judged.filter((one) => one.kind === kind).length;
  const names = (fault: Judged['fault']): string[] => judged.flatMap((one) => (one.fault === fault ? [one.name] : []));
  return {
    model: basename(file),
    elements: assembly.elements.length,
    pairs: pairs.length,
    solids: judged.length,
    overlap: count('overlap'),
    apart: count('apart'),
    contained: count('contained'),
    touching: count('touching'),
    missed: names('missed'),
    invented: names('invented'),
    undecided: summary.undecided,
  };
}

type PairKind = 'overlap' | 'apart' | 'contained' | 'touching' | 'unclear';

interface Judged {
  readonly name: string;
  readonly kind: PairKind;
  readonly fault: 'missed' | 'invented' | null;
}

async function judgeAll(
  assembly: Assembly,
  pairs: readonly CandidatePair[],
  clashes: readonly Clash[],
): Promise<readonly Judged[]> {
  const fcl = compileFcl(DEFAULT_OUT_DIR, FCL_ASSEMBLY_SOURCE);
  if ('missing' in fcl) throw new Error(fcl.missing);
  const file = join(DEFAULT_OUT_DIR, 'clash-models.bin');
  writeFileSync(file, assemblyFile(assembly, pairs, true));
  const [bits = ''] = execFileSync(fcl.path, [file], { encoding: 'utf8' }).trim().split(' ').slice(-1);
  const volumes = await CommonVolumes.of(assembly);
  const found = new Map(clashes.map((clash) => [`${clash.a.id} ${clash.b.id}`, clash]));
  const judged: Judged[] = [];
  for (const [k, { a, b }] of pairs.entries()) {
    const part = volumes.part(a, b);
    if (part === null) continue;
    const [first, second] = [assembly.elements[a], assembly.elements[b]];
    const name = `${first.id} ${second.id}`;
    const kind = kindOf(bits[k] === '1', part);
    judged.push({ name, kind, fault: faultOf(kind, found.get(name) ?? found.get(`${second.id} ${first.id}`)) });
  }
  return judged;
}

/** By whether surfaces cross, and which part of the smaller solid lies in the other. */
function kindOf(crosses: boolean, part: number): PairKind {
  if (part > VOLUME) return crosses ? 'overlap' : 'contained';
  if (part > NO_VOLUME) return 'unclear';
  return crosses ? 'touching' : 'apart';
}

function faultOf(kind: PairKind, clash: Clash | undefined): Judged['fault'] {
  if (kind === 'overlap' || kind === 'contained') return clash === undefined ? 'missed' : null;
  if (kind === 'apart') return clash === undefined ? null : 'invented';
  return null;
}

/** Solids with a volume in common that is neither surely one nor surely none. */
function tinyOf({
  solids,
  overlap,
  contained,
  apart,
  touching,
}: Omit<ModelRow, 'model' | 'missed' | 'invented'>): number {
  return solids - overlap - contained - apart - touching;
}

function findingsOf(rows: readonly ModelRow[]): Findings {
  const head = [
    'file',
    'elements',
    'pairs',
    'solids',
    'overlap',
    'contained',
    'apart',
    'touching',
    'tiny',
    'missed',
    'invented',
  ];
  const cells = rows.map(({ model, missed, invented, ...row }) => [
    model,
    ...[row.elements, row.pairs, row.solids, row.overlap, row.contained, row.apart, row.touching, tinyOf(row)].map(
      String,
    ),
    String(missed.length),
    String(invented.length),
  ]);
  return {
    table: `clash-models: FCL and Manifold, where they agree\n${alignColumns([head, ...cells])}`,
    page: { name: 'clash-models', tables: { 'clash-models': markdownTable([head, ...cells]) } },
    data: rows,
    goals: [],
    mistakes: rows.reduce((sum, { missed, invented }) => sum + missed.length + invented.length, 0),
  };
}
