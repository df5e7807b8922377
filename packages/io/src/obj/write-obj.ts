import type { Mesh } from 'nearmiss';
import type { MeshPart } from '../mesh-file.ts';
import { soundMesh } from '../sound-mesh.ts';
import { TextBuilder } from '../text/text-builder.ts';

/** Options of {@link writeObj}. */
export interface WriteObjOptions {
  /** Parts to name in the file, in order and without gaps, as a reader returns them. */
  readonly parts?: readonly MeshPart[] | undefined;
}

/**
 * An OBJ file that reads back as the same mesh, bit for bit.
 *
 * @example
 * console.log(parseObj(writeObj(box())).mesh.triangleCount); // 12
 */
export function writeObj(mesh: Mesh, options: WriteObjOptions = {}): Uint8Array {
  const { positions, triangles } = soundMesh(mesh);
  const text = new TextBuilder();
  for (let k = 0; k < positions.length; k += 3) text.line('v', positions[k], positions[k + 1], positions[k + 2]);
  const parts = options.parts ?? [];
  for (let k = 0, next = 0; k < triangles.length; k += 3) {
    for (; next < parts.length && 3 * parts[next].firstTriangle <= k; next++) text.named('o', parts[next].name);
    text.line('f', triangles[k] + 1, triangles[k + 1] + 1, triangles[k + 2] + 1);
  }
  return text.bytes();
}
