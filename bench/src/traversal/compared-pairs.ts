// The pairs of volumes that a search compares, written down. The rule is that of core's plain searches (depth first, the
// node with more triangles opened), and the number of tests is theirs: bench/test holds the two against each other.

import type { Pose } from 'nearmiss';
import { VOLUMES, type VolumeName } from 'nearmiss/lab';
import { LINKS, moveVolumeOf, type VolumeKind, Workspace } from '../core-internals.ts';
import type { OpenedModel } from './opened-model.ts';

export interface ComparedPairs {
  readonly kind: VolumeKind;
  /** The setting: the pose of the query body in the frame of the reference body, and the moved volumes. */
  readonly workspace: Workspace;
  readonly queryBody: OpenedModel;
  readonly reference: OpenedModel;
  /** Nodes of the query body that were moved, in the order in which they were first needed. */
  readonly movedNodes: Int32Array;
  /** Node of the query body, node of the reference body, and so on, in the order of the tests. */
  readonly pairs: Int32Array;
  /** How many of the tests were of two leaves. */
  readonly leafTests: number;
  /** Pairs of leaves, as in `pairs`, that no test has parted. */
  readonly openLeaves: Int32Array;
}

/**
 * All pairs compared in the search for everything nearer than `pruningBound`; null stands for contact and asks whether volumes
 * overlap, as `collide` does.
 */
export function comparedPairs(
  a: OpenedModel,
  poseA: Pose,
  b: OpenedModel,
  poseB: Pose,
  volume: VolumeName,
  pruningBound: number | null,
): ComparedPairs {
  const kind = VOLUMES[volume];
  const { stride } = kind;
  const workspace = new Workspace();
  workspace.prepare(a.model, poseA, b.model, poseB, kind);
  const [queryBody, reference] = workspace.swapped ? [b, a] : [a, b];
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const { movedVolumes, volumeStamps, stamp } = workspace;
  const limit = pruningBound === null ? 0 : pruningBound / reference.unit;
  const movedNodes: number[] = [];
  const pairs: number[] = [];
  const openLeaves: number[] = [];
  const stack: number[] = [];
  let leafTests = 0;

  const compare = (m: number, r: number): void => {
    if (volumeStamps[m] !== stamp) movedNodes.push(m);
    moveVolumeOf(workspace, kind, queryBody.volumes, m);
    pairs.push(m, r);
    const leaves = linksQ[LINKS * m] === 0 && linksR[LINKS * r] === 0;
    if (leaves) leafTests++;
    const near =
      pruningBound === null
        ? kind.overlap(movedVolumes, stride * m, reference.volumes, stride * r)
        : kind.lowerBound(movedVolumes, stride * m, reference.volumes, stride * r, limit) < limit;
    if (near) (leaves ? openLeaves : stack).push(m, r);
  };

  compare(0, 0);
  while (stack.length > 0) {
    const r = stack.pop() ?? 0;
    const m = stack.pop() ?? 0;
    const childQ = linksQ[LINKS * m];
    const childR = linksR[LINKS * r];
    const openQ = childR === 0 || (childQ !== 0 && linksQ[LINKS * m + 2] >= linksR[LINKS * r + 2]);
    compare(openQ ? childQ : m, openQ ? r : childR);
    compare(openQ ? childQ + 1 : m, openQ ? r : childR + 1);
  }
  return {
    kind,
    workspace,
    queryBody,
    reference,
    movedNodes: Int32Array.from(movedNodes),
    pairs: Int32Array.from(pairs),
    leafTests,
    openLeaves: Int32Array.from(openLeaves),
  };
}
