// The tree of moving frames. A joint of several values is a row of frames with one value each: planar x, y and a turn; floating x, y, z, yaw,
// pitch and roll, in this order from the parent. Fixed joints make no frame: links hang on the next moving frame above them.

import { NearmissError } from 'nearmiss';
import type { JointDescription, RobotDescription, Transform } from '../description/robot-description.ts';
import { multiplyTransforms, TRANSFORM } from './rotation.ts';

/** What a frame does with its value. */
const STILL = 0;
export const REVOLUTE = 1;
export const PRISMATIC = 2;

/** A value that a configuration has: one of each joint with one value that mimics no other, several of planar and floating joints. See {@link Robot}. */
export interface JointVariable {
  /**
   * The joint's name; with several values followed by `/x`, `/y`, `/z`, `/theta`, `/roll`, `/pitch` or `/yaw`. Where the axis of a planar joint
   * is z, its x and y are those of the joint's frame; `Robot.linkPose` shows them for any other.
   */
  readonly name: string;
  readonly joint: string;
  /** Radians or metres; infinite where there is no limit. */
  readonly lower: number;
  readonly upper: number;
}

/** Frames are in order from the root: a parent has a smaller number. Frame 0 is the root link's, which does not move. */
export interface KinematicTree {
  readonly variables: readonly JointVariable[];
  readonly frameCount: number;
  readonly parents: Int32Array;
  readonly kinds: Uint8Array;
  /** Seven numbers each: the frame in its parent, where its value is 0. */
  readonly offsets: Float64Array;
  /** Three numbers each: the axis in the frame. */
  readonly axes: Float64Array;
  /** The value of a frame is multiplier · variable + shift. */
  readonly variableOf: Int32Array;
  readonly multipliers: Float64Array;
  readonly shifts: Float64Array;
  /** By links, in the order of the description: their frames, and where they are in them, seven numbers each. */
  readonly linkFrames: Int32Array;
  readonly linkOffsets: Float64Array;
  /** Fixed joints are multiplied into offsets, by rounded operations: how many there are. */
  readonly fixedCount: number;
  /** The offsets of all joints together, fixed ones too: |x| + |y| + |z|. */
  readonly jointLength: number;
}

interface FrameRow {
  readonly parent: number;
  readonly kind: number;
  readonly offset: Float64Array;
  readonly axis: readonly number[];
  readonly variable: number;
  readonly multiplier: number;
  readonly shift: number;
}

const IDENTITY: readonly number[] = [0, 0, 0, 0, 0, 0, 1];
const NO_AXIS: readonly number[] = [0, 0, 0];
const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

export function kinematicTree(robot: RobotDescription): KinematicTree {
  requireUnits(robot);
  const variables: JointVariable[] = [];
  const rows: FrameRow[] = [stillRow()];
  const frameOf = new Map<string, { readonly frame: number; readonly offset: Float64Array }>();
  frameOf.set(robot.root, { frame: 0, offset: Float64Array.from(IDENTITY) });
  const below = new Map<string, JointDescription[]>(robot.links.map(({ name }) => [name, []]));
  for (const joint of robot.joints) below.get(joint.parent)?.push(joint);
  const numberOf = variableNumbers(robot.joints, variables);
  requireNames(variables);
  const queue = [robot.root];
  for (let link = queue.shift(); link !== undefined; link = queue.shift()) {
    const at = frameOf.get(link);
    if (at === undefined) continue;
    for (const joint of below.get(link) ?? []) {
      const offset = new Float64Array(TRANSFORM);
      multiplyTransforms(at.offset, 0, transformNumbers(joint.origin), 0, offset, 0);
      const added = framesOf(joint, at.frame, offset, numberOf, rows.length);
      rows.push(...added);
      const isFixed = added.length === 0;
      frameOf.set(joint.child, {
        frame: isFixed ? at.frame : rows.length - 1,
        offset: isFixed ? offset : Float64Array.from(IDENTITY),
      });
      queue.push(joint.child);
    }
  }
  return assemble(robot, variables, rows, frameOf);
}

/** A joint may be called as a value of a planar or floating one is. */
function requireNames(variables: readonly JointVariable[]): void {
  const jointOf = new Map<string, string>();
  for (const { name, joint } of variables) {
    const other = jointOf.get(name);
    if (other !== undefined) {
      throw new NearmissError('robot/bad-urdf', `Joints "${other}" and "${joint}" both have a value "${name}".`);
    }
    jointOf.set(name, joint);
  }
}

/** |length² − 1| of what is unit to rounding. Dimensionless. */
const UNIT_ERROR: number = 2 ** -46;

/** Descriptions may be made by hand: a proof needs axes and rotations that are unit. */
function requireUnits({ links, joints }: RobotDescription): void {
  const requireUnit = (numbers: readonly number[], what: string): void => {
    const square = numbers.reduce((sum, x) => sum + x * x, 0);
    if (Math.abs(square - 1) <= UNIT_ERROR) return;
    throw new NearmissError('robot/bad-urdf', `${what} has the length ${Math.sqrt(square)}; it is a unit vector.`);
  };
  for (const { name, axis, origin } of joints) {
    requireUnit(axis, `The axis of joint "${name}"`);
    requireUnit(origin.rotation, `The rotation of joint "${name}"`);
  }
  for (const { name, collisions } of links) {
    for (const { origin } of collisions)
      requireUnit(origin.rotation, `The rotation of a collision element of link "${name}"`);
  }
}

