// The medial axis of a solid, from its triangles to a simplified mesh with its bounds: sample the surface, triangulate the sample,
// keep the Voronoi balls inside, collapse edges, and prove how much the result must be dilated to enclose the surface.

import { NearmissError, textOf } from '../error.ts';
import { type AbortSignalLike, requireSignal, throwIfAborted } from '../scalar/abort-signal.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { delaunay } from './delaunay.ts';
import { provenDilation } from './dilation.ts';
import { farthestOutside, trimmed } from './errors.ts';
import { extractMedial, type MedialComplex } from './extract.ts';
import { innerBalls } from './inner-balls.ts';
import { type MedialMesh, primitiveCount } from './medial-mesh.ts';
import { measureOverhang, type Overhang } from './overhang.ts';
import { PrimitiveTree } from './primitive-tree.ts';
import type { Tick } from './progress.ts';
import { refined } from './refine.ts';
import { sampleSurface } from './sample-surface.ts';
import { Simplifier } from './simplify.ts';
import { SurfaceTree } from './surface-tree.ts';

/** Options of {@link medialAxis}. */
export interface MedialOptions {
  /** The largest number of cones and slabs. The topology of the solid may need more. */
  readonly primitives?: number | undefined;
  /**
   * Instead of a number: as few as keep the error at or below this, in both directions, in parts of the longest side of the box
   * around the solid. A coarse sample may not allow it; the result has the actual errors.
   */
  readonly error?: number | undefined;
  /** About how many points of the surface to start from. */
  readonly samples?: number | undefined;
  /** Seed of the sample. */
  readonly seed?: number | undefined;
  /** Keeps the unsimplified data with the model: the next axis with the same sample takes about half the time. */
  readonly keep?: boolean | undefined;
  /** Checked throughout; an abort throws `query/aborted`. */
  readonly signal?: AbortSignalLike | undefined;
  /** Called from time to time with the progress, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Called with the error at some larger numbers of primitives than wished for, from many to few, and at the end. That takes additional time. */
  readonly onSimplified?: ((record: MedialRecord) => void) | undefined;
}

/** What the simplification of a medial axis had come to. See {@link MedialOptions}. */
export interface MedialRecord {
  readonly primitives: number;
  /** The larger error of both directions, in parts of the longest side of the box around the solid; before refinement, but for the last. */
  readonly error: number;
}

/** Defaults of {@link MedialOptions}. */
export const MEDIAL_DEFAULTS: { readonly primitives: number; readonly samples: number; readonly seed: number } =
  Object.freeze({ primitives: 500, samples: 20_000, seed: 1 });

/** A medial mesh and what is known about it. See {@link medialAxis}. */
export interface MedialAxis extends MedialMesh {
  /** With its radii enlarged by this, the medial mesh encloses the whole surface: proven. */
  readonly dilation: number;
  /** The largest distance found of a point of the surface outside the medial mesh; `dilation` is the proven bound. */
  readonly uncovered: number;
  /** The largest distance found of a point of the medial mesh outside the solid; `overhangBound` is the proven bound. */
  readonly overhang: number;
  /** Proven bound of the distance of points of the medial mesh outside the solid, or from a surface that bounds none. */
  readonly overhangBound: number;
  /** Balls inside the solid, 4 doubles each: proven. None where the surface is not closed and oriented. */
  readonly innerBalls: Float64Array;
}

/** With a requested error, this part of the primitives is kept from one test of it to the next. Dimensionless. */
const FEWER = 0.8;

/** With a requested error, the search starts with this many primitives per sample. Dimensionless. */
const FIRST_TEST = 0.25;

/** Approximate parts of the whole time at which the first stages end, on models of 20,000 triangles. */
const STAGES = { triangulated: 0.1, extracted: 0.5 } as const;
/** Part of the remaining time for the collapse of edges; the rest is for the bounds. */
const COLLAPSED = 0.8;

/** The input of the simplification: a sample of the surface and its inner Voronoi balls. */
interface MedialSource {
  readonly samples: number;
  readonly seed: number;
  readonly surface: SurfaceTree;
  readonly sample: Float64Array;
  readonly complex: MedialComplex;
}

/** The cache for the next axis of the same triangles. */
export interface MedialKeep {
  source: MedialSource | null;
}

/**
 * Builds the medial axis of the solid that triangles (9 doubles each) bound. For a surface with borders, overlaps or flipped faces
 * the winding number decides: points with more than one half are inside. A surface without any inside point is refused. `isSolid`:
 * whether the surface is closed and oriented, so that inside is exact.
 */
