// Files that are dropped on the page or chosen, by what they are.

import { elementOf } from '../element.ts';
import type { NamedBytes } from '../worker/messages.ts';
import type { RobotFiles } from './messages.ts';

/** What was given; null where there was none. */
export interface GivenFiles extends Omit<RobotFiles, 'urdf'> {
  readonly urdf: string | null;
}

/** What texts are called in a set that is kept; meshes have other endings. */
const TEXT_NAMES = {
  urdf: 'robot.urdf',
  srdf: 'robot.srdf',
  scene: 'scene.json',
  trajectory: 'trajectory.json',
} as const;

/** A robot as a set of files, to be kept. */
export function namedFiles({ meshes, ...texts }: RobotFiles): NamedBytes[] {
  const named = (['urdf', 'srdf', 'scene', 'trajectory'] as const).flatMap((kind) => {
    const text = texts[kind];
    return text === null ? [] : [{ name: TEXT_NAMES[kind], bytes: new TextEncoder().encode(text) }];
  });
  return [...named, ...meshes];
}

/** The robot of a set that was kept. */
export function robotOf(files: readonly NamedBytes[]): RobotFiles {
  const names: readonly string[] = Object.values(TEXT_NAMES);
  const text = (kind: keyof typeof TEXT_NAMES): string | null => {
    const found = files.find(({ name }) => name === TEXT_NAMES[kind]);
    return found === undefined ? null : new TextDecoder().decode(found.bytes);
  };
  return {
    urdf: text('urdf') ?? '',
    srdf: text('srdf'),
    scene: text('scene'),
    trajectory: text('trajectory'),
    meshes: files.filter(({ name }) => !names.includes(name)),
  };
}

const MESHES = /\.(stl|obj|ply|off|gltf|glb|bin|dae)$/i;

export function attachRobotFiles(onFiles: (files: GivenFiles) => void, onFault: (message: string) => void): void {
  const stage = elementOf('#stage', HTMLElement);
  const input = elementOf('#files', HTMLInputElement);
  const tellFault = (error: Error): void => onFault(error.message);
  const take = (files: readonly NamedFile[]): void => {
    if (files.length > 0) sortFiles(files).then(onFiles, tellFault);
  };
  elementOf('#open', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    take([...(input.files ?? [])].map((file) => ({ name: file.name, file })));
    // The same file may be chosen again.
    input.value = '';
  });
  stage.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  });
  stage.addEventListener('drop', (event) => {
    event.preventDefault();
    // Entries are there only while the event is.
    const found = [...(event.dataTransfer?.items ?? [])].map((item): NamedFile[] | Promise<NamedFile[]> => {
      const [entry, file] = [item.webkitGetAsEntry(), item.getAsFile()];
      if (entry !== null) return filesIn(entry, '');
      return file === null ? [] : [{ name: file.name, file }];
    });
    Promise.all(found).then((lists) => take(lists.flat()), tellFault);
  });
}

/** A file, with its path within what was dropped. */
interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** The files of a folder that was dropped, and of the folders in it. */
async function filesIn(entry: FileSystemEntry, above: string): Promise<NamedFile[]> {
  const name = `${above}${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ name, file }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: NamedFile[] = [];
  // A reader has some entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return files;
    files.push(...(await Promise.all(some.map((each) => filesIn(each, `${name}/`)))).flat());
  }
}

// Chromium has no such classes to ask for with instanceof.
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A trajectory has waypoints, any other JSON is a scene. A xacro is refused by who reads it as a URDF. */
async function sortFiles(files: readonly NamedFile[]): Promise<GivenFiles> {
  const named = (ending: string): File[] =>
    files.filter(({ name }) => name.toLowerCase().endsWith(ending)).map(({ file }) => file);
  const urdf = named('.urdf')[0] ?? named('.xacro')[0] ?? named('.xml')[0];
  const srdf = named('.srdf')[0];
  const texts = await Promise.all(named('.json').map((file) => file.text()));
  const isTrajectory = (text: string): boolean => text.includes('"waypoints"');
  const meshFiles = files.filter(({ name }) => MESHES.test(name));
  if (urdf === undefined && srdf === undefined && texts.length + meshFiles.length === 0) {
    throw new Error('There is no URDF, SRDF, mesh, scene or trajectory among these files.');
  }
  const meshes = meshFiles.map(async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  return {
    urdf: (await urdf?.text()) ?? null,
    srdf: (await srdf?.text()) ?? null,
    scene: texts.find((text) => !isTrajectory(text)) ?? null,
    trajectory: texts.find(isTrajectory) ?? null,
    meshes: await Promise.all(meshes),
  };
}
