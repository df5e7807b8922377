import type { MeshFile } from '@nearmiss/io';
import type { Mesh } from 'nearmiss';
import { checkMesh, type MeshReport } from 'nearmiss/mesh';

type Triple = [number, number, number];

/** What a file holds and what is odd about it; `name` is what the user called it. */
export interface FileReport extends Omit<MeshReport, 'where'> {
  readonly mesh: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly parts: number;
  readonly partList: readonly { readonly name: string; readonly triangles: number }[];
  readonly boundingBox: { readonly min: Triple; readonly max: Triple; readonly size: Triple };
  readonly warnings: MeshFile['warnings'];
}

export function reportFile(name: string, { mesh, parts, warnings }: MeshFile): FileReport {
  const { where: _where, ...report } = checkMesh(mesh);
  const { vertexCount: vertices, triangleCount: triangles } = mesh;
  const partList = parts.map((part) => ({ name: part.name, triangles: part.triangleCount }));
  const counts = { mesh: name, vertices, triangles, parts: parts.length };
  return { ...counts, partList, boundingBox: boxOf(mesh), ...report, warnings };
}

/** The box around the vertices that faces use. */
function boxOf({ positions, triangles }: Mesh): { min: Triple; max: Triple; size: Triple } {
  const min: Triple = [Infinity, Infinity, Infinity];
  const max: Triple = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * vertex + k] ?? 0;
      min[k] = Math.min(min[k] ?? x, x);
      max[k] = Math.max(max[k] ?? x, x);
    }
  }
  return { min, max, size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] };
}
