import type { Mesh } from 'nearmiss';

/** A named range of a mesh's triangles: an OBJ object or group, an STL solid, a glTF node. See {@link MeshFile}. */
export interface MeshPart {
  readonly name: string;
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** The kinds of warnings of a reader. See {@link ReadWarning}. */
export type ReadWarningCode =
  /** Polygons with fewer than three corners, dropped. */
  | 'short-polygon'
  /** Polygons that cross themselves or are far from planar; their triangles overlap or fold. */
  | 'crossing-polygon'
  /** Parts of the file that affect its shape and are not read: curves, skins, unknown statements. */
  | 'ignored'
  /** A count in the file that disagrees with its content. */
  | 'wrong-count'
  /** Bytes after the end of the format's data. */
  | 'trailing-bytes';

/** Something that a reader left out or read with reservations. See {@link MeshFile}. */
export interface ReadWarning {
  readonly code: ReadWarningCode;
  readonly message: string;
  /** Its first position: `line 12`, `byte 84`, `/nodes/3`. */
  readonly location: string;
  /** How often. */
  readonly count: number;
}

/** A file that was read: everything in it as one mesh, in the order of the file. See {@link readMesh}. */
export interface MeshFile {
  readonly mesh: Mesh;
  /** The ranges of the parts in the mesh; every triangle belongs to exactly one. */
  readonly parts: readonly MeshPart[];
  readonly warnings: readonly ReadWarning[];
}

/** Gathers warnings, one for each code and message. */
export class Warnings {
  readonly #byMessage = new Map<string, { code: ReadWarningCode; message: string; location: string; count: number }>();

  add(code: ReadWarningCode, location: string, message: string, count = 1): void {
    const known = this.#byMessage.get(message);
    if (known === undefined) this.#byMessage.set(message, { code, message, location, count });
    else known.count += count;
  }

  list(): ReadWarning[] {
    return [...this.#byMessage.values()];
  }
}
