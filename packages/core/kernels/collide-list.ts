// Which triangles of listed pairs of leaves cross: for all contacts. In steps, each for a run of pairs and without branches, since nobody can guess
// which boxes overlap, and the processor reads ahead where nothing was guessed wrongly: boxes of triangles; then what the rows of triangles need that
// are left; then the planes of these rows; then pairs of triangles that are left, four of any rows together.

import {
  CACHED_PACKS,
  CONTACT_COUNT_AT,
  CONTACT_ENTRY,
  CONTACTS_AT,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  MOST_CONTACTS,
  PACK,
  PACK_Q_AT,
  PACK_R_AT,
  PACKS_Q_AT,
  PACKS_R_AT,
  SLOT_AT,
  TRIANGLE_TESTS_AT,
} from './layout';
import { overlapOf, shiftPack } from './leaf-boxes';
import { movedPack } from './moved';
import { linkOf } from './nodes';
import { collideTriangles } from './triangle-contacts';
import { compareRow, crossPairs, slotQOf, slotROf, writePlanes, writeRow } from './triangle-rows';

/** Pairs of leaves in a run, and contacts that it can add. */
const RUN: i32 = 32;
const MOST_OF_RUN: i32 = 16 * 32;

/** A pair of leaves of which boxes overlap: both packs and the pairs of triangles, then what `overlapOf` writes; the triangles of Q, moved; planes. */
const LEAVES: usize = 320;
const PAIRS_OF: usize = 8;
const BETWEEN_OF: usize = 16;
const DELTA_OF: usize = 28;
const SHIFTED_OF: usize = 32;
const PLANES_Q_OF: usize = 176;
const PLANES_R_OF: usize = 240;
const run: usize = memory.data(320 * 33, 16);
/** Rows of triangles; after each its pair of leaves, the triangle of Q, and which of R have boxes that overlap its own. */
const ENTRY: usize = 64;
const LEAVES_OF: usize = 48;
const LANE_OF: usize = 52;
const BITS_OF: usize = 56;
const rows: usize = memory.data(64 * (4 * 32 + 1), 16);
/** Pairs of triangles that planes do not prove apart. */
const left: usize = memory.data(4 * (16 * 32 + 4), 16);

/** Searches listed pairs of leaves, the last first; false if the list of contacts is full. */
export function collideListed(q: usize, listed: i32): bool {
  for (let end = listed; end > 0; ) {
    store<i32>(q + LISTED_AT, end);
    if (load<i32>(q + CONTACT_COUNT_AT) > MOST_CONTACTS - MOST_OF_RUN) return false;
    const first = max(0, end - RUN);
    readAhead(q, first, end);
    crossListed(q, compareRows(prepareRows(q, compareBoxes(q, first, end))));
    end = first;
  }
  store<i32>(q + LISTED_AT, 0);
  return true;
}

/** Reads both packs of listed pairs: what comes from memory then comes at once, and not pack by pack as each is needed. */
function readAhead(q: usize, first: i32, end: i32): void {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const packsQ = <usize>load<i32>(q + PACKS_Q_AT);
  const packsR = <usize>load<i32>(q + PACKS_R_AT);
  let read = 0;
  for (let k = first; k < end; k++) {
    const entry = q + LIST_AT + LIST_ENTRY * k;
    const own = packsQ + PACK * ~linkOf(linksQ, load<i32>(entry));
    const other = packsR + PACK * ~linkOf(linksR, load<i32>(entry + 4));
    read |= load<i32>(own) | load<i32>(own, 64) | load<i32>(own, 128);
    read |= load<i32>(other) | load<i32>(other, 64) | load<i32>(other, 128);
  }
  // (A result that nobody uses would not be read.)
  store<i32>(run, read);
}

/** Writes the pairs of leaves with boxes that overlap; where they end. */
function compareBoxes(q: usize, first: i32, end: i32): usize {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const packsQ = <usize>load<i32>(q + PACKS_Q_AT);
  const packsR = <usize>load<i32>(q + PACKS_R_AT);
  let to = run;
  for (let k = end - 1; k >= first; k--) {
    const entry = q + LIST_AT + LIST_ENTRY * k;
    const packQ = ~linkOf(linksQ, load<i32>(entry));
    const packR = ~linkOf(linksR, load<i32>(entry + 4));
    const slot = movedPack(q, packQ, CACHED_PACKS);
    const pairs = overlapOf(q, slot, packsQ + PACK * packQ, packsR + PACK * packR, to + BETWEEN_OF);
    store<i32>(to, packQ);
    store<i32>(to + 4, packR);
    store<i32>(to + PAIRS_OF, pairs);
    to += LEAVES * <usize>(pairs !== 0);
  }
  return to;
}

