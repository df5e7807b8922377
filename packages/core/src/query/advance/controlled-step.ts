// Controlled advancement on trees of bounding volumes, after C²A (Tang, Kim and Manocha, "C²A: Controlled Conservative Advancement
// for Continuous Collision Detection of Polygonal Models", ICRA 2009). Soups are handled like solids.
//
// Both trees are traversed for the shortest step. For each pair of nodes:
// 1. The distance of the volumes gives a step. (C²A uses rectangle-swept spheres; here any kind of volume works.)
// 2. The pair is skipped if that step is not shorter than the shortest so far.
// 3. The step is taken, and the pair not opened, if the volumes are at least w times as far apart as the nearest triangles so far:
//    far from the contact a coarse distance is enough. w rises by W_RISE with every advance; at 1 only triangles count.
// 4. Otherwise the pair is opened, nearer pairs first. Pairs of triangles step by their distance.
// The nearest triangles of the last test are tested first.
//
// Departures: steps are proven over the arc (motion/bounds.ts), where C²A bounds the speed at an instant. Volumes are also tested
// along the line of their centres and along that of the nearest triangles, beside the undirected bound of their distance.

import { sphereVolume } from '../../bounds/sphere.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { openLarger } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import { reachOfBall } from '../../motion/bounds.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { pushNearChildren } from '../near-children.ts';
import { openedNodes } from '../opened-nodes.ts';
import { CONTROLLED_STEP_SLOT } from '../scratch-slots.ts';
import { moveLeaf, perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { type Advance, poseTriangle } from './advance.ts';
import type { FindStep, MotionBound } from './advance-bodies.ts';
import { PartPair, stepOfTriangles, stepOfVolumes } from './part-steps.ts';
import { DirectionScratch, FINE_GAP, refineDirection } from './parting-direction.ts';

/** The factor w at the start, and its increase with every advance. */
const FIRST_W = 0.4;
const W_RISE = 0.1;

/** No pair is too far apart to be pushed. */
const anywhere: Float64Array = Float64Array.of(Infinity);
/** Scratch of one query. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
  /** Directions from triangle to triangle: the current one, and that of the nearest pair so far. */
  readonly direction: Float64Array = new Float64Array(3);
  readonly nearestDirection: Float64Array = new Float64Array(3);
  readonly directions: DirectionScratch = new DirectionScratch();
  readonly posed: Float64Array = new Float64Array(9);
  readonly pair: PartPair = new PartPair();
  readonly triangles: PartPair = new PartPair();
}

const scratchOf = perWorkspace(CONTROLLED_STEP_SLOT, () => new Scratch());
/** A test of trees of volumes of one kind, for which `w` has space. */
export function controlledStep(kind: VolumeKind): FindStep {
  return (w, work, bound, out) => {
    const end = findStep(w, work, bound, out, kind);
    scratchOf(w).pair.clear();
    return end;
  };
}

function findStep(
  w: Workspace,
  work: Advance,
  bound: MotionBound,
  out: Float64Array,
  kind: VolumeKind,
): ReturnType<FindStep> {
  const { queryBody, reference, counters, budget, stack, movedVolumes: volumesQ } = w;
  const { nearestDirection, pair } = scratchOf(w);
  const { state } = work;
  const { stride } = kind;
  const own = queryBody.volumes(kind);
  const volumesR = reference.volumes(kind);
  const opened = openedNodes(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  pair.set(volumesQ, volumesR);
  pair.withheld[0] = work.withheld[0] + kind.rounding * w.scale[0];
  const limit = work.testLimit[0];
  const part = Math.min(1, FIRST_W + W_RISE * (work.iterations - 1));
  kind.aim?.(w.pose);
  if (work.slotQuery >= 0) testAgain(w, work, bound, out);
  else nearestDirection.fill(0); // no direction is known yet, and none is kept from an earlier query

  let top = pushNearChildren(w, kind, own, volumesR, opened.pair(0, 0), anywhere, 0);
  while (top > 0) {
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    if (counters[VOLUME_TESTS] >= limit) return 'stopped';
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    counters[VOLUME_TESTS]++;
    const distance = kind.lowerBound(volumesQ, stride * nodeQ, volumesR, stride * nodeR, Infinity);
    writeReaches(w, nodeQ, nodeR, state);
    pair.i = stride * nodeQ;
    pair.j = stride * nodeR;
    pair.distance[0] = distance;
    const step = stepOfVolumes(state, kind, pair, nearestDirection, bound);
    if (step >= out[0]) continue;
    if (step > 0 && distance >= part * out[1]) {
      out[0] = step;
      continue;
    }
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      testLeaves(w, nodeQ, nodeR, work, bound, out);
      continue;
    }
    openLarger(opened, linksQ, nodeQ, linksR, nodeR);
    top = pushNearChildren(w, kind, own, volumesR, opened, anywhere, top);
  }
  return 'measured';
}

