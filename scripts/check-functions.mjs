// In the sources of core no function is longer than 80 lines and none takes more than eight parameters, except for a list of kernels
// that are told as a whole, each with its reason.
//
//   node scripts/check-functions.mjs     lists what is too long or takes too much, and what is listed without need; exits 1 if anything is

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** Lines from the word `function` to the last brace. */
const MOST_LINES = 80;
const MOST_PARAMETERS = 8;

/**
 * Kernels told as a whole: "file function" and why.
 *
 * @type {Readonly<Record<string, string>>}
 */
const LONG_KERNELS = {
  'lab/volumes/kdop.ts kdop': 'makes a kind of volume: its functions are closures over the directions, each short',
  'bounds/rss.ts lowerBoundRssRss': 'four sides against four in registers, one case after the other',
  'convex/gjk-lane.ts searchLane':
    'GJK of one pair with its simplex in registers; every call would send that through memory',
  'primitive/polygon-contact-time.ts polygonReachesOrigin': 'the search over time, step after step on one stack',
  'primitive/triangle-triangle-distance.ts distanceTriangleTriangle': 'the case analysis of one pair, in registers',
  'primitive/triangle-triangle-filter.ts filterTriangleTriangle': 'the planes and edges of one pair, in registers',
  'query/advance/advance-pairs.ts advancePairs': 'the main loop; split in two or three it took 4 to 5 % longer on W3',
  'query/advance/disc-steps.ts writeDiscSteps': 'four directions of a pair of discs, in registers',
  'query/advance/straight-steps.ts writeStraightSteps': 'the same where nothing turns',
  'query/distance/distance-leaf-pair.ts searchLeafPair':
    'all pairs of two leaves, with what is kept of one in registers',
  'query/medial/straight-hulls.ts writeStraightHullSteps':
    'three directions of a pair of hulls, each found from the one before',
  'query/medial/turning-hulls.ts boundSupport':
    'one pass over the balls of a hull; split in two it took 6 to 10 % longer',
  'scalar/eigen.ts symmetricEigen': 'Jacobi rotations of a 3 × 3 matrix in registers',
  'scalar/unit-matrix.ts matrixOfUnit':
    'double-double arithmetic in straight lines: without the trips through memory a third of the time',
};

/**
 * One sentence for each function of a source that exceeds a limit and is not listed, and for each listed one that exceeds none.
 *
 * @param {string} file
 * @param {string} text
 * @param {Readonly<Record<string, string>>} [listed]
 * @returns {string[]}
 */
export function checkFunctions(file, text, listed = LONG_KERNELS) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const lineAt = (/** @type {number} */ at) => text.slice(0, at).split('\n').length;
  const needed = new Set();
  /** @type {string[]} */
  const findings = [];
  visit(program, '(no name)', (node, name) => {
    const first = lineAt(node.start);
    const lines = lineAt(node.end) - first + 1;
    const parameters = node.params.length;
    if (lines <= MOST_LINES && parameters <= MOST_PARAMETERS) return;
    const key = `${file} ${name}`;
    needed.add(key);
    if (key in listed) return;
    if (lines > MOST_LINES) findings.push(`${file}:${first} ${name} has ${lines} lines, more than ${MOST_LINES}.`);
    if (parameters > MOST_PARAMETERS) {
      findings.push(`${file}:${first} ${name} takes ${parameters} parameters, more than ${MOST_PARAMETERS}.`);
    }
  });
  for (const key of Object.keys(listed)) {
    if (key.startsWith(`${file} `) && !needed.has(key)) {
      findings.push(`${file} ${key.slice(file.length + 1)} is listed as a kernel, and exceeds no limit.`);
    }
  }
  return findings;
}

/**
 * The files that are listed and not there.
 *
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, string>>} [listed]
 * @returns {string[]}
 */
export function checkListed(files, listed = LONG_KERNELS) {
  const keys = Object.keys(listed).filter((key) => !files.includes(key.slice(0, key.indexOf(' '))));
  return keys.map((key) => `${key} is listed as a kernel, and there is no such file.`);
}

/** @typedef {Readonly<Record<string, any>> & { readonly type: string, readonly start: number, readonly end: number }} SyntaxNode */

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * @param {unknown} value
 * @param {string} name What a function that is met here is called.
 * @param {(node: SyntaxNode, name: string) => void} judge
 */
function visit(value, name, judge) {
  if (Array.isArray(value)) {
    for (const part of value) visit(part, name, judge);
    return;
  }
  if (!isNode(value)) return;
  const own = value.id?.name ?? value.key?.name ?? name;
  const isFunction = FUNCTIONS.has(value.type);
  if (isFunction) judge(value, own);
  // A function without a name inside another has not the name of that, or what is said of a kernel would hold for it too.
  for (const part of Object.values(value)) visit(part, isFunction ? `(no name in ${own})` : own, judge);
}

/**
 * @param {unknown} value
 * @returns {value is SyntaxNode}
 */
function isNode(value) {
  return value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../packages/core/src', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const files = names.map((name) => name.replaceAll('\\', '/'));
  const findings = files.flatMap((name) => checkFunctions(name, readFileSync(join(folder, name), 'utf8')));
  for (const finding of findings) console.error(`packages/core/src/${finding}`);
  const missing = checkListed(files);
  for (const finding of missing) console.error(finding);
  if (findings.length + missing.length > 0) process.exit(1);
  const kernels = Object.keys(LONG_KERNELS).length;
  console.log(
    `${files.length} files of core, no function over ${MOST_LINES} lines or ${MOST_PARAMETERS} parameters but ${kernels} kernels.`,
  );
}