export function buildMedialAxis(
  triangles: Float64Array,
  isSolid: boolean,
  options: MedialOptions = {},
  kept: MedialKeep = { source: null },
): MedialAxis {
  const wishes = readOptions(options);
  const { samples, seed, keep } = wishes;
  const isAtHand = kept.source?.samples === samples && kept.source.seed === seed;
  const source = isAtHand && kept.source !== null ? kept.source : extractSource(triangles, wishes);
  // Stored now, so that an aborted axis leaves it for the next.
  kept.source = keep ? source : null;
  return simplifySource(triangles, isSolid, source, wishes, isAtHand ? 0 : STAGES.extracted);
}

function extractSource(triangles: Float64Array, { samples, seed, stage }: Wishes): MedialSource {
  const surface = new SurfaceTree(triangles);
  const tickTriangulated = stage(0, STAGES.triangulated);
  tickTriangulated(0);
  const sample = sampleSurface(triangles, samples, seed);
  const tetrahedra = delaunay(sample, seed, tickTriangulated);
  const complex = extractMedial(sample, tetrahedra, surface, stage(STAGES.triangulated, STAGES.extracted));
  if (complex.spheres.length === 0) {
    throw new NearmissError(
      'mesh/not-closed',
      'The mesh encloses nothing that its sample shows: close its holes, give a sheet a thickness, or ask for more samples.',
    );
  }
  return { samples, seed, surface, sample, complex };
}

/** Simplifies the extracted axis; `begun` is the part of the whole time so far, 0 if it was cached. */
function simplifySource(
  triangles: Float64Array,
  isSolid: boolean,
  { surface, sample, complex }: MedialSource,
  { primitives, error, samples, onSimplified, stage }: Wishes,
  begun: number,
): MedialAxis {
  const collapsed = begun + (1 - begun) * COLLAPSED;
  const size = longestSide(triangles);
  const simplifier = new Simplifier(complex, size, (x, y, z) => surface.surrounds(x, y, z));
  const tickSimplified = stage(begun, collapsed);
  tickSimplified(0);
  const uncoveredBy = (mesh: MedialMesh): number => farthestOutside(sample, new PrimitiveTree(mesh));
  const judge = (mesh: MedialMesh): Judged => ({
    mesh,
    uncovered: uncoveredBy(mesh),
    overhang: measureOverhang(mesh, surface, isSolid ? 'solid' : 'surrounded', size),
  });
  // No ball or edge needs to protrude farther than the surface is uncovered elsewhere.
  const trim = (rough: MedialMesh): MedialMesh => trimmed(rough, surface, uncoveredBy(rough));
  const refine = (mesh: MedialMesh, allowed: number): MedialMesh =>
    refined(trimmed(mesh, surface, allowed), surface, allowed);
  let found: Judged;
  if (error === undefined) {
    if (onSimplified !== undefined) {
      const tell = (): void =>
        onSimplified({
          primitives: simplifier.primitiveCount,
          error: errorOf(judge(trim(simplifier.toMesh()))) / size,
        });
      tellErrors(simplifier, primitives, FIRST_TEST * samples, tell, tickSimplified);
    }
    simplifier.collapseTo(primitives, onSimplified === undefined ? tickSimplified : () => tickSimplified(1));
    found = judge(trim(simplifier.toMesh()));
    if (found.overhang.measured > found.uncovered) {
      found = betterOf(found, judge(refinedTo(primitives, simplifier, (mesh) => refine(mesh, found.uncovered))));
    }
  } else {
    const finish = (rough: MedialMesh): Judged => {
      const usual = judge(trim(rough));
      if (usual.overhang.measured <= usual.uncovered) return usual;
      return betterOf(usual, judge(refine(rough, usual.uncovered)));
    };
    found = fewestWithin(simplifier, FIRST_TEST * samples, finish, error * size, tickSimplified);
  }

  onSimplified?.({ primitives: primitiveCount(found.mesh), error: errorOf(found) / size });

  const { mesh } = found;
  const tree = new PrimitiveTree(mesh);
  const { dilation, needed } = provenDilation(triangles, mesh, tree, stage(collapsed, 1));
  const uncovered = Math.max(0, needed, found.uncovered);
  const inner = isSolid ? innerBalls(mesh.spheres, surface) : new Float64Array(0);
  const { measured: overhang, bound } = found.overhang;
  const most = isSolid ? bound : measureOverhang(mesh, surface, 'surface', size).bound;
  stage(0, 1)(1);
  return { ...mesh, dilation, uncovered, overhang, overhangBound: most, innerBalls: inner };
}

/** A mesh with the largest distance of sampled surface points outside it, and its largest overhang. */
interface Judged {
  readonly mesh: MedialMesh;
  readonly uncovered: number;
  readonly overhang: Overhang;
}

