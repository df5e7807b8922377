// Which file may import which: the arrows of docs/reference/architecture.md, checked on the sources themselves.
//
//   node scripts/check-imports.mjs     lists what goes against the arrows; exits 1 if anything does

import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/**
 * One import as written: whether only types come through it, and on which line.
 *
 * @typedef {{ specifier: string, typesOnly: boolean, line: number }} Import
 */

/** The entries of the library, as others name them: those that its package.json exports. */
const NEARMISS = Object.keys(
  JSON.parse(readFileSync(new URL('../packages/core/package.json', import.meta.url), 'utf8')).exports,
)
  .filter((entry) => entry !== './package.json')
  .map((entry) => posix.join('nearmiss', entry));

/**
 * A package's sources see their own files, the packages named here, and Node only where it says so: everywhere, nowhere,
 * or in one folder. Its tests see these, Node, what is listed as `tests`, and what all
 * tests see.
 *
 * @type {Readonly<Record<string, { uses: readonly string[], node: boolean | string, tests?: readonly string[] }>>}
 */
const PACKAGES = {
  'packages/core': { uses: ['robust-predicates'], node: false },
  'packages/io': {
    uses: [
      ...NEARMISS,
      'robust-predicates',
      '@gltf-transform/core',
      '@gltf-transform/extensions',
      'draco3dgltf',
      'meshoptimizer/decoder',
    ],
    node: 'src/node/',
    tests: ['@nearmiss/io', '@nearmiss/io/node', 'meshoptimizer/encoder'],
  },
  'packages/debug': { uses: ['nearmiss'], node: false },
  'packages/three': {
    uses: ['nearmiss', '@nearmiss/debug', 'three'],
    node: false,
    tests: ['three-186', 'three-mesh-bvh', 'react', '@react-three/fiber'],
  },
  'packages/dynamics': { uses: [...NEARMISS], node: false, tests: ['@nearmiss/dynamics'] },
  'packages/gpu': { uses: [...NEARMISS], node: false, tests: ['@nearmiss/gpu'] },
  'packages/clash': {
    uses: [...NEARMISS, '@nearmiss/io', '@nearmiss/io/node', 'fflate', 'web-ifc'],
    node: 'src/node/',
    tests: ['@nearmiss/clash', '@nearmiss/clash/node'],
  },
  'packages/robot': {
    uses: [...NEARMISS, '@nearmiss/io', '@nearmiss/io/node', '@xmldom/xmldom'],
    node: 'src/node/',
    tests: ['@nearmiss/robot', '@nearmiss/robot/node'],
  },
  'packages/queue': { uses: ['aws4fetch', 'bullmq', 'ioredis'], node: true, tests: ['@nearmiss/queue'] },
  'packages/cli': {
    uses: [
      ...NEARMISS,
      '@modelcontextprotocol/sdk/server/index.js',
      '@modelcontextprotocol/sdk/server/stdio.js',
      '@modelcontextprotocol/sdk/types.js',
      '@nearmiss/clash',
      '@nearmiss/clash/node',
      '@nearmiss/dynamics',
      '@nearmiss/io',
      '@nearmiss/io/node',
      '@nearmiss/robot',
      '@nearmiss/robot/node',
      '@nearmiss/queue',
      '@nearmiss/studio',
    ],
    node: true,
    tests: ['@modelcontextprotocol/sdk/client/index.js', '@modelcontextprotocol/sdk/client/stdio.js'],
  },
  'apps/studio': {
    uses: [
      ...NEARMISS,
      '@nearmiss/clash',
      '@nearmiss/dynamics',
      '@nearmiss/gpu',
      '@nearmiss/io',
      '@nearmiss/robot',
      'three',
      'three/addons/controls/OrbitControls.js',
      'three/addons/controls/TransformControls.js',
      'three/addons/lines/LineMaterial.js',
      'three/addons/lines/LineSegments2.js',
      'three/addons/lines/LineSegmentsGeometry.js',
      'draco3dgltf',
      'draco3dgltf/draco_decoder_gltf.wasm?url',
      'web-ifc',
      'web-ifc/web-ifc.wasm?url',
    ],
    node: 'src/server/',
  },
  fixtures: { uses: [], node: false },
  bench: {
    uses: [
      ...NEARMISS,
      '@nearmiss/clash',
      '@nearmiss/clash/node',
      '@nearmiss/dynamics',
      '@nearmiss/fixtures',
      '@nearmiss/io/node',
      '@nearmiss/robot',
      '@nearmiss/robot/node',
      'three',
      'three-mesh-bvh',
      'manifold-3d',
      'crashcat',
      '@dimforge/rapier3d-compat',
      '@dimforge/rapier3d-simd-compat',
      '@observablehq/plot',
      'linkedom',
      'esbuild',
      'playwright-core',
    ],
    node: true,
  },
};

