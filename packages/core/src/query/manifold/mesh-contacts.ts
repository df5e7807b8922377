// Contacts of two meshes: of every two faces within a distance, each corner with the nearest point of the other face, and each two
// edges that cross. The normal of a vertex over a face is that of the face, the normal of two edges their cross product; the
// direction between the points is used on borders only, where there is no better one.

import type { Model } from '../../model/model.ts';
import { writeUnitNormal } from '../../primitive/face-normal.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { CLOSEST_SIZE, CLOSEST_SQ, closestSegmentSegment } from '../../primitive/segment-segment.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { lengthOf } from '../../scalar/vector.ts';
import { forEachNearPair } from '../advance/near-faces.ts';
import type { ContactFeature } from '../time-of-contact/contact-features.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type ContactPoint, ON_BORDER, ON_EDGES, ON_FACE } from './contact-point.ts';

/** How far beside a face a vertex may be to count as over it, in parts of the gap. Dimensionless. */
const BESIDE = 1e-3;
/** Edges cross where the sine between them is above this. Dimensionless. */
const CROSSING = 1e-3;
/** Points of an edge nearer to its ends than this part of it are its ends. Dimensionless. */
const END = 1e-9;

/** Faces that reach beyond an edge by less than this slope are beside it: bodies that lie on each other are never quite parallel. Dimensionless. */
const SLOPE = 0.02;
/** Heights up to this are in the plane, in units of the frame. */
const FLAT: number = 2 ** -40;

/** What one query computes with. */
class Scratch {
  readonly closest: Float64Array = new Float64Array(CLOSEST_SIZE);
  readonly normal: Float64Array = new Float64Array(3);
  readonly otherNormal: Float64Array = new Float64Array(3);
}

const scratchOf = perWorkspace(() => new Scratch());

/** The contacts of the meshes posed in `w` within a distance, a length in the reference's unit. */
export function meshContacts(w: Workspace, within: number): ContactPoint[] {
  const found: ContactPoint[] = [];
  const edges = new Map<string, ContactPoint | null>();
  const { queryBody, reference } = w;
  const scratch = scratchOf(w);
  forEachNearPair(w, within, (slotQ, slotR) => {
    const query = { model: queryBody, face: queryBody.tree.faces[slotQ], corners: w.movedCorners, at: 9 * slotQ };
    const other = {
      model: reference,
      face: reference.tree.faces[slotR],
      corners: reference.tree.triangles,
      at: 9 * slotR,
    };
    for (let corner = 0; corner < 3; corner++) {
      addCorner(scratch, found, query, corner, other, false, within);
      addCorner(scratch, found, other, corner, query, true, within);
    }
    addEdges(scratch, edges, query, other, within);
    return true;
  });
  for (const contact of edges.values()) if (contact !== null) found.push(contact);
  return found;
}

/** A face in the reference frame: nine numbers from `at` on. */
interface PosedFace {
  readonly model: Model;
  readonly face: number;
  readonly corners: Float64Array;
  readonly at: number;
}

/** A corner of `from` with the nearest point of `to`; `swapped` where `from` belongs to the reference. */
function addCorner(
  { closest, normal, otherNormal }: Scratch,
  found: ContactPoint[],
  from: PosedFace,
  corner: number,
  to: PosedFace,
  swapped: boolean,
  within: number,
): void {
  const p = from.at + 3 * corner;
  closestPointTriangle(from.corners, p, to.corners, to.at, closest);
  if (closest[3] > within * within) return;
  const numbers = new Float64Array(9);
  const own = swapped ? 3 : 0;
  for (let k = 0; k < 3; k++) {
    numbers[own + k] = from.corners[p + k];
    numbers[3 - own + k] = closest[k];
  }
  const length = Math.sqrt(closest[3]);
  const hasNormal = writeUnitNormal(to.corners, to.at, normal, 0);
  const height =
    normal[0] * (from.corners[p] - to.corners[to.at]) +
    normal[1] * (from.corners[p + 1] - to.corners[to.at + 1]) +
    normal[2] * (from.corners[p + 2] - to.corners[to.at + 2]);
  const besideSq = closest[3] - height * height;
  const isOver = hasNormal && besideSq <= Math.max(BESIDE * BESIDE * closest[3], UNIT_ROUNDOFF);
  const sign = swapped ? 1 : -1;
  if (isOver && length === 0 && !liesOutside(from, to, normal, otherNormal)) return;
  if (isOver) {
    // From the query body to the reference: away from the vertex where that is the query body's. Where they touch, the normal of a solid's face points outwards.
    const side = length > 0 ? (height < 0 ? -1 : 1) : 1;
    for (let k = 0; k < 3; k++) numbers[6 + k] = sign * side * normal[k];
  } else if (length > 0) {
    for (let k = 0; k < 3; k++) numbers[6 + k] = (numbers[3 + k] - numbers[k]) / length;
  } else return;
  const vertex: ContactFeature = { kind: 'vertex', index: from.model.mesh.triangles[3 * from.face + corner] };
  const face: ContactFeature = { kind: 'face', index: to.face };
  found.push({
    numbers,
    gap: length,
    rank: isOver ? ON_FACE : ON_BORDER,
    queryFeature: swapped ? face : vertex,
    referenceFeature: swapped ? vertex : face,
  });
}

/**
 * Whether a face that touches another one with a corner lies on its outer side, `normal` being the normal of `to`: faces of bodies side by
 * side do, those of the same corner with other normals do not.
 */
