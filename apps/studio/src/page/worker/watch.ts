import { type FrontPair, type Model, NearmissError, type NodesOption, nodeFaces, Pair } from 'nearmiss';
import { hulls } from 'nearmiss/convex';
import { traceConvex } from 'nearmiss/lab';
import type { Slot } from '../body.ts';
import { depthOf } from './depth.ts';
import { encounterOf } from './encounter.ts';
import type { Poses, Question, Watched } from './messages.ts';
import { minkowskiDifference } from './minkowski-difference.ts';

/** More tests than any search makes. Kernels keep no front, and leave a search with a budget to the plain library. */
const PLAIN_SEARCH: number = Number.MAX_SAFE_INTEGER;

type Models = Readonly<Record<Slot, Model>>;

/** How a search went, where that is to be shown: one from nothing, unless a hand leads it, so that the same poses give the same picture. */
export function watch(models: Models, { poses, show, motions, depth }: Question): Watched | null {
  switch (show) {
    case 'motion':
      return motions && { kind: 'encounter', encounter: encounterOf(models, motions) };
    case 'depth':
      return depth && { kind: 'depth', depth: depthOf(models, poses, depth) };
    case 'front-hulls':
      return frontOf(models, poses, hulls);
    case 'front-volumes':
      return frontOf(models, poses, 'volumes');
    case 'gjk':
    case 'marching':
      return traceOf(models, poses, show);
    default:
      return null;
  }
}

function frontOf({ a, b }: Models, poses: Poses, method: NodesOption): Watched {
  const pair = new Pair(a, b);
  const options = { method, budget: PLAIN_SEARCH };
  pair.distance(poses.a, poses.b, options);
  // On volumes a front is kept while steps are small; a second time there is none.
  if (method === 'volumes') pair.distance(poses.a, poses.b, options);
  const front = pair.front(method);
  if (front.length === 0) return { kind: 'nothing', reason: 'No front is kept: the surfaces meet, or nearly so.' };
  const levels = {
    a: levelsOf(a, method, front, ({ nodeA, levelA }) => [nodeA, levelA]),
    b: levelsOf(b, method, front, ({ nodeB, levelB }) => [nodeB, levelB]),
  };
  return {
    kind: 'front',
    size: front.length,
    deepest: front.reduce((deepest, { levelA, levelB }) => Math.max(deepest, levelA, levelB), 0),
    nearest: front.reduce((nearest, { lower }) => Math.min(nearest, lower), Infinity),
    levels,
  };
}

/** For each face how far below the root the deepest node above it is. */
function levelsOf(
  model: Model,
  method: NodesOption,
  front: readonly FrontPair[],
  sideOf: (pair: FrontPair) => [node: number, level: number],
): Uint16Array {
  const levels = new Uint16Array(model.triangleCount);
  for (const [node, level] of new Map(front.map(sideOf))) {
    for (const face of nodeFaces(model, node, method)) levels[face] = Math.max(levels[face] ?? 0, level);
  }
  return levels;
}

function traceOf({ a, b }: Models, poses: Poses, method: 'gjk' | 'marching'): Watched {
  try {
    const trace = traceConvex(a, poses.a, b, poses.b, { method });
    return { kind: 'trace', trace, difference: minkowskiDifference(a, poses.a, b, poses.b) };
  } catch (error) {
    if (!(error instanceof NearmissError && error.code === 'query/unsupported')) throw error;
    return { kind: 'nothing', reason: error.message };
  }
}
