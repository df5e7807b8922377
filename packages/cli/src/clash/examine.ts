// Examines the pairs of a set, on this thread or on several, and collects the clashes.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type Assembly,
  type CandidatePair,
  type CandidateSearch,
  type Clash,
  type ClashSet,
  candidatePairs,
  factsOfText,
  judgePair,
} from '@nearmiss/clash';
import { NearmissError } from 'nearmiss';
import type { Answer } from '../batch/answer.ts';
import { LinePool } from '../batch/line-pool.ts';
import { Models, type OpenModel } from '../batch/models.ts';
import { SharedModels } from '../batch/shared-models.ts';
import { oneLine } from '../usage.ts';
import { answerPair } from './answer-pair.ts';
import { buildModel } from './build-model.ts';
import type { Journal } from './journal.ts';
import { type PairLine, pairLine } from './pair-line.ts';

export interface ExamineOptions {
  readonly workers: number;
  readonly journal: Journal | null;
  readonly budget: number;
  /** Called for every pair that is done. */
  readonly onPair: () => void;
  /** Where pairs come from and which of them are meant; by default all of the set. */
  readonly range?: PairRange;
  /** Models of the shapes that are kept from one range to the next; for one thread. */
  readonly models?: Models;
}

/** Pairs of a set: those of the elements from one position of an order to another. */
export interface PairRange {
  readonly search: CandidateSearch;
  readonly from: number;
  readonly to: number;
}

export interface Examined {
  readonly clashes: Clash[];
  /** Pairs in all, and those that the journal did not know. */
  readonly pairs: number;
  readonly asked: number;
  /** Pairs whose examination failed: they are undecided. */
  readonly failed: number;
}

/** Facts about a pair whose thread died or failed: nothing is known. */
const UNKNOWN = JSON.stringify({
  relation: 'undecided',
  depth: { lower: 0, upper: null },
  distance: { lower: 0, upper: null },
});

/** Pairs that are sent to a thread together, and those waiting for each thread. */
const TOGETHER = 2;
const WAITING = 32;

/** Answers questions in the order they are put. */
interface Examiner {
  readonly ask: (lines: readonly PairLine[]) => Promise<Answer>[];
  readonly close: () => Promise<void>;
}

export async function examine(set: ClashSet, assembly: Assembly, options: ExamineOptions): Promise<Examined> {
  const { journal } = options;
  const clashes: Clash[] = [];
  const examiner =
    options.workers === 1 ? alone(options.models ?? shapeModels(assembly)) : pooled(assembly, options.workers);
  const waiting: { readonly pair: CandidatePair; readonly key: string; readonly facts: Promise<Answer> }[] = [];
  let pairs = 0;
  let asked = 0;
  const faults: string[] = [];
  const settle = (pair: CandidatePair, facts: string): void => {
    clashes.push(...judgePair(set, assembly, pair, factsOfText(facts)));
    options.onPair();
  };
  const drain = async (most: number): Promise<void> => {
    while (waiting.length > most) {
      const next = waiting.shift();
      if (next === undefined) return;
      const { text, ok } = await next.facts;
      if (ok) journal?.add(next.key, text);
      else faults.push(text);
      settle(next.pair, ok ? text : UNKNOWN);
    }
  };
  try {
    let group: { readonly pair: CandidatePair; readonly key: string; readonly line: PairLine }[] = [];
    const send = (): void => {
      if (group.length === 0) return;
      const answers = examiner.ask(group.map(({ line }) => line));
      for (const [k, facts] of answers.entries()) {
        const member = group[k];
        if (member !== undefined) waiting.push({ ...member, facts });
      }
      group = [];
    };
    for (const pair of pairsOf(set, assembly, options)) {
      pairs++;
      const line = pairLine(assembly.elements, pair);
      const key = pairKey(assembly, line);
      const known = journal?.get(key);
      if (known !== undefined) {
        settle(pair, known);
        continue;
      }
      asked++;
      group.push({ pair, key, line });
      if (group.length < (options.workers === 1 ? 1 : TOGETHER)) continue;
      send();
      await drain(options.workers === 1 ? 0 : WAITING * options.workers);
    }
    send();
    await drain(0);
  } finally {
    await examiner.close();
  }
  const [fault] = faults;
  if (fault !== undefined) {
    const count = `${faults.length} ${faults.length === 1 ? 'pair' : 'pairs'}`;
    console.error(`nearmiss: ${count} could not be examined, and may clash: undecided. The first: ${oneLine(fault)}`);
  }
  return { clashes, pairs, asked, failed: faults.length };
}

/** The clashes of pairs of which nothing is known. */
export function unknownClashes(set: ClashSet, assembly: Assembly, { search, from, to }: PairRange): Examined {
  const clashes: Clash[] = [];
  let pairs = 0;
  for (const pair of search.pairs(from, to)) {
    pairs++;
    clashes.push(...judgePair(set, assembly, pair, factsOfText(UNKNOWN)));
  }
  return { clashes, pairs, asked: 0, failed: pairs };
}

function pairsOf(set: ClashSet, assembly: Assembly, { range, budget }: ExamineOptions): Iterable<CandidatePair> {
  return range === undefined ? candidatePairs(set, assembly, budget) : range.search.pairs(range.from, range.to);
}

/** The content of both elements and the question, in a few letters. */
function pairKey({ shapes }: Assembly, { a, b, question }: PairLine): string {
  const of = ({ shape, pose }: PairLine['a']): unknown => [shapes[shape]?.hash, pose];
  return createHash('sha256')
    .update(JSON.stringify([of(a), of(b), question]))
    .digest('hex');
}

function openShapes({ shapes }: Assembly): OpenModel {
  return async ({ text }) => {
    const shape = shapes[Number(text)];
    if (shape === undefined) throw new NearmissError('query/failed', `There is no shape ${text}.`);
    return { hash: shape.hash, build: () => buildModel(shape.mesh) };
  };
}

/** Models of the shapes of an assembly, built when they are needed. */
export function shapeModels(assembly: Assembly): Models {
  return new Models(openShapes(assembly));
}

function alone(models: Models): Examiner {
  return {
    ask: (lines) =>
      lines.map(async (line) => {
        // The journal and the progress bar are written between pairs.
        await setImmediate();
        return answerPair(line, models).then(
          (text) => ({ text, ok: true }),
          (error: unknown) => ({ text: error instanceof Error ? error.message : String(error), ok: false }),
        );
      }),
    close: async () => {},
  };
}

function pooled(assembly: Assembly, workers: number): Examiner {
  const models = new SharedModels(shapeModels(assembly));
  const pool = new LinePool(new URL('./worker.js', import.meta.url), workers, models);
  return {
    ask: (lines) => {
      const [first] = lines;
      const subject = first === undefined ? undefined : largerShape(assembly, first);
      const answers = pool.answer(
        lines.map((line) => JSON.stringify(line)),
        subject,
      );
      return [...answers];
    },
    close: () => pool.close(),
  };
}

/** The number of the shape with more triangles: what is derived of it takes longer. */
function largerShape({ shapes }: Assembly, { a, b }: PairLine): string {
  const [sizeA = 0, sizeB = 0] = [a, b].map(({ shape }) => shapes[shape]?.mesh.triangleCount);
  return String(sizeB > sizeA ? b.shape : a.shape);
}
