// With a result handed in, a query of a Pair allocates nothing: the garbage collector never interrupts a simulation.
//
// A child process asks the built library, since a test runner allocates on its own. Its young generation is larger than
// all it could allocate, so no collection comes between the two checks of the heap.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';

const core = fileURLToPath(new URL('../..', import.meta.url));
const child = fileURLToPath(new URL('./no-garbage.child.mjs', import.meta.url));
const entry = `${core}dist/index.js`;
/** The smallest object for one query in six would show. */
const QUERIES = 25_000;
/** What the two checks themselves, and a compilation that came late, may leave behind. Bytes. */
const ALLOWED = 64 * 1024;
const PROCESSES = 3;

test.for([
  ['distance', 'fast'],
  ['distance', 'slow'],
  ['collide', 'fast'],
  ['collide', 'slow'],
  ['tolerance', 'fast'],
  ['tolerance', 'slow'],
] as const)('25,000 × pair.%s in %s motion', async ([kind, motion], { expect }) => {
  expect(await leastGrowth(kind, motion)).toBeLessThan(ALLOWED);
});

// What is inlined depends on what was compiled before. Where next to nothing is, the parsing of the options makes no objects either.
test.for(['collide', 'tolerance'] as const)('25,000 × pair.%s with hardly a call inlined', async (kind, { expect }) => {
  expect(await leastGrowth(kind, 'slow', '--max-inlined-bytecode-size-cumulative=200')).toBeLessThan(ALLOWED);
});

/** What a query allocates it allocates in every process; what a compiler that came late allocates, not in each. */
async function leastGrowth(kind: string, motion: string, ...flags: readonly string[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < PROCESSES && least >= ALLOWED; attempt++) {
    least = Math.min(least, await growthInChild(kind, motion, ...flags));
  }
  return least;
}

/** Bytes by which the heap of a new process has grown over the queries. */
async function growthInChild(kind: string, motion: string, ...more: readonly string[]): Promise<number> {
  const flags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512', ...more];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    child,
    entry,
    kind,
    motion,
    String(QUERIES),
    String(ALLOWED),
  ]);
  const { growth } = JSON.parse(stdout) as { growth: number };
  return growth;
}
