import { type DistanceMethod, type FrontPair, type Model, NearmissError, type Pair, traceConvex } from 'nearmiss';
import type { Show } from '../shown.ts';
import type { Poses, Watched } from './messages.ts';

/** How a search went, where that is to be shown. The answer itself comes from elsewhere. */
export function watch(pair: Pair, poses: Poses, show: Show): Watched | null {
  switch (show) {
    case 'front-hulls':
      pair.distance(poses.a, poses.b, { method: 'hulls' });
      return frontOf(pair, 'hulls');
    case 'front-volumes':
      // This front is kept while steps are small; the second time there is none.
      for (let times = 0; times < 2; times++) pair.distance(poses.a, poses.b);
      return frontOf(pair, 'volumes');
    case 'gjk':
    case 'marching':
      return traceOf(pair, poses, show);
    default:
      return null;
  }
}

function frontOf(pair: Pair, method: DistanceMethod): Watched {
  const front = pair.front(method);
  if (front.length === 0) return { kind: 'nothing', reason: 'No front is kept: the surfaces meet, or nearly so.' };
  const levels = {
    a: levelsOf(pair.a, method, front, ({ nodeA, levelA }) => [nodeA, levelA]),
    b: levelsOf(pair.b, method, front, ({ nodeB, levelB }) => [nodeB, levelB]),
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
  method: DistanceMethod,
  front: readonly FrontPair[],
  sideOf: (pair: FrontPair) => [node: number, level: number],
): Uint16Array {
  const levels = new Uint16Array(model.triangleCount);
  for (const [node, level] of new Map(front.map(sideOf))) {
    for (const face of model.nodeFaces(node, method)) levels[face] = Math.max(levels[face] ?? 0, level);
  }
  return levels;
}

function traceOf({ a, b }: Pair, poses: Poses, method: 'gjk' | 'marching'): Watched {
  try {
    return { kind: 'trace', trace: traceConvex(a, poses.a, b, poses.b, { method }) };
  } catch (error) {
    if (!(error instanceof NearmissError && error.code === 'query/unsupported')) throw error;
    return { kind: 'nothing', reason: error.message };
  }
}
