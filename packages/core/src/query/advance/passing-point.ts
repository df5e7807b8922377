// Proof of a contact without a crossing. Faces that meet flush, such as those of stacked boxes, lie in one plane for an instant
// only. Before and after that instant they need not cross.
//
// A point of one face is on one side of another face now and on its other side a little later. If its path between these positions
// passes through the face by more than the error bound, the point has passed through it. The error bound covers both positions and
// the path, which departs from its chord by at most ⅛·a·Δt².

import {
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_LOOSE,
  REFERENCE_VELOCITY,
} from '../../motion/relative-motion.ts';
import { lengthOf } from '../../scalar/vector.ts';
import { PASSING_POINT_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type Advance, advanceTo, type PairMotion, poseTriangle } from './advance.ts';
import { forEachNearPair } from './near-faces.ts';
import { POINT_MOTION, writePointMotions } from './point-motion.ts';

/** Number of pairs of faces that are tested. */
const MOST_PAIRS = 256;

interface Candidate {
  readonly slotQ: number;
  readonly slotR: number;
  /** Weights of the corners of the query face that define the point. */
  readonly weights: readonly [number, number, number];
}

/** Scratch of one query. */
class Scratch {
  readonly corners: Float64Array = new Float64Array(9);
  readonly motions: Float64Array = new Float64Array(2 * POINT_MOTION);
}

const scratchOf = perWorkspace(PASSING_POINT_SLOT, () => new Scratch());
/** Whether some point of the query body has passed through a face of the reference body between work.found[0] and `at`. */
export function hasPassedThrough(w: Workspace, pairMotion: PairMotion, work: Advance, at: number): boolean {
  const { reference } = w;
  const { motions } = scratchOf(w);
  const { found, wanted, state } = work;
  advanceTo(w, pairMotion, found[0], state);
  // The path of a pose function between two times is unknown.
  for (let k = 0; k < 2; k++) if (state[QUERY_LOOSE + k] > 0 || state[REFERENCE_LOOSE + k] > 0) return false;
  writePointMotions(state, 0, work.points, 0, 3, 1, motions, 0);
  writePointMotions(state, 1, work.points, 3, 3, 1, motions, POINT_MOTION);
  const path: Point = [
    motions[0] - motions[POINT_MOTION],
    motions[1] - motions[POINT_MOTION + 1],
    motions[2] - motions[POINT_MOTION + 2],
  ];
  const candidates: Candidate[] = [];
  let tested = 0;
  forEachNearPair(w, wanted[0] + work.rounding[0], (slotQ, slotR) => {
    const weights = pointInBothProjections(w.movedCorners, 9 * slotQ, reference.tree.triangles, 9 * slotR, path);
    if (weights !== null) candidates.push({ slotQ, slotR, weights });
    return ++tested < MOST_PAIRS;
  });
  if (candidates.length === 0) return false;
  const before = candidates.map(({ slotQ, weights }) => pointOf(w, slotQ, state, weights));
  advanceTo(w, pairMotion, at, state);
  const errorBound = 4 * w.coordinateError[0] + bulge(w, state, at - found[0]);
  return candidates.some(({ slotQ, slotR, weights }, k) =>
    passes(before[k], pointOf(w, slotQ, state, weights), reference.tree.triangles, 9 * slotR, errorBound),
  );
}

/** Upper bound of the distance of a point's path, relative to the reference body, from its chord. */
function bulge(w: Workspace, state: Float64Array, duration: number): number {
  const turning = lengthAt(state, QUERY_ANGULAR) + lengthAt(state, REFERENCE_ANGULAR);
  const speed = lengthAt(state, QUERY_VELOCITY) + lengthAt(state, REFERENCE_VELOCITY) + 2 * turning * w.scale[0];
  // Both accelerations, and that of the reference frame.
  return (duration * duration * turning * (4 * turning * w.scale[0] + 2 * speed)) / 8;
}

function lengthAt(v: Float64Array, i: number): number {
  return Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
}

type Point = readonly [number, number, number];

function pointOf(w: Workspace, slot: number, state: Float64Array, weights: Candidate['weights']): Point {
  const { corners } = scratchOf(w);
  poseTriangle(w, slot, state, 0, corners);
  const at = (c: number) => weights[0] * corners[c] + weights[1] * corners[3 + c] + weights[2] * corners[6 + c];
  return [at(0), at(1), at(2)];
}

