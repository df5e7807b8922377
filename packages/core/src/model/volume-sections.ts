// Bounding volumes of one kind among the saved sections of a model, under the name of the kind.

import type { VolumeKind } from '../bounds/volume.ts';
import { nodeCount, type Tree } from '../bvh/tree.ts';
import type { Section } from './bytes.ts';
import { LARGEST_RADIUS } from './model-frame.ts';
import { damaged, requireWithin, takeSection } from './sections.ts';

/**
 * The largest number of a volume, a length in the model's unit: a centre is that of a box around corners, and lengths
 * reach from there to a corner.
 */
const LARGEST_VOLUME_NUMBER = 4 * LARGEST_RADIUS;

/** The volumes of a kind on a tree, or undefined where none are saved. */
export function readVolumes(
  sections: ReadonlyMap<string, Section>,
  tree: Tree,
  { name, stride, lengths }: VolumeKind,
): Float64Array | undefined {
  if (!sections.has(name)) return undefined;
  const data = takeSection(sections, name, Float64Array, nodeCount(tree) * stride);
  requireWithin(name, data, LARGEST_VOLUME_NUMBER);
  for (let k = 0; k < data.length; k++) {
    if (k % stride >= stride - lengths && data[k] < 0) throw damaged(name, `it holds the length ${data[k]}`);
  }
  return data;
}
