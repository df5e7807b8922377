// What PolyDepth's tables print, to stand beside what is measured. Times are milliseconds of an AMD processor at 2.22 GHz of 2010.

export interface PaperRow {
  readonly name: string;
  /** What the names of our models of it have in them. */
  readonly like: string;
  readonly triangles: string;
  readonly ms: number;
  readonly contacts: number;
  readonly iterations: number;
}

/** Table I, with the sizes of Fig. 13. */
export const PAPER_RANDOM: readonly PaperRow[] = [
  { name: 'Torusknot', like: 'knot', triangles: '3K', ms: 5.53, contacts: 4.84, iterations: 2.81 },
  { name: 'Buddha', like: 'buddha', triangles: '10K', ms: 6.23, contacts: 5.04, iterations: 1.92 },
  { name: 'Bunny2', like: 'bunny', triangles: '40K', ms: 7.55, contacts: 8.25, iterations: 2.16 },
  { name: 'Dragon', like: 'dragon', triangles: '174K', ms: 12.76, contacts: 11.92, iterations: 2.29 },
];

/** Table III. */
export const PAPER_PATHS: readonly PaperRow[] = [
  { name: 'Spoon and Cup', like: 'spoon', triangles: '1.34K and 1K', ms: 0.96, contacts: 4.49, iterations: 1.02 },
  { name: 'Buddha', like: 'buddha', triangles: '10K', ms: 3.5, contacts: 5.07, iterations: 1.29 },
  { name: 'Dragon', like: 'dragon', triangles: '174K', ms: 5.84, contacts: 10.32, iterations: 1.45 },
];

/** Table II: errors in percent; which of the two metrics they are by is not said. */
export const PAPER_ERRORS: readonly { readonly name: string; readonly mean: number; readonly median: number }[] = [
  { name: 'Bunny1', mean: 0.5, median: 0.165 },
  { name: 'Distorted-Torus', mean: 1.165, median: 0.066 },
];
