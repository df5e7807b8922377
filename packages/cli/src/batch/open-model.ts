import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { loadMesh } from '@nearmiss/io/node';
import { type Mesh, Model, makeConvex, makeShape, NearmissError } from 'nearmiss';
import { inFile } from '../in-file.ts';
import { hashMesh, type ModelName, type OpenModel } from './models.ts';

/** Opens shapes, and files in `folder` or below it, links followed; no file elsewhere is ever opened. */
export function openModelsIn(folder: string): OpenModel {
  return async (name) => {
    // A convex shape is what its text says, and as quickly made as compared.
    if (name.kind === 'convex') return { hash: `convex:${name.text}`, build: () => makeConvex(name.text) };
    const mesh = await readMesh(folder, name);
    return { hash: hashMesh(mesh), build: () => Model.build(mesh) };
  };
}

async function readMesh(folder: string, { kind, text }: ModelName): Promise<Mesh> {
  if (kind === 'shape') return makeShape(text);
  const home = await realpath(folder);
  const path = resolve(folder, text);
  // Before links are followed, and again after: a refusal must not depend on what there is elsewhere.
  requireBelow(resolve(folder), path, text);
  const target = await realpath(path).catch((cause: unknown) => {
    throw new NearmissError('io/missing-resource', `The file cannot be opened. (${text})`, { cause, place: text });
  });
  requireBelow(home, target, text);
  const { mesh } = await loadMesh(target).catch((error: unknown) => {
    throw inFile(error, target, text);
  });
  return mesh;
}

function requireBelow(home: string, path: string, text: string): void {
  if (path.startsWith(home.endsWith(sep) ? home : home + sep)) return;
  throw new NearmissError('io/forbidden-reference', `${JSON.stringify(text)} leads out of the folder of the models.`);
}
