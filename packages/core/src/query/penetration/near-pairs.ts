// The pairs of triangles that are near each other at a translation x₀: all pairs that can touch while A stays within `reach` of it.
// They are found once among the near leaves. Around x₀ these few pairs replace the whole bodies, which makes a step of a descent
// there a hundred times cheaper than a query. Their tests use doubles and prove nothing: a probe proves the end of a descent.

import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { filterTriangleTriangle } from '../../primitive/triangle-triangle-filter.ts';
import { square } from '../../scalar/vector.ts';
import type { TakeNearPair } from '../near-search.ts';
import { moveLeaf, TRIANGLE_TESTS, type Workspace } from '../workspace.ts';
import type { ContactPlanes } from './contact-planes.ts';
import { FewestPlanes } from './fewest-planes.ts';
import { PLANE } from './in-projection.ts';
import type { NearLeaves } from './near-leaves.ts';
import { Neighbourhood } from './neighbourhood.ts';
import type { Probe } from './probe.ts';
import { ReferenceFrame } from './reference-frame.ts';
import { AxisScratch, separatingAxis } from './separating-axis.ts';
import { TUNING } from './tuning.ts';

const {
  MOST_NEAR_PAIRS: MOST_PAIRS,
  MOST_CONTACT_PLANES: MOST_PLANES,
  SHRINK_BY,
  WITHIN_REACH: WITHIN,
} = TUNING.descent;
const { NARROW_GAP, SAME_DIRECTION } = TUNING.descent;

/** Pairs of triangles that two leaves of the usual size have: unless as many can be added, nothing more would be listed. */
const PAIRS_OF_LEAVES = 16;

export class NearPairs extends Neighbourhood {
  readonly #witness: Float64Array = new Float64Array(WITNESS_SIZE);
  readonly #axis: Float64Array = new Float64Array(4);
  readonly #sharp: Float64Array = new Float64Array(4);
  readonly #axisScratch: AxisScratch = new AxisScratch();
  readonly #away: Float64Array = new Float64Array(3);
  readonly #offset: Float64Array = new Float64Array(3);
  readonly #moved: Float64Array = new Float64Array(9);
  /** Slots of the pairs in tree order, query and reference. */
  readonly slots: Uint32Array = new Uint32Array(2 * MOST_PAIRS);
  readonly frame: ReferenceFrame = new ReferenceFrame();
  /** Triangles of the query body at x₀ in the reference frame, 9 doubles per pair. */
  readonly #corners: Float64Array = new Float64Array(9 * MOST_PAIRS);
  /** How far apart each pair is at x₀ at least, in the reference unit. */
  readonly #gaps: Float64Array = new Float64Array(MOST_PAIRS);
  /** A direction from A to B along which each pair was apart; 0 where none is known. */
  readonly #axes: Float64Array = new Float64Array(3 * MOST_PAIRS);
  /** Number of pairs, from the first on, known to be nearer than the reach at x₀, or to have an infinite gap. */
  #measured = 0;
  /** The pairs that were near when the planes were last written … */
  readonly #held: Uint16Array = new Uint16Array(MOST_PAIRS);
  readonly #heldGaps: Float64Array = new Float64Array(MOST_PAIRS);
  #heldCount = 0;
  /** … and the pair of each plane. */
  readonly #pairs: Uint16Array = new Uint16Array(MOST_PLANES);
  readonly #fewest: FewestPlanes = new FewestPlanes();
  /** The translation and the reach for which the planes were last written; a reach of 0 if they have changed since. */
  readonly #writtenAt: Float64Array = new Float64Array(3);
  #written = 0;
  #references: Float64Array = this.#corners;
  readonly #error: Float64Array = new Float64Array(1);
  #touch = 0;

