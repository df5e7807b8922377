// Which faces of deforming meshes touch? The pipeline of Kitamura et al. (1998), and refitted trees as an alternative.
//
//   boxes of bodies → regions where they overlap → faces that meet a region → subdivision of space, or a pair of trees
//                                                                             → every pair that is left, exactly
//
// The list of pairs does not depend on the method: it is every pair of faces with a common point, sorted.

import { NearmissError } from '../error.ts';
import type { FacePair } from '../mesh/face-pairs.ts';
import { chooseMethod } from './choose-method.ts';
import { DeformingMesh } from './deforming-mesh.ts';
import {
  DEFORMING_DEFAULTS,
  type DeformingMethod,
  type DeformingOptions,
  type DeformingPlan,
  readOptions,
} from './deforming-options.ts';
import { FaceSubdivision } from './face-octree.ts';
import { facesIntersect, filterError } from './face-pair.ts';
import { BOX, FACE, FaceTable } from './face-table.ts';
import { type BodyOverlap, boxAround, overlappingBodies, regionsByBody } from './overlap-regions.ts';
import { PairKeys } from './pair-keys.ts';
import { TreePairs } from './tree-pairs.ts';

/** The work done to find the pairs. See {@link collideDeforming}. */
export interface DeformingStats {
  /** Faces of all bodies that meet an overlap region; 0 where trees were searched. */
  readonly faces: number;
  /** Cells of the subdivision with faces of two bodies in them; 0 where trees were searched. */
  readonly cells: number;
  readonly boxTests: number;
  readonly triangleTests: number;
}

/** The faces of two bodies that share a point. See {@link collideDeforming}. */
export interface DeformingContacts {
  readonly colliding: boolean;
  readonly pairCount: number;
  /** Sorted by A's faces, then by B's. */
  readonly pairs: readonly FacePair[];
  /** How they were found. */
  readonly method: Exclude<DeformingMethod, 'auto'>;
  readonly stats?: DeformingStats;
}

/** Two of many bodies, by their numbers, and their faces that share a point. See {@link collideAllDeforming}. */
export interface BodyContacts {
  readonly a: number;
  readonly b: number;
  readonly pairs: readonly FacePair[];
}

/** Scratch of one search; kept for the next. */
class Scratch {
  readonly table: FaceTable = new FaceTable();
  readonly subdivision: FaceSubdivision = new FaceSubdivision();
  readonly trees: TreePairs = new TreePairs();
  readonly found: PairKeys = new PairKeys();
  readonly coordinateError: Float64Array = new Float64Array(1);
  triangleTests = 0;
}

/** One scratch for each level of nested searches, which a trace may start. */
const idle: Scratch[] = [];

/**
 * The faces of A and of B that share a point, exactly for the positions given.
 *
 * @example
 * const [a, b] = [new DeformingMesh(box()), new DeformingMesh(box({ size: [2, 0.5, 0.5] }))];
 * console.log(collideDeforming(a, b).pairs.length > 0); // true
 */
export function collideDeforming(
  a: DeformingMesh,
  b: DeformingMesh,
  options: DeformingOptions = DEFORMING_DEFAULTS,
): DeformingContacts {
  const plan = readOptions(options, false);
  const { contacts, method, stats } = search([a, b], plan);
  const pairs = contacts.length === 0 ? [] : contacts[0].pairs;
  return {
    colliding: pairs.length > 0,
    pairCount: pairs.length,
    pairs,
    method,
    ...(plan.stats && { stats }),
  };
}

/**
 * The faces of different bodies that share a point, for all bodies at once: one entry for each two bodies that touch, by
 * rising numbers.
 *
 * @example
 * const [a, b] = [new DeformingMesh(box()), new DeformingMesh(box({ size: [2, 0.5, 0.5] }))];
 * console.log(collideAllDeforming([a, b]).length); // 1
 */
export function collideAllDeforming(
  bodies: readonly DeformingMesh[],
  options: DeformingOptions = DEFORMING_DEFAULTS,
): readonly BodyContacts[] {
  return search(bodies, readOptions(options, false)).contacts;
}

interface Findings {
  readonly contacts: readonly BodyContacts[];
  readonly method: Exclude<DeformingMethod, 'auto'>;
  readonly stats: DeformingStats;
}

