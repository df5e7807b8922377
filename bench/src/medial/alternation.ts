// The alternation of Song, Lan, Yao and Guo beside the certified times: on primitives whose balls go straight, and end to end on medial axes.
// docs/lab/medial-alternation.md has what came of it.

import { randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { Model, type Motion, timeOfContact } from 'nearmiss';
import { medialAlternation } from 'nearmiss/lab';
import { medial, medialStructure } from 'nearmiss/medial';
import { lShape, torus, torusKnot } from 'nearmiss/shapes';
import { Alternation, type PrimitiveMotion, straightContactTime } from '../core-internals.ts';
import type { Experiment } from '../experiment.ts';
import { processorTime } from '../peers/time-each.ts';
import { alignColumns, markdownTable, number } from '../report/format.ts';
import { median } from '../statistics.ts';

const PAIRS = 20_000;
const MOTIONS = 60;
const SEED = 2014;
const TOLERANCE = 1e-6;
/** A claim that is later by more than this part of the step is late. */
const LATE = 1e-3;
/** Intervals of motions that turn. */
const INTERVALS = 16;

interface Verdicts {
  readonly contacts: number;
  readonly right: number;
  readonly late: number;
  readonly missed: number;
  readonly undecided: number;
  /** Claims of a contact before the certified time. */
  readonly early: number;
}

interface PrimitiveRow extends Verdicts {
  readonly name: string;
  readonly testsAPair: number;
  readonly turnsATest: number;
  /** Microseconds a pair, by alternation and certified. */
  readonly alternating: number;
  readonly certified: number;
}

interface QueryRow extends Verdicts {
  readonly name: string;
  readonly elementaryPairs: number;
  /** Means: elementary tests a query, turns a test. */
  readonly tests: number;
  readonly turns: number;
  readonly alternating: number;
  readonly certified: number;
}

export const medialAlternationExperiment: Experiment = {
  name: 'medial-alternation',
  run: async () => {
    const primitives = runPrimitives();
    const queries = runQueries();
    const tables = { primitives: primitiveCells(primitives), queries: queryCells(queries) };
    return {
      table: [
        'medial-alternation: primitives over a step of straight lines',
        alignColumns(tables.primitives),
        'medial-alternation: first contact of medial axes',
        alignColumns(tables.queries),
      ].join('\n'),
      page: {
        name: 'medial-alternation',
        tables: { primitives: markdownTable(tables.primitives), queries: markdownTable(tables.queries) },
      },
      data: { primitives, queries },
      goals: [],
      // To miss a contact is what the alternation does; to claim one that is not there would be a mistake of ours.
      mistakes: [...primitives, ...queries].reduce((sum, { early }) => sum + early, 0),
    };
  },
};

const KINDS = [
  ['cone and cone', 2, 2],
  ['ball and slab', 1, 3],
  ['cone and slab', 2, 3],
  ['slab and slab', 3, 3],
] as const;

function runPrimitives(): PrimitiveRow[] {
  return KINDS.map(([name, countA, countB]) => {
    const random = seeded(SEED + countA + 10 * countB);
    const pairs = Array.from(
      { length: PAIRS },
      () => [primitive(random, countA, 0), primitive(random, countB, 1)] as const,
    );
    const alternation = new Alternation();
    const [claims, alternating] = timed(() => pairs.map(([a, b]) => alternation.contactTime(a, b, TOLERANCE)));
    const [times, certified] = timed(() => pairs.map(([a, b]) => straightContactTime(a, b, TOLERANCE)));
    const tests = alternation.coneCone + alternation.sphereSlab;
    return {
      name,
      ...judge(claims, times, 0),
      testsAPair: tests / PAIRS,
      turnsATest: alternation.turns / tests,
      alternating: alternating / PAIRS,
      certified: certified / PAIRS,
    };
  });
}

/** A primitive whose balls go straight, one in four without changing its shape. */
function primitive(random: SeededRandom, count: number, at: number): PrimitiveMotion {
  const side = (spread: number): number => randomBetween(random, -spread, spread);
  const balls = Array.from({ length: count }, () => [at + side(0.5), side(0.5), side(0.5), 0.3 * random()]).flat();
  const displacement = [side(3) - 1.5 * at, side(1), side(1)];
  const spread = random() < 0.25 ? 0 : 0.7;
  return {
    balls: Float64Array.from(balls),
    displacements: Float64Array.from({ length: 3 * count }, (_, k) => displacement[k % 3] + side(spread)),
  };
}

function runQueries(): QueryRow[] {
  const bodies = [
    { name: 'torus', model: withAxis(Model.build(torus()), 100) },
    { name: 'l-shape', model: withAxis(Model.build(lShape()), 60) },
    { name: 'torus knot', model: withAxis(Model.build(torusKnot({ triangles: 2880 })), 100) },
  ];
  return bodies.flatMap(({ name, model }) =>
    [0, 1].map((turn): QueryRow => {
      const random = seeded(SEED + turn);
      const motions = Array.from({ length: MOTIONS }, () => motionTowards(random, turn));
      const threshold = 1e-4;
      const intervals = turn === 0 ? 1 : INTERVALS;
      const ask = (motion: Motion) => medialAlternation(model, motion, model, {}, { intervals, threshold });
      const exact = (motion: Motion) => timeOfContact(model, motion, model, {}, { method: medial, threshold });
      for (const motion of motions.slice(0, 5)) [ask(motion), exact(motion)];
      const claims = motions.map((motion) => timed(() => ask(motion)));
      const times = motions.map((motion) => timed(() => exact(motion)));
      const results = claims.map(([result]) => result);
      const tests = results.reduce((sum, { coneCone, sphereSlab }) => sum + coneCone + sphereSlab, 0);
      return {
        name: `${name}, ${turn === 0 ? 'straight' : `turning, ${INTERVALS} intervals`}`,
        ...judge(
          results.map(({ status, toc }) => (status === 'undecided' ? Number.NaN : (toc ?? Infinity))),
          times.map(([{ status, lower }]) => (status === 'free' ? Infinity : lower)),
          turn === 0 ? threshold : 0.02,
        ),
        elementaryPairs: results[0].elementaryPairs,
        tests: tests / MOTIONS,
        turns: results.reduce((sum, { turns }) => sum + turns, 0) / tests,
        alternating: median(claims.map(([, time]) => time)),
        certified: median(times.map(([, time]) => time)),
      };
    }),
  );
}

function withAxis(model: Model, primitives: number): Model {
  return model.with(medialStructure({ primitives, samples: 2000 }));
}

function motionTowards(random: SeededRandom, turn: number): Motion {
  const side = (): number => randomBetween(random, -0.7, 0.7);
  const from = { position: [2.5, side(), side()] };
  const to = [-1.5, side(), side()];
  const velocity = to.map((x, k) => x - from.position[k]);
  return { from, velocity, angularVelocity: [turn * side(), turn, turn * side()] };
}

/** Claims beside certified times; `errorBound` is how much earlier a claim may be. */
function judge(claims: readonly number[], times: readonly number[], errorBound: number): Verdicts {
  const seen = { contacts: 0, right: 0, late: 0, missed: 0, undecided: 0, early: 0 };
  for (const [k, time] of times.entries()) {
    const claim = claims[k];
    if (time < Infinity) seen.contacts++;
    if (Number.isNaN(claim)) seen.undecided++;
    // In contact at once: when they leave is another question.
    else if (time === 0 || time === claim || Math.abs(time - claim) <= LATE + errorBound) seen.right++;
    else if (claim === Infinity) seen.missed++;
    else if (claim > time) seen.late++;
    else seen.early++;
  }
  return seen;
}

/** What is asked, and microseconds of processor time it took. */
function timed<Result>(ask: () => Result): [Result, number] {
  const start = processorTime();
  const result = ask();
  return [result, processorTime() - start];
}

const VERDICTS = ['contacts', 'right', 'late', 'missed', 'undecided', 'early'] as const;

function primitiveCells(rows: readonly PrimitiveRow[]): string[][] {
  return [
    ['primitives', ...VERDICTS, 'tests a pair', 'turns a test', 'alternation µs', 'certified µs'],
    ...rows.map((row) => [
      row.name,
      ...VERDICTS.map((verdict) => String(row[verdict])),
      String(row.testsAPair),
      row.turnsATest.toFixed(2),
      number(row.alternating),
      number(row.certified),
    ]),
  ];
}

function queryCells(rows: readonly QueryRow[]): string[][] {
  return [
    ['bodies', ...VERDICTS, 'elementary pairs', 'tests a query', 'turns a test', 'alternation µs', 'method medial µs'],
    ...rows.map((row) => [
      row.name,
      ...VERDICTS.map((verdict) => String(row[verdict])),
      row.elementaryPairs.toLocaleString('en-US'),
      number(row.tests),
      row.turns.toFixed(2),
      number(row.alternating),
      number(row.certified),
    ]),
  ];
}
