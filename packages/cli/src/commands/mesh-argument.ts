import { basename } from 'node:path';
import type { MeshFile } from '@nearmiss/io';
import { loadMesh } from '@nearmiss/io/node';
import { Model, makeConvex, makeShape, NearmissError } from 'nearmiss';
import { inFile } from '../in-file.ts';
import { showBusy } from '../terminal/busy.ts';
import { UsageError } from '../usage.ts';

const SHAPE = 'shape:';
const CONVEX = 'convex:';

export function isShape(word: string): boolean {
  return word.startsWith(SHAPE);
}

/** What a word of the command line names: behind `shape:` a generated shape, otherwise a file. */
export async function readMeshArgument(word: string): Promise<MeshFile> {
  if (word.startsWith(CONVEX)) {
    throw new UsageError(`"${word}" has no triangles; collide, distance, penetration and toc take such bodies.`);
  }
  showBusy(`reading ${basename(word)}`);
  if (!isShape(word)) {
    return loadMesh(word).catch((error: unknown) => {
      // What is wrong in a file does not name it; that it cannot be opened does.
      throw error instanceof NearmissError && error.message.includes(word) ? error : inFile(error, word, word);
    });
  }
  const mesh = makeShape(word.slice(SHAPE.length));
  return { mesh, parts: [{ name: word, firstTriangle: 0, triangleCount: mesh.triangleCount }], warnings: [] };
}

/** The model of what a word names: behind `convex:` an exact convex shape, otherwise a mesh. */
export async function readModelArgument(word: string): Promise<Model> {
  if (word.startsWith(CONVEX)) return makeConvex(word.slice(CONVEX.length));
  const { mesh } = await readMeshArgument(word);
  showBusy(`building ${basename(word)}`);
  return Model.build(mesh);
}
