// Files that are dropped on the page or chosen: a scene with its models, a recorded trajectory, or both.

import { attachGivenFiles } from '../input/given-files.ts';
import type { NamedBytes } from '../worker/messages.ts';
import type { SceneFiles } from './examples.ts';

export interface DroppedFiles {
  readonly scene: SceneFiles | null;
  readonly trajectory: string | null;
}

/** What texts are called in a set that is kept. */
const SCENE = 'scene.json';
const TRAJECTORY = 'trajectory.jsonl';

/** A scene, and a trajectory of it where there is one, as a set of files to be kept. */
export function namedFiles({ text, files }: SceneFiles, trajectory: string | null): NamedBytes[] {
  const named = (name: string, content: string): NamedBytes => ({ name, bytes: new TextEncoder().encode(content) });
  return [named(SCENE, text), ...(trajectory === null ? [] : [named(TRAJECTORY, trajectory)]), ...files];
}

/** The scene of a set that was kept. */
export function sceneOf(files: readonly NamedBytes[]): {
  readonly scene: SceneFiles;
  readonly trajectory: string | null;
} {
  const text = (wanted: string): string | null => {
    const found = files.find(({ name }) => name === wanted);
    return found === undefined ? null : new TextDecoder().decode(found.bytes);
  };
  const models = files.filter(({ name }) => name !== SCENE && name !== TRAJECTORY);
  return { scene: { text: text(SCENE) ?? '', files: models }, trajectory: text(TRAJECTORY) };
}

export function attachSceneFiles(onFiles: (files: DroppedFiles) => void): void {
  attachGivenFiles((files) => sortFiles(files).then(onFiles));
}

/** A trajectory has lines, a scene is one object, and anything else is a model. */
async function sortFiles(files: readonly File[]): Promise<DroppedFiles> {
  const ending = ({ name }: File): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const trajectory = files.find((file) => ['jsonl', 'ndjson'].includes(ending(file)));
  const others = files.filter((file) => file !== trajectory);
  const scene = others.find((file) => ending(file) === 'json') ?? others[0];
  const models = others.filter((file) => file !== scene);
  const named = models.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  return {
    scene: scene === undefined ? null : { text: await scene.text(), files: await Promise.all(named) },
    trajectory: trajectory === undefined ? null : await trajectory.text(),
  };
}
