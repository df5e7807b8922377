// What a traced search has done on the faces of one body up to a step: how deep, and how often, the nodes above each face were tested.

import type { DistanceStep, TracedTree } from 'nearmiss/lab';

/** The nodes of one body that a step tests, from the first to before the end, and how often each. */
export interface NodeTests {
  readonly first: number;
  readonly end: number;
  readonly times: number;
}

/** What the steps of a distance search test of A, or of B. */
export function nodeTests(steps: readonly DistanceStep[], slot: 'a' | 'b'): NodeTests[] {
  return steps.map(({ testedA, testedB }) => {
    const [own, other] = slot === 'a' ? [testedA, testedB] : [testedB, testedA];
    return { first: own[0], end: own[1], times: other[1] - other[0] };
  });
}

export class FaceHeat {
  readonly #tree: TracedTree;
  readonly #tests: readonly NodeTests[];
  /** Tests of each node in the steps before `#step`. */
  readonly #counts: Uint32Array;
  readonly #levels: Uint16Array;
  readonly #deepest: Uint16Array;
  /** Tests of a node and of those above it; and of the nodes above each face. */
  readonly #sums: Uint32Array;
  readonly #times: Uint32Array;
  #step = 0;

  constructor(tree: TracedTree, tests: readonly NodeTests[]) {
    this.#tree = tree;
    this.#tests = tests;
    this.#counts = new Uint32Array(tree.parents.length);
    this.#deepest = new Uint16Array(tree.parents.length);
    this.#levels = new Uint16Array(tree.faces.length);
    this.#sums = new Uint32Array(tree.parents.length);
    this.#times = new Uint32Array(tree.faces.length);
  }

  /** For each face the level of the deepest node above it that the first steps, up to and with `step`, have tested. The array is used again. */
  levelsAfter(step: number): Uint16Array {
    this.#goTo(step);
    const { parents, levels, faces, leaves } = this.#tree;
    const deepest = this.#deepest;
    for (let node = 0; node < parents.length; node++) {
      const above = deepest[parents[node] ?? 0] ?? 0;
      deepest[node] = (this.#counts[node] ?? 0) > 0 ? (levels[node] ?? 0) : node === 0 ? 0 : above;
    }
    faces.forEach((face, slot) => {
      this.#levels[face] = deepest[leaves[slot] ?? 0] ?? 0;
    });
    return this.#levels;
  }

  /** For each face how often nodes above it were tested in the first steps, up to and with `step`. The array is used again. */
  timesAfter(step: number): Uint32Array {
    this.#goTo(step);
    const { parents, faces, leaves } = this.#tree;
    const sums = this.#sums;
    for (let node = 0; node < parents.length; node++) {
      sums[node] = (this.#counts[node] ?? 0) + (node === 0 ? 0 : (sums[parents[node] ?? 0] ?? 0));
    }
    faces.forEach((face, slot) => {
      this.#times[face] = sums[leaves[slot] ?? 0] ?? 0;
    });
    return this.#times;
  }

  /** Tests of nodes of this body made up to the step asked for last: each of A with each of B counts once. */
  get tests(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  #goTo(step: number): void {
    while (this.#step <= step) this.#count(this.#step++, 1);
    while (this.#step > step + 1) this.#count(--this.#step, -1);
  }

  #count(step: number, sign: 1 | -1): void {
    const tested = this.#tests[step];
    if (tested === undefined) return;
    for (let node = tested.first; node < tested.end; node++) {
      this.#counts[node] = (this.#counts[node] ?? 0) + sign * tested.times;
    }
  }
}

/** 1 for each face below a node. */
export function facesBelow({ parents, faces, leaves }: TracedTree, node: number): Uint8Array {
  const below = new Uint8Array(parents.length);
  below[node] = 1;
  for (let child = node + 1; child < parents.length; child++) below[child] = below[parents[child] ?? 0] ?? 0;
  const marked = new Uint8Array(faces.length);
  faces.forEach((face, slot) => {
    marked[face] = below[leaves[slot] ?? 0] ?? 0;
  });
  return marked;
}