const SEEN_BY_TESTS = [
  ...NEARMISS,
  '@nearmiss/clash',
  '@nearmiss/dynamics',
  '@nearmiss/fixtures',
  '@nearmiss/gpu',
  '@nearmiss/io',
  '@nearmiss/io/node',
  '@nearmiss/queue',
  '@nearmiss/robot',
  '@nearmiss/studio',
  'vitest',
  'fast-check',
  'vite',
  'playwright-core',
  'esbuild',
  'publint',
  'publint/utils',
  'xmllint-wasm',
  'yaml',
];

const CORE = 'packages/core/src/';

/**
 * The modules of core from the ground up. A module sees the levels below its own, types included. `query` itself stands for the files
 * beside its folders, which are what the queries share.
 */
const LEVELS = [
  ['error.ts'],
  ['scalar'],
  ['primitive'],
  ['mesh', 'bounds', 'convex', 'motion', 'space'],
  ['bvh', 'shapes'],
  ['deform'],
  ['model'],
  ['patches'],
  ['hulls'],
  ['medial'],
  ['query'],
  ['query/point', 'query/elements'],
  ['query/containment', 'query/convex'],
  ['query/round'],
  ['query/collide', 'query/clearance'],
  ['query/distance', 'query/penetration'],
  ['query/tolerance', 'query/advance'],
  ['query/time-of-contact', 'query/directional', 'query/medial'],
  ['query/manifold'],
  ['query/pair'],
  ['workers'],
  ['round'],
  ['world'],
  ['tasks'],
  ['lab', 'simd'],
  ['index.ts', 'entries'],
];

/** Modules of one level of which the first sees the second all the same. */
const SIDEWAYS = [['bounds', 'convex']];

/**
 * Files that see into core beyond its public face, and what they see: the benchmark takes single volumes and kernels
 * apart. They name the built file, which is the one that runs there.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const CORE_INTERNALS = {
  'bench/src/core-internals.ts': [
    'bounds/volume',
    'bvh/tree',
    'convex/convex-body',
    'convex/epa',
    'convex/gjk',
    'convex/hull-levels',
    'convex/voronoi-march',
    'convex/support-table',
    'deform/face-octree',
    'deform/face-pair',
    'deform/face-table',
    'deform/overlap-regions',
    'deform/pair-keys',
    'lab/medial-alternation/alternation',
    'medial/edge-queue',
    'medial/primitive-tree',
    'model/bytes',
    'primitive/point-triangle',
    'primitive/segment-segment',
    'primitive/triangle-box',
    'primitive/triangle-box-clip',
    'primitive/triangle-triangle-distance',
    'primitive/triangle-triangle-filter',
    'query/best-pair',
    'query/distance/search-hulls',
    'query/hull-scratch',
    'query/medial/straight-step',
    'query/moved-volumes',
    'query/penetration/in-projection',
    'query/bvtt',
    'query/workspace',
    'scalar/pose',
    'space/box-set',
  ],
};

/**
 * Pages that show an example at work, and which.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const EXAMPLES_IN_PAGES = {
  'apps/studio/src/page/robot/worker/robot-session.ts': ['examples/robot/rrt-connect.mjs'],
};

/**
 * Tests and measurements of the project that see into a package, and what they see: scenes that the page steps, to be stepped beside
 * it, the steps that it walks through, and single kernels.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const TEST_INTERNALS = {
  'scripts/gpu-bench/boxes.mjs': [
    'packages/gpu/src/box-layout.ts',
    'packages/gpu/src/device.ts',
    'packages/gpu/src/find-box-pairs.ts',
  ],
  'scripts/gpu-bench/pairs.mjs': ['packages/gpu/src/gpu.ts', 'packages/gpu/test/fuzz-rounds.ts'],
  'scripts/gpu-bench/medial.mjs': [
    'packages/gpu/src/device.ts',
    'packages/gpu/src/medial-motion.ts',
    'packages/gpu/src/medial-run.ts',
    'packages/gpu/src/uploaded-medial.ts',
  ],
  'scripts/gpu-bench/scenes.mjs': [
    'bench/src/body-pose.ts',
    'bench/src/medial/simulation.ts',
    'packages/gpu/test/medial-contract.ts',
  ],
  'test/queue.test.ts': ['packages/cli/src/shards/shard.ts'],
  'test/studio-gpu.test.ts': [
    'apps/studio/src/page/gpu/map-plane.ts',
    'apps/studio/src/page/gpu/map-settings.ts',
    'apps/studio/src/page/gpu/worker/forecast.ts',
    'apps/studio/src/page/dynamics/worker/running-scene.ts',
  ],
  'test/studio-robot.test.ts': ['apps/studio/src/page/robot/examples.ts'],
  'test/studio-clash.test.ts': ['apps/studio/src/page/clash/worker/example-set.ts'],
  'test/studio-depth.test.ts': ['apps/studio/src/page/depth-steps.ts'],
  'test/studio-traces.test.ts': ['apps/studio/src/page/many/worker/crowd.ts'],
  'test/studio-many.test.ts': [
    'apps/studio/src/page/many/worker/crowd.ts',
    'apps/studio/src/page/many/worker/draping.ts',
    'apps/studio/src/page/many/worker/simulation.ts',
  ],
};

/**
 * Checks sources given as text by their path from the root, `/` between folders, and says what is wrong, one sentence
 * a finding.
 *
 * @param {ReadonlyMap<string, string>} sources
 * @returns {string[]}
 */
