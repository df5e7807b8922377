// The rule by which faces that are flush up to rounding are touching and not a clash.
//
// A file holds rounded coordinates. If all coordinates of a mesh are single-precision numbers, each is taken to be off by up to one spacing
// of single-precision numbers at the mesh's largest coordinate; otherwise by one of double precision. The transform adds its own
// error (AssemblyNode.error), and computing with it adds a few roundings. The sum for an element is its quantum, a bound for each
// coordinate. Along a slanted direction three coordinates add up to √3 times as much, for which 2 is taken: two elements touch
// if they overlap, or are apart, by no more than 2 · (quantum A + quantum B).

const SINGLE_BITS = 23;
const DOUBLE_BITS = 52;
/** At least √3. */
const DIRECTIONS = 2;

/** A bound on the rounding of the coordinates of a mesh, as its numbers tell. */
export function meshQuantum(positions: ArrayLike<number>): number {
  let largest = 0;
  let isSingle = true;
  for (let k = 0; k < positions.length; k++) {
    largest = Math.max(largest, Math.abs(positions[k]));
    if (isSingle && Math.fround(positions[k]) !== positions[k]) isSingle = false;
  }
  return largest === 0 ? 0 : 2 ** (Math.floor(Math.log2(largest)) - (isSingle ? SINGLE_BITS : DOUBLE_BITS));
}

/** The tolerance of a test that has none: what rounding can do to two elements. */
export function ownTolerance(quantumA: number, quantumB: number): number {
  return DIRECTIONS * (quantumA + quantumB);
}
