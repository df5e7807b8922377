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
  const take = (files: readonly File[]): void => {
    if (files.length > 0) sortFiles(files).then(onFiles);
  };
  elementOf('#open', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = '';
  });
  stage.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  });
  stage.addEventListener('drop', (event) => {
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
}

/** A trajectory has waypoints, any other JSON is a scene; what is neither XML nor JSON is a mesh. */
async function sortFiles(files: readonly File[]): Promise<GivenFiles> {
  const named = (ending: string): File[] => files.filter(({ name }) => name.toLowerCase().endsWith(ending));
  const [urdf = named('.xml')[0], srdf] = [named('.urdf')[0], named('.srdf')[0]];
  const texts = await Promise.all(named('.json').map((file) => file.text()));
  const isTrajectory = (text: string): boolean => text.includes('"waypoints"');
  const others = files.filter(({ name }) => !/\.(urdf|srdf|xml|json)$/i.test(name));
  const meshes = others.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  return {
    urdf: (await urdf?.text()) ?? null,
    srdf: (await srdf?.text()) ?? null,
    scene: texts.find((text) => !isTrajectory(text)) ?? null,
    trajectory: texts.find(isTrajectory) ?? null,
    meshes: await Promise.all(meshes),
  };
}
