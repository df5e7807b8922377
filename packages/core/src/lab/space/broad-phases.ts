import type { BroadPhaseKind } from '../../space/broad-phase.ts';
import { dynamicTree } from '../../space/dynamic-tree.ts';
import { grid } from '../../space/grid.ts';
import { rTree } from '../../space/r-tree.ts';
import { spaceTime } from '../../space/space-time.ts';
import { sweepAndPrune } from '../../space/sweep-and-prune.ts';
import { bspTree } from './bsp-tree.ts';
import { kdTree } from './kd-tree.ts';
import { octree } from './octree.ts';

/** The names of {@link BROAD_PHASES}. */
export type BroadPhaseName =
  | 'dynamic-tree'
  | 'grid'
  | 'sweep-and-prune'
  | 'r-tree'
  | 'space-time'
  | 'octree'
  | 'kd-tree'
  | 'bsp-tree';

/** The structures that find overlapping boxes, by name; all find the same. docs/lab/broad-phase.md compares them. */
export const BROAD_PHASES: Readonly<Record<BroadPhaseName, BroadPhaseKind>> = {
  'dynamic-tree': dynamicTree,
  grid,
  'sweep-and-prune': sweepAndPrune,
  'r-tree': rTree,
  'space-time': spaceTime,
  octree,
  'kd-tree': kdTree,
  'bsp-tree': bspTree,
};
