// The models of the paper's tables, where the shared folder has them; elsewhere generated ones, without a table to meet.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Mesh, makeShape } from 'nearmiss';

export interface MedialSubject {
  readonly name: string;
  /** Its longest side is 1. */
  readonly mesh: Mesh;
  /** Hausdorff errors of the paper's Table 3 for 50, 500, 1000, 2000 and 5000 primitives. */
  readonly paper: readonly number[];
}

export const COUNTS: readonly number[] = [50, 500, 1000, 2000, 5000];

const MODELS: string = fileURLToPath(new URL('../../../../shared/models/', import.meta.url));

/** File and Table 3 of Song, Lan, Yao and Guo. (The bear's fourth entry is printed 0.135, between 0.0136 and 0.0083.) */
const TABLE: readonly (readonly [string, string, readonly number[]])[] = [
  ['bug', 'vmas/bug.off', [0.05, 0.044, 0.011, 0.01, 0.009]],
  ['bear', 'vmas/bear.off', [0.055, 0.03, 0.0136, 0.0135, 0.0083]],
  ['dolphin', 'vmas/dolphin.off', [0.06, 0.0233, 0.023, 0.0132, 0.01]],
  ['spider', 'vmas/spider.off', [0.065, 0.0114, 0.008, 0.007, 0.007]],
  ['armadillo', 'cgal/armadillo.off', [0.138, 0.059, 0.051, 0.0383, 0.0279]],
];

const GENERATED = ['torus-knot(triangles=2880)', 'gear'] as const;
const GENERATED_LARGE = ['torus-knot(triangles=23040)', 'random-solid(triangles=20480)'] as const;

/** Triangles a large model has at least. */
const LARGE = 20_000;

export function medialSubjects(): MedialSubject[] {
  const found = TABLE.filter(([, file]) => existsSync(MODELS + file));
  if (found.length === 0) return GENERATED.map(generated);
  return found.map(([name, file, paper]) => ({ name, mesh: normalised(readOff(MODELS + file)), paper }));
}

/** The large ones of the table, or generated ones as large. */
export function largeMedialSubjects(): MedialSubject[] {
  const large = medialSubjects().filter(({ mesh }) => mesh.triangleCount >= LARGE);
  return large.length > 0 ? large : GENERATED_LARGE.map(generated);
}

function generated(name: string): MedialSubject {
  return { name, mesh: normalised(makeShape(name)), paper: [] };
}

/** A plain OFF file of triangles: a header, the counts, the vertices, and each face led by its number of corners. */
function readOff(path: string): Mesh {
  const numbers = readFileSync(path, 'utf8').replace(/^OFF/, '').split(/\s+/).filter(Boolean).map(Number);
  const [vertices = 0, faces = 0] = numbers;
  const firstFace = 3 + 3 * vertices;
  const triangles: number[] = [];
  for (let face = 0; face < faces; face++) {
    triangles.push(...numbers.slice(firstFace + 4 * face + 1, firstFace + 4 * face + 4));
  }
  return new Mesh(numbers.slice(3, firstFace), triangles);
}

function normalised({ positions, triangles }: Mesh): Mesh {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, k) => {
    low[k % 3] = Math.min(low[k % 3] ?? x, x);
    high[k % 3] = Math.max(high[k % 3] ?? x, x);
  });
  const side = Math.max(...high.map((x, k) => x - (low[k] ?? 0)));
  return new Mesh(
    positions.map((x, k) => (x - (low[k % 3] ?? 0)) / side),
    triangles,
  );
}
