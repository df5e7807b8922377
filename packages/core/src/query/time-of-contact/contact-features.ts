// The contact features: vertices, edges and faces of two bodies that are within the threshold of each other.
//
// Two polyhedra touch in a vertex and a face or in two edges; all other contacts consist of these, or are degenerate. So for every
// two faces within the threshold, each corner is paired with the nearest point of the other face, which may lie inside it (vertex
// and face), on its border (vertex and edge) or in a corner (two vertices). Edges are paired if their nearest points are inside
// both. A corner over the interior of one face is also near the border of the next one: the contact with a face replaces those with
// its edges and corners, and the contact with an edge those with its ends. Features that several faces share are listed once.
//
// Not a kernel: it runs once per query, on a few faces.

import type { Model } from '../../model/model.ts';
import { writeFaceNormal } from '../../primitive/face-normal.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { CLOSEST_SIZE, CLOSEST_SQ, closestSegmentSegment } from '../../primitive/segment-segment.ts';
import { directionToWorld, pointToWorld } from '../../scalar/pose.ts';
import { lengthOf } from '../../scalar/vector.ts';
import { forEachNearPair } from '../advance/near-faces.ts';
import type { Point } from '../result.ts';
import type { Workspace } from '../workspace.ts';
import { type Feature, type Found, withoutCovered } from './covered-contacts.ts';

/** A vertex, an edge or a face of a mesh. See {@link FeatureContact}. */
export interface ContactFeature {
  readonly kind: 'vertex' | 'edge' | 'face';
  /** Number of the vertex or face in the mesh; for an edge, 3·face + corner of a face with this edge, at its first corner. */
  readonly index: number;
}

/** Two features that touch. See {@link timeOfContact}. */
export interface FeatureContact {
  /** The points that are nearest to each other, in the world. */
  readonly pointA: Point;
  readonly pointB: Point;
  /** Unit vector from A to B. */
  readonly normal: Point;
  readonly featureA: ContactFeature;
  readonly featureB: ContactFeature;
}

/** Points within this part of a face's size of its border are on it. Dimensionless. */
const BORDER = 1e-9;
/** Edges are parallel where the sine between them is below this: their nearest points are then those of their ends. */
const PARALLEL = 1e-9;

/**
 * Pairs of faces whose features are listed, unless more of them are as near as the nearest: with a threshold near the size of the bodies nearly all pairs
 * of their faces are within it.
 */
const MOST_FACE_PAIRS: number = 2 ** 16;
/** As many more for each face of the bodies, where so many are as near as the nearest: faces of flush meshes have up to seven. */
const MOST_PER_FACE = 16;

/** Faces of the two bodies that are within a distance of each other: slots, a pair after the other. */
interface FacesWithin {
  readonly slots: readonly number[];
  readonly within: number;
}

/** The contacts of two bodies. */
export interface ContactList {
  readonly contacts: readonly FeatureContact[];
  /** Whether some that are within the distance asked for may not be listed. */
  readonly isTruncated: boolean;
}

/**
 * The contacts of the bodies posed in `w` that are nearer to each other than `within`, a length in the reference unit. Where they are of too many pairs
 * of faces, those within a smaller distance: what differs from the nearest by less than `fine` is listed, unless even that is too much.
 */
export function contactFeatures(w: Workspace, within: number, fine: number): ContactList {
  const near = facesToList(w, within, fine);
  const most = mostPairs(w);
  const found = new FoundFeatures(w, near.within);
  for (let k = 0; k < near.slots.length && k < 2 * most; k += 2) found.addPair(near.slots[k], near.slots[k + 1]);
  const contacts = withoutCovered(found.all()).map((contact) => toWorld(w, contact));
  return { contacts, isTruncated: near.within < within || isBeyond(near, most) };
}

const mostPairs = ({ queryBody, reference }: Workspace): number =>
  MOST_FACE_PAIRS + MOST_PER_FACE * (queryBody.tree.faces.length + reference.tree.faces.length);