function liesOutside(from: PosedFace, to: PosedFace, normal: Float64Array, otherNormal: Float64Array): boolean {
  let highest = 0;
  let lowest = 0;
  for (let k = from.at; k < from.at + 9; k += 3) {
    let height = 0;
    for (let c = 0; c < 3; c++) height += normal[c] * (from.corners[k + c] - to.corners[to.at + c]);
    highest = Math.max(highest, height);
    lowest = Math.min(lowest, height);
  }
  if (lowest < -FLAT) return false;
  if (highest > FLAT) return true;
  // In one plane: their normals must be opposite.
  writeUnitNormal(from.corners, from.at, otherNormal, 0);
  return normal[0] * otherNormal[0] + normal[1] * otherNormal[1] + normal[2] * otherNormal[2] < 0;
}

/**
 * Every two edges whose nearest points are inside both. Each is met with all faces around it, and counts unless one of them reaches
 * beyond it, along the normal: then the edges are not what is nearest there, as those inside a flat face never are. Null stands for such.
 */
function addEdges(
  { closest, normal }: Scratch,
  edges: Map<string, ContactPoint | null>,
  query: PosedFace,
  other: PosedFace,
  within: number,
): void {
  const { corners: q, at: i } = query;
  const { corners: r, at: j } = other;
  for (let e = 0; e < 3; e++) {
    const a0 = i + 3 * e;
    const a1 = i + 3 * ((e + 1) % 3);
    for (let f = 0; f < 3; f++) {
      const b0 = j + 3 * f;
      const b1 = j + 3 * ((f + 1) % 3);
      closestSegmentSegment(q, a0, a1, r, b0, b1, closest);
      if (closest[CLOSEST_SQ] > within * within) continue;
      if (!isInside(closest, 0, q, a0, a1) || !isInside(closest, 3, r, b0, b1)) continue;
      const gap = Math.sqrt(closest[CLOSEST_SQ]);
      if (!(gap > 0) || !writeCross(q, a0, a1, r, b0, b1, normal)) continue;
      const numbers = new Float64Array(9);
      let along = 0;
      for (let k = 0; k < 3; k++) {
        numbers[k] = closest[k];
        numbers[3 + k] = closest[3 + k];
        along += normal[k] * (closest[3 + k] - closest[k]);
      }
      for (let k = 0; k < 3; k++) numbers[6 + k] = along < 0 ? -normal[k] : normal[k];
      const key = `${edgeKey(q, a0, a1)}|${edgeKey(r, b0, b1)}`;
      const known = edges.get(key);
      if (known === null) continue;
      const isBehind = slopeOfThird(q, i, e, numbers) <= SLOPE && slopeOfThird(r, j, f, numbers) >= -SLOPE;
      if (!isBehind) edges.set(key, null);
      if (!isBehind || known !== undefined) continue;
      const queryFeature: ContactFeature = { kind: 'edge', index: 3 * query.face + e };
      const referenceFeature: ContactFeature = { kind: 'edge', index: 3 * other.face + f };
      edges.set(key, { numbers, gap, rank: ON_EDGES, queryFeature, referenceFeature });
    }
  }
}

/** An edge by its ends, whichever face names it. */
function edgeKey(t: Float64Array, i: number, j: number): string {
  const first = `${t[i]},${t[i + 1]},${t[i + 2]}`;
  const second = `${t[j]},${t[j + 1]},${t[j + 2]}`;
  return first < second ? `${first};${second}` : `${second};${first}`;
}

/** The sine of the slope, along the normal of a contact, from an edge of a face to its third corner. */
function slopeOfThird(t: Float64Array, i: number, e: number, numbers: Float64Array): number {
  const third = i + 3 * ((e + 2) % 3);
  const on = i + 3 * e;
  const x = t[third] - t[on];
  const y = t[third + 1] - t[on + 1];
  const z = t[third + 2] - t[on + 2];
  const length = lengthOf(x, y, z);
  return length > 0 ? (numbers[6] * x + numbers[7] * y + numbers[8] * z) / length : 0;
}

/** Whether the point closest[at…] of an edge is none of its ends. */
function isInside(closest: Float64Array, at: number, t: Float64Array, i: number, j: number): boolean {
  const length = lengthOf(t[j] - t[i], t[j + 1] - t[i + 1], t[j + 2] - t[i + 2]);
  const x = closest[at];
  const y = closest[at + 1];
  const z = closest[at + 2];
  return (
    lengthOf(t[i] - x, t[i + 1] - y, t[i + 2] - z) > END * length &&
    lengthOf(t[j] - x, t[j + 1] - y, t[j + 2] - z) > END * length
  );
}

/** Writes the unit normal of two edges; false where they are nearly parallel. */
function writeCross(
  q: Float64Array,
  a0: number,
  a1: number,
  r: Float64Array,
  b0: number,
  b1: number,
  normal: Float64Array,
): boolean {
  const ux = q[a1] - q[a0];
  const uy = q[a1 + 1] - q[a0 + 1];
  const uz = q[a1 + 2] - q[a0 + 2];
  const vx = r[b1] - r[b0];
  const vy = r[b1 + 1] - r[b0 + 1];
  const vz = r[b1 + 2] - r[b0 + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = lengthOf(nx, ny, nz);
  if (!(length > CROSSING * lengthOf(ux, uy, uz) * lengthOf(vx, vy, vz))) return false;
  normal[0] = nx / length;
  normal[1] = ny / length;
  normal[2] = nz / length;
  return true;
}
