// The tools of the MCP server, apart from the protocol: what a call returns as plain data.

import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import {
  type Assembly,
  type Clash,
  type ClashSet,
  DEFAULT_BUDGET,
  groupClashes,
  readClashSet,
  sortClashes,
  summarize,
  worstFirst,
} from '@nearmiss/clash';
import { loadAssemblyOfSet } from '@nearmiss/clash/node';
import { NearmissError } from 'nearmiss';
import { answerLine } from '../batch/answer.ts';
import { Models } from '../batch/models.ts';
import { loadModelFile, openModelsIn, realPathBelow } from '../batch/open-model.ts';
import { examine } from '../clash/examine.ts';
import { emptyTests } from '../clash/warn.ts';
import { parseJson } from '../json-text.ts';
import { reportFile } from '../mesh-report.ts';
import { readPose } from '../pose.ts';
import { COLOURS, type DrawnBody, type DrawnLine } from './draw.ts';

/** What a tool is called with: checked here, whatever the caller's schema allows. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a tool found, and what a picture of it would show. */
export interface Found {
  readonly result: Readonly<Record<string, unknown>>;
  readonly bodies: () => Promise<readonly DrawnBody[]>;
  readonly lines: readonly DrawnLine[];
}

/** Items of a list that an answer has, and clashes unless a call asks for more or fewer. */
const LISTED = 20;
const MOST_CLASHES = 100;
/** Bytes of a set file at most. */
const LARGEST_SET = 2 ** 22;

/** Tools about the files of one folder. */
export class FolderTools {
  readonly #folder: string;
  readonly #models: Models;

  constructor(folder: string) {
    this.#folder = folder;
    this.#models = new Models(openModelsIn(folder));
  }

  async check({ file }: Arguments): Promise<Found> {
    const name = requireText(file, 'file');
    const read = await loadModelFile(this.#folder, name);
    const { partList, warnings, ...report } = reportFile(name, read);
    return {
      result: { ...report, partList: partList.slice(0, LISTED), warnings: warnings.slice(0, LISTED) },
      bodies: async () => [{ mesh: read.mesh, pose: {}, colour: COLOURS.a }],
      lines: [],
    };
  }

  async query(op: 'collide' | 'distance' | 'penetration', { a, b, options }: Arguments): Promise<Found> {
    const query = JSON.stringify({ op, a, b, ...(options === undefined ? {} : { options }) });
    const { text, ok } = await answerLine(query, this.#models);
    const answer: { result?: Arguments; error?: { code: NearmissError['code']; message: string } } = JSON.parse(text);
    if (!ok) throw new NearmissError(answer.error?.code ?? 'query/failed', answer.error?.message ?? text);
    const result = shortened(answer.result ?? {});
    const { pointA, pointB } = result;
    const points = Array.isArray(pointA) && Array.isArray(pointB) ? [{ from: pointA, to: pointB }] : [];
    return {
      result,
      bodies: async () => [await this.#drawn(a, 'a', COLOURS.a), await this.#drawn(b, 'b', COLOURS.b)],
      lines: points,
    };
  }

  /** Tests a set that is given, or in a file. */
  async clash({ set: given, file, limit, budget }: Arguments): Promise<Found> {
    if ((given === undefined) === (file === undefined)) {
      throw new NearmissError('query/bad-form', 'A clash needs set, the set itself, or file, its name: one of them.');
    }
    const most = requireCount(limit, 'limit', LISTED, MOST_CLASHES);
    const searchBudget = requireCount(budget, 'budget', DEFAULT_BUDGET, Number.MAX_SAFE_INTEGER);
    const set = given === undefined ? await this.#readSet(requireText(file, 'file')) : await this.#confined(given, '.');
    const assembly = await loadAssemblyOfSet(set, this.#folder);
    const options = { workers: 1, budget: searchBudget, journal: null, onPair: () => {} };
    const { clashes, pairs } = await examine(set, assembly, options);
    const found = groupClashes(sortClashes(clashes, set));
    const counts = { tests: set.tests.length, elements: assembly.elements.length, pairs };
    const { matrix, ...summary } = summarize(found, counts);
    // The worst first: a list for which more is asked begins with the shorter one.
    const listed = [...found].sort(worstFirst).slice(0, most);
    return {
      result: {
        summary: { ...summary, matrix: matrix.slice(0, LISTED) },
        clashes: listed,
        more: found.length - listed.length,
        warnings: [...emptyTests(set, assembly), ...assembly.warnings].slice(0, LISTED),
      },
      bodies: async () => drawnElements(assembly, found),
      lines: [],
    };
  }

  async #readSet(name: string): Promise<ClashSet> {
    const path = await realPathBelow(this.#folder, name);
    const { size } = await stat(path);
    if (size > LARGEST_SET) throw new NearmissError('io/too-large', `The set ${name} has ${size} bytes.`);
    return this.#confined(parseJson(await readFile(path, 'utf8'), 'The set'), dirname(name));
  }

  /** A set with the real paths of its files, which are relative to a folder, and all of them in the folder of the tools. */
  async #confined(given: unknown, below: string): Promise<ClashSet> {
    const set = readClashSet(given);
    const models = set.models.map(async (model) => {
      const path = isAbsolute(model.file) ? model.file : join(below, model.file);
      return { ...model, file: await realPathBelow(this.#folder, path, model.file) };
    });
    return { ...set, models: await Promise.all(models) };
  }

  async #drawn(given: unknown, what: string, colour: DrawnBody['colour']): Promise<DrawnBody> {
    const body: Arguments = typeof given === 'object' && given !== null ? { ...given } : {};
    // The mesh of a round shape is its core, not its surface.
    if (body.convex !== undefined) {
      throw new NearmissError('query/unsupported', `${what} is an exact convex shape, which cannot be drawn.`);
    }
    const { mesh } = await this.#models.read(body, what);
    return { mesh, pose: readPose(body.pose, `${what}.pose`), colour };
  }
}

/** All elements, those that clash in a colour of their own. */
function drawnElements({ elements, shapes }: Assembly, clashes: readonly Clash[]): DrawnBody[] {
  const clashing = new Set(clashes.flatMap(({ a, b }) => [`${a.model} ${a.id}`, `${b.model} ${b.id}`]));
  return elements.flatMap(({ model, id, shape, pose }) => {
    const mesh = shapes[shape]?.mesh;
    const colour = clashing.has(`${model} ${id}`) ? COLOURS.clash : COLOURS.rest;
    return mesh === undefined ? [] : [{ mesh, pose, colour }];
  });
}

/** Long lists of a result are shortened; `omitted` says how much of each. */
function shortened(result: Arguments): Arguments {
  const omitted: Record<string, number> = {};
  const entries = Object.entries(result).map(([key, value]) => {
    if (!Array.isArray(value) || value.length <= LISTED) return [key, value];
    omitted[key] = value.length - LISTED;
    return [key, value.slice(0, LISTED)];
  });
  const short: Arguments = Object.fromEntries(entries);
  return Object.keys(omitted).length === 0 ? short : { ...short, omitted };
}

function requireText(given: unknown, what: string): string {
  if (typeof given === 'string' && given !== '') return given;
  throw new NearmissError('query/bad-form', `${what} must be a text.`);
}

function requireCount(given: unknown, what: string, usual: number, most: number): number {
  if (given === undefined) return usual;
  if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= most) return given;
  throw new NearmissError('query/bad-form', `${what} must be a whole number from 1 to ${most}.`);
}
