// Fewer balls for the same shape: edges of a medial complex are collapsed, the cheapest first (Li, Wang, Sun, Guo, Zhang
// and Wang, "Q-MAT: computing medial axis transform by quadratic error minimization", 2015).
//
// The new ball is at the minimum E of the sum of its two ends' quadrics. The cost is (E + k)·λ² with the stability ratio λ = max(0,
// |Δc| − |Δr|)/|Δc| of the edge: along a spike, which noise of the surface causes, radii shrink as fast as centres move, so that
// spikes are removed first at any cost; k, small against errors that matter, orders edges of zero cost by their λ. The new ball
// gets the planes of both.
//
// Departures: borders and loose ends have planes of their own (tangent-planes.ts), and the loose end of a limb does not move:
// otherwise thousands of planes slightly tilted by noise would pull it in, by a third of the length of a needle that becomes one
// cone. The topology is that of the solid: a collapse that would close a hole or a cavity of it is postponed. Under the strict link
// condition every complex tried stopped above a thousand primitives, although contractible. A ball does not leave the neighbourhood
// of its edge: if the minimum of the quadric is elsewhere, the minimum on the edge itself is used. Quadrics weighted by the area of
// their slabs instead of equally gave twice the error; radii bounded by the distance from the surface at every collapse took four
// times as long and gained nothing.

import { CollapsingComplex } from './collapsing-complex.ts';
import { EdgeQueue } from './edge-queue.ts';
import type { MedialComplex } from './extract.ts';
import type { MedialMesh } from './medial-mesh.ts';
import { silent, TICK_STEPS, type Tick } from './progress.ts';
import { moveToLeast, QUADRIC, quadricAt } from './quadric.ts';
import { tangentPlanes } from './tangent-planes.ts';

/** The k of the cost, a squared length, in parts of the squared longest side of the solid. */
const STABILITY_WEIGHT = 1e-5;

/**
 * How far from the middle of an edge its ball may be, in lengths of the edge: as far as its ends. Planes that are nearly parallel
 * let a ball move along their normal without limit, with its radius changing. Dimensionless.
 */
const FARTHEST = 0.5;

/** The λ from which a loose end is the end of a limb and not a spike: the ball does not move. Dimensionless. */
const STABLE = 0.5;

export class Simplifier {
  readonly #complex: CollapsingComplex;
  readonly #isInside: (x: number, y: number, z: number) => boolean;
  readonly #weight: number;
  readonly #quadrics: Float64Array;
  readonly #queue: EdgeQueue;
  /** Edges whose collapse would have changed the topology. */
  #waiting: number[] = [];
  /** The ball of a collapsed edge, and its quadric. */
  readonly #ball: Float64Array = new Float64Array(4);
  readonly #quadric: Float64Array = new Float64Array(QUADRIC);

  /** `size` is the longest side of the solid, `isInside` tests its points. */
  constructor(complex: MedialComplex, size: number, isInside: (x: number, y: number, z: number) => boolean) {
    this.#complex = new CollapsingComplex(complex);
    this.#isInside = isInside;
    this.#weight = STABILITY_WEIGHT * size * size;
    this.#quadrics = tangentPlanes(this.#complex);
    const edgeCount = this.#complex.ends.length / 2;
    this.#queue = new EdgeQueue(edgeCount);
    for (let edge = 0; edge < edgeCount; edge++) this.#offer(edge);
  }

  get primitiveCount(): number {
    return this.#complex.primitiveCount;
  }

  /** Number of faces compared so far to remove duplicates. */
  get steps(): number {
    return this.#complex.steps;
  }

  toMesh(): MedialMesh {
    return this.#complex.toMesh();
  }

