// Contacts of two meshes: of every two faces within a distance, each corner with the nearest point of the other face, and each two
// edges that cross. The normal of a vertex over a face is that of the face, the normal of two edges their cross product; the
// direction between the points is used on borders only, where there is no better one.
//
// Of solids gaps are signed: where a vertex is below a face whose normal is opposed to that of its own face, or edges have passed each
// other, the gap is negative. That tells shallow overlaps, without a search for depths.

import type { Model } from '../../model/model.ts';
import { writeUnitNormal } from '../../primitive/face-normal.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { CLOSEST_SIZE, CLOSEST_SQ, closestSegmentSegment } from '../../primitive/segment-segment.ts';
import { filterTriangleTriangle } from '../../primitive/triangle-triangle-filter.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { lengthOf } from '../../scalar/vector.ts';
import { forEachNearLeaf } from '../advance/near-faces.ts';
import { MESH_CONTACTS_SLOT } from '../scratch-slots.ts';
import type { ContactFeature } from '../time-of-contact/contact-features.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type ContactPoint, ON_BORDER, ON_EDGES, ON_FACE } from './contact-point.ts';
import { BOX, type MeshFeatures, meshFeaturesOf, OWNS_EDGE, writeFaceBox } from './mesh-features.ts';

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

const NO_CORNERS = new Float64Array(0);
/** The sum of cosines from which normals tell where the outside is. Dimensionless. */
const LEAST_OUTWARDS = 0.1;

/** A face of one body in the reference frame: nine numbers of `corners` from `at` on. */
class PosedFace {
  model: Model | null = null;
  slot = 0;
  face = 0;
  corners: Float64Array = NO_CORNERS;
  at = 0;

  set(model: Model, slot: number, corners: Float64Array): void {
    this.model = model;
    this.slot = slot;
    this.face = model.tree.faces[slot];
    this.corners = corners;
    this.at = 9 * slot;
  }

  /** The vertex of the mesh at a corner. */
  vertex(corner: number): number {
    return this.model === null ? 0 : this.model.mesh.triangles[3 * this.face + corner];
  }
}

/** What one query computes with. */
class Scratch {
  readonly closest: Float64Array = new Float64Array(CLOSEST_SIZE);
  readonly normal: Float64Array = new Float64Array(3);
  readonly otherNormal: Float64Array = new Float64Array(3);
  readonly query: PosedFace = new PosedFace();
  readonly reference: PosedFace = new PosedFace();
  /** The corner beyond an edge, in the reference frame. */
  readonly beyond: Float64Array = new Float64Array(3);
  /** Of the query body's face, and of an edge or corner. */
  readonly box: Float64Array = new Float64Array(BOX);
  readonly featureBox: Float64Array = new Float64Array(BOX);
  boxesR: Float64Array = NO_CORNERS;
  found: ContactPoint[] = [];
  /** The nearest contact on a border of solids. */
  border: ContactPoint | null = null;
  borderGap = Infinity;
  within = 0;
  /** Whether gaps are signed, and whether two faces intersect. */
  isSigned = false;
  isCrossing = false;
}

const scratchOf = perWorkspace(MESH_CONTACTS_SLOT, () => new Scratch());

/** The contacts of the meshes posed in `w` within a distance, a length in the reference's unit; with signed gaps if wanted. */
export function meshContacts(w: Workspace, within: number, isSigned: boolean): ContactPoint[] {
  const { queryBody, reference } = w;
  const scratch = scratchOf(w);
  const featuresQ = meshFeaturesOf(queryBody);
  const featuresR = meshFeaturesOf(reference);
  scratch.found = [];
  scratch.boxesR = featuresR.boxes;
  scratch.within = within;
  scratch.isSigned = isSigned;
  scratch.isCrossing = false;
  scratch.border = null;
  scratch.borderGap = Infinity;
  forEachNearLeaf(w, within, (firstQ, endQ, firstR, endR) => {
    for (let slotQ = firstQ; slotQ < endQ; slotQ++) {
      scratch.query.set(queryBody, slotQ, w.movedCorners);
      writeFaceBox(w.movedCorners, 9 * slotQ, scratch.box, 0);
      for (let slotR = firstR; slotR < endR; slotR++) {
        if (!areNear(scratch.box, 0, featuresR.boxes, BOX * slotR, within)) continue;
        scratch.reference.set(reference, slotR, reference.tree.triangles);
        compareFaces(w, scratch, featuresQ, featuresR);
      }
    }
    return true;
  });
  addBorder(scratch);
  return scratch.found;
}

