// Which faces of a deforming mesh touch each other? As between bodies, except that neighbours always touch: for two faces with
// common vertices only further common points count (primitive/adjacent-triangles.ts).

import { NearmissError } from '../error.ts';
import type { FacePair } from '../mesh/face-pairs.ts';
import { DeformingMesh } from './deforming-mesh.ts';
import { DEFORMING_DEFAULTS, type DeformingOptions, type DeformingPlan, readOptions } from './deforming-options.ts';
import { type FaceJudge, FaceSubdivision } from './face-octree.ts';
import { FaceTable } from './face-table.ts';
import { PairKeys } from './pair-keys.ts';
import { SelfJudge } from './self-judge.ts';
import { TreePairs } from './tree-pairs.ts';

/** Scratch of one search; kept for the next. */
class Scratch {
  readonly table: FaceTable = new FaceTable();
  readonly subdivision: FaceSubdivision = new FaceSubdivision();
  readonly trees: TreePairs = new TreePairs();
  readonly found: PairKeys = new PairKeys();
  /** What the search itself finds: pairs are decided later. */
  readonly none: PairKeys = new PairKeys();
  readonly faces: SelfJudge = new SelfJudge();
}

/** One scratch for each level of nested searches, which a trace may start. */
const idle: Scratch[] = [];

/**
 * The pairs of faces of one mesh that share a point beyond their common vertices, in each pair the lower number first, sorted.
 *
 * @example
 * console.log(selfCollide(new DeformingMesh(box())).length); // 0
 */
export function selfCollide(body: DeformingMesh, options: DeformingOptions = DEFORMING_DEFAULTS): FacePair[] {
  if (!(body instanceof DeformingMesh)) {
    throw new NearmissError('model/bad-argument', 'Deforming bodies are made by new DeformingMesh(mesh).');
  }
  const plan = readOptions(options, true);
  const scratch = idle.pop() ?? new Scratch();
  body.watched++;
  try {
    return searchWith(scratch, body, plan);
  } finally {
    body.watched--;
    idle.push(scratch);
  }
}

function searchWith(
  { table, subdivision, trees, found, none, faces }: Scratch,
  body: DeformingMesh,
  plan: DeformingPlan,
): FacePair[] {
  found.start(body.triangleCount);
  faces.start(body, found);
  if (plan.method === 'refit') {
    const tree = body.tree();
    const inOrder = tree.faces;
    const judge: FaceJudge = (i, j) => faces.add(Math.min(inOrder[i], inOrder[j]), Math.max(inOrder[i], inOrder[j]));
    trees.search(tree, tree, true, judge, none);
  } else {
    table.clear();
    if (plan.subdivision.clip) table.addAll(body, 0);
    else table.addBoxes(body, 0);
    const kernel = plan.subdivision.grid ? faces.openKernel() : null;
    try {
      subdivision.search(table, body.box, plan.subdivision, (i, j) => faces.add(i, j), none, kernel);
      kernel?.finish();
    } finally {
      kernel?.close();
    }
  }
  faces.finish();
  return found.sorted();
}
