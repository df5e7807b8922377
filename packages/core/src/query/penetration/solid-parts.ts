// Convex patches of a solid: hulls that are proven to be part of it (docs/algorithms/convex-patches.md). The depth of two bodies is
// at least that of any part of one and any part of the other.

import { buildConvexBody, type ConvexBody } from '../../convex/convex-body.ts';
import { epaDepth } from '../../convex/epa.ts';
import { ConvexResult, ConvexWorkspace } from '../../convex/gjk.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { convexPatches } from '../../patches/convex-patches.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { SOLID_PARTS_SLOT } from '../scratch-slots.ts';
import { perWorkspace } from '../workspace.ts';
import type { Probe } from './probe.ts';
import type { ReferenceFrame } from './reference-frame.ts';
import { TUNING } from './tuning.ts';

const { MOST_PART_FACES: MOST_FACES, MOST_PARTS } = TUNING.lower;

export interface SolidPart {
  readonly body: ConvexBody;
  /** A ball around it in the model's frame: centre, radius. */
  readonly ball: Float64Array;
}

/** The parts of a model, computed on first use. */
export const solidParts: (model: Model) => readonly SolidPart[] = /* @__PURE__ */ perModel((model) =>
  model.triangleCount > MOST_FACES || !model.facts.closed ? [] : findParts(model),
);

function findParts(model: Model): readonly SolidPart[] {
  const { mesh, frame } = model;
  const parts: SolidPart[] = [];
  for (const { faces, filled } of convexPatches(model)) {
    if (!filled) continue;
    const corners = new Float64Array(9 * faces.length);
    for (let k = 0; k < corners.length; k++) {
      const v = mesh.triangles[3 * faces[Math.floor(k / 9)] + (Math.floor(k / 3) % 3)];
      corners[k] = (mesh.positions[3 * v + (k % 3)] - frame.centre[k % 3]) / frame.unit;
    }
    const body = buildConvexBody(corners);
    if (body.dimension === 3) parts.push({ body, ball: ballAround(corners) });
    if (parts.length > MOST_PARTS) return [];
  }
  return parts.sort((p, q) => q.ball[3] - p.ball[3]);
}

/** The parts of two models, or none of either if one has none: finding parts takes long, and they are of use on both sides only. */
export function partsOfBoth(
  a: Model,
  b: Model,
  mostFaces: number,
): readonly [readonly SolidPart[], readonly SolidPart[]] {
  const isSwapped = b.triangleCount > a.triangleCount;
  const [large, small] = isSwapped ? [b, a] : [a, b];
  const few = large.triangleCount > mostFaces || !large.facts.closed ? [] : solidParts(small);
  const many = few.length > 0 ? solidParts(large) : [];
  return isSwapped ? [few, many] : [many, few];
}

/** About the centre of the box: not the smallest ball, but near enough. */
function ballAround(corners: Float64Array): Float64Array {
  const ball = new Float64Array(4);
  for (let c = 0; c < 3; c++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = c; k < corners.length; k += 3) {
      low = Math.min(low, corners[k]);
      high = Math.max(high, corners[k]);
    }
    ball[c] = (low + high) / 2;
  }
  let sq = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const dx = corners[k] - ball[0];
    const dy = corners[k + 1] - ball[1];
    const dz = corners[k + 2] - ball[2];
    sq = Math.max(sq, dx * dx + dy * dy + dz * dz);
  }
  ball[3] = Math.sqrt(sq) * (1 + Number.EPSILON);
  return ball;
}

/** Scratch of one query. */
class Scratch {
  readonly work: ConvexWorkspace = new ConvexWorkspace();
  readonly found: ConvexResult = new ConvexResult();
}

const scratchOf = perWorkspace(SOLID_PARTS_SLOT, () => new Scratch());

/** Depths of pairs of parts, with A moved. */
export class PartDepths {
  readonly #queryBodies: readonly SolidPart[];
  readonly #references: readonly SolidPart[];
  readonly #pose: Float64Array;
  readonly #start: Float64Array;
  readonly #frame: ReferenceFrame;
  readonly #rounding: number;
  readonly #offset: Float64Array = new Float64Array(3);
  readonly #scratch: Scratch;
  /** The pair found deepest by the last call. */
  pair = -1;

  /**
   * The workspace of `probe` is prepared for A in its pose; `size` bounds all translations tested, in the world. Bodies with more
   * faces than `mostFaces` have no parts.
   */
  constructor(probe: Probe, frame: ReferenceFrame, size: number, mostFaces: number = MOST_FACES) {
    const { w } = probe;
    [this.#queryBodies, this.#references] = partsOfBoth(w.queryBody, w.reference, mostFaces);
    this.#pose = w.pose.slice();
    this.#start = w.pose.slice(9, 12);
    this.#frame = frame;
    this.#scratch = scratchOf(w);
    this.#rounding = 4 * UNIT_ROUNDOFF * (w.scale[0] + size / frame.unit);
  }

  /** Whether there are parts on both sides. */
  get any(): boolean {
    return this.#queryBodies.length > 0 && this.#references.length > 0;
  }

  /** From here on A is moved by `x`. */
  move(x: Float64Array): void {
    this.#frame.toRest(x, this.#offset);
    for (let k = 0; k < 3; k++) this.#pose[9 + k] = this.#start[k] + this.#offset[k];
  }

  /**
   * A lower bound of the depth, in world units: that of the pair `first`, if given, and, unless it is at least `wanted`, that of
   * the deepest of all pairs.
   */
  bound(first: number, wanted: number): number {
    const count = this.#references.length;
    let best = 0;
    this.pair = -1;
    if (first >= 0) {
      best = this.#depth(Math.floor(first / count), first % count);
      this.pair = first;
      if (best * this.#frame.unit >= wanted) return best * this.#frame.unit;
    }
    for (let i = 0; i < this.#queryBodies.length; i++) {
      for (let j = 0; j < count; j++) {
        if (i * count + j === first || this.#mostDepth(i, j) <= best) continue;
        const depth = this.#depth(i, j);
        if (depth <= best) continue;
        best = depth;
        this.pair = i * count + j;
        if (best * this.#frame.unit >= wanted) return best * this.#frame.unit;
      }
    }
    return best * this.#frame.unit;
  }

  /** The depth of the balls around two parts: an upper bound of that of the parts. */
  #mostDepth(i: number, j: number): number {
    const pose = this.#pose;
    const a = this.#queryBodies[i].ball;
    const b = this.#references[j].ball;
    const scale = pose[RELATIVE_SCALE];
    let sq = 0;
    for (let k = 0; k < 3; k++) {
      const c = (pose[3 * k] * a[0] + pose[3 * k + 1] * a[1] + pose[3 * k + 2] * a[2]) * scale + pose[9 + k] - b[k];
      sq += c * c;
    }
    return a[3] * scale + b[3] - Math.sqrt(sq);
  }

  #depth(i: number, j: number): number {
    const a = this.#queryBodies[i].body;
    const b = this.#references[j].body;
    const { work, found } = this.#scratch;
    found.featureSize = 0;
    epaDepth(work, a, b, this.#pose, found, 0);
    return Math.max(0, found.lower - this.#rounding);
  }
}
