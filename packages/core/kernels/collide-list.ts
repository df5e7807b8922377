// Which triangles of listed pairs of leaves cross: for all contacts. In steps, each for a run of pairs and without branches, since nobody can guess
// which boxes overlap, and the processor reads ahead where nothing was guessed wrongly: boxes of triangles; then what the rows of triangles need that
// are left; then these rows.

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
import { crossRow, writePlanes } from './triangle-rows';

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
/** Rows: the address of the pair, the triangle of Q, and which of R. */
const ROW: usize = 12;
const rows: usize = memory.data(12 * (4 * 32 + 1));

/** Searches listed pairs of leaves, the last first; false if the list of contacts is full. */
export function collideListed(q: usize, listed: i32): bool {
  for (let end = listed; end > 0; ) {
    store<i32>(q + LISTED_AT, end);
    if (load<i32>(q + CONTACT_COUNT_AT) > MOST_CONTACTS - MOST_OF_RUN) return false;
    const first = max(0, end - RUN);
    crossRows(q, prepareRows(q, compareBoxes(q, first, end)));
    end = first;
  }
  store<i32>(q + LISTED_AT, 0);
  return true;
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
  const packsR = <usize>load<i32>(q + PACKS_R_AT);
  let to = rows;
  let tests = 0;
  for (let at = run; at < end; at += LEAVES) {
    const slot = movedPack(q, load<i32>(at), CACHED_PACKS);
    const pairs = load<i32>(at + PAIRS_OF);
    shiftPack(slot, at + BETWEEN_OF, at + SHIFTED_OF);
    writePlanes(at + SHIFTED_OF, at + PLANES_Q_OF);
    writePlanes(packsR + PACK * load<i32>(at + 4), at + PLANES_R_OF);
    tests += popcnt(pairs);
    for (let i = 0; i < 4; i++) {
      const row = (pairs >> (4 * i)) & 15;
      store<usize>(to, at);
      store<i32>(to + 4, i);
      store<i32>(to + 8, row);
      to += ROW * <usize>(row !== 0);
    }
  }
  store<f64>(q + TRIANGLE_TESTS_AT, load<f64>(q + TRIANGLE_TESTS_AT) + <f64>tests);
  return to;
}

/** Lists the pairs of triangles of these rows that cross, or may. */
function crossRows(q: usize, end: usize): void {
  const packsQ = <usize>load<i32>(q + PACKS_Q_AT);
  const packsR = <usize>load<i32>(q + PACKS_R_AT);
  for (let at = rows; at < end; at += ROW) {
    const leaves = load<usize>(at);
    const i = load<i32>(at + 4);
    const row = load<i32>(at + 8);
    const other = packsR + PACK * load<i32>(leaves + 4);
    const found = crossRow(
      leaves + SHIFTED_OF,
      leaves + PLANES_Q_OF,
      i,
      other,
      leaves + PLANES_R_OF,
      load<f32>(leaves + DELTA_OF),
    );
    const slotQ = load<i32>(packsQ + PACK * load<i32>(leaves) + SLOT_AT) + i;
    const slotR = load<i32>(other + SLOT_AT);
    const before = load<i32>(q + CONTACT_COUNT_AT);
    const crossing = found & row;
    let entry = q + CONTACTS_AT + CONTACT_ENTRY * before;
    for (let j = 0; j < 4; j++) {
      store<i32>(entry, slotQ);
      store<i32>(entry + 4, slotR + j);
      entry += CONTACT_ENTRY * ((crossing >> j) & 1);
    }
    store<i32>(q + CONTACT_COUNT_AT, before + popcnt(crossing));
    for (let bits = (found >> 4) & row; bits !== 0; bits &= bits - 1) collideTriangles(q, slotQ, slotR + ctz(bits));
    if (before === 0 && load<i32>(q + CONTACT_COUNT_AT) > 0) {
      store<i32>(q + PACK_Q_AT, load<i32>(leaves));
      store<i32>(q + PACK_R_AT, load<i32>(leaves + 4));
    }
  }
}
