// What `import 'nearmiss'` costs a Node program: processor time, as a ratio to other imports measured in the same run, so that neither the
// machine nor what else runs on it decides.

import { expect, test } from 'vitest';
import { ROOT, runNode } from './build.ts';

const ROUNDS = 6;
/** The one file that Node gets takes less than half of what the same modules take one by one; it is about a quarter. */
const MOST_OF_UNBUNDLED = 0.5;
/** And no more than so many times three, a library in few files too; it is about 1.7. */
const MOST_OF_THREE = 2.5;

/** Milliseconds of processor time that a new process takes to import a package. */
function importTime(name: string, ...conditions: readonly string[]): number {
  const program = `const start = process.cpuUsage();
await import('${name}');
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);`;
  const { status, output } = runNode(ROOT, [...conditions, '--input-type=module', '--eval', program]);
  expect([status, output]).toEqual([0, expect.stringMatching(/^[\d.]+\n$/)]);
  return Number(output);
}

test('takes less than half of what its modules take one by one', () => {
  const [nearmiss, unbundled, three]: [number[], number[], number[]] = [[], [], []];
  // In turns, so that a busy moment hits all alike; the least of each counts.
  for (let round = 0; round < ROUNDS; round++) {
    nearmiss.push(importTime('nearmiss'));
    unbundled.push(importTime('nearmiss', '--conditions=unbundled'));
    three.push(importTime('three'));
  }
  const [ours, modules, peer] = [nearmiss, unbundled, three].map((times) => Math.min(...times)) as [
    number,
    number,
    number,
  ];
  console.log(`${(ours / modules).toFixed(2)} of the modules one by one, ${(ours / peer).toFixed(2)} of three`);
  expect(ours / modules).toBeLessThan(MOST_OF_UNBUNDLED);
  expect(ours / peer).toBeLessThan(MOST_OF_THREE);
}, 120_000);
