import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { MeshFile } from '@nearmiss/io';
import { loadMesh, whyNotOpened } from '@nearmiss/io/node';
import { type Mesh, Model, NearmissError } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import { readBodyWord, selectedFile } from '../body-word.ts';
import { inFile } from '../in-file.ts';
import { hashMesh, type ModelName, type OpenModel } from './models.ts';

/** Opens shapes, and files in `folder` or below it, links resolved; no other file is ever opened. `onRead` may refuse what was read. */
export function openModelsIn(folder: string, onRead?: OnModelFile): OpenModel {
  return async (name) => {
    // A convex shape is identified by its text, and is as quick to build as to compare.
    if (name.kind === 'convex') return { hash: `convex:${name.text}`, build: () => makeConvex(name.text) };
    const mesh = await readMesh(folder, name, onRead);
    return { hash: hashMesh(mesh), build: () => Model.build(mesh) };
  };
}

/** Called with each file that was read for a model: its path relative to the folder of the models, links resolved, and its bytes. */
export type OnModelFile = (path: string, bytes: Uint8Array) => void | Promise<void>;

/** A file that a query names: how the query spells it and where it is, both relative to the folder of the models. */
export interface NamedFile {
  readonly source: string;
  readonly target: string;
  /** What follows the file in the word of the query: a part, a scale. */
  readonly rest: string;
}

/** Reads a model's file only to learn which files it is made of. Throws what a query that names it would report. */
export async function findModelFiles(folder: string, text: string, onRead: OnModelFile): Promise<NamedFile> {
  const found: { file?: NamedFile } = {};
  await loadModelFile(folder, text, (file) => {
    found.file = file;
    return onRead;
  });
  if (found.file === undefined) throw new NearmissError('query/failed', `${JSON.stringify(text)} is no file.`);
  return found.file;
}

type OnTarget = (file: NamedFile) => OnModelFile;

async function readMesh(folder: string, { kind, text }: ModelName, onRead?: OnModelFile): Promise<Mesh> {
  if (kind === 'shape') return makeShape(text);
  return (await loadModelFile(folder, text, onRead === undefined ? undefined : () => onRead)).mesh;
}

/** Reads the file that a word names, which may be a part of one or scaled, if it is in the folder or below it. */
export async function loadModelFile(folder: string, text: string, onTarget?: OnTarget): Promise<MeshFile> {
  const home = await realpath(folder);
  const body = await readBodyWord(text, (file) =>
    realpath(pathBelow(folder, file)).then(
      () => true,
      () => false,
    ),
  );
  const target = await realPathBelow(folder, body.source, text);
  const onFile = onTarget?.({
    source: relative(resolve(folder), pathBelow(folder, body.source)),
    target: relative(home, target),
    rest: text.slice(body.source.length),
  });
  const below = dirname(relative(home, target));
  const onRead =
    onFile === undefined ? undefined : (name: string, bytes: Uint8Array) => onFile(join(below, name), bytes);
  const file = await loadMesh(target, { onRead }).catch((error: unknown) => {
    throw inFile(error, target, body.source);
  });
  return selectedFile(file, body, 1);
}

/** The path of a file in a folder, links resolved; refused if it leads out of the folder. `text` is what a message quotes. */
export async function realPathBelow(folder: string, file: string, text: string = file): Promise<string> {
  const target = await realpath(pathBelow(folder, file)).catch((cause: unknown) => {
    if (cause instanceof NearmissError) throw cause;
    const sentence = `The file cannot be opened: ${whyNotOpened(cause)}. (${file})`;
    throw new NearmissError('io/missing-resource', sentence, { cause, location: file });
  });
  requireBelow(await realpath(folder), target, text);
  return target;
}

/** Before links are resolved, and again after: an error must not depend on files elsewhere. */
function pathBelow(folder: string, file: string): string {
  const path = resolve(folder, file);
  requireBelow(resolve(folder), path, file);
  return path;
}

function requireBelow(home: string, path: string, text: string): void {
  if (path.startsWith(home.endsWith(sep) ? home : home + sep)) return;
  throw new NearmissError('io/forbidden-reference', `${JSON.stringify(text)} leads out of the folder of the models.`);
}
