// The long forms of tests that have a short one in `npm test`, by the thousand and from any seed:
//
//   npm run fuzz:io -- [files] [seed]       damaged mesh files, 100,000 from seed 1
//   npm run fuzz:toc -- [motions]           motions judged by a plain advancement and by exact decisions, 100,000
//   npm run fuzz:convex -- [pairs]          pairs of convex bodies judged by the exact oracle, 50,000, each asked twice
//   node scripts/fuzz.mjs deform [times]    deforming meshes judged by brute force, 25 times as many scenes as in `npm test`
//   npm run fuzz:elements -- [motions] [seed]   vertices and faces, and edges, over time judged likewise, 100,000 from seed 1
//   node scripts/fuzz.mjs world [steps] [seed]   a world of bodies judged by looking at all pairs, 10,000 steps from seed 1
//   npm run fuzz:depths -- [contacts] [seed]   resting contacts in several tessellations, 100,000 from seed 1
//   node scripts/fuzz.mjs medial [motions]  times of contact by medial axes judged by those of the triangles, 10,000

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @type {Readonly<Record<string, { tests: string, variables: readonly (readonly [name: string, value: string])[] }>>} */
const FUZZERS = {
  io: {
    tests: 'packages/io/test/fuzz',
    variables: [
      ['NEARMISS_FUZZ_COUNT', '100000'],
      ['NEARMISS_FUZZ_SEED', '1'],
    ],
  },
  convex: {
    tests: 'packages/core/test/convex/convex-oracle.test.ts',
    variables: [['NEARMISS_CONVEX_PAIRS', '50000']],
  },
  toc: {
    tests: 'packages/core/test/query/time-of-contact.prop.test.ts',
    variables: [['NEARMISS_TOC_MOTIONS', '100000']],
  },
  deform: {
    tests: 'packages/core/test/deform',
    variables: [['NEARMISS_DEFORM_TIMES', '25']],
  },
  elements: {
    tests: 'packages/core/test/primitive/elements-time.test.ts',
    variables: [
      ['NEARMISS_ELEMENTS', '100000'],
      ['NEARMISS_ELEMENTS_SEED', '1'],
    ],
  },
  world: {
    tests: 'packages/core/test/world/world.prop.test.ts',
    variables: [
      ['NEARMISS_WORLD_STEPS', '10000'],
      ['NEARMISS_WORLD_SEED', '1'],
    ],
  },
  depths: {
    tests: 'packages/core/test/query/penetration/resting.prop.test.ts',
    variables: [
      ['NEARMISS_RESTING_CONTACTS', '100000'],
      ['NEARMISS_RESTING_SEED', '1'],
    ],
  },
  medial: {
    tests: 'packages/core/test/query/medial.prop.test.ts',
    variables: [['NEARMISS_MEDIAL_MOTIONS', '10000']],
  },
};

const [name = '', ...values] = process.argv.slice(2);
const fuzzer = FUZZERS[name];
if (fuzzer === undefined || values.length > fuzzer.variables.length || values.some((value) => !/^\d+$/.test(value))) {
  console.error(`node scripts/fuzz.mjs ${Object.keys(FUZZERS).join(' | ')}, and numbers as the head of this file says`);
  process.exit(1);
}
const chosen = fuzzer.variables.map(([variable, usual], k) => [variable, values[k] ?? usual]);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', fuzzer.tests, '--disable-console-intercept'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, ...Object.fromEntries(chosen) },
  },
);
process.exitCode = status ?? 1;