/** The faces within a distance; if these are too many, those within a smaller one of which there are some. */
function facesToList(w: Workspace, within: number, fine: number): FacesWithin {
  const all = facesWithin(w, within, MOST_FACE_PAIRS);
  if (!isBeyond(all, MOST_FACE_PAIRS)) return all;
  // The nearest are farther than `least`, and within `most`.
  let least = 0;
  let most = within;
  let listed: FacesWithin | null = null;
  while (most - least > fine) {
    const middle = (least + most) / 2;
    if (middle === least || middle === most) break;
    const fewer = facesWithin(w, middle, MOST_FACE_PAIRS);
    if (fewer.slots.length === 0) least = middle;
    else {
      most = middle;
      if (!isBeyond(fewer, MOST_FACE_PAIRS)) listed ??= fewer;
    }
  }
  const wanted = Math.min(within, Math.max(most, least + 2 * fine));
  return listed !== null && listed.within >= wanted ? listed : facesWithin(w, wanted, mostPairs(w));
}

/** The faces within a distance, until they are more than `most` pairs. */
function facesWithin(w: Workspace, within: number, most: number): FacesWithin {
  const near = { slots: [] as number[], within };
  forEachNearPair(w, within, (slotQ, slotR) => {
    near.slots.push(slotQ, slotR);
    return !isBeyond(near, most);
  });
  return near;
}

const isBeyond = ({ slots }: FacesWithin, most: number): boolean => slots.length > 2 * most;

/** A face in the reference frame: its corners, nine numbers from `at` on, and its features. */
interface PosedFace {
  readonly corners: Float64Array;
  readonly at: number;
  readonly features: FaceFeatures;
}

/** The faces of a body that are near the other one. */
class BodyFaces {
  readonly #model: Model;
  readonly #corners: Float64Array;
  readonly #faces: (PosedFace | undefined)[] = [];
  /** The features by their names, numbered. */
  readonly #known = new Map<string, number>();

  constructor(model: Model, corners: Float64Array) {
    this.#model = model;
    this.#corners = corners;
  }

