// The example scenes of packages/dynamics/scenes.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readScene, type Scene, type StepperName } from '@nearmiss/dynamics';
import { Mesh, Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';

const FOLDER = fileURLToPath(new URL('../../../packages/dynamics/scenes', import.meta.url));

/** A scene of the folder, by its own stepper or by another. */
export async function openScene(name: string, stepper?: StepperName): Promise<Scene> {
  const given = JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8'));
  const models = new Map<string, Model>();
  return readScene({ ...given, ...(stepper === undefined ? {} : { stepper }) }, async (source) => {
    const key = JSON.stringify(source);
    const model = models.get(key) ?? openModel(source);
    models.set(key, model);
    return model;
  });
}

function openModel({ model, shape, convex }: Readonly<Record<string, unknown>>): Model {
  if (typeof convex === 'string') return makeConvex(convex);
  if (typeof shape === 'string') return Model.build(makeShape(shape));
  return Model.build(readObj(readFileSync(`${FOLDER}/${String(model)}`, 'utf8')));
}

/** A mesh of the folder: vertices and triangles alone. */
function readObj(text: string): Mesh {
  const numbers = (letter: string): number[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${letter} `))
      .flatMap((line) => line.slice(2).split(' ').map(Number));
  return new Mesh(
    numbers('v'),
    numbers('f').map((vertex) => vertex - 1),
  );
}
