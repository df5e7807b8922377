// How fast the points of a body move, on an interval of time about its middle: proven bounds, tight along the chain of joints.
//
// The velocity of a point p, in a frame above the chain, is the sum over its joints of q̇ u, with u = a × (p − o) for a revolute joint of
// axis a through o, and u = a for a prismatic one (Schwarzer, Saha, Latombe 2002 bound |u| by the length of the arm). The acceleration is
//
//     p̈ = Σ q̈ⱼ uⱼ + Σ q̇ⱼ² aⱼ × uⱼ + 2 Σ q̇ᵢ q̇ⱼ aᵢ × uⱼ     over i nearer to the base than j, aᵢ and aⱼ of revolute joints alone,
//
// so |p̈| ≤ Σ |q̈ⱼ| Dⱼ + Σ |q̇ⱼ| Dⱼ (|q̇ⱼ| + 2 Σ |q̇ᵢ|), where Dⱼ ≥ |uⱼ| on the whole interval. Dⱼ is the distance of the body from the axis at the
// middle of the interval, and what the joints beyond j can add within half of it: one pass from the tip to the base has all sums.
//
// Rounding: with E the error bound of a gap (pose-error.ts), a lever and the velocity by it are off by 1.5 E, as axis, origin and centre are. The
// turn of a body about its centre, and the support mappings that it tilts, are off by as much less. So a joint that turns by φ within
// half the interval adds less than 3 φ E. The axis of a prismatic joint is off by less than E in parts of all lengths: it
// adds less than that part of what it moves by, and less than E.

import { PRISMATIC, REVOLUTE } from '../kinematics/kinematic-tree.ts';
import type { JointPath } from '../path/joint-path.ts';
import { type ValueBounds, writePolynomialErrors } from './pose-error.ts';
import type { SceneState } from './scene-state.ts';

/** A part by which bounds are enlarged for rounding. Dimensionless. */
const GROWN: number = 1 + 2 ** -44;

/** Bounds of one body. */
export class MotionBound {
  /** No point is faster on the interval. */
  speed = 0;
  /** No point has a greater acceleration on the interval; infinite where velocities are not known. */
  acceleration = 0;
  /** Velocity of the centre, and angular velocity, in the middle of the interval. */
  readonly velocity: Float64Array = new Float64Array(3);
  readonly spin: Float64Array = new Float64Array(3);
  /** By how many error bounds of poses the motion within half the interval is off. */
  slips = 0;
}

/** Joint speeds on an interval of a path, and the bounds that follow from them. */
export class IntervalMotion {
  readonly #state: SceneState;
  #path: JointPath | null = null;
  readonly #values: Float64Array;
  readonly #rates: Float64Array;
  readonly #speeds: Float64Array;
  readonly #accelerations: Float64Array;
  readonly #valueBounds: ValueBounds;
  /** By frames. */
  readonly #frameRate: Float64Array;
  readonly #frameSpeed: Float64Array;
  readonly #frameAcceleration: Float64Array;
  readonly #frameLength: Float64Array;
  /** Half the length of the interval. */
  half = 0;
  middle = 0;

  constructor(state: SceneState) {
    this.#state = state;
    const { frameCount, variables } = state.frames.tree;
    this.#values = new Float64Array(variables.length);
    this.#rates = new Float64Array(variables.length);
    this.#speeds = new Float64Array(variables.length);
    this.#accelerations = new Float64Array(variables.length);
    this.#valueBounds = { largest: new Float64Array(variables.length), errors: new Float64Array(variables.length) };
    this.#frameRate = new Float64Array(frameCount);
    this.#frameSpeed = new Float64Array(frameCount);
    this.#frameAcceleration = new Float64Array(frameCount);
    this.#frameLength = new Float64Array(frameCount);
  }

  /** Takes a path: all intervals that follow are of it. */
  follow(path: JointPath): void {
    this.#path = path;
  }

