// Options of searches among deforming meshes, and their parsing.

import { NearmissError, textOf } from '../error.ts';
import { MAX_COORDINATE } from '../mesh/mesh.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { DEEPEST, type SubdivisionOptions } from './face-octree.ts';
import { BOX } from './face-table.ts';
import type { DeformingTrace, Trace } from './trace.ts';

/**
 * How pairs of faces are found. `octree` and `bintree` subdivide the space where bodies overlap, without preparation; `refit` keeps
 * a tree for each mesh and fits its boxes to every new shape. All give the same pairs; `auto` uses the fastest.
 *
 * @see {@link DeformingOptions}
 */
export type DeformingMethod = 'auto' | 'octree' | 'bintree' | 'refit';

/** Options of {@link collideDeforming}, {@link collideAllDeforming} and {@link selfCollide}. */
export interface DeformingOptions {
  readonly method?: DeformingMethod | undefined;
  /** Levels of the subdivision, 0 to 30, or `"auto"`: as many as are useful. */
  readonly depth?: number | 'auto' | undefined;
  /**
   * The box that is subdivided, as [min x, y, z, max x, y, z], such as a cube around the world; it is enlarged to contain all
   * overlap regions. By default it is their box.
   */
  readonly root?: readonly number[] | undefined;
  /** Sort faces into cells by their boxes, or by clipping the triangles as in the paper. */
  readonly faceTest?: 'box' | 'clip' | undefined;
  /** Search one part of the space only: `[k, n]` for the part of worker k of n. See `mergeParts`. */
  readonly part?: readonly [number, number] | undefined;
  /** Report the work done. */
  readonly stats?: boolean | undefined;
  /** Receives the stages and cells of the search. */
  readonly trace?: DeformingTrace | undefined;
}

/** Defaults of {@link DeformingOptions}. */
export const DEFORMING_DEFAULTS: {
  readonly method: DeformingMethod;
  readonly depth: 'auto';
  readonly faceTest: 'box';
  readonly part: readonly [number, number];
  readonly stats: boolean;
} = Object.freeze({
  method: 'auto',
  depth: 'auto',
  faceTest: 'box',
  part: Object.freeze([0, 1] as const),
  stats: false,
});

const DEFORMING_KEYS: KnownKeys<DeformingOptions> = {
  method: true,
  depth: true,
  root: true,
  faceTest: true,
  part: true,
  stats: true,
  trace: true,
};

export const DEFORMING_METHODS: readonly DeformingMethod[] = ['auto', 'octree', 'bintree', 'refit'];

/** The options, read and checked. */
export interface DeformingPlan {
  readonly method: DeformingMethod;
  readonly stats: boolean;
  readonly subdivision: SubdivisionOptions;
}

export function readOptions(options: DeformingOptions, self: boolean): DeformingPlan {
  if (options === null || typeof options !== 'object') {
    throw new NearmissError('options/bad-value', 'Options must be an object.');
  }
  requireKnownKeys(options, DEFORMING_KEYS, 'options/bad-value', 'options');
  const { method = DEFORMING_DEFAULTS.method, depth = 'auto', faceTest = 'box', stats = false } = options;
  const [part, parts] = readPart(options.part === undefined ? DEFORMING_DEFAULTS.part : options.part);
  if (!DEFORMING_METHODS.includes(method)) throw badValue('method', method, DEFORMING_METHODS.join(', '));
  if (depth !== 'auto' && !(Number.isInteger(depth) && depth >= 0 && depth <= DEEPEST)) {
    throw badValue('depth', depth, `"auto" or a whole number from 0 to ${DEEPEST}`);
  }
  const root = options.root === undefined ? null : readRoot(options.root);
  if (faceTest !== 'box' && faceTest !== 'clip') throw badValue('faceTest', faceTest, '"box" or "clip"');
  if (stats !== true && stats !== false) throw badValue('stats', stats, 'true or false');
  if (parts > 1 && method === 'refit') {
    throw new NearmissError('options/bad-value', 'Trees are not searched in parts: take "octree" or "bintree".');
  }
  const kind = method === 'octree' ? 'octree' : 'bintree';
  const trace = readTrace(options.trace);
  const clip = faceTest === 'clip';
  const grid = self && method === 'auto' && depth === 'auto' && root === null && !clip && parts === 1 && trace === null;
  return { method, stats, subdivision: { kind, depth, root, clip, self, part, parts, grid, trace } };
}

function readTrace(trace: DeformingTrace | undefined): Trace | null {
  if (trace === undefined) return null;
  const isFunction = (part: unknown): boolean => part === undefined || typeof part === 'function';
  if (trace !== null && typeof trace === 'object' && isFunction(trace.stage) && isFunction(trace.cell)) {
    const { stage, cell } = trace;
    return { stage: (name) => stage?.call(trace, name), cell: (box, faces) => cell?.call(trace, box, faces) };
  }
  throw badValue('trace', trace, 'an object with functions stage and cell, or one of them');
}

function readPart(part: readonly [number, number]): readonly [number, number] {
  const [index, of] = Array.isArray(part) ? part : [-1, 0];
  if (Number.isInteger(index) && Number.isInteger(of) && index >= 0 && index < of) return [index, of];
  throw badValue('part', part, '[k, n] with whole numbers, 0 ≤ k < n');
}

function readRoot(root: readonly number[]): Float64Array {
  const box = Array.isArray(root) && root.length === BOX ? Float64Array.from(root) : new Float64Array(BOX).fill(NaN);
  for (let axis = 0; axis < 3; axis++) {
    if (box[axis] >= -MAX_COORDINATE && box[axis] <= box[3 + axis] && box[3 + axis] <= MAX_COORDINATE) continue;
    throw badValue('root', root, '[min x, y, z, max x, y, z]');
  }
  return box;
}

function badValue(name: string, value: unknown, expected: string): NearmissError {
  return new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it is ${expected}.`);
}
