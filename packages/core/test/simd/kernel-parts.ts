// Functions of the kernels that searches call and the host does not: compiled from the sources, with exports for tests.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernelSource } from './kernel-source.ts';

const compiler = fileURLToPath(new URL('../../../../node_modules/assemblyscript/bin/asc.js', import.meta.url));
const kernels = fileURLToPath(new URL('../../kernels/', import.meta.url));

export interface KernelParts<F extends string> {
  readonly call: Readonly<Record<F, (...numbers: number[]) => number>>;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  readonly ints: Int32Array;
}

/** Compiles the kernels with more functions, `added` to the end of files by their names; those of `entry` are called. */
export function compileParts<F extends string>(entry: string, added: Readonly<Record<string, string>>): KernelParts<F> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-parts-'));
  try {
    for (const file of readdirSync(kernels))
      writeFileSync(join(folder, file), kernelSource(file) + (added[file] ?? ''));
    writeFileSync(join(folder, entry), added[entry] ?? '');
    const binary = join(folder, 'parts.wasm');
    const options = ['-O1', '--enable', 'simd', '--runtime', 'minimal', '--noAssert', '--disableWarning', '-o', binary];
    const { status, stderr } = spawnSync(process.execPath, [compiler, join(folder, entry), ...options]);
    if (status !== 0) throw new Error(String(stderr));
    const module = new WebAssembly.Module(readFileSync(binary));
    const { exports } = new WebAssembly.Instance(module, { env: { abort: () => 0 }, epa: { exactSide: () => 0 } });
    const { buffer } = exports.memory as WebAssembly.Memory;
    return {
      call: exports as unknown as KernelParts<F>['call'],
      floats: new Float32Array(buffer),
      doubles: new Float64Array(buffer),
      ints: new Int32Array(buffer),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
