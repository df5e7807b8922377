// A mesh that is large enough to be built by several threads together, and the hash of its model: the same bytes in Node and in a browser.

import { icosphere } from 'nearmiss/shapes';
import { buildModels, type Workers } from 'nearmiss/workers';

export async function largeModelHash(workers?: Workers): Promise<string> {
  const [model] = await buildModels([icosphere({ subdivisions: 6 })], { workers });
  if (model === undefined) throw new Error('buildModels has built nothing');
  let hash = 0x811c9dc5;
  for (const byte of model.toBytes()) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `${model.triangleCount} triangles, ${hash.toString(16)}`;
}
