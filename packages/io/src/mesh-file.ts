import type { Mesh } from 'nearmiss';

/** A named stretch of a mesh's triangles: an OBJ object or group, an STL solid, a glTF node. See {@link MeshFile}. */
export interface MeshPart {
  readonly name: string;
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** What a reader left out or took with a grain of salt. See {@link ReadWarning}. */
export type ReadWarningCode =
  /** Polygons with fewer than three corners, dropped. */
  | 'short-polygon'
  /** Polygons that cross themselves or lie in no plane near theirs; their triangles overlap or fold. */
  | 'crossing-polygon'
  /** Parts of the file that bear on its shape and are not read: curves, skins, unknown statements. */
  | 'ignored'
  /** A count in the file that disagrees with what is there. */
  | 'wrong-count'
  /** Bytes behind the end of what the format describes. */
  | 'trailing-bytes';

/** What a reader left out, or took with reserve. See {@link MeshFile}. */
export interface ReadWarning {
  readonly code: ReadWarningCode;
  readonly message: string;
  /** Where it was first met: `line 12`, `byte 84`, `/nodes/3`. */
  readonly location: string;
  /** How often. */
  readonly count: number;
}

/** A file that was read: everything in it as one mesh, in the order of the file. See {@link readMesh}. */
export interface MeshFile {
  readonly mesh: Mesh;
  /** Where the parts of the file lie in the mesh; every triangle belongs to exactly one. */
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
