// The example scenes of packages/dynamics/scenes, loaded when they are chosen.

import type { NamedBytes } from '../worker/messages.ts';

/** What a scene is opened from. */
export interface SceneFiles {
  readonly text: string;
  readonly files: readonly NamedBytes[];
}

type Load = () => Promise<string>;

// Vite reads these calls as they are written: nothing in them can be a name.
const SCENES = byName(
  import.meta.glob<string>('../../../../../packages/dynamics/scenes/*.json', { query: '?raw', import: 'default' }),
);
const MODELS = byName(
  import.meta.glob<string>('../../../../../packages/dynamics/scenes/models/*.obj', {
    query: '?raw',
    import: 'default',
  }),
);

/** The scene of a first visit. */
export const FIRST_EXAMPLE = 'falling-tori';

export const EXAMPLE_NAMES: readonly string[] = [...SCENES.keys()];

function byName(found: Readonly<Record<string, Load>>): ReadonlyMap<string, Load> {
  return new Map(Object.entries(found).map(([path, load]) => [nameOf(path), load]));
}

/** A file's name without its folder and ending. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
}

export async function loadExample(name: string): Promise<SceneFiles> {
  const text = (await SCENES.get(name)?.()) ?? '';
  const wanted = new Set(text.match(/models\/[\w-]+\.obj/g) ?? []);
  const files = [...wanted].map(async (path): Promise<NamedBytes> => {
    const model = (await MODELS.get(nameOf(path))?.()) ?? '';
    return { name: path.slice(path.lastIndexOf('/') + 1), bytes: new TextEncoder().encode(model) };
  });
  return { text, files: await Promise.all(files) };
}
