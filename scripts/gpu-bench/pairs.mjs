// Random pairs of bodies, every entry and every option, each compared with the CPU (packages/gpu/test/fuzz-rounds.ts).

import { openGpu } from '../../packages/gpu/src/gpu.ts';
import { fuzzRounds } from '../../packages/gpu/test/fuzz-rounds.ts';

/**
 * @param {readonly string[]} flags
 * @param {number} rounds
 * @param {number} seed
 */
export async function benchPairs(flags, rounds, seed) {
  const gpu = await openGpu({ required: true, flags });
  const counts = await fuzzRounds(gpu, rounds, seed);
  gpu.close();
  const sum = ['apart', 'colliding', 'distant', 'touching', 'free', 'contact', 'medial free', 'medial near']
    .map((name) => counts.get(name) ?? 0)
    .reduce((a, b) => a + b);
  console.log(`  ${rounds} rounds, ${sum} queries, all as on the CPU`);
  console.log(`  ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
}