/** Bounds the distance of the contents of two nodes from the axes, by the spheres around them, for every kind of volume. */
function writeReaches(w: Workspace, nodeQ: number, nodeR: number, state: Float64Array): void {
  const { queryBody, reference, pose } = w;
  const { reaches } = scratchOf(w).pair;
  const m = queryBody.volumes(sphereVolume);
  const r = reference.volumes(sphereVolume);
  const i = 4 * nodeQ;
  const j = 4 * nodeR;
  const scale = pose[RELATIVE_SCALE];
  const x = m[i] * scale;
  const y = m[i + 1] * scale;
  const z = m[i + 2] * scale;
  reaches[0] = reachOfBall(
    state,
    0,
    pose[0] * x + pose[1] * y + pose[2] * z + pose[9],
    pose[3] * x + pose[4] * y + pose[5] * z + pose[10],
    pose[6] * x + pose[7] * y + pose[8] * z + pose[11],
    m[i + 3] * scale,
  );
  reaches[1] = reachOfBall(state, 1, r[j], r[j + 1], r[j + 2], r[j + 3]);
}

/** The triangles that were nearest in the last test. */
function testAgain(w: Workspace, work: Advance, bound: MotionBound, out: Float64Array): void {
  const { reference } = w;
  const { posed } = scratchOf(w);
  poseTriangle(w, work.slotQuery, work.state, 0, posed);
  testTriangles(w, posed, 0, reference.tree.triangles, 9 * work.slotReference, work, bound, out);
}

function testLeaves(
  w: Workspace,
  leafQ: number,
  leafR: number,
  work: Advance,
  bound: MotionBound,
  out: Float64Array,
): void {
  const { queryBody, reference } = w;
  moveLeaf(w, queryBody.tree, leafQ);
  const m = w.movedCorners;
  const r = reference.tree.triangles;
  const firstQ = queryBody.tree.links[LINKS * leafQ + FIRST_TRIANGLE];
  const endQ = firstQ + queryBody.tree.links[LINKS * leafQ + TRIANGLE_COUNT];
  const firstR = reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
  const endR = firstR + reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
  for (let i = firstQ; i < endQ; i++) {
    for (let j = firstR; j < endR; j++) {
      if (testTriangles(w, m, 9 * i, r, 9 * j, work, bound, out)) {
        work.slotQuery = i;
        work.slotReference = j;
      }
    }
  }
}

/** Steps by the distance of two triangles; true if they are the nearest so far. */
function testTriangles(
  w: Workspace,
  m: Float64Array,
  i: number,
  r: Float64Array,
  j: number,
  work: Advance,
  bound: MotionBound,
  out: Float64Array,
): boolean {
  const { witness, direction, directions, nearestDirection, triangles } = scratchOf(w);
  w.counters[TRIANGLE_TESTS]++;
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(m, i, r, j, witness);
  const gap = Math.sqrt(witness[WITNESS_SQ]);
  for (let k = 0; k < 3; k++) direction[k] = gap > 0 ? (witness[3 + k] - witness[k]) / gap : 0;
  if (gap > 0 && gap < FINE_GAP * w.scale[0]) refineDirection(m, i, r, j, directions, direction);
  triangles.set(m, r);
  triangles.i = i;
  triangles.j = j;
  triangles.distance[0] = gap - work.withheld[0];
  triangles.withheld[0] = work.withheld[0];
  const step = stepOfTriangles(work.state, triangles, direction, bound);
  triangles.clear();
  if (step < out[0]) out[0] = step;
  if (!(gap < out[1])) return false;
  out[1] = gap;
  for (let k = 0; k < 3; k++) nearestDirection[k] = direction[k];
  return true;
}
