// The long forms of tests that have a short one in `npm test`, by the thousand and from any seed:
//
//   npm run fuzz:io -- [files] [seed]       damaged mesh files, 100,000 from seed 1
//   npm run fuzz:toc -- [motions]           motions judged by a plain advancement and by exact decisions, 100,000
//   npm run fuzz:motions -- [cases] [first] [seed]   every kind of motion, method and body, held against each other and against plain
//                                           triangles, 1,000,000 cases from number 0 of seed 1; a part of them by its first case
//   npm run fuzz:convex -- [pairs] [scenes]   pairs of convex bodies judged by the exact oracle, 50,000, each asked twice; and 25,600 of
//                                           every kind, asked through the public queries and judged by the general search
//   node scripts/fuzz.mjs deform [times]    deforming meshes judged by brute force, 25 times as many scenes as in `npm test`
//   npm run fuzz:elements -- [motions] [seed]   vertices and faces, and edges, over time judged likewise, 100,000 from seed 1
//   node scripts/fuzz.mjs world [steps] [seed]   a world of bodies judged by testing all pairs, 10,000 steps from seed 1
//   node scripts/fuzz.mjs times [steps] [seed]   the same where pairs sleep by velocities and accelerations, 10,000 steps from seed 1
//   npm run fuzz:nested -- [queries]        queries asked from within queries, each compared with what it answers by itself, 1,000,000
//   npm run fuzz:corners -- [motions] [seed]   ugly motions by all methods, the processor's time of each compared, 2,000 from seed 1
//   npm run fuzz:gpu -- [rounds] [seed] [first]   every entry of @nearmiss/gpu on the adapter there is, judged by the CPU, 5,000 rounds from seed 1
//   npm run fuzz:paths -- [paths] [seed] [samples]   paths of drawn robots, and of real ones where ../shared has them, judged by dense samples, 1,000 from seed 1, 2,000 samples each
//   node scripts/fuzz.mjs three [scenes]    depths between three.js objects below random parents, judged by the library, 1,000 of the newest version
//   node scripts/fuzz.mjs clash [scenes] [seed]   drawn assemblies of boxes, whose clashes are known by intervals, 1,000 from seed 1
//   node scripts/fuzz.mjs overhang [seeds]  how far medial axes stick out judged by points, 20 samples of each body
//   node scripts/fuzz.mjs beyond [scenes]   limits on the distance of stacks within roundings of it, judged exactly, 500 of each stack
//   npm run fuzz:scales -- [scales] [scenes]    all questions at as many powers of two, 40, and bodies of 1e-320 to 1e149 judged exactly, 5,000
//   npm run fuzz:depths -- [contacts] [seed]   foot contacts in several tessellations, 100,000 from seed 1
//   node scripts/fuzz.mjs round [cases] [seed]   depths of round shapes in bodies not convex judged by planes, 2,000 from seed 2
//   node scripts/fuzz.mjs medial [motions]  times of contact by medial axes judged by those of the triangles, 10,000
//   node scripts/fuzz.mjs simd [queries] [seed]   the kernels held against the plain library on small queries of every kind, 10,000,000 from seed 1
//   node scripts/fuzz.mjs lab [times]       the papers' own algorithms judged as in `npm test`, 20 times as many cases

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Where the tests lie, and the variables that say how much.
 *
 * @type {Readonly<Record<string, { tests: string, variables: readonly (readonly [name: string, value: string])[] }>>}
 */
