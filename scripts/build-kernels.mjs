// Compiles packages/core/kernels (AssemblyScript) to WebAssembly and writes it, as text, into a module of core, if a kernel has changed since.
//
// A function whose comment ends in `@inline` gets the decorator of that name, which AssemblyScript knows and no other tool parses.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const kernels = join(root, 'packages/core/kernels');
const written = join(root, 'packages/core/src/simd/kernel-bytes.ts');
const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
const OPTIONS = ['-O3', '--enable', 'simd', '--runtime', 'minimal', '--noAssert'];

export function buildKernels() {
  const hash = createHash('sha256').update(`hex ${OPTIONS.join(' ')}`);
  for (const file of readdirSync(kernels).sort()) hash.update(file).update(readFileSync(join(kernels, file)));
  const stamp = `// Made of ${hash.digest('hex').slice(0, 32)} by scripts/build-kernels.mjs.`;
  if (existsSync(written) && readFileSync(written, 'utf8').startsWith(stamp)) return;
  const binary = `${written}.${process.pid}.wasm`;
  const sources = mkdtempSync(join(tmpdir(), 'nearmiss-kernels-'));
  for (const file of readdirSync(kernels)) {
    const source = readFileSync(join(kernels, file), 'utf8');
    writeFileSync(join(sources, file), source.replaceAll(/@inline\s*\*\/\n/g, '*/\n@inline\n'));
  }
  const args = [compiler, join(sources, 'index.ts'), ...OPTIONS, '-o', binary];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  rmSync(sources, { recursive: true });
  if (status !== 0) throw new Error('the kernels do not compile');
  const text = readFileSync(binary).toString('hex');
  writeFileSync(
    binary,
    `${stamp}\n\n/** The kernels as WebAssembly, two digits a byte. */\nexport const KERNEL_BYTES =\n  '${text}';\n`,
  );
  renameSync(binary, written);
}