  /** What bounds the values of a path, until it is asked of another one. Those of a function are what it gives. */
  valueBounds(path: JointPath): ValueBounds {
    const { largest, errors } = this.#valueBounds;
    largest.fill(0);
    for (let segment = 0; segment + 1 < path.breaks.length; segment++) {
      const from = path.breaks[segment];
      const to = path.breaks[segment + 1];
      path.write(segment, from + (to - from) / 2, this.#values, this.#rates);
      path.writeBounds(segment, from, to, this.#speeds, this.#accelerations);
      for (let v = 0; v < path.size; v++) {
        largest[v] = Math.max(largest[v], Math.abs(this.#values[v]) + (this.#speeds[v] * (to - from)) / 2);
      }
    }
    if (path.polynomials === null) errors.fill(0);
    else writePolynomialErrors(path.polynomials, errors);
    return this.#valueBounds;
  }

  /** Puts the bodies where they are in the middle of an interval of a segment of the path, and takes the joints' speeds on it. */
  enter(segment: number, from: number, to: number): void {
    const middle = from + (to - from) / 2;
    this.middle = middle;
    this.half = Math.max(middle - from, to - middle) * GROWN;
    this.#path?.write(segment, middle, this.#values, this.#rates);
    this.#path?.writeBounds(segment, from, to, this.#speeds, this.#accelerations);
    this.#state.update(this.#values, middle);
    const { tree } = this.#state.frames;
    for (let f = 1; f < tree.frameCount; f++) {
      const variable = tree.variableOf[f];
      const factor = tree.multipliers[f];
      const isMoved = variable >= 0 && factor !== 0;
      this.#frameRate[f] = isMoved ? factor * this.#rates[variable] : 0;
      this.#frameSpeed[f] = isMoved ? Math.abs(factor) * this.#speeds[variable] : 0;
      this.#frameAcceleration[f] = isMoved ? Math.abs(factor) * this.#accelerations[variable] : 0;
      const { offsets } = tree;
      const at = 7 * f;
      const length = Math.sqrt(
        offsets[at] * offsets[at] + offsets[at + 1] * offsets[at + 1] + offsets[at + 2] * offsets[at + 2],
      );
      this.#frameLength[f] = length;
      if (tree.kinds[f] !== PRISMATIC) continue;
      const value = isMoved ? Math.abs(factor * this.#values[variable]) : 0;
      this.#frameLength[f] += Math.abs(tree.shifts[f]) + value + this.half * this.#frameSpeed[f];
    }
  }

  /** Writes the bounds of a body against the frame `common`, which counts as standing still. */
  bound(body: number, common: number, out: MotionBound): void {
    const { bodies, centres, frames } = this.#state;
    const { frame, shape, offset, motion } = bodies[body];
    const { tree, axes, origins } = frames;
    const { velocity, spin } = out;
    velocity.fill(0);
    spin.fill(0);
    const cx = centres[3 * body];
    const cy = centres[3 * body + 1];
    const cz = centres[3 * body + 2];
    // From the origin of the frame that is being passed, no point of the body is farther.
    let reach = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]) + shapeReach(shape);
    let speed = 0;
    let acceleration = 0;
    let turned = 0;
    let slid = 0;
    for (let f = frame; f !== common; f = tree.parents[f]) {
      const fast = this.#frameSpeed[f];
      const k = 3 * f;
      if (fast > 0) {
        const rate = this.#frameRate[f];
        const ax = axes[k];
        const ay = axes[k + 1];
        const az = axes[k + 2];
        let lever = 1;
        if (tree.kinds[f] === REVOLUTE) {
          const rx = cx - origins[k];
          const ry = cy - origins[k + 1];
          const rz = cz - origins[k + 2];
          const ux = ay * rz - az * ry;
          const uy = az * rx - ax * rz;
          const uz = ax * ry - ay * rx;
          lever = Math.min(Math.sqrt(ux * ux + uy * uy + uz * uz) + shape.radius + this.half * speed, reach) * GROWN;
          velocity[0] += rate * ux;
          velocity[1] += rate * uy;
          velocity[2] += rate * uz;
          spin[0] += rate * ax;
          spin[1] += rate * ay;
          spin[2] += rate * az;
          acceleration += fast * (2 * speed + fast * lever);
          turned += fast;
        } else {
          slid += Math.min(1, (this.half * fast) / reach);
          velocity[0] += rate * ax;
          velocity[1] += rate * ay;
          velocity[2] += rate * az;
        }
        acceleration += this.#frameAcceleration[f] * lever;
        speed += fast * lever;
      }
      reach += this.#frameLength[f];
    }
    if (motion !== null) {
      speed = motion.speed + motion.angularSpeed * shapeReach(shape);
      acceleration = speed > 0 ? Infinity : 0;
    }
    out.speed = speed * GROWN;
    out.acceleration = acceleration * GROWN;
    out.slips = 3 * this.half * turned + slid;
  }
}

/** No point of a shape is farther from the origin of its model. */
function shapeReach({ centre, radius }: { readonly centre: Float64Array; readonly radius: number }): number {
  return Math.sqrt(centre[0] * centre[0] + centre[1] * centre[1] + centre[2] * centre[2]) + radius;
}
