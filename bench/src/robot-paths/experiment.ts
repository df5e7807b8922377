// Robot paths proven by nearmiss beside samples of them checked by FCL, on the same robots, obstacles and pairs: docs/lab/robot-paths.md.

import { join } from 'node:path';
import { seeded } from '@nearmiss/fixtures';
import type { PathContact, Robot } from '@nearmiss/robot';
import type { Experiment, Findings } from '../experiment.ts';
import { judge, ROBOT_PATH_GOALS } from '../goals.ts';
import { DEFAULT_OUT_DIR, FCL_ROBOT_SOURCE, SHARED_ROBOTS_DIR } from '../paths.ts';
import { compileFcl } from '../peers/native-binary.ts';
import { processorTime } from '../peers/time-each.ts';
import { alignColumns, markdownTable, number, ratio } from '../report/format.ts';
import { median } from '../statistics.ts';
import { FclRobot } from './fcl-robot.ts';
import { BENCH_ROBOTS, type BenchRobot, countedLinks, hasBenchRobots, openRobot } from './robots.ts';
import { drawContactPaths, drawEdges, drawFreeScene, type Waypoints } from './workload.ts';

const SCENES = 3;
const CONTACT_PATHS = 10;
const FREE_SAMPLES = 1000;
const CONTACT_SAMPLES = 100;
const EDGE_SAMPLES = 10;
const EDGES = 100_000;
/** Edges of each scene that are asked before anything is timed. */
const WARM_UP = 500;

const SAMPLES = { free: FREE_SAMPLES, contact: CONTACT_SAMPLES, edges: EDGE_SAMPLES } as const;

const QUESTIONS = {
  free: `free path, ${FREE_SAMPLES.toLocaleString('en-US')} samples`,
  contact: `path in contact, ${CONTACT_SAMPLES} samples`,
  edges: `edge, ${EDGE_SAMPLES} samples`,
} as const;

/** What one kind of question took, the median over rounds: milliseconds a path or an edge. */
export interface PathRow {
  readonly robot: string;
  readonly question: 'free' | 'contact' | 'edges';
  readonly asked: number;
  readonly nearmiss: number;
  /** The first contact rather than any, of paths in contact. */
  readonly nearmissFirst: number | null;
  readonly fcl: number;
  /** What forward kinematics has of FCL's time. */
  readonly kinematics: number;
  /** Median of the ratios of one round. */
  readonly ratio: number;
  /** Paths that are said to be free where FCL has a sample in contact. */
  readonly mistakes: number;
  /** Paths with a proven contact that FCL's samples have missed. */
  readonly missed: number;
}

/** A robot with its obstacles in both libraries. */
interface Contest {
  readonly robot: Robot;
  readonly fcl: FclRobot;
  readonly free: Waypoints;
  readonly contacts: readonly Waypoints[];
}

export const robotPaths: Experiment = {
  name: 'robot-paths',
  run: async (rounds) => {
    if (!hasBenchRobots()) throw new Error(`Robot paths need the robots of ${SHARED_ROBOTS_DIR}.`);
    const binary = compileFcl(DEFAULT_OUT_DIR, FCL_ROBOT_SOURCE);
    if ('missing' in binary) throw new Error(binary.missing);
    const rows: PathRow[] = [];
    for (const bench of BENCH_ROBOTS) rows.push(...(await measureRobot(bench, binary.path, rounds)));
    return present(rows);
  },
  redraw: (data) => present(data as PathRow[]),
};

async function measureRobot(bench: BenchRobot, binary: string, rounds: number): Promise<PathRow[]> {
  const random = seeded(7);
  const contests: Contest[] = [];
  for (let k = 0; k < SCENES; k++) {
    const robot = await openRobot(bench);
    const { path: free, obstacles } = drawFreeScene(robot, random);
    const contacts = drawContactPaths(robot, random, CONTACT_PATHS);
    const urdf = join(SHARED_ROBOTS_DIR, bench.urdf);
    const fcl = await FclRobot.start(binary, robot, urdf, countedLinks(robot, bench), obstacles);
    contests.push({ robot, fcl, free, contacts });
  }
  for (const { robot } of contests) for (const edge of drawEdges(robot, random, WARM_UP)) ask(robot, edge);
  // Every round has edges of its own: all together are EDGES.
  const count = Math.ceil(EDGES / rounds / SCENES);
  const rows = [
    await measure(bench.name, 'free', contests, ({ free }) => [free], rounds),
    await measure(bench.name, 'contact', contests, ({ contacts }) => contacts, rounds),
    await measure(bench.name, 'edges', contests, ({ robot }) => drawEdges(robot, random, count), rounds),
  ];
  for (const { fcl } of contests) await fcl.close();
  return rows;
}

