// What ECMAScript leaves to the engine is refused in the sources of core, so that answers are the same bits everywhere: functions
// that may be rounded differently (Math.sin, Math.hypot, `**`), and what depends on the time, the position or luck.
//
//   node scripts/check-engine.mjs     lists what is refused; exits 1 if anything is

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The parts of Math that ECMAScript defines to the last bit. */
const EXACT = new Set(
  ['abs', 'ceil', 'clz32', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'].concat([
    'E',
    'LN10',
    'LN2',
    'LOG10E',
    'LOG2E',
    'PI',
    'SQRT1_2',
    'SQRT2',
  ]),
);

/** Globals that know the time, the position, or more than is asked. */
const REFUSED_GLOBALS = new Set(['Date', 'Intl', 'Temporal', 'crypto', 'performance']);

const REFUSED_METHODS = new Set([
  'localeCompare',
  'toLocaleDateString',
  'toLocaleLowerCase',
  'toLocaleString',
  'toLocaleTimeString',
  'toLocaleUpperCase',
]);

/**
 * One sentence for each thing in a source that is left to the engine.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function checkEngine(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  /** @type {string[]} */
  const findings = [];
  const refuse = (/** @type {number} */ at, /** @type {string} */ why) => {
    findings.push(`${file}:${text.slice(0, at).split('\n').length} ${why}`);
  };
  visit(program, null, refuse);
  return findings;
}

/** @typedef {Readonly<Record<string, any>> & { readonly type: string, readonly start: number }} SyntaxNode */

/**
 * @param {unknown} value
 * @param {SyntaxNode | null} parent
 * @param {(at: number, why: string) => void} refuse
 */
function visit(value, parent, refuse) {
  if (Array.isArray(value)) {
    for (const part of value) visit(part, parent, refuse);
    return;
  }
  if (!isNode(value)) return;
  judge(value, parent, refuse);
  for (const part of Object.values(value)) visit(part, value, refuse);
}

/**
 * @param {SyntaxNode} node
 * @param {SyntaxNode | null} parent
 * @param {(at: number, why: string) => void} refuse
 */
function judge(node, parent, refuse) {
  if (node.type === 'Identifier' && !isNameOnly(node, parent)) {
    if (REFUSED_GLOBALS.has(node.name)) refuse(node.start, `uses ${node.name}.`);
    if (node.name === 'Math' && !isExactMember(node, parent)) {
      const used = parent?.type === 'MemberExpression' ? `Math.${parent.property.name ?? '…'}` : 'Math as a whole';
      refuse(node.start, `uses ${used}, of which only what is exact may be used: ${[...EXACT].join(', ')}.`);
    }
  }
  if (node.type === 'MemberExpression' && !node.computed && REFUSED_METHODS.has(node.property.name)) {
    refuse(node.start, `calls ${node.property.name}, which depends on the machine.`);
  }
  const isPower = node.type === 'BinaryExpression' && node.operator === '**';
  if ((isPower && !isPowerOfTwo(node)) || (node.type === 'AssignmentExpression' && node.operator === '**=')) {
    refuse(
      node.start,
      'uses **, which engines may round differently; 2 ** with a whole number is the same everywhere.',
    );
  }
}

/**
 * A property, a key or a label, which names something else than the global.
 *
 * @param {SyntaxNode} node
 * @param {SyntaxNode | null} parent
 */
function isNameOnly(node, parent) {
  if (parent === null) return false;
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent.key === node && !parent.computed && parent.value !== node;
}

/**
 * @param {SyntaxNode} node
 * @param {SyntaxNode | null} parent
 */
function isExactMember(node, parent) {
  return (
    parent?.type === 'MemberExpression' && parent.object === node && !parent.computed && EXACT.has(parent.property.name)
  );
}

/**
 * 2 to a whole number that is written out: constants that every engine gets right, as test/engines.test.ts checks.
 *
 * @param {SyntaxNode} node
 */
function isPowerOfTwo({ left, right }) {
  const exponent = right.type === 'UnaryExpression' && right.operator === '-' ? right.argument : right;
  return left.type === 'Literal' && left.value === 2 && exponent.type === 'Literal' && Number.isInteger(exponent.value);
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
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const findings = files.flatMap((name) => checkEngine(name, readFileSync(join(folder, name), 'utf8')));
  for (const finding of findings) console.error(`packages/core/src/${finding}`);
  if (findings.length > 0) process.exit(1);
  console.log(`${files.length} files of core, nothing left to the engine.`);
}
