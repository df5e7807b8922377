import type { JudgedGoal } from './goals.ts';
import type { Machine } from './report/results.ts';

/** What an experiment found: for the eye, as a picture, as data. */
export interface Findings {
  readonly table: string;
  /** An SVG file, where there is something to draw. */
  readonly plot: string | null;
  /** What the JSON file holds. */
  readonly data: unknown;
  readonly goals: readonly JudgedGoal[];
  /** Answers that are wrong or contradict each other. */
  readonly mistakes: number;
}

/** A question about the library's own choices rather than about speed against peers; docs/experiments.md has what came of each. */
export interface Experiment {
  readonly name: string;
  run(rounds: number, machine: Machine): Promise<Findings>;
}
