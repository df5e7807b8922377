// Two convex parts, each a round shape or one face of a mesh: their distance, or that they overlap.
//
// GJK brackets the distance of the cores; the skins, balls around them, are subtracted. If the distance of the cores is within
// rounding, or they overlap, EPA decides. All lengths are in the reference unit.

import { SmallBody } from '../../convex/convex-body.ts';
import { epaDepth } from '../../convex/epa.ts';
import { ConvexResult, ConvexWorkspace, commonPoint, gjkDistance, separatesAlong } from '../../convex/gjk.ts';
import { RoundBody } from '../../convex/round-body.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { TRIANGLE_TESTS, type Workspace } from '../workspace.ts';

/** Error that subtracting two skins adds to a distance, in units of S. */
const SKIN_ROUNDING = 4 * UNIT_ROUNDOFF;

/** One of the two sides: its round shape, or a buffer for a face. */
class Side {
  readonly #round: RoundBody = new RoundBody();
  readonly #face: SmallBody = new SmallBody(3);
  #model: Model | null = null;
  /** The skin in the reference unit. */
  skin = 0;

  /** `scale`: one unit of the model in reference units. */
  start(model: Model, scale: number): void {
    this.#model = model;
    this.skin = model.round === null ? 0 : model.round.skin * scale;
  }

  /** The body of the part at a slot in tree order. */
  body(slot: number): RoundBody | SmallBody {
    const model = this.#model;
    if (model === null || model.round === null) return this.#readFace(model, slot);
    this.#round.set(model.round);
    return this.#round;
  }

  #readFace(model: Model | null, slot: number): SmallBody {
    const face = this.#face;
    if (model === null) return face;
    for (let k = 0; k < 9; k++) face.vertices[k] = model.tree.triangles[9 * slot + k];
    face.radius = model.frame.radius;
    return face;
  }
}

export class CorePair {
  /** Points of the query part and of the reference part in the reference frame: nearest ones, or a common one twice. */
  readonly points: Float64Array = new Float64Array(6);
  /** The exact distance is in [lower, upper]; both 0 where `overlap`. */
  lower = 0;
  upper = 0;
  /** They are proven to have inner points in common, or a face is a point inside the shape. */
  overlap = false;
  readonly #work = new ConvexWorkspace();
  readonly #result = new ConvexResult();
  readonly #roundQ = new Side();
  readonly #roundR = new Side();
  /** Whether the last result has the normal of a plane between two parts. */
  #hasPlane = false;

  /** Reads the two models prepared in `w`. */
  start(w: Workspace): void {
    const { queryBody, reference } = w;
    this.#roundQ.start(queryBody, w.pose[RELATIVE_SCALE]);
    this.#roundR.start(reference, 1);
    this.#hasPlane = false;
  }

  /** Sum of both skins: the cores are this much farther apart than the parts. */
  get skins(): number {
    return this.#roundQ.skin + this.#roundR.skin;
  }

  /**
   * Whether the parts at two slots are more than `limit` apart along the last separating plane: neighbouring faces mostly are, and
   * one support costs less than the twenty of a search.
   */
  isBeyond(w: Workspace, slotQuery: number, slotReference: number, limit: number): boolean {
    if (!this.#hasPlane) return false;
    const { normal } = this.#result;
    const gap = limit + this.skins + SKIN_ROUNDING * w.scale[0];
    const roundQ = this.#roundQ.body(slotQuery);
    return separatesAlong(this.#work, roundQ, this.#roundR.body(slotReference), w.pose, normal, gap);
  }

  /** Measures the parts at two slots in tree order. */
  measure(w: Workspace, slotQuery: number, slotReference: number): void {
    w.counters[TRIANGLE_TESTS]++;
    const { points, skins } = this;
    const work = this.#work;
    const result = this.#result;
    result.featureSize = 0;
    gjkDistance(work, this.#roundQ.body(slotQuery), this.#roundR.body(slotReference), w.pose, result);
    const isCommon = result.status === 'overlapping';
    this.#hasPlane = result.status === 'separated';
    if (isCommon) commonPoint(work, points);
    else for (let k = 0; k < 6; k++) points[k] = result.points[k];
    const rounding = SKIN_ROUNDING * w.scale[0];
    const { lower, upper } = result;
    this.lower = Math.max(0, lower - skins - rounding);
    this.upper = Math.max(0, upper - skins + rounding);
    this.overlap = isCommon || upper - skins + rounding < 0;
    if (result.status === 'touching' && !this.overlap) {
      // The simplex contains the origin, at the boundary of the difference or deep inside.
      result.featureSize = 0;
      epaDepth(work, this.#roundQ.body(slotQuery), this.#roundR.body(slotReference), w.pose, result);
      this.overlap = result.lower > 0;
    }
    if (this.overlap) {
      this.lower = 0;
      this.upper = 0;
    }
    if (!isCommon) this.#addSkins();
  }

  /** Moves the points out of the cores: onto the surfaces, or to one common point where the skins overlap. */
  #addSkins(): void {
    const { points, skins } = this;
    const dx = points[3] - points[0];
    const dy = points[4] - points[1];
    const dz = points[5] - points[2];
    const apart = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(apart > 0)) return;
    const split = Math.max(0, Math.min(apart, (apart + this.#roundQ.skin - this.#roundR.skin) / 2));
    const fromQuery = (apart > skins ? this.#roundQ.skin : split) / apart;
    const fromReference = (apart > skins ? this.#roundR.skin : apart - split) / apart;
    points[0] += fromQuery * dx;
    points[1] += fromQuery * dy;
    points[2] += fromQuery * dz;
    points[3] -= fromReference * dx;
    points[4] -= fromReference * dy;
    points[5] -= fromReference * dz;
  }
}