/** Whether the segment between two points passes through the triangle t[i…] by more than `errorBound`. */
function passes(from: Point, to: Point, t: Float64Array, i: number, errorBound: number): boolean {
  const a: Point = [t[i], t[i + 1], t[i + 2]];
  const normal = cross(less([t[i + 3], t[i + 4], t[i + 5]], a), less([t[i + 6], t[i + 7], t[i + 8]], a));
  const length = lengthOf(...normal);
  if (!(length > 0)) return false;
  const above = dot(less(from, a), normal) / length;
  const below = dot(less(to, a), normal) / length;
  if (!(above > errorBound && below < -errorBound) && !(above < -errorBound && below > errorBound)) return false;
  const part = above / (above - below);
  const path = less(to, from);
  const through: Point = [from[0] + part * path[0], from[1] + part * path[1], from[2] + part * path[2]];
  // The error of the intersection with the plane is this much larger than that of the positions.
  const wide = errorBound * (2 + (2 * lengthOf(...path)) / Math.abs(above - below));
  for (let c = 0; c < 9; c += 3) {
    const p: Point = [t[i + c], t[i + c + 1], t[i + c + 2]];
    const n = (c + 3) % 9;
    const edge = less([t[i + n], t[i + n + 1], t[i + n + 2]], p);
    const inward = dot(cross(normal, edge), less(through, p)) / (length * lengthOf(...edge));
    if (!(inward > wide)) return false;
  }
  return true;
}

/** A corner of the overlap of two faces: its position, and its weights in the query face. */
interface Seen {
  readonly x: number;
  readonly y: number;
  readonly weights: Candidate['weights'];
}

/**
 * The middle of the overlap of two faces in the projection along the path, as weights of the query face's corners; null if they do
 * not overlap.
 */
function pointInBothProjections(
  m: Float64Array,
  i: number,
  r: Float64Array,
  j: number,
  path: Point,
): Candidate['weights'] | null {
  const least =
    Math.abs(path[0]) < Math.abs(path[1])
      ? Math.abs(path[0]) < Math.abs(path[2])
        ? 0
        : 2
      : Math.abs(path[1]) < Math.abs(path[2])
        ? 1
        : 2;
  const across = cross(path, [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0]);
  const upward = cross(path, across);
  const see = (t: Float64Array, at: number): [number, number] => {
    const p: Point = [t[at], t[at + 1], t[at + 2]];
    return [dot(p, across), dot(p, upward)];
  };
  let common: Seen[] = [0, 1, 2].map((c) => {
    const [x, y] = see(m, i + 3 * c);
    return { x, y, weights: [c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0] };
  });
  const others = [see(r, j), see(r, j + 3), see(r, j + 6)];
  const [[ax, ay], [bx, by], [cx, cy]] = others;
  const sign = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0 ? 1 : -1;
  for (let c = 0; c < 3; c++) {
    const [px, py] = others[c];
    const [qx, qy] = others[(c + 1) % 3];
    common = clip(common, ({ x, y }) => sign * ((qx - px) * (y - py) - (qy - py) * (x - px)));
  }
  if (common.length < 3) return null;
  const mean = (c: 0 | 1 | 2) => common.reduce((sum, { weights }) => sum + weights[c], 0) / common.length;
  return [mean(0), mean(1), mean(2)];
}

/** The part of a polygon where `inside` is not negative. */
function clip(polygon: readonly Seen[], inside: (corner: Seen) => number): Seen[] {
  const kept: Seen[] = [];
  polygon.forEach((here, k) => {
    const next = polygon[(k + 1) % polygon.length];
    const [a, b] = [inside(here), inside(next)];
    if (a >= 0) kept.push(here);
    if (a > 0 !== b > 0 && a !== 0 && b !== 0) kept.push(between(here, next, a / (a - b)));
  });
  return kept;
}

function between(a: Seen, b: Seen, part: number): Seen {
  const mix = (x: number, y: number) => x + part * (y - x);
  const weights = [0, 1, 2].map((c) => mix(a.weights[c], b.weights[c]));
  return { x: mix(a.x, b.x), y: mix(a.y, b.y), weights: [weights[0], weights[1], weights[2]] };
}

function less(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
