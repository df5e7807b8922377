// What PolyDepth's tables print, to stand beside what is measured. Times are milliseconds of an AMD processor at 2.22 GHz of 2010.

export interface PaperRow {
  readonly name: string;
  /** What the names of our models of it have in them. */
  readonly like: string;
  readonly triangles: string;
  /** Those of the first body, as a number. */
  readonly size: number;
  readonly ms: number;
  readonly contacts: number;
  readonly iterations: number;
}

/** Table I, with the sizes of Fig. 13. */
export const PAPER_RANDOM: readonly PaperRow[] = [
  { name: 'Torusknot', like: 'knot', triangles: '3K', size: 3_000, ms: 5.53, contacts: 4.84, iterations: 2.81 },
  { name: 'Buddha', like: 'buddha', triangles: '10K', size: 10_000, ms: 6.23, contacts: 5.04, iterations: 1.92 },
  { name: 'Bunny2', like: 'bunny', triangles: '40K', size: 40_000, ms: 7.55, contacts: 8.25, iterations: 2.16 },
  { name: 'Dragon', like: 'dragon', triangles: '174K', size: 174_000, ms: 12.76, contacts: 11.92, iterations: 2.29 },
];

/** Table III. */
export const PAPER_PATHS: readonly PaperRow[] = [
  {
    name: 'Spoon and Cup',
    like: 'spoon',
    triangles: '1.34K and 1K',
    size: 1_340,
    ms: 0.96,
    contacts: 4.49,
    iterations: 1.02,
  },
  { name: 'Buddha', like: 'buddha', triangles: '10K', size: 10_000, ms: 3.5, contacts: 5.07, iterations: 1.29 },
  { name: 'Dragon', like: 'dragon', triangles: '174K', size: 174_000, ms: 5.84, contacts: 10.32, iterations: 1.45 },
];

/** Errors in percent; which of the two metrics they are by is not said. */
interface PaperErrors {
  readonly name: string;
  readonly triangles: string;
  readonly mean: number;
  readonly median: number;
}

/** Table II. */
export const PAPER_ERRORS: readonly PaperErrors[] = [
  { name: 'Bunny1', triangles: '1K', mean: 0.5, median: 0.165 },
  { name: 'Distorted-Torus', triangles: '1.33K', mean: 1.165, median: 0.066 },
];
