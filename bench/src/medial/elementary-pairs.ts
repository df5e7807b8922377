import type { MedialMesh } from 'nearmiss/medial';

/**
 * How many elementary tests the paper makes of two medial meshes (§4.1): 1 for two cones, 5 for a cone and a slab, 15 for two slabs. A search on trees makes few of
 * them; the number says how large the question is.
 */
export function elementaryPairs(a: MedialMesh, b: MedialMesh): number {
  const [conesA, slabsA, conesB, slabsB] = [
    a.cones.length / 2,
    a.slabs.length / 3,
    b.cones.length / 2,
    b.slabs.length / 3,
  ];
  return conesA * conesB + 5 * (conesA * slabsB + slabsA * conesB) + 15 * slabsA * slabsB;
}
