import type { Mesh, Pose } from 'nearmiss';

/** Least and greatest corner of a box along the axes: x, y, z, x, y, z. See {@link ClashElement}. */
export type Box = readonly number[];

/** One thing that can clash: a node of glTF, a product of IFC, or a whole file. See {@link Assembly}. */
export interface ClashElement {
  /** The name of its file in the set. */
  readonly model: string;
  readonly id: string;
  readonly name: string;
  /** The IFC class, for example `IfcWall`. */
  readonly class?: string | undefined;
  /** The storey that contains it. */
  readonly storey?: string | undefined;
  /** What it is a part of: elements with the same text have the same parent. */
  readonly parent: string;
  /** The groups it belongs to: assemblies, groups and systems of IFC, a branch of a glTF file's tree. */
  readonly groups?: readonly string[] | undefined;
  /** What a clash's id is made of: an id that stays when the file is exported again. */
  readonly stableId: string;
  /** Number of its shape in {@link Assembly}. */
  readonly shape: number;
  readonly pose: Pose;
  /** A box around it in the world. */
  readonly box: Box;
  /** How far each of its coordinates can be from what was meant, see docs/reference/command-line-and-batch.md. */
  readonly quantum: number;
}

/** A mesh that one or more elements have, in their own coordinates. See {@link Assembly}. */
export interface ClashShape {
  readonly mesh: Mesh;
  /** SHA-256 of the mesh. */
  readonly hash: string;
}

/** The files of a set: all their elements, in the order of the set and of the files. See {@link AssemblyBuilder}. */
export interface Assembly {
  readonly elements: readonly ClashElement[];
  readonly shapes: readonly ClashShape[];
  readonly warnings: readonly string[];
}
