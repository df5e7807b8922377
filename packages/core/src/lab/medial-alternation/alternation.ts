// The elementary tests of Song, Lan, Yao and Guo ("Continuous Collision Detection with Medial Axis Transform for Rigid Body Simulation", §4.1 to
// 4.4): cone–cone and sphere–slab over a step, the centres of all balls on straight lines.
//
// Starting at the end of the step, two steps alternate until neither changes: (1) the closest balls {α, β} at a time, in closed
// form (medial/closest-balls.ts), and (2) the time at which these two balls first touch, or are nearest. Two primitives are split
// into elementary tests: 1 for two cones, 3 cone–cone and 2 sphere–slab for a cone and a slab, 9 and 6 for two slabs. The earliest
// counts.
//
// It proves nothing: the balls that are closest at the end need not be those that touch first, or touch at all.

import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { type PrimitiveMotion, poseAt } from '../../query/medial/straight-step.ts';

/** Iterations after which the alternation counts as not convergent. */
const MOST_TURNS = 64;

/** Two times this near each other are the same. Dimensionless. */
const SAME_TIME = 1e-9;

export class Alternation {
  /** Elementary tests so far, and their iterations. */
  coneCone = 0;
  sphereSlab = 0;
  turns = 0;
  /** Tests that did not converge. */
  circles = 0;
  readonly #ballsA = new Float64Array(3 * BALL);
  readonly #ballsB = new Float64Array(3 * BALL);
  readonly #closest = new Float64Array(CLOSEST_SIZE);
  readonly #velocity = new Float64Array(3);
  readonly #coneA = emptyPrimitive(2);
  readonly #coneB = emptyPrimitive(2);
  readonly #sphere = emptyPrimitive(1);