/** Adds the nearest contact on a border where no other one is as near. */
function addBorder({ found, border }: Scratch): void {
  if (border !== null && !found.some(({ gap }) => gap <= border.gap)) found.push(border);
}

/** Whether two boxes are within a distance along every axis. */
function areNear(a: Float64Array, i: number, b: Float64Array, j: number, within: number): boolean {
  return (
    a[i] - b[j + 3] <= within &&
    b[j] - a[i + 3] <= within &&
    a[i + 1] - b[j + 4] <= within &&
    b[j + 1] - a[i + 4] <= within &&
    a[i + 2] - b[j + 5] <= within &&
    b[j + 2] - a[i + 5] <= within
  );
}

/** Compares the features that the two faces of the scratch speak for. */
function compareFaces(w: Workspace, scratch: Scratch, featuresQ: MeshFeatures, featuresR: MeshFeatures): void {
  const { query, reference, box } = scratch;
  let isTouching = false;
  if (areNear(box, 0, featuresR.boxes, BOX * reference.slot, 0)) {
    const { corners, at } = query;
    const verdict = filterTriangleTriangle(corners, at, reference.corners, reference.at, w.coordinateError);
    isTouching = verdict >= 0;
    if (verdict > 0) scratch.isCrossing = true;
  }
  for (let corner = 0; corner < 3; corner++) {
    // Touching faces of one vertex may lie on different sides: there each face speaks for itself.
    if (isTouching || (featuresQ.owned[query.slot] & (1 << corner)) !== 0) addCorner(scratch, corner, false);
    if (isTouching || (featuresR.owned[reference.slot] & (1 << corner)) !== 0) addCorner(scratch, corner, true);
  }
  addEdges(w, scratch, featuresQ, featuresR);
}

/** Whether two faces were found to intersect by the last `meshContacts` of `w`. */
export function doFacesCross(w: Workspace): boolean {
  return scratchOf(w).isCrossing;
}

/** A corner of one face with the nearest point of the other one; `swapped` where the corner belongs to the reference. */
function addCorner(scratch: Scratch, corner: number, swapped: boolean): void {
  const { closest, normal, otherNormal, within, isSigned } = scratch;
  const from = swapped ? scratch.reference : scratch.query;
  const to = swapped ? scratch.query : scratch.reference;
  const p = from.at + 3 * corner;
  const toBoxes = swapped ? scratch.box : scratch.boxesR;
  const toBox = swapped ? 0 : BOX * to.slot;
  for (let k = 0; k < 3; k++) {
    const x = from.corners[p + k];
    if (toBoxes[toBox + k] - x > within || x - toBoxes[toBox + 3 + k] > within) return;
  }
  closestPointTriangle(from.corners, p, to.corners, to.at, closest);
  if (closest[3] > within * within) return;
  const length = Math.sqrt(closest[3]);
  const hasNormal = writeUnitNormal(to.corners, to.at, normal, 0);
  const height =
    normal[0] * (from.corners[p] - to.corners[to.at]) +
    normal[1] * (from.corners[p + 1] - to.corners[to.at + 1]) +
    normal[2] * (from.corners[p + 2] - to.corners[to.at + 2]);
  const besideSq = closest[3] - height * height;
  const isOver = hasNormal && besideSq <= Math.max(BESIDE * BESIDE * closest[3], UNIT_ROUNDOFF);
  const isBelow = isSigned && height < 0;
  // Beside a face and below it, the direction between the points leads into the body.
  if (isBelow && (!isOver || !isOpposed(from, normal, otherNormal))) return;
  if (isOver && length === 0 && !liesOutside(from, to, normal, otherNormal)) return;
  if (!isOver && length === 0) return;
  // Of solids only the nearest contact on a border is kept: the others tell nothing that faces and edges do not.
  if (isSigned && !isOver) {
    if (length >= scratch.borderGap) return;
    scratch.borderGap = length;
  }
  const numbers = new Float64Array(9);
  const own = swapped ? 3 : 0;
  for (let k = 0; k < 3; k++) {
    numbers[own + k] = from.corners[p + k];
    numbers[3 - own + k] = closest[k];
  }
  // From the query body to the reference: away from the vertex where that is the query body's. The normal of a solid's face points outwards.
  const side = isOver && length > 0 && !isBelow && height < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    numbers[6 + k] = isOver ? (swapped ? side : -side) * normal[k] : (numbers[3 + k] - numbers[k]) / length;
  }
  const vertex: ContactFeature = { kind: 'vertex', index: from.vertex(corner) };
  const face: ContactFeature = { kind: 'face', index: to.face };
  const contact: ContactPoint = {
    numbers,
    gap: isBelow ? -length : length,
    rank: isOver ? ON_FACE : ON_BORDER,
    queryFeature: swapped ? face : vertex,
    referenceFeature: swapped ? vertex : face,
  };
  if (isSigned && !isOver) scratch.border = contact;
  else scratch.found.push(contact);
}