  face(slot: number): PosedFace {
    const known = this.#faces[slot];
    if (known !== undefined) return known;
    const features = new FaceFeatures(this.#model, this.#model.tree.faces[slot], this.#known);
    const face = { corners: this.#corners, at: 9 * slot, features };
    this.#faces[slot] = face;
    return face;
  }
}

/** The contacts of pairs of faces, each once. */
class FoundFeatures {
  readonly #within: number;
  readonly #queryMotion: BodyFaces;
  readonly #referenceMotion: BodyFaces;
  readonly #found = new Map<number, Found>();
  readonly #closest: Float64Array = new Float64Array(CLOSEST_SIZE);

  constructor({ queryBody, reference, movedCorners }: Workspace, within: number) {
    this.#within = within;
    this.#queryMotion = new BodyFaces(queryBody, movedCorners);
    this.#referenceMotion = new BodyFaces(reference, reference.tree.triangles);
  }

  all(): Found[] {
    return [...this.#found.values()];
  }

  addPair(slotQ: number, slotR: number): void {
    const faceQ = this.#queryMotion.face(slotQ);
    const faceR = this.#referenceMotion.face(slotR);
    // The corners of each face with the nearest point of the other.
    for (let c = 0; c < 3; c++) {
      this.#addCorner(faceQ, c, faceR, false);
      this.#addCorner(faceR, c, faceQ, true);
    }
    this.#addEdges(faceQ, faceR);
  }

  #addCorner(
    { corners: from, at: i, features }: PosedFace,
    corner: number,
    { corners: to, at: j, features: others }: PosedFace,
    isAtRest: boolean,
  ): void {
    const closest = this.#closest;
    closestPointTriangle(from, i + 3 * corner, to, j, closest);
    if (closest[3] > this.#within * this.#within) return;
    const vertex = features.vertices[corner];
    const other = others.featureAt(to, j, closest);
    const queryMotion = isAtRest ? other : vertex;
    const referenceMotion = isAtRest ? vertex : other;
    const key = keyOf(queryMotion, referenceMotion);
    if (this.#found.has(key)) return;
    const numbers = new Float64Array(9);
    const corners = isAtRest ? 3 : 0;
    for (let k = 0; k < 3; k++) {
      numbers[corners + k] = from[i + 3 * corner + k];
      numbers[3 - corners + k] = closest[k];
    }
    if (!writeDirection(numbers)) writeNormalAway(to, j, isAtRest ? -1 : 1, from, i, numbers);
    this.#found.set(key, { queryMotion, referenceMotion, numbers });
  }

  /** Every two edges whose nearest points are inside both. */
  #addEdges(faceQ: PosedFace, faceR: PosedFace): void {
    const { corners: m, at: i } = faceQ;
    const { corners: r, at: j } = faceR;
    const closest = this.#closest;
    for (let e = 0; e < 3; e++) {
      const a0 = i + 3 * e;
      const a1 = i + 3 * ((e + 1) % 3);
      for (let f = 0; f < 3; f++) {
        const b0 = j + 3 * f;
        const b1 = j + 3 * ((f + 1) % 3);
        closestSegmentSegment(m, a0, a1, r, b0, b1, closest);
        if (closest[CLOSEST_SQ] > this.#within * this.#within) continue;
        if (!isInside(m, a0, a1, closest, 0) || !isInside(r, b0, b1, closest, 3)) continue;
        const queryMotion = faceQ.features.edges[e];
        const referenceMotion = faceR.features.edges[f];
        const key = keyOf(queryMotion, referenceMotion);
        if (this.#found.has(key)) continue;
        const numbers = new Float64Array(9);
        numbers.set(closest.subarray(0, 6));
        if (writeCross(m, a0, a1, r, b0, b1, numbers)) this.#found.set(key, { queryMotion, referenceMotion, numbers });
      }
    }
  }
}

/** More than the features of any mesh, and a root of the integers that are exact. */
const MOST_FEATURES: number = 2 ** 26;

const keyOf = (queryMotion: Feature, referenceMotion: Feature): number =>
  queryMotion.id * MOST_FEATURES + referenceMotion.id;

/** A face by its corners. Corners with one position are one corner, however often the mesh lists it. */
class FaceFeatures {
  readonly vertices: readonly Feature[];
  readonly edges: readonly Feature[];
  readonly #face: Feature;

  constructor({ mesh: { positions, triangles } }: Model, face: number, known: Map<string, number>) {
    const numbers = [0, 1, 2].map((corner) => triangles[3 * face + corner]);
    const names = numbers.map((v) => `${positions[3 * v]},${positions[3 * v + 1]},${positions[3 * v + 2]}`);
    const feature = (kind: Feature['kind'], index: number, name: string, corners: readonly string[]): Feature => {
      const id = known.get(name) ?? known.size;
      known.set(name, id);
      return { kind, index, id, name, corners };
    };
    this.vertices = names.map((name, corner) => feature('vertex', numbers[corner], name, [name]));
    this.edges = names.map((name, corner) => {
      const corners = [name, names[(corner + 1) % 3]];
      return feature('edge', 3 * face + corner, corners.toSorted().join('/'), corners);
    });
    this.#face = feature('face', face, `face ${face}`, names);
  }

  /** The feature of the triangle t[i…] that the point p is on. */
  featureAt(t: Float64Array, i: number, p: Float64Array): Feature {
    let size = 0;
    for (let k = 0; k < 9; k++) size = Math.max(size, Math.abs(t[i + k] - t[i + (k % 3)]));
    const near = BORDER * size;
    for (let c = 0; c < 3; c++) if (distanceTo(t, i + 3 * c, p) <= near) return this.vertices[c];
    for (let c = 0; c < 3; c++)
      if (distanceToLine(t, i + 3 * c, i + 3 * ((c + 1) % 3), p) <= near) return this.edges[c];
    return this.#face;
  }
}

function distanceTo(t: Float64Array, i: number, p: Float64Array): number {
  return lengthOf(t[i] - p[0], t[i + 1] - p[1], t[i + 2] - p[2]);
}

function distanceToLine(t: Float64Array, i: number, j: number, p: Float64Array): number {
  const [ex, ey, ez] = [t[j] - t[i], t[j + 1] - t[i + 1], t[j + 2] - t[i + 2]];
  const [x, y, z] = [p[0] - t[i], p[1] - t[i + 1], p[2] - t[i + 2]];
  const length = lengthOf(ex, ey, ez);
  if (length === 0) return lengthOf(x, y, z);
  return lengthOf(ey * z - ez * y, ez * x - ex * z, ex * y - ey * x) / length;
}

/** Whether the point closest[at…] of an edge is not one of its ends. */
function isInside(t: Float64Array, i: number, j: number, closest: Float64Array, at: number): boolean {
  const length = lengthOf(t[j] - t[i], t[j + 1] - t[i + 1], t[j + 2] - t[i + 2]);
  const p = closest.subarray(at, at + 3);
  return distanceTo(t, i, p) > BORDER * length && distanceTo(t, j, p) > BORDER * length;
}

/** The normal as the direction between the two points; false if they coincide. */
function writeDirection(numbers: Float64Array): boolean {
  for (let k = 0; k < 3; k++) numbers[6 + k] = numbers[3 + k] - numbers[k];
  return normalise(numbers);
}

/** The normal of a face, towards the side away from the other face: the contact normal of two faces that touch. */
function writeNormalAway(
  face: Float64Array,
  i: number,
  sign: number,
  other: Float64Array,
  j: number,
  numbers: Float64Array,
): void {
  writeFaceNormal(face, i, numbers, 6);
  let side = 0;
  for (let k = 0; k < 9; k++) side += numbers[6 + (k % 3)] * (other[j + k] - face[i + (k % 3)]);
  // `sign` tells which of the two is the query body's.
  if (side * sign > 0) for (let k = 6; k < 9; k++) numbers[k] = -numbers[k];
  if (!normalise(numbers)) numbers[6] = 1;
}

/** The normal of two edges as their cross product, from the query body to the reference body; false if they are parallel. */
function writeCross(
  m: Float64Array,
  a0: number,
  a1: number,
  r: Float64Array,
  b0: number,
  b1: number,
  numbers: Float64Array,
): boolean {
  const [ux, uy, uz] = [m[a1] - m[a0], m[a1 + 1] - m[a0 + 1], m[a1 + 2] - m[a0 + 2]];
  const [vx, vy, vz] = [r[b1] - r[b0], r[b1 + 1] - r[b0 + 1], r[b1 + 2] - r[b0 + 2]];
  numbers[6] = uy * vz - uz * vy;
  numbers[7] = uz * vx - ux * vz;
  numbers[8] = ux * vy - uy * vx;
  const sine = lengthOf(numbers[6], numbers[7], numbers[8]);
  if (!(sine > PARALLEL * lengthOf(ux, uy, uz) * lengthOf(vx, vy, vz))) return false;
  let along = 0;
  for (let k = 0; k < 3; k++) along += numbers[6 + k] * (numbers[3 + k] - numbers[k]);
  if (along < 0) for (let k = 6; k < 9; k++) numbers[k] = -numbers[k];
  return normalise(numbers);
}

function normalise(numbers: Float64Array): boolean {
  const length = lengthOf(numbers[6], numbers[7], numbers[8]);
  if (!(length > 0)) return false;
  for (let k = 6; k < 9; k++) numbers[k] /= length;
  return true;
}

function toWorld(w: Workspace, { queryMotion, referenceMotion: other, numbers }: Found): FeatureContact {
  const { reference } = w;
  const { centre } = reference.frame;
  const unit = w.unit[0];
  const pose = w.referencePose;
  const sign = w.swapped ? -1 : 1;
  const [first, second, normal]: [Point, Point, Point] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  pointToWorld(pose, centre, unit, numbers, 0, first, 0);
  pointToWorld(pose, centre, unit, numbers, 3, second, 0);
  directionToWorld(
    pose,
    numbers.subarray(6, 9).map((x) => sign * x),
    normal,
  );
  const featureQ = { kind: queryMotion.kind, index: queryMotion.index };
  const featureR = { kind: other.kind, index: other.index };
  return w.swapped
    ? { pointA: second, pointB: first, normal, featureA: featureR, featureB: featureQ }
    : { pointA: first, pointB: second, normal, featureA: featureQ, featureB: featureR };
}