  /** Finds the pairs nearer than `reach` with A moved by `x`; the near leaves cover at least as much. */
  collect(probe: Probe, leaves: NearLeaves, x: Float64Array, reach: number): void {
    const { w } = probe;
    this.settleAt(probe, x, reach);
    this.frame.set(w);
    this.#references = w.reference.tree.triangles;
    this.#error[0] = w.coordinateError[0];
    this.#touch = w.contactThreshold[0];
    this.count = 0;
    this.#measured = 0;
    this.#written = 0;
    const { kernels } = leaves;
    for (let next = 0; next < leaves.count; ) {
      const near = this.reach / this.frame.unit;
      const before = next;
      next =
        kernels === null
          ? leaves.visit(w, near, (leafQ, leafR) => !this.#addLeafPair(w, leafQ, leafR, near), next)
          : kernels.nearPairs(w, near, leaves.within(w, near), next, MOST_PAIRS - this.count, this.#take);
      if (next === leaves.count) break;
      // The kernels list by lower bounds: pairs that are not within the reach are dropped, and others can be added.
      if (kernels !== null) this.#dropFar();
      if (kernels === null || this.count > MOST_PAIRS - PAIRS_OF_LEAVES || next === before) this.#shrink();
    }
    if (kernels === null) this.#measured = this.count;
    this.#axes.fill(0, 0, 3 * this.count);
    probe.settle();
  }

  /** Reduces the reach, and keeps the pairs within it. */
  #shrink(): void {
    this.reach *= SHRINK_BY;
    const near = this.reach / this.frame.unit;
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      if (!(this.#gaps[k] * this.#gaps[k] < near * near)) continue;
      this.#gaps[kept] = this.#gaps[k];
      this.#keep(k, kept++);
    }
    this.count = kept;
    this.#measured = Math.min(this.#measured, kept);
  }

  /** Moves `target` back towards `x`, which is covered, until it is covered too; false if it already was. */
  clip(x: Float64Array, target: Float64Array): boolean {
    if (this.clearanceAt(target) > 0) return false;
    let inner = 0;
    let sq = 0;
    let ownSq = 0;
    for (let k = 0; k < 3; k++) {
      const d = target[k] - x[k];
      const own = x[k] - this.x[k];
      inner += d * own;
      sq += d * d;
      ownSq += own * own;
    }
    // The far root of |own + t d| = 0.99 reach, written so that nothing cancels for small t.
    const clearance = Math.max(0, square(WITHIN * this.reach) - ownSq);
    const t = Math.min(1, clearance / (inner + Math.sqrt(inner * inner + sq * clearance) || 1));
    for (let k = 0; k < 3; k++) target[k] = x[k] + t * (target[k] - x[k]);
    return true;
  }

  /** Whether no pair touches with A moved by `x`; a pair that rounding leaves open counts as a contact. */
  isClear(x: Float64Array): boolean {
    const moved = this.#moved;
    const shift = this.#shiftTo(x) + this.#touch;
    for (let k = 0; k < this.count; k++) {
      if (this.#gaps[k] > shift) continue;
      this.#move(k);
      const j = 9 * this.slots[2 * k + 1];
      if (isBoxApart(moved, this.#references, j, this.#error[0])) continue;
      if (filterTriangleTriangle(moved, 0, this.#references, j, this.#error) >= 0) return false;
    }
    return true;
  }

  /** Writes the planes of the pairs nearer than `reach` with A moved by `x`. */
  writePlanes(x: Float64Array, reach: number, planes: ContactPlanes): void {
    const witness = this.#witness;
    const axis = this.#axis;
    const moved = this.#moved;
    const near = reach / this.frame.unit;
    const at = this.#writtenAt;
    if (reach <= this.#written && x[0] === at[0] && x[1] === at[1] && x[2] === at[2]) {
      this.#keepNearer(near, planes);
      return;
    }
    planes.start(this.frame);
    this.#heldCount = 0;
    const shift = this.#shiftTo(x);
    const within = near + shift + this.#touch;
    this.#written = reach;
    at.set(x);
    for (let k = 0; k < this.count; k++) {
      if (this.#gaps[k] > within) continue;
      this.#move(k);
      const j = 9 * this.slots[2 * k + 1];
      // Pairs that were apart along a direction mostly still are.
      if (this.#apartAlong(k, j) > near || isBoxApart(moved, this.#references, j, near)) continue;
      if (this.#isBeyondFace(k, moved, 0, this.#references, j, near)) continue;
      if (this.#isBeyondFace(k, this.#references, j, moved, 0, near)) continue;
      witness[WITNESS_LIMIT] = near;
      distanceTriangleTriangle(moved, 0, this.#references, j, witness);
      const distance = Math.sqrt(witness[WITNESS_SQ]);
      // (A distance beyond the limit is not exact.)
      this.#gaps[k] = Math.max(this.#gaps[k], Math.min(distance, near) - shift - this.#touch);
      if (distance > this.#touch) for (let c = 0; c < 3; c++) axis[c] = (witness[3 + c] - witness[c]) / distance;
      else axis.fill(0);
      for (let c = 0; c < 3; c++) this.#axes[3 * k + c] = axis[c];
      if (!(distance < near)) continue;
      if (distance > this.#touch) {
        axis[3] = distance;
        if (distance < NARROW_GAP) this.#sharpen(axis, j);
      } else separatingAxis(moved, 0, this.#references, j, this.#axisScratch, axis);
      this.#heldGaps[this.#heldCount] = distance;
      this.#held[this.#heldCount++] = k;
      const plane = planes.add(axis, witness, this.slots[2 * k], this.slots[2 * k + 1]);
      if (plane >= 0) this.#pairs[plane] = k;
    }
  }

  /** How far pair k, moved, is apart along its axis: not more than its distance. */
  #apartAlong(k: number, j: number): number {
    const moved = this.#moved;
    const r = this.#references;
    const x = this.#axes[3 * k];
    const y = this.#axes[3 * k + 1];
    const z = this.#axes[3 * k + 2];
    let high = -Infinity;
    let low = Infinity;
    for (let c = 0; c < 9; c += 3) {
      const own = moved[c] * x + moved[c + 1] * y + moved[c + 2] * z;
      const other = r[j + c] * x + r[j + c + 1] * y + r[j + c + 2] * z;
      if (own > high) high = own;
      if (other < low) low = other;
    }
    return low - high;
  }

  /** Whether triangle u[j…] of pair k is farther than `near` from the plane of t[i…], on one side; its normal is then the axis of the pair. */
  #isBeyondFace(k: number, t: Float64Array, i: number, u: Float64Array, j: number, near: number): boolean {
    const ax = t[i];
    const ay = t[i + 1];
    const az = t[i + 2];
    const px = t[i + 3] - ax;
    const py = t[i + 4] - ay;
    const pz = t[i + 5] - az;
    const qx = t[i + 6] - ax;
    const qy = t[i + 7] - ay;
    const qz = t[i + 8] - az;
    const nx = py * qz - pz * qy;
    const ny = pz * qx - px * qz;
    const nz = px * qy - py * qx;
    const a = (u[j] - ax) * nx + (u[j + 1] - ay) * ny + (u[j + 2] - az) * nz;
    const b = (u[j + 3] - ax) * nx + (u[j + 4] - ay) * ny + (u[j + 5] - az) * nz;
    const c = (u[j + 6] - ax) * nx + (u[j + 7] - ay) * ny + (u[j + 8] - az) * nz;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const isAbove = a > near * length && b > near * length && c > near * length;
    if (!isAbove && !(a < -near * length && b < -near * length && c < -near * length)) return false;
    // From A to B.
    const factor = (isAbove === (t === this.#moved) ? 1 : -1) / length;
    this.#axes[3 * k] = factor * nx;
    this.#axes[3 * k + 1] = factor * ny;
    this.#axes[3 * k + 2] = factor * nz;
    return true;
  }

  /** Keeps the planes of pairs nearer than `near`, of those just written. */
  #keepNearer(near: number, planes: ContactPlanes): void {
    let held = 0;
    for (let n = 0; n < this.#heldCount; n++) {
      if (!(this.#heldGaps[n] < near)) continue;
      this.#held[held] = this.#held[n];
      this.#heldGaps[held++] = this.#heldGaps[n];
    }
    this.#heldCount = held;
    this.#written = near * this.frame.unit;
    let kept = 0;
    for (let k = 0; k < planes.count; k++) {
      if (!(planes.gaps[PLANE * k + 3] < this.#written)) continue;
      this.#pairs[kept] = this.#pairs[k];
      planes.move(k, kept++, planes.gaps, PLANE * k);
    }
    planes.count = kept;
  }

  /** Measures the pairs of which only lower bounds are known, and drops those that are not within the reach at x₀. */
  #dropFar(): void {
    const witness = this.#witness;
    const near = this.reach / this.frame.unit;
    let kept = this.#measured;
    for (let k = kept; k < this.count; k++) {
      witness[WITNESS_LIMIT] = near;
      distanceTriangleTriangle(this.#corners, 9 * k, this.#references, 9 * this.slots[2 * k + 1], witness);
      if (!(witness[WITNESS_SQ] < near * near)) continue;
      this.#gaps[kept] = Math.sqrt(witness[WITNESS_SQ]);
      this.#keep(k, kept++);
    }
    this.count = kept;
    this.#measured = kept;
  }

  #keep(k: number, kept: number): void {
    this.#corners.copyWithin(9 * kept, 9 * k, 9 * k + 9);
    this.slots[2 * kept] = this.slots[2 * k];
    this.slots[2 * kept + 1] = this.slots[2 * k + 1];
  }

  /** Finds the pairs that are not within the reach at x₀: only their lower bounds are. */
  #measureAll(): void {
    const witness = this.#witness;
    const near = this.reach / this.frame.unit;
    for (let k = this.#measured; k < this.count; k++) {
      witness[WITNESS_LIMIT] = near;
      distanceTriangleTriangle(this.#corners, 9 * k, this.#references, 9 * this.slots[2 * k + 1], witness);
      if (!(witness[WITNESS_SQ] < near * near)) this.#gaps[k] = Infinity;
    }
    this.#measured = this.count;
  }

  /**
   * Replaces a direction between closest points by the axis that separates the triangles, where both agree to rounding: the
   * narrower the gap, the less precise the direction between the points.
   */
  #sharpen(axis: Float64Array, j: number): void {
    const sharp = this.#sharp;
    separatingAxis(this.#moved, 0, this.#references, j, this.#axisScratch, sharp);
    if (sharp[0] * axis[0] + sharp[1] * axis[1] + sharp[2] * axis[2] > 1 - SAME_DIRECTION) axis.set(sharp);
  }

  /** Reduces the planes just written for `x` to few that separate their pairs; false if that is all of them. */
  keepFewestPlanes(x: Float64Array, planes: ContactPlanes): boolean {
    if (planes.count < 2) return false;
    const fewest = this.#fewest;
    const moved = this.#moved;
    this.#measureAll();
    this.#written = 0;
    this.#shiftTo(x);
    fewest.start(planes, this.frame);
    for (let plane = 0; plane < planes.count; plane++) {
      const k = this.#pairs[plane];
      this.#move(k);
      fewest.sharpen(plane, moved, this.#references, 9 * this.slots[2 * k + 1]);
    }
    for (let k = 0; k < this.count; k++) {
      if (this.#gaps[k] === Infinity) continue;
      this.#move(k);
      fewest.count(moved, this.#references, 9 * this.slots[2 * k + 1], this.#touch);
    }
    fewest.rank();
    for (let n = 0; n < this.#heldCount; n++) {
      const k = this.#held[n];
      this.#move(k);
      fewest.assign(moved, this.#references, 9 * this.slots[2 * k + 1], this.#touch);
    }
    return fewest.keep(planes, this.frame);
  }

  /** Number of pairs that a plane with the normal n[at…], in the world, separates at x₀. */
  countSeparated(n: Float64Array, at: number): number {
    const away = this.#away;
    const offset = this.#offset;
    for (let c = 0; c < 3; c++) away[c] = n[at + c];
    this.frame.toRest(away, offset);
    const length = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    let count = 0;
    this.#measureAll();
    for (let k = 0; k < this.count; k++) {
      if (this.#gaps[k] === Infinity) continue;
      let high = -Infinity;
      let low = Infinity;
      for (let c = 0; c < 9; c += 3) {
        high = Math.max(high, dot(this.#corners, 9 * k + c, offset));
        low = Math.min(low, dot(this.#references, 9 * this.slots[2 * k + 1] + c, offset));
      }
      if (low - high >= -this.#touch * length) count++;
    }
    return count;
  }

  /** Sets the displacement from x₀, and returns its length in the reference unit: no gap changes by more. */
  #shiftTo(x: Float64Array): number {
    const away = this.#away;
    const offset = this.#offset;
    for (let c = 0; c < 3; c++) away[c] = x[c] - this.x[c];
    this.frame.toRest(away, offset);
    return Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
  }

  #move(k: number): void {
    const offset = this.#offset;
    const moved = this.#moved;
    const corners = this.#corners;
    const [dx, dy, dz] = offset;
    for (let c = 0, at = 9 * k; c < 9; c += 3, at += 3) {
      moved[c] = corners[at] + dx;
      moved[c + 1] = corners[at + 1] + dy;
      moved[c + 2] = corners[at + 2] + dz;
    }
  }

  readonly #take: TakeNearPair = (slotQ, slotR, gap, corners, at) => {
    const count = this.count++;
    this.#gaps[count] = gap;
    for (let c = 0; c < 9; c++) this.#corners[9 * count + c] = corners[at + c];
    this.slots[2 * count] = slotQ;
    this.slots[2 * count + 1] = slotR;
  };

  /** Adds all near pairs of two leaves; false, and none are added, if they do not fit. */
  #addLeafPair(w: Workspace, leafQ: number, leafR: number, near: number): boolean {
    const { queryBody, reference } = w;
    const before = this.count;
    const witness = this.#witness;
    const moved = this.#moved;
    moveLeaf(w, queryBody.tree, leafQ);
    const m = w.movedCorners;
    const r = reference.tree.triangles;
    const firstQ = 9 * queryBody.tree.links[LINKS * leafQ + FIRST_TRIANGLE];
    const endQ = firstQ + 9 * queryBody.tree.links[LINKS * leafQ + TRIANGLE_COUNT];
    const firstR = 9 * reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
    const endR = firstR + 9 * reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
    for (let i = firstQ; i < endQ; i += 9) {
      for (let c = 0; c < 9; c++) moved[c] = m[i + c];
      for (let j = firstR; j < endR; j += 9) {
        if (isBoxApart(moved, r, j, near)) continue;
        w.counters[TRIANGLE_TESTS]++;
        witness[WITNESS_LIMIT] = near;
        distanceTriangleTriangle(moved, 0, r, j, witness);
        if (!(witness[WITNESS_SQ] < near * near)) continue;
        if (this.count === MOST_PAIRS) {
          this.count = before;
          return false;
        }
        this.#gaps[this.count] = Math.sqrt(witness[WITNESS_SQ]);
        this.#corners.set(moved, 9 * this.count);
        this.slots[2 * this.count] = i / 9;
        this.slots[2 * this.count + 1] = j / 9;
        this.count++;
      }
    }
    return true;
  }
}

function dot(t: Float64Array, i: number, d: Float64Array): number {
  return t[i] * d[0] + t[i + 1] * d[1] + t[i + 2] * d[2];
}

/** Whether the boxes of two triangles, the first one's corners at the start of a, are at least `near` apart along an axis. */
function isBoxApart(a: Float64Array, b: Float64Array, j: number, near: number): boolean {
  for (let c = 0; c < 3; c++) {
    const lowA = Math.min(a[c], a[3 + c], a[6 + c]);
    const highA = Math.max(a[c], a[3 + c], a[6 + c]);
    const lowB = Math.min(b[j + c], b[j + 3 + c], b[j + 6 + c]);
    const highB = Math.max(b[j + c], b[j + 3 + c], b[j + 6 + c]);
    if (lowB - highA > near || lowA - highB > near) return true;
  }
  return false;
}
