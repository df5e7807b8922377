// Takes the scene of two bodies away: as a link, a program, a command, a file.

import type { Slot } from '../body.ts';
import type { QueryClient } from '../query-client.ts';
import { batchLine, codeText, commandText, isShape, type PlainMesh, type SceneQuery } from './scene-query.ts';
import { copy, download, offer } from './share-menu.ts';

export interface SharedScene {
  /** What follows the name of the page in its address. */
  link(): string;
  /** What is asked of the library. */
  query(): SceneQuery;
}

const NO_CLIPBOARD = 'The clipboard is closed';

export function offerScene(scene: SharedScene, client: QueryClient): void {
  offer('link', () => {
    const link = new URL(scene.link(), location.href).href;
    history.replaceState(null, '', link);
    return copy(link, 'It is in the address bar');
  });
  offer('code', () => copy(codeText(scene.query()), NO_CLIPBOARD));
  offer('command', () => copy(commandText(scene.query()), NO_CLIPBOARD));
  offer('file', async () => {
    const query = scene.query();
    const meshOf = async (slot: Slot): Promise<PlainMesh | null> =>
      isShape(query.bodies[slot]) ? null : client.mesh(slot);
    const line = batchLine(query, { a: await meshOf('a'), b: await meshOf('b') });
    download(new Blob([line], { type: 'application/jsonl' }), 'scene.jsonl');
    return 'Saved scene.jsonl';
  });
}
