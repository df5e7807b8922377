import type { JudgedGoal } from './goals.ts';
import type { Machine } from './report/results.ts';

/** What an experiment found: for the eye and as data. */
export interface Findings {
  readonly table: string;
  /** SVG files by their names, where what they show is not in the data: bodies and what encloses them. */
  readonly pictures?: Readonly<Record<string, string>>;
  /** Tables for a page of docs/, whose marks say where each belongs; null if they are not fit to be printed. */
  readonly page?: PageTables | null;
  /** What is recorded, and all that plots are drawn from: objects, arrays, numbers and strings. */
  readonly data: unknown;
  readonly goals: readonly JudgedGoal[];
  /** Answers that are wrong or contradict each other. */
  readonly mistakes: number;
}

interface PageTables {
  /** Of the page, without its ending. */
  readonly name: string;
  /** Markdown, by the name in the mark. */
  readonly tables: Readonly<Record<string, string>>;
}

/** SVG files by their names, without endings. */
export type Plots = Readonly<Record<string, string>>;

/** A question about the library's own choices rather than about speed against peers; docs/lab/experiments.md has what came of each. */
export interface Experiment {
  readonly name: string;
  run(rounds: number, machine: Machine): Promise<Findings>;
  /** Plots of recorded data and of nothing else, on the machine that was measured. */
  draw?(data: unknown, machine: Machine): Plots;
  /** Tables of recorded data, where a page has them. */
  redraw?(data: unknown): Findings;
}