  /**
   * The time in [0, 1] at which two primitives of one to three balls each are found in contact, within `tolerance`; Infinity where
   * none of their elementary tests finds one, NaN where none does and one does not converge.
   */
  contactTime(a: PrimitiveMotion, b: PrimitiveMotion, tolerance: number): number {
    const countA = a.balls.length / BALL;
    const countB = b.balls.length / BALL;
    if (countA < 3 && countB < 3) {
      this.coneCone++;
      return this.#test(a, b, tolerance);
    }
    let earliest = Infinity;
    let isInCircles = false;
    const take = (time: number): void => {
      if (Number.isNaN(time)) isInCircles = true;
      else if (time < earliest) earliest = time;
    };
    // A slab has three sides, a cone one (itself), and a ball none.
    const sidesA = countA === 1 ? 0 : 2 * countA - 3;
    const sidesB = countB === 1 ? 0 : 2 * countB - 3;
    for (let i = 0; i < sidesA; i++) {
      takeBalls(a, i, (i + 1) % countA, this.#coneA);
      for (let j = 0; j < sidesB; j++) {
        takeBalls(b, j, (j + 1) % countB, this.#coneB);
        this.coneCone++;
        take(this.#test(this.#coneA, this.#coneB, tolerance));
      }
    }
    for (let i = 0; countB === 3 && i < countA; i++) {
      takeBalls(a, i, i, this.#sphere);
      this.sphereSlab++;
      take(this.#test(this.#sphere, b, tolerance));
    }
    for (let j = 0; countA === 3 && j < countB; j++) {
      takeBalls(b, j, j, this.#sphere);
      this.sphereSlab++;
      take(this.#test(a, this.#sphere, tolerance));
    }
    return earliest === Infinity && isInCircles ? Number.NaN : earliest;
  }

  /** One elementary test. */
  #test(a: PrimitiveMotion, b: PrimitiveMotion, tolerance: number): number {
    const ballsA = this.#ballsA;
    const ballsB = this.#ballsB;
    const closest = this.#closest;
    const velocity = this.#velocity;
    const countA = a.balls.length / BALL;
    const countB = b.balls.length / BALL;
    let time = 1;
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      this.turns++;
      poseAt(a, countA, time, ballsA);
      poseAt(b, countB, time, ballsB);
      closestBalls(ballsA, 0, countA, ballsB, 0, countB, closest);
      // |d + w·s| = R for the two balls s later: P₁s² + 2P₂s + P₃ = R².
      velocity.fill(0);
      this.#addVelocity(b, countB, ballsB, 5, 1);
      this.#addVelocity(a, countA, ballsA, 1, -1);
      const radii = closest[4] + closest[8];
      let square = 0;
      let half = 0;
      let apart = 0;
      for (let k = 0; k < 3; k++) {
        const d = closest[5 + k] - closest[1 + k];
        square += velocity[k] * velocity[k];
        half += velocity[k] * d;
        apart += d * d;
      }
      const nearest = square > 0 ? time - half / square : time;
      const discriminant = half * half - square * (apart - radii * radii);
      const spread = square > 0 && discriminant > 0 ? Math.sqrt(discriminant) / square : 0;
      const enters = nearest - spread;
      const leaves = nearest + spread;
      const touches = Math.abs(closest[0]) <= tolerance;
      // Condition 1: in contact at the start and separating.
      if (touches && time <= SAME_TIME && leaves <= SAME_TIME) return Infinity;
      // In contact; Condition 2: but not at the time when they separate, which is the end of a tunnel.
      if (touches && !(Math.abs(leaves - time) <= SAME_TIME && enters < time - SAME_TIME)) return time;
      const isReal = discriminant >= 0;
      const next = isReal && leaves < 0 ? 0 : Math.min(1, Math.max(0, isReal ? enters : nearest));
      // Condition 3: the time does not change and they are apart; an overlap from the start is contact at time 0.
      if (Math.abs(next - time) <= SAME_TIME) return closest[0] <= tolerance ? time : Infinity;
      time = next;
    }
    this.circles++;
    return Number.NaN;
  }

  /** Adds `sign` times the velocity of the ball closest[at…] of a primitive, whose corners are at `posed`, to the velocity. */
  #addVelocity({ displacements }: PrimitiveMotion, count: number, posed: Float64Array, at: number, sign: number): void {
    const closest = this.#closest;
    // Its weights, from centre and radius together: the nearest position in the plane of the corners, in four dimensions.
    let uu = 0;
    let uv = 0;
    let vv = 0;
    let wu = 0;
    let wv = 0;
    for (let k = 0; k < 4; k++) {
      const u = count > 1 ? posed[BALL + k] - posed[k] : 0;
      const v = count > 2 ? posed[2 * BALL + k] - posed[k] : 0;
      const w = closest[at + k] - posed[k];
      uu += u * u;
      uv += u * v;
      vv += v * v;
      wu += w * u;
      wv += w * v;
    }
    const det = uu * vv - uv * uv;
    const s = det > 0 ? (wu * vv - wv * uv) / det : uu >= vv ? (uu > 0 ? wu / uu : 0) : 0;
    const t = det > 0 ? (wv * uu - wu * uv) / det : uu >= vv ? 0 : wv / vv;
    for (let k = 0; k < 3; k++) {
      const first = displacements[k];
      const second = count > 1 ? displacements[3 + k] : first;
      const third = count > 2 ? displacements[6 + k] : first;
      this.#velocity[k] += sign * (first + s * (second - first) + t * (third - first));
    }
  }
}

function emptyPrimitive(count: number): PrimitiveMotion {
  return { balls: new Float64Array(BALL * count), displacements: new Float64Array(3 * count) };
}

/** Copies one or two balls of a primitive. */
function takeBalls(from: PrimitiveMotion, first: number, second: number, to: PrimitiveMotion): void {
  for (let k = 0; k < to.balls.length; k++) {
    to.balls[k] = from.balls[BALL * (k < BALL ? first : second) + (k % BALL)];
  }
  for (let k = 0; k < to.displacements.length; k++)
    to.displacements[k] = from.displacements[3 * (k < 3 ? first : second) + (k % 3)];
}
