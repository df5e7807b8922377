import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { MeshFile } from '@nearmiss/io';
import { loadMesh } from '@nearmiss/io/node';
import { Model, NearmissError } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import { CONVEX, readBodyWord, SHAPE, selectedFile } from '../body-word.ts';
import { inFile } from '../in-file.ts';
import { showBusy } from '../terminal/busy.ts';
import { UsageError } from '../usage.ts';

export const BODY_HELP: string =
  'a mesh file, a part of one (assembly.glb#part) or a scaled one (part.stl@0.001, part.stl@mm), or a shape such as ' +
  '"shape:box(size=[1,2,3])" (nearmiss shapes lists them)';

/** Whether the page of the studio can generate it: a generated shape in its own size. */
export function isShape(word: string): boolean {
  return word.startsWith(SHAPE) && !word.includes('@');
}

/** The mesh for a word of the command line; files without a scale of their own are multiplied by `unit`. */
export async function readMeshArgument(word: string, unit = 1): Promise<MeshFile> {
  if (word.startsWith(CONVEX)) {
    throw new UsageError(`"${word}" has no triangles; the queries take such bodies, check and convert do not.`);
  }
  showBusy(`reading ${basename(word)}`);
  const body = await readBodyWord(word, isFile);
  if (!word.startsWith(SHAPE)) {
    const file = await loadMesh(body.source).catch((error: unknown) => {
      // Errors in a file do not name it; errors of opening it do.
      const isNamed = error instanceof NearmissError && error.message.includes(body.source);
      throw isNamed ? error : inFile(error, body.source, body.source);
    });
    return selectedFile(file, body, unit);
  }
  const mesh = makeShape(body.source.slice(SHAPE.length));
  const parts = [{ name: body.source, firstTriangle: 0, triangleCount: mesh.triangleCount }];
  return selectedFile({ mesh, parts, warnings: [] }, body, 1);
}

/** The model for a word: an exact convex shape after `convex:`, otherwise a mesh. */
export async function readModelArgument(word: string, unit = 1): Promise<Model> {
  if (word.startsWith(CONVEX)) return makeConvex(word.slice(CONVEX.length));
  const { mesh } = await readMeshArgument(word, unit);
  showBusy(`building ${basename(word)}`);
  return Model.build(mesh);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
