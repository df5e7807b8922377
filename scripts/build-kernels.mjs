// Compiles packages/core/kernels and packages/dynamics/kernels (AssemblyScript) to WebAssembly and writes them, as text, into a module of their
// package, if a kernel has changed since.
//
// A function whose comment ends in `@inline` gets the decorator of that name, which AssemblyScript knows and no other tool parses.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
/** Letters that need no escape in any quoted string, template or page. */
const LETTERS = ' !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const PREFIXES = 2;
/** Pages of 64 KiB: 2 GiB less one, so that no address has the sign of an int. */
const MOST_PAGES = '32767';
const OPTIONS = ['-O3', '--converge', '--enable', 'simd', '--noAssert', '--maximumMemory', MOST_PAGES];

export function buildKernels() {
  build('packages/core/kernels', 'packages/core/src/simd/kernel-bytes.ts', 'minimal', linesOfText);
  build('packages/dynamics/kernels', 'packages/dynamics/src/kernel-bytes.ts', 'stub', linesOfDigits);
}

/**
 * @param {string} folder with an index.ts
 * @param {string} module
 * @param {string} runtime
 * @param {(bytes: Uint8Array) => string[]} linesOf
 */
function build(folder, module, runtime, linesOf) {
  const kernels = join(root, folder);
  const written = join(root, module);
  const hash = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(compilerVersion());
  for (const file of readdirSync(kernels).sort()) hash.update(file).update(readFileSync(join(kernels, file)));
  const stamp = `// Made of ${hash.digest('hex').slice(0, 32)} by scripts/build-kernels.mjs.`;
  if (existsSync(written) && readFileSync(written, 'utf8').startsWith(stamp)) return;
  const binary = `${written}.${process.pid}.wasm`;
  const sources = mkdtempSync(join(tmpdir(), 'nearmiss-kernels-'));
  for (const file of readdirSync(kernels)) {
    const source = readFileSync(join(kernels, file), 'utf8');
    writeFileSync(join(sources, file), source.replaceAll(/@inline\s*\*\/\n/g, '*/\n@inline\n'));
  }
  const args = [compiler, join(sources, 'index.ts'), ...OPTIONS, '--runtime', runtime, '-o', binary];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  rmSync(sources, { recursive: true });
  if (status !== 0) throw new Error('the kernels do not compile');
  const lines = [stamp, '', ...linesOf(readFileSync(binary)), ''];
  writeFileSync(binary, lines.join('\n'));
  renameSync(binary, written);
}

/** @param {Uint8Array} bytes */
function linesOfText(bytes) {
  const { text, order } = textOf(bytes);
  return [
    '/** The kernels as WebAssembly, for bytesOfText. */',
    'export const KERNEL_TEXT = {',
    `  letters: '${LETTERS}',`,
    `  prefixes: ${PREFIXES},`,
    `  order:\n    '${order}',`,
    `  text: '${text}',`,
    '};',
  ];
}

/** @param {Uint8Array} bytes */
function linesOfDigits(bytes) {
  const digits = Buffer.from(bytes).toString('hex');
  return ['/** The kernels as WebAssembly, two digits a byte. */', 'export const KERNEL_DIGITS =', `  '${digits}';`];
}

/** The compiler's, which decides on the bytes as the sources do. */
function compilerVersion() {
  return JSON.parse(readFileSync(join(root, 'node_modules/assemblyscript/package.json'), 'utf8')).version;
}

/**
 * What bytesOfText of packages/core/src/simd/kernel-text.ts reads.
 *
 * @param {Uint8Array} bytes
 */
function textOf(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const single = LETTERS.length - PREFIXES;
  /** @type {string[]} */
  const codes = [];
  for (const [rank, byte] of order.entries()) {
    const rest = rank - single;
    codes[byte] =
      rest < 0 ? LETTERS[rank] : LETTERS[single + Math.floor(rest / LETTERS.length)] + LETTERS[rest % LETTERS.length];
  }
  return { text: Array.from(bytes, (byte) => codes[byte]).join(''), order: Buffer.from(order).toString('hex') };
}
