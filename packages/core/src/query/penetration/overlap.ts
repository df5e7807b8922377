// The regions of overlap of two solids: the connected components of their intersection.
//
// The boundary of a region consists of patches: parts of A's surface inside B and of B's inside A, joined along the curves in which
// the surfaces intersect. Curves come from the pairs of faces that intersect: each is bounded by edges of one body at faces of the
// other, and pairs with such a crossing in common are on one curve. Patches join curves: a vertex inside the other body belongs
// with all vertices that its edges reach without crossing the other surface, and with the first crossing on each other edge. A ray
// in a face finds what joins two curves within that face. So the regions depend on the two point sets, not on their triangulation.

import { meshComponents, unite } from '../../mesh/components.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../../primitive/triangle-triangle-segment.ts';
import { moveFaces, type Workspace } from '../workspace.ts';
import { crossingOf, doIntersect, FacePlane } from './face-plane.ts';
import { OverlapSide } from './overlap-side.ts';
import { TUNING } from './tuning.ts';

const { SAME_POINT } = TUNING.local;

/** A connected component of the intersection of two solids, in the reference frame. */
export class OverlapRegion {
  /** Faces of the query body and of the reference body that bound it, or pass through its boundary. */
  readonly faces: readonly [Set<number>, Set<number>] = [new Set(), new Set()];
  /** A part of one body that lies wholly inside the other: all faces of the other bound it. */
  isContained = false;
  /** The box around it. */
  readonly low: Float64Array = new Float64Array(3).fill(Infinity);
  readonly high: Float64Array = new Float64Array(3).fill(-Infinity);

  grow(p: Float64Array, i: number): void {
    for (let c = 0; c < 3; c++) {
      if (p[i + c] < this.low[c]) this.low[c] = p[i + c];
      if (p[i + c] > this.high[c]) this.high[c] = p[i + c];
    }
  }
}

const OUTSIDE = 1;
const INSIDE = 2;

export class Overlap {
  readonly querySide: OverlapSide;
  readonly referenceSide: OverlapSide;
  readonly isSolid: boolean;
  /** Lengths below this count as 0, in the reference unit. */
  readonly near: number;
  readonly regions: OverlapRegion[] = [];
  /** Slots of the pairs of faces in the workspace, and their faces: query and reference alternating. */
  readonly #slots: Uint32Array;
  readonly #pairs: Uint32Array;
  readonly #count: number;
  readonly #w: Workspace;
  /** One node for each pair, then each vertex of the query body and of the reference body. */
  readonly #parents: Uint32Array;
  readonly #sides: readonly [OverlapSide, OverlapSide];
  /** Whether a vertex is inside the other body, 0 where that is unknown; and whether it is on its surface. */
  readonly #known: readonly [Uint8Array, Uint8Array];
  readonly #on: readonly [Uint8Array, Uint8Array];
  /** Faces that intersect the other surface. */
  readonly #met: readonly [Set<number>, Set<number>] = [new Set(), new Set()];
  readonly #point: Float64Array = new Float64Array(3);

