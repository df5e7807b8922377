// The models of the paper, where the shared folder has them; elsewhere generated ones, without a table to meet.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Mesh } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';

export interface MedialSubject {
  readonly name: string;
  /** Its longest side is 1. */
  readonly mesh: Mesh;
  /** Hausdorff errors of the paper's Table 3 for 50, 500, 1000, 2000 and 5000 primitives. */
  readonly paper: readonly number[];
}

export const COUNTS: readonly number[] = [50, 500, 1000, 2000, 5000];

export type PaperModel = 'bug' | 'bear' | 'dolphin' | 'spider' | 'armadillo' | 'T-rex' | 'bunny';

const MODELS: string = fileURLToPath(new URL('../../../../shared/models/', import.meta.url));

/** Where a model is, its row of Table 3 of Song, Lan, Yao and Guo, and what replaces it where the file is not there. */
interface Source {
  readonly file: string;
  readonly table3: readonly number[];
  readonly standIn: string;
}

/** The bear's fourth entry is printed 0.135, between 0.0136 and 0.0083. The T-rex has borders and 47 shells; the others are closed. The bunny is not in the table. */
const PAPER: Readonly<Record<PaperModel, Source>> = {
  bug: { file: 'vmas/bug.off', table3: [0.05, 0.044, 0.011, 0.01, 0.009], standIn: 'cup' },
  bear: { file: 'vmas/bear.off', table3: [0.055, 0.03, 0.0136, 0.0135, 0.0083], standIn: 'u-shape' },
  dolphin: { file: 'vmas/dolphin.off', table3: [0.06, 0.0233, 0.023, 0.0132, 0.01], standIn: 'spoon' },
  spider: {
    file: 'vmas/spider.off',
    table3: [0.065, 0.0114, 0.008, 0.007, 0.007],
    standIn: 'torus-knot(triangles=2880)',
  },
  armadillo: { file: 'cgal/armadillo.off', table3: [0.138, 0.059, 0.051, 0.0383, 0.0279], standIn: 'gear' },
  'T-rex': { file: 'meshsimp/trex.obj', table3: [0.121, 0.045, 0.029, 0.02, 0.017], standIn: 'golf-club' },
  bunny: { file: 'libigl/bunny.off', table3: [], standIn: 'u-shape' },
};

const CLOSED: readonly PaperModel[] = ['bug', 'bear', 'dolphin', 'spider', 'armadillo'];
const GENERATED = ['torus-knot(triangles=2880)', 'gear'] as const;
const GENERATED_LARGE = ['torus-knot(triangles=23040)', 'random-solid(triangles=20480)'] as const;

/** Triangles a large model has at least. */
const LARGE = 20_000;

const isThere = (name: PaperModel): boolean => existsSync(MODELS + PAPER[name].file);

/** Whether no model of the paper has to be stood in for: what a page of the documentation says is about these. */
export const hasPaperModels = (): boolean =>
  ([...CLOSED, 'T-rex', 'bunny'] satisfies readonly PaperModel[]).every(isThere);

/** The models of Table 3 that are closed. */
export function medialSubjects(): MedialSubject[] {
  const found = CLOSED.filter(isThere);
  if (found.length === 0) return GENERATED.map(generated);
  return found.map(subjectOf);
}

/** Those that are not. */
export function openSubjects(): MedialSubject[] {
  const open: readonly PaperModel[] = ['T-rex'];
  return open.filter(isThere).map(subjectOf);
}

/** A model of the paper or what stands in for it, under the name of what it is. */
export function subjectOf(name: PaperModel): MedialSubject {
  const { file, table3, standIn } = PAPER[name];
  if (!isThere(name)) return { name: standIn, mesh: normalised(makeShape(standIn)), paper: [] };
  const text = readFileSync(MODELS + file, 'utf8');
  return { name, mesh: normalised(file.endsWith('.obj') ? parseObj(text) : parseOff(text)), paper: table3 };
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
function parseOff(text: string): Mesh {
  const numbers = text.replace(/^OFF/, '').split(/\s+/).filter(Boolean).map(Number);
  const [vertices = 0, faces = 0] = numbers;
  const firstFace = 3 + 3 * vertices;
  const triangles: number[] = [];
  for (let face = 0; face < faces; face++) {
    triangles.push(...numbers.slice(firstFace + 4 * face + 1, firstFace + 4 * face + 4));
  }
  return new Mesh(numbers.slice(3, firstFace), triangles);
}

/** The `v` and `f` lines of an OBJ file whose faces are convex and name vertices from the first on. */
function parseObj(text: string): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const [kind, ...words] of text.split('\n').map((row) => row.trim().split(/\s+/))) {
    if (kind === 'v') positions.push(...words.slice(0, 3).map(Number));
    if (kind !== 'f') continue;
    const corners = words.map((word) => Number.parseInt(word, 10) - 1);
    for (let k = 2; k < corners.length; k++) triangles.push(corners[0], corners[k - 1], corners[k]);
  }
  return new Mesh(positions, triangles);
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