export function checkImports(sources) {
  /** @type {string[]} */
  const findings = [];
  /** @type {Map<string, string[]>} */
  const valueImports = new Map();
  /** @type {Map<string, string[]>} */
  const allImports = new Map();
  for (const [file, text] of sources) {
    /** @type {string[]} */
    const values = [];
    valueImports.set(file, values);
    /** @type {string[]} */
    const all = [];
    allImports.set(file, all);
    for (const { specifier, typesOnly, line } of readImports(file, text)) {
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null;
      const wrong = target === null ? refuseByName(file, specifier) : refuseByPath(file, target, sources);
      if (wrong !== null) findings.push(`${file}:${line} imports ${specifier}: ${wrong}.`);
      if (target !== null) all.push(target);
      if (target !== null && !typesOnly) values.push(target);
    }
  }
  return [...findings, ...findFolderCycles(allImports), ...findCycles(valueImports)];
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Import[]}
 */
function readImports(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const lineOf = (/** @type {number} */ at) => text.slice(0, at).split('\n').length;
  /** @type {Import[]} */
  const imports = [];
  for (const { start, moduleRequest, entries } of module.staticImports) {
    const typesOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    imports.push({ specifier: moduleRequest.value, typesOnly, line: lineOf(start) });
  }
  for (const { start, entries } of module.staticExports) {
    const from = entries[0]?.moduleRequest;
    if (from == null) continue;
    const typesOnly = entries.every((entry) => entry.isType);
    imports.push({ specifier: from.value, typesOnly, line: lineOf(start) });
  }
  for (const { start, moduleRequest } of module.dynamicImports) {
    const written = text.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"])(.*)\1$/.exec(written);
    if (literal !== null) imports.push({ specifier: literal[2] ?? '', typesOnly: false, line: lineOf(start) });
  }
  return imports;
}

/**
 * Why a file may not import a package or a part of Node by name, or null.
 *
 * @param {string} file
 * @param {string} specifier
 */
function refuseByName(file, specifier) {
  const home = packageOf(file);
  const { uses, node, tests = [] } = PACKAGES[home ?? ''] ?? { uses: [], node: true };
  const isTest = home === null || !file.startsWith(`${home}/src/`);
  const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier);
  const mayUseNode = typeof node === 'string' ? file.startsWith(`${home}/${node}`) : node;
  if (isNode) return isTest || mayUseNode ? null : `${home} runs in browsers too and must not need Node`;
  const seen = isTest ? [...uses, ...tests, ...SEEN_BY_TESTS] : uses;
  const who = isTest ? 'this file' : home;
  return seen.includes(specifier) ? null : `by name ${who} sees ${seen.join(', ') || 'nothing'}`;
}

/**
 * Why a file may not import another by its path, or null.
 *
 * @param {string} file
 * @param {string} target
 * @param {ReadonlyMap<string, string>} sources
 */
function refuseByPath(file, target, sources) {
  if (EXAMPLES_IN_PAGES[file]?.includes(target)) return null;
  const internal = /^packages\/core\/dist\/(.*)\.js$/.exec(target)?.[1];
  if (internal !== undefined && CORE_INTERNALS[file]?.includes(internal) && sources.has(`${CORE}${internal}.ts`))
    return null;
  if (!sources.has(target)) return 'there is no such file';
  if (TEST_INTERNALS[file]?.includes(target)) return null;
  const home = packageOf(file);
  const other = packageOf(target);
  if (home !== other) return `${target} belongs to ${other ?? 'the root'}; packages know each other by name only`;
  if (home === null || !file.startsWith(`${home}/src/`)) return null;
  if (!target.startsWith(`${home}/src/`)) return 'sources import sources only';
  return home === 'packages/core' ? refuseInCore(file.slice(CORE.length), target.slice(CORE.length)) : null;
}