  /** Reads the pairs of faces that the search for contacts in `w` has listed. For surfaces the regions are the curves. */
  constructor(w: Workspace, isSolid: boolean) {
    const { slots, listed } = w.contacts;
    this.#w = w;
    this.isSolid = isSolid;
    this.near = SAME_POINT * w.scale[0];
    this.#sides = sidesOf(w);
    const [querySide, referenceSide] = this.#sides;
    this.querySide = querySide;
    this.referenceSide = referenceSide;
    this.#count = listed;
    this.#slots = slots.slice(0, 2 * listed);
    this.#pairs = this.#slots.map((slot, k) => this.#sides[k & 1].model.tree.faces[slot]);
    const vertices = [querySide.points.length / 3, referenceSide.points.length / 3];
    this.#parents = Uint32Array.from({ length: listed + vertices[0] + vertices[1] }, (_, k) => k);
    this.#known = [new Uint8Array(vertices[0]), new Uint8Array(vertices[1])];
    this.#on = [new Uint8Array(vertices[0]), new Uint8Array(vertices[1])];
    // The search need not have moved all of them.
    for (let k = 0; k < listed; k++) moveFaces(w, slots[2 * k], slots[2 * k] + 1);
    for (let k = 0; k < listed; k++) this.#searchContacts(k);
    for (const side of [0, 1]) {
      this.#sides[side].sort();
      for (const e of this.#sides[side].edgeHits.keys()) this.#joinAlong(side, e, false);
    }
    if (isSolid) this.#joinPatches();
    this.#collect();
    if (isSolid) for (const side of [0, 1]) this.#collectContained(side);
  }

  /** Joins curves through the parts inside the other body. */
  #joinPatches(): void {
    const curves = Uint32Array.from({ length: this.#count }, (_, k) => this.#rootOf(k));
    for (const side of [0, 1]) {
      for (const e of this.#sides[side].edgeHits.keys()) this.#joinAlong(side, e, true);
      this.#spread(side);
    }
    for (const side of [0, 1]) this.#joinWithinFaces(side, curves);
  }

  #unite(a: number, b: number): void {
    unite(this.#parents, a, b);
  }

  #rootOf(node: number): number {
    const parents = this.#parents;
    let n = node;
    while (parents[n] !== n) {
      parents[n] = parents[parents[n]];
      n = parents[n];
    }
    return n;
  }

  #nodeOf(side: number, vertex: number): number {
    return this.#count + (side === 0 ? 0 : this.querySide.points.length / 3) + vertex;
  }

  /** Finds the intersections of the edges of pair k with the other face. */
  #searchContacts(k: number): void {
    const m = this.#pairs[2 * k];
    const r = this.#pairs[2 * k + 1];
    this.#met[0].add(m);
    this.#met[1].add(r);
    const same = (first: number) => this.#unite(first, k);
    this.querySide.hitFace(m, this.referenceSide, r, k, this.near, same);
    this.referenceSide.hitFace(r, this.querySide, m, k, this.near, same);
  }

  /**
   * Joins the crossings at one point of edge e of a body, which belong to one curve, and the vertices on the surface with them. A
   * second pass joins crossings with a part of the edge between them that is inside the other body.
   */
  #joinAlong(side: number, e: number, inside: boolean): void {
    const own = this.#sides[side];
    const list = own.edgeHits.get(e) ?? [];
    const { lower, upper } = own.edges;
    const same = (2 * this.near) / own.lengthOf(e);
    let end = 0;
    let last = this.#nodeOf(side, lower[e]);
    let lastVertex = lower[e];
    for (let k = 0; k <= list.length; k++) {
      const isEnd = k === list.length;
      const from = isEnd ? 1 : list[k].from;
      const node = isEnd ? this.#nodeOf(side, upper[e]) : list[k].pair;
      const vertex = isEnd ? upper[e] : -1;
      if (from - end <= same) {
        if (!inside) {
          this.#unite(last, node);
          if (lastVertex >= 0) this.#on[side][lastVertex] = 1;
          if (vertex >= 0) this.#on[side][vertex] = 1;
        }
      } else if (inside && this.#isPartInside(side, e, end, from, lastVertex, vertex)) this.#unite(last, node);
      end = isEnd ? 1 : Math.max(end, list[k].to);
      last = node;
      lastVertex = vertex;
    }
  }

