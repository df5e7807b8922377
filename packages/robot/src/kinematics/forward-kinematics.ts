// Forward kinematics: where the frames of a tree are. Plain loops from the root; nothing is allocated.

import { sinCos } from 'nearmiss/bodies';
import { type KinematicTree, PRISMATIC, REVOLUTE } from './kinematic-tree.ts';
import { multiplyRotations, multiplyTransforms, rotate, TRANSFORM } from './rotation.ts';

/** The frames of a tree in one configuration. */
export class FrameState {
  readonly tree: KinematicTree;
  /** Seven numbers a frame: in the root link's frame. */
  readonly poses: Float64Array;
  /** Three numbers a frame: the joint's axis and a point of it, where the robot is. */
  readonly axes: Float64Array;
  readonly origins: Float64Array;
  readonly #turned: Float64Array = new Float64Array(TRANSFORM);
  readonly #spin: Float64Array = new Float64Array(4);
  readonly #sinCos: Float64Array = new Float64Array(2);

  constructor(tree: KinematicTree) {
    this.tree = tree;
    this.poses = new Float64Array(TRANSFORM * tree.frameCount);
    this.poses[6] = 1;
    this.axes = new Float64Array(3 * tree.frameCount);
    this.origins = new Float64Array(3 * tree.frameCount);
  }

  /** Puts the frames where the values of the variables are. */
  update(values: Float64Array): void {
    const { tree, poses } = this;
    for (let f = 1; f < tree.frameCount; f++) {
      const at = TRANSFORM * f;
      multiplyTransforms(poses, TRANSFORM * tree.parents[f], tree.offsets, at, poses, at);
      rotate(poses, at + 3, tree.axes, 3 * f, this.axes, 3 * f);
      this.origins[3 * f] = poses[at];
      this.origins[3 * f + 1] = poses[at + 1];
      this.origins[3 * f + 2] = poses[at + 2];
      const variable = tree.variableOf[f];
      const value = (variable < 0 ? 0 : tree.multipliers[f] * values[variable]) + tree.shifts[f];
      if (tree.kinds[f] === REVOLUTE) this.#turn(f, value);
      else if (tree.kinds[f] === PRISMATIC) {
        for (let c = 0; c < 3; c++) poses[at + c] += value * this.axes[3 * f + c];
      }
    }
  }

  #turn(f: number, angle: number): void {
    const { axes } = this.tree;
    const spin = this.#spin;
    const turned = this.#turned;
    sinCos(angle / 2, this.#sinCos);
    const sine = this.#sinCos[0];
    spin[0] = sine * axes[3 * f];
    spin[1] = sine * axes[3 * f + 1];
    spin[2] = sine * axes[3 * f + 2];
    spin[3] = this.#sinCos[1];
    const at = TRANSFORM * f + 3;
    multiplyRotations(this.poses, at, spin, 0, turned, 0);
    for (let c = 0; c < 4; c++) this.poses[at + c] = turned[c];
  }
}
