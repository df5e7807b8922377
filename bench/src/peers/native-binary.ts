import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FCL_SOURCE } from '../paths.ts';

/** A library of Debian that native peers are compiled with. */
interface NativeLibrary {
  readonly name: string;
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
  /** A header that is there where the library is installed. */
  readonly header: string;
  readonly install: string;
}

// Debian's library does the searching; -march=native here would only touch the few lines around it and, without care for
// Eigen's alignment, break the binary interface. Measured in both directions: the medians are equal within noise.
const COMPILE = ['-O3', '-std=c++17', '-DNDEBUG'];

const FCL: NativeLibrary = {
  name: 'FCL',
  flags: ['-I/usr/include/eigen3'],
  libraries: ['-lfcl', '-lccd'],
  header: 'fcl/narrowphase/distance.h',
  install: 'apt-get install g++ libfcl-dev',
};

export const CGAL: NativeLibrary = {
  name: 'CGAL',
  flags: [],
  libraries: ['-lgmp', '-lmpfr'],
  header: 'CGAL/version.h',
  install: 'apt-get install g++ libcgal-dev',
};

export type NativeBinary = { readonly path: string } | { readonly missing: string };

/** The compiled peer, built again when its source is newer; or why there is none. */
export function compileFcl(outDir: string, source: string = FCL_SOURCE): NativeBinary {
  return compileNative(FCL, outDir, source);
}

export function compileNative(library: NativeLibrary, outDir: string, source: string): NativeBinary {
  const { name, header, install } = library;
  const path = join(outDir, basename(source, '.cpp'));
  if (existsSync(path) && statSync(path).mtimeMs > statSync(source).mtimeMs) return { path };

  if (spawnSync('g++', ['--version']).status !== 0) {
    return { missing: `${name} is skipped: there is no g++ here. To have it: ${install}` };
  }
  const flags = [...COMPILE, ...library.flags];
  if (spawnSync('g++', [...flags, '-fsyntax-only', '-include', header, '-x', 'c++', '/dev/null']).status !== 0) {
    return { missing: `${name} is skipped: its headers are not installed. To have it: ${install}` };
  }
  mkdirSync(outDir, { recursive: true });
  const compiled = spawnSync('g++', [...flags, source, '-o', path, ...library.libraries], { encoding: 'utf8' });
  if (compiled.status !== 0) return { missing: `${name} is skipped: ${source} does not compile.\n${compiled.stderr}` };
  return { path };
}