/** Moves the triangles of these pairs, and writes their rows; where the rows end. */
function prepareRows(q: usize, end: usize): usize {
  const packsQ = <usize>load<i32>(q + PACKS_Q_AT);
  const packsR = <usize>load<i32>(q + PACKS_R_AT);
  let to = rows;
  let tests = 0;
  for (let at = run; at < end; at += LEAVES) {
    const packQ = load<i32>(at);
    const other = packsR + PACK * load<i32>(at + 4);
    const pairs = load<i32>(at + PAIRS_OF);
    shiftPack(movedPack(q, packQ, CACHED_PACKS), at + BETWEEN_OF, at + SHIFTED_OF);
    writePlanes(at + SHIFTED_OF, at + PLANES_Q_OF);
    writePlanes(other, at + PLANES_R_OF);
    tests += popcnt(pairs);
    const slotQ = load<i32>(packsQ + PACK * packQ + SLOT_AT);
    const slotR = load<i32>(other + SLOT_AT);
    for (let i = 0; i < 4; i++) {
      const bits = (pairs >> (4 * i)) & 15;
      writeRow(to, at + SHIFTED_OF + 4 * i, other, slotQ + i, slotR);
      store<usize>(to + LEAVES_OF, at);
      store<i32>(to + LANE_OF, i);
      store<i32>(to + BITS_OF, bits);
      to += ENTRY * <usize>(bits !== 0);
    }
  }
  store<f64>(q + TRIANGLE_TESTS_AT, load<f64>(q + TRIANGLE_TESTS_AT) + <f64>tests);
  return to;
}

/** Lists the pairs of triangles of these rows that planes do not prove apart; where they end. */
function compareRows(end: usize): usize {
  let to = left;
  for (let at = rows; at < end; at += ENTRY) {
    const leaves = load<usize>(at + LEAVES_OF);
    const planeQ = leaves + PLANES_Q_OF + 4 * load<i32>(at + LANE_OF);
    const bits = compareRow(at, planeQ, leaves + PLANES_R_OF, load<f32>(leaves + DELTA_OF)) & load<i32>(at + BITS_OF);
    for (let j: usize = 0; j < 4; j++) {
      store<usize>(to, at + 4 * j);
      to += 4 * ((<usize>bits >> j) & 1);
    }
  }
  return to;
}

/** Lists those of these pairs that cross, or may. What lies after their end, up to three, is computed with them and left out. */
function crossListed(q: usize, end: usize): void {
  const before = load<i32>(q + CONTACT_COUNT_AT);
  for (let at = left; at < end; at += 16) {
    const found = crossPairs(at);
    const taken = (1 << min(4, <i32>(end - at) >> 2)) - 1;
    const crossing = found & taken;
    const count = load<i32>(q + CONTACT_COUNT_AT);
    let entry = q + CONTACTS_AT + CONTACT_ENTRY * count;
    for (let k = 0; k < 4; k++) {
      const pair = load<usize>(at + 4 * k);
      store<i32>(entry, slotQOf(pair));
      store<i32>(entry + 4, slotROf(pair));
      entry += CONTACT_ENTRY * ((crossing >> k) & 1);
    }
    store<i32>(q + CONTACT_COUNT_AT, count + popcnt(crossing));
    for (let bits = (found >> 4) & taken; bits !== 0; bits &= bits - 1) {
      const pair = load<usize>(at + 4 * ctz(bits));
      collideTriangles(q, slotQOf(pair), slotROf(pair));
    }
    if (before === 0 && count === 0 && load<i32>(q + CONTACT_COUNT_AT) > 0) nameLeaves(q, at);
  }
}

/** Names the leaves of the first contact: those of one of the four pairs listed at `at`. */
function nameLeaves(q: usize, at: usize): void {
  const slotQ = load<i32>(q + CONTACTS_AT);
  const second = load<i32>(q + CONTACTS_AT + 4);
  const slotR = second < 0 ? ~second : second;
  for (let k = 0; k < 4; k++) {
    const pair = load<usize>(at + 4 * k);
    if (slotQOf(pair) !== slotQ || slotROf(pair) !== slotR) continue;
    const leaves = load<usize>((pair & ~15) + LEAVES_OF);
    store<i32>(q + PACK_Q_AT, load<i32>(leaves));
    store<i32>(q + PACK_R_AT, load<i32>(leaves + 4));
    return;
  }
}
