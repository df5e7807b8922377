import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FCL_SOURCE } from '../paths.ts';

// Debian's library does the searching; -march=native here would only touch the few lines around it and, without care for
// Eigen's alignment, break the binary interface. Measured in both directions: the medians are equal within noise.
const COMPILE = ['-O3', '-std=c++17', '-DNDEBUG', '-I/usr/include/eigen3'];
const LIBRARIES = ['-lfcl', '-lccd'];
const INSTALL = 'apt-get install g++ libfcl-dev';

export type FclBinary = { readonly path: string } | { readonly missing: string };

/** The compiled peer, built again when its source is newer; or why there is none. */
export function compileFcl(outDir: string, source: string = FCL_SOURCE): FclBinary {
  const path = join(outDir, basename(source, '.cpp'));
  if (existsSync(path) && statSync(path).mtimeMs > statSync(source).mtimeMs) return { path };

  if (spawnSync('g++', ['--version']).status !== 0) {
    return { missing: `FCL is skipped: there is no g++ here. To have it: ${INSTALL}` };
  }
  const probe = [...COMPILE, '-fsyntax-only', '-include', 'fcl/narrowphase/distance.h', '-x', 'c++', '/dev/null'];
  if (spawnSync('g++', probe).status !== 0) {
    return { missing: `FCL is skipped: its headers are not installed. To have it: ${INSTALL}` };
  }
  mkdirSync(outDir, { recursive: true });
  const compiled = spawnSync('g++', [...COMPILE, source, '-o', path, ...LIBRARIES], { encoding: 'utf8' });
  if (compiled.status !== 0) return { missing: `FCL is skipped: ${source} does not compile.\n${compiled.stderr}` };
  return { path };
}
