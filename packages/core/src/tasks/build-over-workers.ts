// One large model built over a pool, in steps: its upper splits, then the trees of runs, then discs from the runs up. This thread passes on
// what is in shared memory and computes nothing that grows with the mesh but one copy of it.

import { discVolume } from '../bounds/disc.ts';
import { MOMENTS, sumChildren } from '../bvh/fit-discs.ts';
import { divideTree, type JoinedNodes, runsOf } from '../bvh/join-trees.ts';
import type { SplitRule } from '../bvh/split.ts';
import { type Branching, childEnd, firstChild, firstTriangle, LINKS, triangleCount } from '../bvh/tree.ts';
import { Mesh } from '../mesh/mesh.ts';
import type { SplitMesh } from '../model/build-parts.ts';
import { Model } from '../model/model.ts';
import type { SolidFacts } from '../model/solid.ts';
import type { Workers } from '../workers/workers.ts';
import { type NodeToFit, type RunToBuild, type SharedMesh, sharedDoubles, sharedInts } from './build-parts-tasks.ts';

/** Meshes of fewer triangles are built by one thread: splitting them would save less than it costs. */
export const LARGE_MESH = 65_536;
/** Runs a thread, so that none waits long for the last one. */
const RUNS_A_THREAD = 4;

/** Asks for a step, and refuses what was aborted meanwhile. */
type AskStep = <T>(task: string, input: unknown) => Promise<T>;

/** The same bits as `Model.build` in one thread. */
export async function buildOverWorkers(
  { positions, triangles }: Mesh,
  { split, branching }: { readonly split: SplitRule; readonly branching: Branching },
  workers: Workers,
  requireWanted: () => void,
): Promise<Model> {
  const ask: AskStep = async <T>(task: string, input: unknown) => {
    requireWanted();
    const [answer] = workers.ask(task, [input]);
    const value = (await answer) as T;
    requireWanted();
    return value;
  };
  const mesh = Mesh.adopt(sharedDoubles(positions.length), sharedInts(triangles.length));
  mesh.positions.set(positions);
  mesh.triangles.set(triangles);
  const sent = { positions: mesh.positions, triangles: mesh.triangles };
  const runSize = Math.ceil(mesh.triangleCount / (RUNS_A_THREAD * workers.count));
  const [above, facts] = await Promise.all([
    buildRuns(ask, sent, split, runSize, branching),
    ask<SolidFacts>('build-facts', sent),
  ]);
  const { frame, links, depth, faces, triangles: corners } = above;
  const discs = await fitAll(ask, links, corners, runSize);
  const parts = { mesh, frame, facts, round: null, isRefitted: false };
  const tree = { links, depth, faces, triangles: corners, branching };
  return Model.of({ ...parts, tree }, discs).with(discVolume);
}

/** The tree without its volumes, and the frame. */
interface JoinedTree extends JoinedNodes {
  readonly frame: SplitMesh['frame'];
  readonly triangles: Float64Array;
  readonly faces: Uint32Array;
}

async function buildRuns(
  ask: AskStep,
  mesh: SharedMesh,
  split: SplitRule,
  runSize: number,
  branching: Branching,
): Promise<JoinedTree> {
  const { frame, links: above, vertices, faces } = await ask<SplitMesh>('build-split', { mesh, split, runSize });
  const to = { triangles: sharedDoubles(9 * faces.length), faces: sharedInts(faces.length) };
  const parts = await Promise.all(
    runsOf(above).map(({ node, level }) => {
      const [first, count] = [firstTriangle(above, node), triangleCount(above, node)];
      const run: RunToBuild = { first, count, level, split, vertices, corners: mesh.triangles, faces, to };
      return ask<JoinedNodes>('build-run', run);
    }),
  );
  const joined = await ask<JoinedNodes>('build-join', { above, parts, branching });
  return { frame, ...joined, ...to };
}

/** Discs on all nodes: of parts with all that is below, then of the nodes above by the moments of these. */
async function fitAll(ask: AskStep, links: Int32Array, triangles: Float64Array, size: number): Promise<Float64Array> {
  const discs = sharedDoubles((discVolume.stride * links.length) / LINKS);
  const { above, parts } = divideTree(links, size);
  const known = new Map<number, Float64Array>();
  const fit = (node: number, moments: Float64Array | null): Promise<Float64Array | null> =>
    ask('build-discs', { node, links, triangles, discs, moments } satisfies NodeToFit);
  await Promise.all(
    parts.map(async (node) => {
      known.set(node, (await fit(node, null)) ?? new Float64Array(MOMENTS));
    }),
  );
  for (const node of above.reverse()) known.set(node, momentsOf(links, node, known));
  await Promise.all(above.map((node) => fit(node, known.get(node) ?? null)));
  return discs;
}

function momentsOf(links: Int32Array, node: number, known: ReadonlyMap<number, Float64Array>): Float64Array {
  const first = firstChild(links, node);
  const count = childEnd(links, node) - first;
  // The node first, then its children.
  const moments = new Float64Array(MOMENTS * (1 + count));
  for (let k = 0; k < count; k++) moments.set(known.get(first + k) ?? [], MOMENTS * (1 + k));
  sumChildren(moments, 1, 1 + count, 0);
  return moments.slice(0, MOMENTS);
}
