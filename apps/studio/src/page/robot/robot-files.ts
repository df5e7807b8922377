// Files that are dropped on the page or chosen, by what they are.

import { elementOf } from '../element.ts';
import type { RobotFiles } from './messages.ts';

/** What was given; null where there was none. */
export interface GivenFiles extends Omit<RobotFiles, 'urdf'> {
  readonly urdf: string | null;
}

export function attachRobotFiles(onFiles: (files: GivenFiles) => void): void {
  const stage = elementOf('#stage', HTMLElement);
  const input = elementOf('#files', HTMLInputElement);
  const take = (files: readonly NamedFile[]): void => {
    if (files.length > 0) sortFiles(files).then(onFiles);
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
    const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    Promise.all(entries.map((entry) => filesIn(entry, ''))).then((found) => take(found.flat()));
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
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ name, file }];
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const reader = entry.createReader();
  const files: NamedFile[] = [];
  // A reader has some entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return files;
    files.push(...(await Promise.all(some.map((each) => filesIn(each, `${name}/`)))).flat());
  }
}

/** A trajectory has waypoints, any other JSON is a scene; what is neither XML nor JSON is a mesh. */
async function sortFiles(files: readonly NamedFile[]): Promise<GivenFiles> {
  const named = (ending: string): File[] =>
    files.filter(({ name }) => name.toLowerCase().endsWith(ending)).map(({ file }) => file);
  const [urdf = named('.xml')[0], srdf] = [named('.urdf')[0], named('.srdf')[0]];
  const texts = await Promise.all(named('.json').map((file) => file.text()));
  const isTrajectory = (text: string): boolean => text.includes('"waypoints"');
  const others = files.filter(({ name }) => !/\.(urdf|srdf|xml|json)$/i.test(name));
  const meshes = others.map(async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  return {
    urdf: (await urdf?.text()) ?? null,
    srdf: (await srdf?.text()) ?? null,
    scene: texts.find((text) => !isTrajectory(text)) ?? null,
    trajectory: texts.find(isTrajectory) ?? null,
    meshes: await Promise.all(meshes),
  };
}