function search(bodies: readonly DeformingMesh[], plan: DeformingPlan): Findings {
  requireBodies(bodies);
  const scratch = idle.pop() ?? new Scratch();
  for (const body of bodies) body.watched++;
  try {
    return searchWith(scratch, bodies, plan);
  } finally {
    for (const body of bodies) body.watched--;
    idle.push(scratch);
  }
}

function searchWith(scratch: Scratch, bodies: readonly DeformingMesh[], plan: DeformingPlan): Findings {
  const { table, subdivision, trees, coordinateError } = scratch;
  const { trace } = plan.subdivision;
  trace?.stage('regions');
  const overlaps = overlappingBodies(bodies.map(({ box }) => box));
  table.clear();
  scratch.triangleTests = 0;
  coordinateError[0] = filterError(2 * largestExtent(bodies));
  const method = plan.method === 'auto' ? chooseMethod(bodies, overlaps, plan.subdivision) : plan.method;
  trace?.stage(method === 'refit' ? 'trees' : 'faces');
  if (method !== 'refit') {
    for (const [body, regions] of regionsByBody(overlaps)) {
      table.add(bodies[body], body, regions, regions.length / BOX, plan.subdivision.clip);
    }
  }
  const contacts = method === 'refit' ? searchTrees(scratch, bodies, overlaps) : subdivide(scratch, overlaps, plan);
  const { cells, boxTests } = method === 'refit' ? { cells: 0, boxTests: trees.boxTests } : subdivision;
  return { contacts, method, stats: { faces: table.count, cells, boxTests, triangleTests: scratch.triangleTests } };
}

function subdivide(
  scratch: Scratch,
  overlaps: readonly BodyOverlap[],
  { subdivision: how }: DeformingPlan,
): BodyContacts[] {
  const { table, subdivision, found, coordinateError } = scratch;
  found.start(table.count);
  subdivision.search(
    table,
    boxAround(overlaps),
    how,
    (i, j) => {
      scratch.triangleTests++;
      return facesIntersect(table.corners, FACE * i, table.corners, FACE * j, coordinateError);
    },
    found,
  );
  return groupByBodies(table, found.sorted());
}

/** Slots in the table, sorted, to faces by pairs of bodies: slots are in the order of bodies, then of faces. */
function groupByBodies(table: FaceTable, slots: readonly FacePair[]): BodyContacts[] {
  const { owners, faces } = table;
  const groups = new Map<number, FacePair[]>();
  const bodyCount = table.count === 0 ? 0 : owners[table.count - 1] + 1;
  for (const [i, j] of slots) {
    const key = owners[i] * bodyCount + owners[j];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [[faces[i], faces[j]]]);
    else group.push([faces[i], faces[j]]);
  }
  return [...groups]
    .sort(([p], [q]) => p - q)
    .map(([key, pairs]) => ({ a: Math.floor(key / bodyCount), b: key % bodyCount, pairs }));
}

function searchTrees(
  scratch: Scratch,
  bodies: readonly DeformingMesh[],
  overlaps: readonly BodyOverlap[],
): BodyContacts[] {
  const { trees, found, coordinateError } = scratch;
  const contacts: BodyContacts[] = [];
  trees.boxTests = 0;
  for (const { a, b } of overlaps) {
    const treeA = bodies[a].tree();
    const treeB = bodies[b].tree();
    found.start(Math.max(bodies[a].triangleCount, bodies[b].triangleCount));
    trees.search(
      treeA,
      treeB,
      false,
      (i, j) => {
        scratch.triangleTests++;
        return facesIntersect(treeA.corners, FACE * i, treeB.corners, FACE * j, coordinateError);
      },
      found,
    );
    if (found.count > 0) contacts.push({ a, b, pairs: found.sorted() });
  }
  return contacts;
}

function requireBodies(bodies: readonly DeformingMesh[]): void {
  if (Array.isArray(bodies) && bodies.every((body) => body instanceof DeformingMesh)) return;
  throw new NearmissError('model/bad-argument', 'Deforming bodies are made by new DeformingMesh(mesh).');
}

/** Boxes of faces that are compared overlap, so their coordinates differ by no more than twice this. */
export function largestExtent(bodies: readonly DeformingMesh[]): number {
  let largest = 0;
  for (const { box } of bodies) {
    for (let axis = 0; axis < 3; axis++) largest = Math.max(largest, box[3 + axis] - box[axis]);
  }
  return largest;
}
