// All paths to the time of contact on the scenes of a figure, in turns, each in an engine of its own. Their answers are held
// against each other and against questions about poses in between. What docs/lab/continuous-experiments.md says is read off this.

import { Mesh, Model } from 'nearmiss';
import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { triangleCount } from '../mesh-file.ts';
import { screwPoseAt } from '../redon/screw.ts';
import { mean, median } from '../statistics.ts';
import { type ContactVerdict, judgeBySampling, mistakes } from '../time-of-contact/check.ts';
import type { Contact } from '../time-of-contact/contact.ts';
import { type Between, type ContactMethod, METHODS } from '../time-of-contact/methods.ts';
import { linearPoseAt } from '../time-of-contact/motion.ts';
import type { WorkloadSource } from '../workload-source.ts';
import type { MethodAnswer, MethodCase } from './ask.ts';
import type { Figure, Scene } from './scenes.ts';

export interface MethodRow {
  readonly method: ContactMethod;
  /** Which of the motions it was asked about: all, or some where it is slow. */
  readonly numbers: readonly number[];
  /** One a motion asked, the least of all rounds: what else the machine does in a round is not the method's. */
  readonly microseconds: readonly number[];
  readonly iterations: readonly number[];
  readonly front: readonly number[];
  readonly median: number;
  readonly mean: number;
  /** Mean time by the default's on the same motions. */
  readonly ratio: number;
  readonly verdict: ContactVerdict;
  /** Times before which it proves that nothing touches, when another method has proven contact. */
  readonly contradictions: number;
}

export interface SceneResult {
  readonly scene: string;
  readonly triangles: readonly [number, number];
  readonly motions: number;
  readonly hits: number;
  readonly steps: string | null;
  readonly rows: readonly MethodRow[];
  readonly mistakes: number;
}

/** A method, wherever it runs. */
export interface RunningMethod {
  ask(asked: MethodCase): Promise<MethodAnswer>;
  close(): Promise<void>;
}

/** Alg. 1 tests all pairs of convex patches in every step, 225,000 of two knots: few motions, and of small models only. */
const PATCHES = { motions: 6, trianglePairs: 1e7 } as const;
/** Two proofs may disagree by what rounding moves a body in, along the motion. A time. */
const TIME_ROUNDING = 1e-9;

export async function runFigure(
  figure: Figure,
  source: WorkloadSource,
  rounds: number,
  start: (method: ContactMethod) => RunningMethod = isolatedMethod,
): Promise<SceneResult[]> {
  const results: SceneResult[] = [];
  for (const scene of figure.scenes(source)) results.push(await runScene(scene, rounds, start));
  return results;
}

interface Entry {
  readonly method: ContactMethod;
  readonly numbers: readonly number[];
  readonly turns: readonly MethodAnswer[];
}

export async function runScene(
  scene: Scene,
  rounds: number,
  start: (method: ContactMethod) => RunningMethod = isolatedMethod,
): Promise<SceneResult> {
  const asked = METHODS.map((method) => ({ method, numbers: motionsFor(method, scene) })).filter(
    ({ numbers }) => numbers.length > 0,
  );
  const running = asked.map(({ method }) => start(method));
  try {
    const entrants = asked.map(({ method, numbers }, i): Entrant<MethodAnswer> => {
      let given: MethodCase['scene'] = scene;
      return {
        label: method,
        turn: () => {
          const question = questionOf(scene, given, numbers, betweenOf(method));
          given = null;
          return running[i].ask(question);
        },
      };
    });
    const turns = await interleave(entrants, rounds);
    const entries = asked.map((entry, i) => ({ ...entry, turns: turns[i].turns }));
    // CONTACT's motions, as the default sees them: for its answers to be held against.
    const all = scene.motions.map((_, i) => i);
    const screws = await running[0].ask(questionOf(scene, null, all, 'screw'));
    return summariseScene(scene, entries, screws.contacts);
  } finally {
    for (const { close } of running) await close();
  }
}

const betweenOf = (method: ContactMethod): Between => (method === 'CONTACT' ? 'screw' : 'linear');

function motionsFor(method: ContactMethod, { a, b, motions }: Scene): number[] {
  const all = motions.map((_, i) => i);
  if (method !== 'patches') return all;
  if (triangleCount(a) * triangleCount(b) > PATCHES.trianglePairs) return [];
  return all.filter((i) => i % Math.ceil(motions.length / PATCHES.motions) === 0);
}

function questionOf(
  { motions, warmUp }: Scene,
  scene: MethodCase['scene'],
  numbers: readonly number[],
  between: Between,
): MethodCase {
  const few = numbers.length < motions.length;
  return { scene, between, motions: numbers.map((i) => motions[i]), warmUp: few ? warmUp.slice(0, 1) : warmUp };
}

function summariseScene(scene: Scene, entries: readonly Entry[], screws: readonly Contact[]): SceneResult {
  const { a, b, motions } = scene;
  const modelA = Model.build(new Mesh(a.positions, a.triangles));
  const modelB = a === b ? modelA : Model.build(new Mesh(b.positions, b.triangles));
  const uppers = { linear: earliestProofs(motions.length, entries), screw: screws.map(({ upper }) => upper) };
  const defaults = leastTimes(entries[0].turns);
  const rows = entries.map(({ method, numbers, turns }): MethodRow => {
    const between = betweenOf(method);
    const { contacts } = turns[0];
    const microseconds = leastTimes(turns);
    return {
      method,
      numbers,
      microseconds,
      iterations: contacts.map(({ iterations }) => iterations),
      front: contacts.map(({ front }) => front),
      median: median(microseconds),
      mean: mean(microseconds),
      ratio: mean(microseconds) / mean(numbers.map((i) => defaults[i])),
      verdict: judgeBySampling(
        modelA,
        modelB,
        numbers.map((i) => motions[i]),
        contacts,
        between === 'screw' ? screwPoseAt : linearPoseAt,
      ),
      contradictions: contacts.filter(({ toc }, k) => toc > uppers[between][numbers[k]] + TIME_ROUNDING).length,
    };
  });
  return {
    scene: scene.name,
    triangles: [triangleCount(a), triangleCount(b)],
    motions: motions.length,
    hits: entries[0].turns[0].contacts.filter(({ toc }) => toc <= 1).length,
    steps: scene.steps,
    rows,
    mistakes: rows.reduce((sum, { verdict, contradictions }) => sum + mistakes(verdict) + contradictions, 0),
  };
}

/** For each motion the earliest time by which any method has proven contact. */
function earliestProofs(count: number, entries: readonly Entry[]): number[] {
  const uppers = new Array<number>(count).fill(Infinity);
  for (const { method, numbers, turns } of entries) {
    if (betweenOf(method) !== 'linear') continue;
    turns[0].contacts.forEach(({ upper }, k) => {
      uppers[numbers[k]] = Math.min(uppers[numbers[k]], upper);
    });
  }
  return uppers;
}

function leastTimes(turns: readonly MethodAnswer[]): number[] {
  return turns[0].contacts.map((_, k) => Math.min(...turns.map(({ microseconds }) => microseconds[k])));
}

function isolatedMethod(method: ContactMethod): RunningMethod {
  const entry = new URL('./worker.js', import.meta.url);
  const isolate = new Isolate<ContactMethod, MethodCase, MethodAnswer>(entry, method);
  return { ask: (asked) => isolate.ask(asked), close: () => isolate.close() };
}