/** Whether a face has a normal opposed to another one. */
function isOpposed(from: PosedFace, normal: Float64Array, own: Float64Array): boolean {
  if (!writeUnitNormal(from.corners, from.at, own, 0)) return false;
  return normal[0] * own[0] + normal[1] * own[1] + normal[2] * own[2] < 0;
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

/** The edges of two faces whose nearest points are inside both, unless a face at one of them reaches beyond it along the normal. */
function addEdges(w: Workspace, scratch: Scratch, featuresQ: MeshFeatures, featuresR: MeshFeatures): void {
  const { query, reference, featureBox, within, isSigned } = scratch;
  for (let e = 0; e < 3; e++) {
    if (!isEdgeOf(featuresQ, query.slot, e, isSigned)) continue;
    writeEdgeBox(query, e, featureBox);
    if (!areNear(featureBox, 0, featuresR.boxes, BOX * reference.slot, within)) continue;
    for (let f = 0; f < 3; f++) {
      if (!isEdgeOf(featuresR, reference.slot, f, isSigned)) continue;
      if (isEdgeNear(featureBox, reference, f, within)) addEdgePair(w, scratch, e, f, featuresQ, featuresR);
    }
  }
}

function writeEdgeBox({ corners, at }: PosedFace, e: number, out: Float64Array): void {
  const i = at + 3 * e;
  const j = at + 3 * ((e + 1) % 3);
  for (let k = 0; k < 3; k++) {
    out[k] = Math.min(corners[i + k], corners[j + k]);
    out[3 + k] = Math.max(corners[i + k], corners[j + k]);
  }
}

/** Whether the box of an edge is within a distance of another box along every axis. */
function isEdgeNear(box: Float64Array, { corners, at }: PosedFace, e: number, within: number): boolean {
  const i = at + 3 * e;
  const j = at + 3 * ((e + 1) % 3);
  for (let k = 0; k < 3; k++) {
    const x = corners[i + k];
    const y = corners[j + k];
    if ((x < y ? x : y) - box[3 + k] > within || box[k] - (x < y ? y : x) > within) return false;
  }
  return true;
}

/** Whether a face speaks for its edge, and something can touch that. */
function isEdgeOf({ owned, concave }: MeshFeatures, slot: number, e: number, isSolid: boolean): boolean {
  if ((owned[slot] & (1 << (OWNS_EDGE + e))) === 0) return false;
  return !isSolid || concave[3 * slot + e] === 0;
}

function addEdgePair(
  w: Workspace,
  scratch: Scratch,
  e: number,
  f: number,
  featuresQ: MeshFeatures,
  featuresR: MeshFeatures,
): void {
  const { closest, normal, within, query, reference } = scratch;
  const { corners: q } = query;
  const { corners: r } = reference;
  const a0 = query.at + 3 * e;
  const a1 = query.at + 3 * ((e + 1) % 3);
  const b0 = reference.at + 3 * f;
  const b1 = reference.at + 3 * ((f + 1) % 3);
  closestSegmentSegment(q, a0, a1, r, b0, b1, closest);
  if (closest[CLOSEST_SQ] > within * within) return;
  if (!isInside(closest, 0, q, a0, a1) || !isInside(closest, 3, r, b0, b1)) return;
  const gap = Math.sqrt(closest[CLOSEST_SQ]);
  if (!(gap > 0) || !writeCross(q, a0, a1, r, b0, b1, normal)) return;
  let along = 0;
  for (let k = 0; k < 3; k++) along += normal[k] * (closest[3 + k] - closest[k]);
  const outwards = scratch.isSigned ? outwardSign(scratch) : 0;
  const side = outwards === 0 ? (along < 0 ? -1 : 1) : outwards;
  for (let k = 0; k < 3; k++) normal[k] *= side;
  if (slopeTo(normal, q, a0, q, query.at + 3 * ((e + 2) % 3)) > SLOPE) return;
  if (slopeTo(normal, r, b0, r, reference.at + 3 * ((f + 2) % 3)) < -SLOPE) return;
  const beyondQ = featuresQ.opposite[3 * query.slot + e];
  const beyondR = featuresR.opposite[3 * reference.slot + f];
  if (beyondQ >= 0) {
    moveCorner(w, beyondQ, scratch.beyond);
    if (slopeTo(normal, q, a0, scratch.beyond, 0) > SLOPE) return;
  }
  if (beyondR >= 0 && slopeTo(normal, r, b0, r, beyondR) < -SLOPE) return;
  const numbers = new Float64Array(9);
  for (let k = 0; k < 6; k++) numbers[k] = closest[k];
  for (let k = 0; k < 3; k++) numbers[6 + k] = normal[k];
  const queryFeature: ContactFeature = { kind: 'edge', index: 3 * query.face + e };
  const referenceFeature: ContactFeature = { kind: 'edge', index: 3 * reference.face + f };
  const signed = side * along < 0 ? -gap : gap;
  scratch.found.push({ numbers, gap: signed, rank: ON_EDGES, queryFeature, referenceFeature });
}

/** Brings a corner of the query body into the reference frame. */
function moveCorner({ pose, queryBody }: Workspace, at: number, out: Float64Array): void {
  const { triangles } = queryBody.tree;
  const x = triangles[at] * pose[RELATIVE_SCALE];
  const y = triangles[at + 1] * pose[RELATIVE_SCALE];
  const z = triangles[at + 2] * pose[RELATIVE_SCALE];
  for (let c = 0; c < 3; c++) out[c] = pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z + pose[9 + c];
}

/** The sign with which `normal` leads out of the query body and into the reference; 0 where their faces do not tell. */
function outwardSign({ normal, otherNormal, query, reference }: Scratch): -1 | 0 | 1 {
  let along = 0;
  if (writeUnitNormal(query.corners, query.at, otherNormal, 0)) {
    for (let k = 0; k < 3; k++) along += normal[k] * otherNormal[k];
  }
  if (writeUnitNormal(reference.corners, reference.at, otherNormal, 0)) {
    for (let k = 0; k < 3; k++) along -= normal[k] * otherNormal[k];
  }
  return Math.abs(along) < LEAST_OUTWARDS ? 0 : along < 0 ? -1 : 1;
}

/** The sine of the slope along a normal from the start t[i…] of an edge to a corner of one of its faces. */
function slopeTo(normal: Float64Array, t: Float64Array, i: number, corners: Float64Array, corner: number): number {
  const x = corners[corner] - t[i];
  const y = corners[corner + 1] - t[i + 1];
  const z = corners[corner + 2] - t[i + 2];
  const length = lengthOf(x, y, z);
  return length > 0 ? (normal[0] * x + normal[1] * y + normal[2] * z) / length : 0;
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
