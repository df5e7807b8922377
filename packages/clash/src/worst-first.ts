// The order in which people read clashes: by what is proven about them.

import type { Clash, ClashType } from './clash.ts';

/** Ranks of the types in the order: what overlaps before what is only near, and what touches last. */
const RANKS: Readonly<Record<ClashType, number>> = {
  hard: 0,
  contained: 0,
  duplicate: 1,
  undecided: 2,
  clearance: 3,
  touching: 4,
};

/**
 * Compares two clashes for `sort`: what overlaps comes first, the greater proven depth before the lesser and, of equal ones, the greater that is
 * possible; of what is near, the lesser gap comes first.
 *
 * @example
 * const pipe = { model: 'plant', id: '0/1', name: 'pipe' };
 * const hard = { test: 'all', type: 'hard', a: pipe, b: pipe } as const;
 * const unproven = { ...hard, id: 'unproven', depth: { lower: 0, upper: 4 } };
 * const proven = { ...hard, id: 'proven', depth: { lower: 1, upper: 1 } };
 * console.log([unproven, proven].sort(worstFirst)[0].id); // proven
 */
export function worstFirst(x: Clash, y: Clash): number {
  const rank = RANKS[x.type] - RANKS[y.type];
  if (rank !== 0) return rank;
  if (x.type === 'clearance' || x.type === 'duplicate') {
    return ascending(gapOf(x), gapOf(y)) || ascending(x.distance?.lower ?? 0, y.distance?.lower ?? 0);
  }
  return ascending(y.depth?.lower ?? 0, x.depth?.lower ?? 0) || ascending(possibleDepth(y), possibleDepth(x));
}

/** A result that was read from a file has null for infinite. */
function possibleDepth({ depth }: Clash): number {
  return depth === undefined ? 0 : (depth.upper ?? Infinity);
}

function gapOf({ distance }: Clash): number {
  return distance?.upper ?? Infinity;
}

/** Without a difference, which of two infinite bounds is no number. */
function ascending(x: number, y: number): number {
  return x < y ? -1 : x > y ? 1 : 0;
}