/**
 * Why one file of core may not import another, or null. Paths are relative to core's sources.
 *
 * @param {string} from
 * @param {string} to
 */
function refuseInCore(from, to) {
  const here = moduleOf(from);
  const there = moduleOf(to);
  const levelHere = LEVELS.findIndex((modules) => modules.includes(here));
  const levelThere = LEVELS.findIndex((modules) => modules.includes(there));
  if (levelHere < 0) return `${here} has no level yet; give it one in scripts/check-imports.mjs`;
  if (levelThere < 0) return `${there} has no level yet; give it one in scripts/check-imports.mjs`;
  if (here === there || levelThere < levelHere) return null;
  if (SIDEWAYS.some(([user, used]) => user === here && used === there)) return null;
  return levelThere === levelHere ? `${there} stands beside ${here}` : `${there} stands above ${here}`;
}

/**
 * The module that a file of core belongs to: its top folder or, in `query`, its folder.
 *
 * @param {string} path
 */
function moduleOf(path) {
  return path.startsWith('query/') ? posix.dirname(path) : (path.split('/')[0] ?? '');
}

/**
 * Cycles between folders of core, one sentence for each set of folders that reach each other, with the imports that close it. Imports of
 * types count. A file beside the top folders, which are `error.ts` and `index.ts`, counts as a folder of its own.
 *
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @returns {string[]}
 */
function findFolderCycles(imports) {
  const folderOf = (/** @type {string} */ file) => {
    const folder = posix.dirname(file.slice(CORE.length));
    return folder === '.' ? file.slice(CORE.length) : folder;
  };
  /** @type {Map<string, Map<string, string>>} folder → folder that it sees → one import by which it does */
  const seen = new Map();
  for (const [file, targets] of imports) {
    if (!file.startsWith(CORE)) continue;
    const here = folderOf(file);
    for (const target of targets) {
      if (!target.startsWith(CORE) || folderOf(target) === here) continue;
      const others = seen.get(here) ?? new Map();
      seen.set(here, others.set(folderOf(target), `${file} → ${target}`));
    }
  }
  const reached = new Map([...seen.keys()].map((folder) => [folder, reachableFrom(folder, seen)]));
  /** @type {string[]} */
  const findings = [];
  const told = new Set();
  for (const [folder, others] of reached) {
    if (told.has(folder) || !others.has(folder)) continue;
    const cycle = [...others].filter((other) => reached.get(other)?.has(folder)).sort();
    for (const member of cycle) told.add(member);
    const by = cycle.flatMap((member) => cycle.flatMap((other) => seen.get(member)?.get(other) ?? []));
    findings.push(`Folders import each other: ${cycle.join(', ')}. ${by.join('; ')}.`);
  }
  return findings;
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} seen
 */
function reachableFrom(start, seen) {
  /** @type {Set<string>} */
  const reached = new Set();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const other of seen.get(folder)?.keys() ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      waiting.push(other);
    }
  }
  return reached;
}

/**
 * Circles of imports that carry values, one sentence each. Circles through types alone are harmless: nothing is loaded.
 *
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @returns {string[]}
 */
function findCycles(imports) {
  /** @type {string[]} */
  const findings = [];
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  const visit = (/** @type {string} */ file) => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      findings.push(`Imports run in a circle: ${[...path.slice(start), file].join(' → ')}.`);
      return;
    }
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return findings;
}

/** @param {string} file */
function packageOf(file) {
  return Object.keys(PACKAGES).find((folder) => file.startsWith(`${folder}/`)) ?? null;
}

/**
 * The sources of the whole workspace.
 *
 * @param {string} root
 */
function readSources(root) {
  const folders = [
    ...Object.keys(PACKAGES).flatMap((folder) => [`${folder}/src`, `${folder}/test`]),
    'scripts',
    'test',
  ];
  /** @type {Map<string, string>} */
  const sources = new Map();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.m?ts$|\.mjs$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      sources.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
    }
  }
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = readSources(dirname(dirname(fileURLToPath(import.meta.url))));
  const findings = checkImports(sources);
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exit(1);
  console.log(`${sources.size} files, every import along the arrows, no cycles of files or folders.`);
}