const FUZZERS = {
  gpu: {
    tests: 'packages/gpu/test/fuzz.prop.test.ts',
    variables: [
      ['NEARMISS_GPU_ROUNDS', '5000'],
      ['NEARMISS_GPU_SEED', '1'],
      ['NEARMISS_GPU_FIRST', '0'],
    ],
  },
  io: {
    tests: 'packages/io/test/fuzz',
    variables: [
      ['NEARMISS_FUZZ_COUNT', '100000'],
      ['NEARMISS_FUZZ_SEED', '1'],
    ],
  },
  convex: {
    tests: 'packages/core/test/convex/convex-oracle.test.ts packages/core/test/query/convex/convex-dispatch.test.ts',
    variables: [
      ['NEARMISS_CONVEX_PAIRS', '50000'],
      ['NEARMISS_CONVEX_SCENES', '25600'],
    ],
  },
  toc: {
    tests: 'packages/core/test/query/time-of-contact/time-of-contact.prop.test.ts',
    variables: [['NEARMISS_TOC_MOTIONS', '100000']],
  },
  motions: {
    tests: 'packages/core/test/query/time-of-contact/motions.prop.test.ts',
    variables: [
      ['NEARMISS_MOTIONS', '1000000'],
      ['NEARMISS_MOTIONS_FIRST', '0'],
      ['NEARMISS_MOTIONS_SEED', '1'],
    ],
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
  times: {
    tests: 'packages/core/test/world/time-schedule.prop.test.ts',
    variables: [
      ['NEARMISS_WORLD_STEPS', '10000'],
      ['NEARMISS_WORLD_SEED', '1'],
    ],
  },
  clash: {
    tests: 'packages/clash/test/planted-fuzz.prop.test.ts',
    variables: [
      ['NEARMISS_CLASH_SCENES', '1000'],
      ['NEARMISS_CLASH_SEED', '1'],
    ],
  },
  paths: {
    tests: 'packages/robot/test/proof/paths.prop.test.ts packages/robot/test/proof/real-robots.prop.test.ts',
    variables: [
      ['NEARMISS_PATHS', '1000'],
      ['NEARMISS_PATHS_SEED', '1'],
      ['NEARMISS_PATHS_SAMPLES', '2000'],
    ],
  },
  nested: {
    tests: 'packages/core/test/reentry/nested.test.ts',
    variables: [['NEARMISS_NESTED', '1000000']],
  },
  corners: {
    tests: 'packages/core/test/corners/corners.test.ts',
    variables: [
      ['NEARMISS_CORNERS', '2000'],
      ['NEARMISS_CORNERS_SEED', '1'],
    ],
  },
  three: {
    tests: 'packages/three/test/queries.prop.test.ts',
    variables: [['NEARMISS_THREE_SCENES', '1000']],
  },
  overhang: {
    tests: 'packages/core/test/medial/overhang.test.ts',
    variables: [['NEARMISS_OVERHANG_SEEDS', '20']],
  },
  beyond: {
    tests: 'packages/core/test/corners/beyond.test.ts',
    variables: [['NEARMISS_BEYOND_RUNS', '500']],
  },
  scales: {
    tests: 'packages/core/test/query/scal',
    variables: [
      ['NEARMISS_SCALES', '40'],
      ['NEARMISS_SCALE_SCENES', '5000'],
    ],
  },
  depths: {
    tests: 'packages/core/test/query/penetration/foot-contacts.prop.test.ts',
    variables: [
      ['NEARMISS_FOOT_CONTACTS', '100000'],
      ['NEARMISS_FOOT_SEED', '1'],
    ],
  },
  round: {
    tests: 'packages/core/test/query/penetration/round-depth.prop.test.ts',
    variables: [
      ['NEARMISS_ROUND_DEPTHS', '2000'],
      ['NEARMISS_ROUND_DEPTHS_SEED', '2'],
    ],
  },
  medial: {
    tests: 'packages/core/test/query/medial/medial.prop.test.ts',
    variables: [['NEARMISS_MEDIAL_MOTIONS', '10000']],
  },
  simd: {
    tests: 'packages/core/test/simd/agree.prop.test.ts',
    variables: [
      ['NEARMISS_SIMD_QUERIES', '10000000'],
      ['NEARMISS_SIMD_SEED', '1'],
    ],
  },
  lab: {
    tests: 'packages/core/test/lab',
    variables: [['NEARMISS_LAB_TIMES', '20']],
  },
};

const [name = '', ...values] = process.argv.slice(2);
const fuzzer = FUZZERS[name];
if (fuzzer === undefined || values.length > fuzzer.variables.length || values.some((value) => !/^\d+$/.test(value))) {
  console.error(`node scripts/fuzz.mjs ${Object.keys(FUZZERS).join(' | ')}, and numbers as the head of this file says`);
  process.exit(1);
}
const chosen = fuzzer.variables.map(([variable, usual], k) => [variable, values[k] ?? usual]);
const runner = ['node_modules/vitest/vitest.mjs', 'run', ...fuzzer.tests.split(' '), '--disable-console-intercept'];
const { status } = spawnSync(process.execPath, runner, {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, ...Object.fromEntries(chosen) },
});
process.exitCode = status ?? 1;