  /** Whether the part of edge e between two points without a crossing is inside the other body; its ends may be vertices. */
  #isPartInside(side: number, e: number, from: number, to: number, first: number, second: number): boolean {
    const known = this.#known[side];
    const on = this.#on[side];
    for (const v of [first, second]) {
      if (v >= 0 && on[v] === 0 && known[v] !== 0) return known[v] === INSIDE;
    }
    this.#sides[side].at(e, (from + to) / 2, this.#point);
    const isInside = this.#sides[1 - side].has(this.#point);
    for (const v of [first, second]) if (v >= 0 && on[v] === 0) known[v] = isInside ? INSIDE : OUTSIDE;
    return isInside;
  }

  /** Spreads from the vertices known to be inside, along edges without crossings, to all vertices inside with them. */
  #spread(side: number): void {
    const { edges, edgeHits } = this.#sides[side];
    const known = this.#known[side];
    const on = this.#on[side];
    const { sides, first, faces } = edges;
    const waiting: number[] = [];
    for (let v = 0; v < known.length; v++) if (known[v] === INSIDE || on[v] === 1) waiting.push(v);
    for (let v = waiting.pop(); v !== undefined; v = waiting.pop()) {
      for (let k = first[v]; k < first[v + 1]; k++) {
        for (let corner = 3 * faces[k]; corner < 3 * faces[k] + 3; corner++) {
          const e = sides[corner];
          if (e < 0 || edgeHits.has(e) || (edges.lower[e] !== v && edges.upper[e] !== v)) continue;
          const w = edges.lower[e] === v ? edges.upper[e] : edges.lower[e];
          // From a vertex on the surface an edge may lead inward or outward.
          if (on[v] === 1 && !this.#isPartInside(side, e, 0, 1, edges.lower[e], edges.upper[e])) continue;
          this.#unite(this.#nodeOf(side, v), this.#nodeOf(side, w));
          if (known[w] === INSIDE || on[w] === 1) continue;
          known[w] = INSIDE;
          waiting.push(w);
        }
      }
    }
  }

  /** Joins curves through one face that have a part of it between them that is inside the other body. */
  #joinWithinFaces(side: number, curves: Uint32Array): void {
    const byFace = new Map<number, number[]>();
    for (let k = 0; k < this.#count; k++) {
      const face = this.#pairs[2 * k + side];
      const list = byFace.get(face);
      if (list === undefined) byFace.set(face, [k]);
      else list.push(k);
    }
    for (const [face, pairs] of byFace) {
      const root = this.#rootOf(pairs[0]);
      if (pairs.some((k) => this.#rootOf(k) !== root)) this.#joinWithin(side, face, pairs, curves);
    }
  }

  #joinWithin(side: number, face: number, pairs: readonly number[], curves: Uint32Array): void {
    const { points, edges } = this.#sides[side];
    const plane = new FacePlane(points, edges.corners, face);
    // Ends of the segments along the first side of the face and across it, four doubles per pair.
    const ends = new Float64Array(4 * pairs.length);
    const { movedCorners } = this.#w;
    const { reference } = this.#w;
    const tips = new Map<number, number>();
    const segment = new Float64Array(SEGMENT_SIZE);
    pairs.forEach((k, i) => {
      intersectionSegment(
        movedCorners,
        9 * this.#slots[2 * k],
        reference.tree.triangles,
        9 * this.#slots[2 * k + 1],
        segment,
      );
      for (const end of [0, 1]) {
        ends[4 * i + 2 * end] = plane.along(segment, 3 * end);
        ends[4 * i + 2 * end + 1] = plane.across(segment, 3 * end);
      }
      const tip = tips.get(curves[k]);
      const at = ends[4 * i] > ends[4 * i + 2] ? 4 * i : 4 * i + 2;
      if (tip === undefined || ends[at] > ends[tip]) tips.set(curves[k], at);
    });
    for (const tip of tips.values()) this.#castWithin(side, face, pairs, ends, tip, plane);
    // Parts of the other body that overlap each other cut this face in curves that cross.
    if (this.#sides[1 - side].model.facts.anchors.length < 2) return;
    for (let i = 0; i < pairs.length; i++) {
      for (let j = 0; j < i; j++) {
        if (curves[pairs[i]] !== curves[pairs[j]] && doIntersect(ends, 4 * i, 4 * j, this.near)) {
          this.#unite(pairs[i], pairs[j]);
        }
      }
    }
  }

  /**
   * Casts a ray from the foremost point of a curve in a face. If a part inside the other body lies between that point and the first
   * hit, both are joined.
   */
  #castWithin(
    side: number,
    face: number,
    pairs: readonly number[],
    ends: Float64Array,
    tip: number,
    plane: FacePlane,
  ): void {
    const x = ends[tip];
    const y = ends[tip + 1];
    let nearest = Infinity;
    let node = -1;
    for (let i = 0; i < pairs.length; i++) {
      const hit = crossingOf(ends[4 * i], ends[4 * i + 1], ends[4 * i + 2], ends[4 * i + 3], y);
      if (!(hit > x + this.near && hit < nearest)) continue;
      nearest = hit;
      node = pairs[i];
    }
    const own = this.#sides[side];
    const { sides } = own.edges;
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
      const e = sides[corner];
      if (e < 0) continue;
      const [a, b] = [3 * own.edges.lower[e], 3 * own.edges.upper[e]];
      const ay = plane.across(own.points, a);
      const by = plane.across(own.points, b);
      const hit = crossingOf(plane.along(own.points, a), ay, plane.along(own.points, b), by, y);
      if (!(hit > x + this.near && hit < nearest)) continue;
      nearest = hit;
      const t = (y - ay) / (by - ay);
      const before = own.edgeHits.get(e)?.findLast((m) => m.from <= t);
      node = before === undefined ? this.#nodeOf(side, own.edges.lower[e]) : before.pair;
    }
    if (node < 0) return;
    const first = pairs[Math.floor(tip / 4)];
    if (this.#rootOf(first) === this.#rootOf(node)) return;
    plane.at((x + nearest) / 2, y, this.#point);
    if (this.#sides[1 - side].has(this.#point)) this.#unite(first, node);
  }

  #collect(): void {
    const point = this.#point;
    const byRoot = new Map<number, OverlapRegion>();
    for (let k = 0; k < this.#count; k++) {
      const root = this.#rootOf(k);
      let region = byRoot.get(root);
      if (region === undefined) {
        region = new OverlapRegion();
        byRoot.set(root, region);
        this.regions.push(region);
      }
      region.faces[0].add(this.#pairs[2 * k]);
      region.faces[1].add(this.#pairs[2 * k + 1]);
    }
    for (const side of [0, 1]) {
      const { edges, points, edgeHits } = this.#sides[side];
      for (const [e, list] of edgeHits) {
        for (const { pair, from, to } of list) {
          for (const t of [from, to]) {
            this.#sides[side].at(e, t, point);
            byRoot.get(this.#rootOf(pair))?.grow(point, 0);
          }
        }
      }
      const known = this.#known[side];
      for (let v = 0; v < known.length; v++) {
        if (known[v] !== INSIDE) continue;
        const region = byRoot.get(this.#rootOf(this.#nodeOf(side, v)));
        if (region === undefined) continue;
        region.grow(points, 3 * v);
        for (let k = edges.first[v]; k < edges.first[v + 1]; k++) region.faces[side].add(edges.faces[k]);
      }
    }
  }

  /** Adds the connected components of a body that intersect no face of the other one but are inside it. */
  #collectContained(side: number): void {
    const { model, edges, points } = this.#sides[side];
    const point = this.#point;
    if (model.facts.anchors.length < 2) return;
    const { count, componentOfTriangle } = meshComponents(model.mesh, edges.weld);
    const isMet = new Uint8Array(count);
    for (const face of this.#met[side]) isMet[componentOfTriangle[face]] = 1;
    const contained = new Map<number, OverlapRegion>();
    for (const anchor of model.facts.anchors) {
      const component = componentOfTriangle[edges.faces[edges.first[edges.weld[anchor]]]];
      for (let c = 0; c < 3; c++) point[c] = points[3 * anchor + c];
      if (isMet[component] === 1 || !this.#sides[1 - side].has(point)) continue;
      const region = new OverlapRegion();
      region.isContained = true;
      for (let face = 0; face < this.#sides[1 - side].model.triangleCount; face++) region.faces[1 - side].add(face);
      contained.set(component, region);
    }
    if (contained.size === 0) return;
    for (let face = 0; face < componentOfTriangle.length; face++) {
      contained.get(componentOfTriangle[face])?.faces[side].add(face);
    }
    this.regions.push(...contained.values());
  }

  /**
   * Whether a point of a face is known to be inside the other body: all of the face is, or the vertex at the point (−1 if it is
   * none).
   */
  isWithin(side: number, face: number, vertex: number): boolean {
    const known = this.#known[side];
    if (vertex >= 0) return known[vertex] === INSIDE;
    if (this.#met[side].has(face)) return false;
    const { corners } = this.#sides[side].edges;
    return known[corners[3 * face]] === INSIDE;
  }
}

/** Both bodies of a workspace, in their poses. */
export function sidesOf(w: Workspace): [OverlapSide, OverlapSide] {
  const { queryBody, reference } = w;
  return [new OverlapSide(w, queryBody, true), new OverlapSide(w, reference, false)];
}