const errorOf = ({ uncovered, overhang }: Judged): number => Math.max(uncovered, overhang.measured);
const betterOf = (usual: Judged, other: Judged): Judged => (errorOf(other) < errorOf(usual) ? other : usual);

/** A refined mesh with at most the requested number of primitives: halved edges add some, so others are removed before. */
function refinedTo(wished: number, simplifier: Simplifier, refine: (rough: MedialMesh) => MedialMesh): MedialMesh {
  let rough = simplifier.toMesh();
  for (;;) {
    const mesh = refine(rough);
    const tooMany = primitiveCount(mesh) - wished;
    if (tooMany <= 0) return mesh;
    const before = simplifier.primitiveCount;
    simplifier.collapseTo(before - tooMany);
    // As few as the topology allows, and still too many once refined.
    if (simplifier.primitiveCount === before) return rough;
    rough = simplifier.toMesh();
  }
}

/** Collapses edges to more primitives than are wished for, and tells of each number in a series. What is left to do comes out the same. */
function tellErrors(simplifier: Simplifier, wished: number, first: number, tell: () => void, tick: Tick): void {
  const begin = Math.min(first, simplifier.primitiveCount);
  let before = Infinity;
  for (let count = begin; count > wished && simplifier.primitiveCount < before; count *= FEWER) {
    const done = (begin - count) / (begin - wished);
    before = simplifier.primitiveCount;
    simplifier.collapseTo(count, () => tick(done));
    tick(done);
    if (simplifier.primitiveCount > wished) tell();
  }
}

/** Collapses edges while both errors stay at or below `error`, and returns the last such mesh; the first if there is none. */
function fewestWithin(
  simplifier: Simplifier,
  first: number,
  finish: (rough: MedialMesh) => Judged,
  error: number,
  tick: Tick,
): Judged {
  simplifier.collapseTo(first, tick);
  let found = finish(simplifier.toMesh());
  let count = simplifier.primitiveCount;
  if (errorOf(found) > error) return found;
  for (;;) {
    tick(1);
    simplifier.collapseTo(FEWER * count);
    if (simplifier.primitiveCount === count) return found;
    count = simplifier.primitiveCount;
    const next = finish(simplifier.toMesh());
    if (errorOf(next) > error) return found;
    found = next;
  }
}

const MEDIAL_KEYS: KnownKeys<MedialOptions> = {
  primitives: true,
  error: true,
  samples: true,
  seed: true,
  keep: true,
  signal: true,
  onProgress: true,
  onSimplified: true,
};

interface Wishes {
  readonly primitives: number;
  readonly error: number | undefined;
  readonly samples: number;
  readonly seed: number;
  readonly keep: boolean;
  readonly onSimplified: MedialOptions['onSimplified'];
  /** A progress callback for a stage between two parts of the whole time. */
  stage(from: number, to: number): Tick;
}

function readOptions(options: MedialOptions): Wishes {
  const { primitives = MEDIAL_DEFAULTS.primitives, error, samples = MEDIAL_DEFAULTS.samples } = options;
  const { seed = MEDIAL_DEFAULTS.seed, keep = false, signal, onProgress, onSimplified } = options;
  requireKnownKeys(options, MEDIAL_KEYS, 'options/bad-value', 'options');
  if (!(Number.isInteger(primitives) && primitives >= 1)) refuse('primitives', primitives, 'a whole number, 1 or more');
  if (!(Number.isInteger(samples) && samples >= 4)) refuse('samples', samples, 'a whole number, 4 or more');
  if (!Number.isInteger(seed)) refuse('seed', seed, 'a whole number');
  if (error !== undefined && !(Number.isFinite(error) && error > 0)) refuse('error', error, 'a finite number above 0');
  if (typeof keep !== 'boolean') refuse('keep', keep, 'true or false');
  if (onProgress !== undefined && typeof onProgress !== 'function') refuse('onProgress', onProgress, 'a function');
  if (onSimplified !== undefined && typeof onSimplified !== 'function')
    refuse('onSimplified', onSimplified, 'a function');
  requireSignal(signal);
  const stage = (from: number, to: number): Tick => {
    return (part) => {
      throwIfAborted(signal, 'medial axis');
      onProgress?.(from + (to - from) * part);
    };
  };
  return { primitives, error, samples, seed, keep, onSimplified, stage };
}

function refuse(name: string, value: unknown, expected: string): never {
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it must be ${expected}.`);
}

function longestSide(triangles: Float64Array): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < triangles.length; k += 3) {
      low = Math.min(low, triangles[k]);
      high = Math.max(high, triangles[k]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}