function assemble(
  robot: RobotDescription,
  variables: readonly JointVariable[],
  rows: readonly FrameRow[],
  frameOf: ReadonlyMap<string, { readonly frame: number; readonly offset: Float64Array }>,
): KinematicTree {
  const links = robot.links.map(({ name }) => frameOf.get(name) ?? { frame: 0, offset: Float64Array.from(IDENTITY) });
  return {
    variables,
    frameCount: rows.length,
    parents: Int32Array.from(rows, ({ parent }) => parent),
    kinds: Uint8Array.from(rows, ({ kind }) => kind),
    offsets: Float64Array.from(rows.flatMap(({ offset }) => [...offset])),
    axes: Float64Array.from(rows.flatMap(({ axis }) => [...axis])),
    variableOf: Int32Array.from(rows, ({ variable }) => variable),
    multipliers: Float64Array.from(rows, ({ multiplier }) => multiplier),
    shifts: Float64Array.from(rows, ({ shift }) => shift),
    linkFrames: Int32Array.from(links, ({ frame }) => frame),
    linkOffsets: Float64Array.from(links.flatMap(({ offset }) => [...offset])),
    fixedCount: robot.joints.filter(({ kind }) => kind === 'fixed').length,
    jointLength: robot.joints.reduce((sum, { origin: { position } }) => {
      const [x, y, z] = position;
      return sum + Math.abs(x) + Math.abs(y) + Math.abs(z);
    }, 0),
  };
}

function stillRow(): FrameRow {
  return {
    ...{ parent: -1, kind: STILL, offset: Float64Array.from(IDENTITY), axis: NO_AXIS },
    ...{ variable: -1, multiplier: 0, shift: 0 },
  };
}

export function transformNumbers({ position, rotation }: Transform): Float64Array {
  return Float64Array.of(...position, ...rotation);
}

interface Follower {
  readonly variable: number;
  readonly multiplier: number;
  readonly shift: number;
}

/** Which variable moves a joint with one value, how; adds the variables. */
function variableNumbers(joints: readonly JointDescription[], variables: JointVariable[]): Map<string, Follower> {
  const followers = new Map<string, Follower>();
  const add = (name: string, joint: string, lower: number, upper: number): void => {
    followers.set(name, { variable: variables.length, multiplier: 1, shift: 0 });
    variables.push({ name, joint, lower, upper });
  };
  for (const { name, kind, lower, upper, mimic } of joints) {
    if (kind === 'fixed' || mimic !== null) continue;
    if (kind === 'planar') for (const part of ['x', 'y', 'theta']) add(`${name}/${part}`, name, -Infinity, Infinity);
    else if (kind === 'floating') {
      for (const part of ['x', 'y', 'z', 'roll', 'pitch', 'yaw']) add(`${name}/${part}`, name, -Infinity, Infinity);
    } else add(name, name, lower, upper);
  }
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  for (const joint of joints) {
    if (joint.mimic === null) continue;
    // value = multiplier · (the other's value) + offset, along the whole row of joints that mimic each other.
    let multiplier = 1;
    let shift = 0;
    let at: JointDescription | undefined = joint;
    while (at !== undefined && at.mimic !== null) {
      shift += multiplier * at.mimic.offset;
      multiplier *= at.mimic.multiplier;
      at = byName.get(at.mimic.joint);
    }
    const variable = followers.get(at?.name ?? '')?.variable ?? -1;
    followers.set(joint.name, { variable, multiplier: variable < 0 ? 0 : multiplier, shift });
  }
  return followers;
}

/** The frames of a joint, the first below `parent`; none of a fixed joint. `next` is the number of the first. */
function framesOf(
  joint: JointDescription,
  parent: number,
  offset: Float64Array,
  followers: ReadonlyMap<string, Follower>,
  next: number,
): FrameRow[] {
  const { name, kind, axis } = joint;
  const parts: [string, number, readonly number[]][] = [];
  if (kind === 'planar') {
    const [u, v] = planeOf(axis);
    parts.push([`${name}/x`, PRISMATIC, u], [`${name}/y`, PRISMATIC, v], [`${name}/theta`, REVOLUTE, axis]);
  } else if (kind === 'floating') {
    parts.push([`${name}/x`, PRISMATIC, AXES.x], [`${name}/y`, PRISMATIC, AXES.y], [`${name}/z`, PRISMATIC, AXES.z]);
    parts.push(
      [`${name}/yaw`, REVOLUTE, AXES.z],
      [`${name}/pitch`, REVOLUTE, AXES.y],
      [`${name}/roll`, REVOLUTE, AXES.x],
    );
  } else if (kind !== 'fixed') parts.push([name, kind === 'prismatic' ? PRISMATIC : REVOLUTE, axis]);
  return parts.map(([variable, motion, direction], k) => ({
    parent: k === 0 ? parent : next + k - 1,
    kind: motion,
    offset: k === 0 ? offset : Float64Array.from(IDENTITY),
    axis: direction,
    ...(followers.get(variable) ?? { variable: -1, multiplier: 0, shift: 0 }),
  }));
}

/** Two unit vectors that are orthogonal to the axis and to each other; for the z axis x and y. */
function planeOf([x, y, z]: readonly [number, number, number]): [number[], number[]] {
  if (Math.abs(z) >= 1)
    return [
      [1, 0, 0],
      [0, z, 0],
    ];
  const [hx, hy, hz] = Math.abs(x) < Math.abs(y) ? [1, 0, 0] : [0, 1, 0];
  const along = hx * x + hy * y + hz * z;
  const u = [hx - along * x, hy - along * y, hz - along * z];
  const length = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const [ux, uy, uz] = [u[0] / length, u[1] / length, u[2] / length];
  return [
    [ux, uy, uz],
    [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux],
  ];
}