function ask(robot: Robot, waypoints: Waypoints, order: 'first' | 'any' = 'any'): PathContact {
  return robot.pathContact(robot.path({ waypoints }), { order });
}

async function measure(
  robot: string,
  question: PathRow['question'],
  contests: readonly Contest[],
  pathsOf: (contest: Contest) => readonly Waypoints[],
  rounds: number,
): Promise<PathRow> {
  const spent = { any: [] as number[], first: [] as number[], fcl: [] as number[], kinematics: [] as number[] };
  let [asked, mistakes, missed] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const sums = { any: 0, first: 0, fcl: 0, kinematics: 0 };
    let paths = 0;
    for (const contest of contests) {
      const drawn = pathsOf(contest);
      const own = timeOwn(contest, question, drawn, 'any');
      const first = question === 'edges' ? null : timeOwn(contest, question, drawn, 'first');
      const runs = drawn.map((waypoints) => ({ waypoints, samples: SAMPLES[question] }));
      const sampled = await contest.fcl.check(question === 'edges' ? 'first' : 'all', runs);
      sums.any += own.microseconds;
      sums.first += first?.microseconds ?? 0;
      sums.fcl += sampled.microseconds;
      sums.kinematics += (await contest.fcl.check('kinematics', runs)).microseconds;
      own.results.forEach(({ status }, k) => {
        const isHit = sampled.contacts[k] >= 0;
        if (status === 'free' && isHit) mistakes++;
        if (status === 'contact' && !isHit) missed++;
      });
      paths += drawn.length;
    }
    for (const kind of ['any', 'first', 'fcl', 'kinematics'] as const) spent[kind].push(sums[kind] / paths / 1000);
    asked += paths;
  }
  return {
    ...{ robot, question, asked: question === 'edges' ? asked : asked / rounds },
    ...{ nearmiss: median(spent.any), nearmissFirst: question === 'edges' ? null : median(spent.first) },
    ...{ fcl: median(spent.fcl), kinematics: median(spent.kinematics) },
    ...{ ratio: median(spent.any.map((time, k) => time / spent.fcl[k])), mistakes, missed },
  };
}

/** Asks all paths. Before each but an edge another one is asked, untimed: a path that was just asked is no new one to a robot. */
function timeOwn(
  { robot, contacts }: Contest,
  question: PathRow['question'],
  paths: readonly Waypoints[],
  order: 'first' | 'any',
): { readonly microseconds: number; readonly results: readonly PathContact[] } {
  if (question === 'edges') {
    const start = processorTime();
    const results = paths.map((path) => ask(robot, path));
    return { microseconds: processorTime() - start, results };
  }
  let microseconds = 0;
  const results = paths.map((path, k) => {
    ask(robot, contacts[(k + 1) % contacts.length], 'first');
    const start = processorTime();
    const result = ask(robot, path, order);
    microseconds += processorTime() - start;
    return result;
  });
  return { microseconds, results };
}

function present(rows: readonly PathRow[]): Findings {
  const table = [
    [
      'robot',
      'question',
      'paths',
      'nearmiss, ms',
      'first contact, ms',
      'FCL, ms',
      'of it kinematics',
      'ratio',
      'missed',
    ],
    ...rows.map((row) => [
      ...[row.robot, QUESTIONS[row.question], row.asked.toLocaleString('en-US'), number(row.nearmiss)],
      row.nearmissFirst === null ? '–' : number(row.nearmissFirst),
      ...[number(row.fcl), number(row.kinematics), ratio(row.ratio), String(row.missed)],
    ]),
  ];
  return {
    table: `robot paths: milliseconds of processor time a path or edge\n${alignColumns(table)}`,
    page: { name: 'robot-paths', tables: { fcl: markdownTable(table) } },
    data: rows,
    goals: rows.map(({ robot, question, ratio }) => {
      const goal = ROBOT_PATH_GOALS[question];
      return judge({ ...goal, what: `${robot}: ${goal.what}` }, ratio);
    }),
    mistakes: rows.reduce((sum, { mistakes }) => sum + mistakes, 0),
  };
}
