// The list of contacts for the host: pairs of triangles that cross, or may.

import { CONTACT_COUNT_AT, CONTACT_ENTRY, CONTACTS_AT, COORDINATE_ERROR_AT, CORNERS_R_AT, TRIANGLE } from './layout';
import { moveTriangle } from './moved';
import { filterTriangleTriangle } from './triangle-filter';

const MOVED: usize = memory.data(72);

/** Lists two triangles if doubles do not prove them disjoint. */
export function collideTriangles(q: usize, slotQ: i32, slotR: i32): void {
  moveTriangle(q, slotQ, MOVED);
  const other = <usize>load<i32>(q + CORNERS_R_AT) + TRIANGLE * slotR;
  const proof = filterTriangleTriangle(MOVED, other, load<f64>(q + COORDINATE_ERROR_AT));
  if (proof > 0) listContact(q, slotQ, slotR);
  else if (proof === 0) listContact(q, slotQ, ~slotR);
}

/** Adds two triangles, the second inverted where exact arithmetic has to decide. */
export function listContact(q: usize, slotQ: i32, slotR: i32): void {
  const count = load<i32>(q + CONTACT_COUNT_AT);
  const entry = q + CONTACTS_AT + CONTACT_ENTRY * count;
  store<i32>(entry, slotQ);
  store<i32>(entry + 4, slotR);
  store<i32>(q + CONTACT_COUNT_AT, count + 1);
}
