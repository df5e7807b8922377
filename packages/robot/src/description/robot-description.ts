// What URDF and SRDF say of a robot, as plain data.

/** A rigid transform: metres, and a unit quaternion x, y, z, w. See {@link JointDescription}. */
export interface Transform {
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
}

/** The shape of a collision element, in metres. Cylinders and capsules are along z. See {@link CollisionElement}. */
export type CollisionGeometry =
  | { readonly kind: 'mesh'; readonly file: string; readonly scale: readonly [number, number, number] }
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | { readonly kind: 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'sphere'; readonly radius: number };

/** One of the collision elements of a link. See {@link LinkDescription}. */
export interface CollisionElement {
  readonly origin: Transform;
  readonly geometry: CollisionGeometry;
  /** The line of the file. */
  readonly line: number;
}

/** A link. See {@link RobotDescription}. */
export interface LinkDescription {
  readonly name: string;
  readonly collisions: readonly CollisionElement[];
}

/** Kinds of joints. See {@link JointDescription}. */
export type JointKind = 'revolute' | 'continuous' | 'prismatic' | 'fixed' | 'planar' | 'floating';

/** A joint. See {@link RobotDescription}. */
export interface JointDescription {
  readonly name: string;
  readonly kind: JointKind;
  readonly parent: string;
  readonly child: string;
  /** The joint's frame in the parent's, where all values are 0. */
  readonly origin: Transform;
  /** Unit vector in the joint's frame. */
  readonly axis: readonly [number, number, number];
  /** Least and greatest value of a revolute or prismatic joint; else infinite. */
  readonly lower: number;
  readonly upper: number;
  /** The greatest speed that the file states, in radians or metres a second; null where it has none. */
  readonly velocity: number | null;
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | null;
}

/** A robot as its URDF describes it: a tree of links. See {@link readUrdf}. */
export interface RobotDescription {
  readonly name: string;
  /** The link that is no joint's child. */
  readonly root: string;
  readonly links: readonly LinkDescription[];
  readonly joints: readonly JointDescription[];
}

/** A group of links and joints of an SRDF. See {@link SemanticDescription}. */
export interface LinkGroup {
  readonly name: string;
  readonly links: readonly string[];
  readonly joints: readonly string[];
}

/** What an SRDF adds. See {@link readSrdf}. */
export interface SemanticDescription {
  /** Pairs of links whose contacts do not count. */
  readonly disabledPairs: readonly (readonly [string, string])[];
  readonly groups: readonly LinkGroup[];
}