  /** Collapses edges until no more than so many primitives are left, or as few as the topology allows. */
  collapseTo(primitives: number, tick: Tick = silent): void {
    const complex = this.#complex;
    const first = complex.primitiveCount;
    let steps = 0;
    let collapsed = false;
    while (complex.primitiveCount > primitives) {
      const edge = this.#queue.take();
      if (edge < 0) {
        // The neighbourhood may have changed since.
        if (!collapsed) return;
        collapsed = false;
        for (const other of this.#waiting) if (!complex.isGone(other)) this.#offer(other);
        this.#waiting = [];
        continue;
      }
      if (complex.isGone(edge)) continue;
      if (!complex.keepsTopology(edge, this.#isInside)) {
        this.#waiting.push(edge);
        continue;
      }
      this.#aim(edge);
      const kept = complex.collapse(edge, this.#ball);
      this.#quadrics.set(this.#quadric, QUADRIC * kept);
      for (const other of complex.edgesOf(kept)) this.#offer(other);
      collapsed = true;
      if (++steps % TICK_STEPS === 0) tick((first - complex.primitiveCount) / (first - primitives));
    }
  }

  #offer(edge: number): void {
    this.#queue.put(edge, this.#cost(edge));
  }

  /** Finds the ball of a collapsed edge. */
  #aim(edge: number): void {
    const { ends } = this.#complex;
    const a = ends[2 * edge];
    const b = ends[2 * edge + 1];
    for (let k = 0; k < QUADRIC; k++) {
      this.#quadric[k] = this.#quadrics[QUADRIC * a + k] + this.#quadrics[QUADRIC * b + k];
    }
    const ball = this.#ball;
    const looseA = this.#isLoose(a);
    if (looseA !== this.#isLoose(b) && this.#stability(edge) > STABLE) {
      this.#mix(a, b, looseA ? 0 : 1);
      return;
    }
    this.#mix(a, b, 0.5);
    if (moveToLeast(this.#quadric, ball) && this.#isNear(a, b)) return;
    // On the edge itself the quadric is a parabola: through its values at both ends and in the middle.
    this.#mix(a, b, 0);
    const start = quadricAt(this.#quadric, ball);
    this.#mix(a, b, 1);
    const end = quadricAt(this.#quadric, ball);
    this.#mix(a, b, 0.5);
    const bend = start + end - 2 * quadricAt(this.#quadric, ball);
    this.#mix(a, b, bend > 0 ? Math.min(1, Math.max(0, 0.5 + (start - end) / (4 * bend))) : start <= end ? 0 : 1);
  }

  #isLoose(ball: number): boolean {
    return this.#complex.edgesOf(ball).length === 1;
  }

  /** Whether the ball is near the middle of two others. */
  #isNear(a: number, b: number): boolean {
    const { spheres } = this.#complex;
    let awaySq = 0;
    let lengthSq = 0;
    for (let k = 0; k < 3; k++) {
      const from = spheres[4 * a + k];
      const to = spheres[4 * b + k];
      const away = this.#ball[k] - (from + to) / 2;
      awaySq += away * away;
      lengthSq += (from - to) * (from - to);
    }
    return awaySq <= FARTHEST * FARTHEST * lengthSq;
  }

  /** The ball between two others, `part` of the distance from the first to the second. */
  #mix(a: number, b: number, part: number): void {
    const { spheres } = this.#complex;
    for (let k = 0; k < 4; k++) this.#ball[k] = (1 - part) * spheres[4 * a + k] + part * spheres[4 * b + k];
  }

  #cost(edge: number): number {
    const stability = this.#stability(edge);
    if (stability === 0) return 0;
    this.#aim(edge);
    return (quadricAt(this.#quadric, this.#ball) + this.#weight) * stability * stability;
  }

  /** The λ of an edge: 0 where one ball is inside the other, 1 where they are alike. */
  #stability(edge: number): number {
    const { ends, spheres } = this.#complex;
    const a = 4 * ends[2 * edge];
    const b = 4 * ends[2 * edge + 1];
    const dx = spheres[a] - spheres[b];
    const dy = spheres[a + 1] - spheres[b + 1];
    const dz = spheres[a + 2] - spheres[b + 2];
    const dr = Math.abs(spheres[a + 3] - spheres[b + 3]);
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    return length > dr ? (length - dr) / length : 0;
  }
}
