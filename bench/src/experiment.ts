import type { JudgedGoal } from './goals.ts';
import type { Machine } from './report/results.ts';

/** What an experiment found: for the eye, as a picture, as data. */
export interface Findings {
  readonly table: string;
  /** An SVG file, where there is something to draw. */
  readonly plot: string | null;
  /** More SVG files, by their names. */
  readonly figures?: Readonly<Record<string, string>>;
  /** Tables for a page of docs/, whose marks say where each belongs; null if they are not fit to be printed. */
  readonly page?: PageTables | null;
  /** What the JSON file holds. */
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

/** A question about the library's own choices rather than about speed against peers; docs/lab/experiments.md has what came of each. */
export interface Experiment {
  readonly name: string;
  run(rounds: number, machine: Machine): Promise<Findings>;
  /** The same from the JSON file of an earlier run. */
  redraw?(json: string): Findings;
}
