import { Mesh } from 'nearmiss';
import type { MeshFile, MeshPart, Warnings } from './mesh-file.ts';
import type { PolygonList } from './polygon/polygon-list.ts';
import { refuse } from './refuse.ts';

/** The last step of every reader of polygons: splits them and makes the mesh. */
export function makeFile(positions: Float64Array, polygons: PolygonList, warnings: Warnings): MeshFile {
  const { triangles, parts } = polygons.split(positions, warnings);
  return makeTriangleFile(positions, triangles, parts, warnings);
}

/** The same where the file has nothing but triangles. */
export function makeTriangleFile(
  positions: Float64Array,
  triangles: Uint32Array,
  parts: readonly MeshPart[],
  warnings: Warnings,
): MeshFile {
  if (triangles.length === 0) refuse('mesh/empty', 'whole file', 'The file holds no triangles.');
  return { mesh: new Mesh(positions, triangles), parts, warnings: warnings.list() };
}
