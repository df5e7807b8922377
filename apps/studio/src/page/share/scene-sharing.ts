// Takes the scene on the page away: as a link, a program, a command, a file, a picture.

import type { Slot } from '../body.ts';
import type { QueryClient } from '../query-client.ts';
import type { Stage } from '../view/stage.ts';
import { Recording } from './recording.ts';
import { batchLine, codeText, commandText, isShape, type PlainMesh, type SceneQuery } from './scene-query.ts';
import { attachShareMenu } from './share-menu.ts';

export interface SharedScene {
  /** What follows the name of the page in its address. */
  link(): string;
  /** What is asked of the library. */
  query(): SceneQuery;
}

export function attachSharing(scene: SharedScene, client: QueryClient, stage: Stage): void {
  attachShareMenu({
    link: () => {
      const link = new URL(scene.link(), location.href).href;
      history.replaceState(null, '', link);
      return link;
    },
    code: () => codeText(scene.query()),
    command: () => commandText(scene.query()),
    file: async () => {
      const query = scene.query();
      const meshOf = async (slot: Slot): Promise<PlainMesh | null> =>
        isShape(query.bodies[slot]) ? null : client.mesh(slot);
      return batchLine(query, { a: await meshOf('a'), b: await meshOf('b') });
    },
    picture: () => stage.snapshot(),
    record: () => {
      const recording = Recording.start(stage.canvas);
      // The first frame is the picture as it is.
      stage.invalidate();
      return recording;
    },
  });
}
