import type { MeshFile } from '@nearmiss/io';
import { loadMesh } from '@nearmiss/io/node';
import { makeShape } from 'nearmiss';

const SHAPE = 'shape:';

/** What a word of the command line names: behind `shape:` a generated shape, otherwise a file. */
export async function readMeshArgument(word: string): Promise<MeshFile> {
  if (!word.startsWith(SHAPE)) return loadMesh(word);
  const mesh = makeShape(word.slice(SHAPE.length));
  return { mesh, parts: [{ name: word, firstTriangle: 0, triangleCount: mesh.triangleCount }], warnings: [] };
}
