import type { Mesh } from 'nearmiss';
import { soundMesh } from '../sound-mesh.ts';
import { TextBuilder } from '../text/text-builder.ts';

/**
 * An OFF file that reads back as the same mesh, bit for bit.
 *
 * @example
 * console.log(parseOff(writeOff(box())).mesh.triangleCount); // 12
 */
export function writeOff(mesh: Mesh): Uint8Array {
  const { positions, triangles, vertexCount, triangleCount } = soundMesh(mesh);
  const text = new TextBuilder();
  text.raw('OFF');
  // The last number is that of the edges, which readers pass over.
  text.line('', vertexCount, triangleCount, 0);
  for (let k = 0; k < positions.length; k += 3) text.line('', positions[k], positions[k + 1], positions[k + 2]);
  for (let k = 0; k < triangles.length; k += 3) text.line('3', triangles[k], triangles[k + 1], triangles[k + 2]);
  return text.bytes();
}
