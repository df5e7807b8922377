import { readMesh, scaleFile } from '@nearmiss/io';
import { Model, NearmissError } from 'nearmiss';
import { round } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import type { BodyShape } from '../body.ts';
import { bodyShape } from './body-shape.ts';
import { makeDracoDecoder } from './draco.ts';
import type { Source } from './messages.ts';

export interface Opened {
  readonly model: Model;
  readonly shape: BodyShape;
}

/** Makes a model of what the page was given, and the picture of it. */
export async function openSource(source: Source): Promise<Opened> {
  switch (source.kind) {
    case 'shape':
      return opened(Model.build(makeShape(source.text)));
    case 'model':
      return opened(Model.fromBytes(source.bytes, { with: [round] }));
    case 'file': {
      const { file, companions, factor } = source;
      const resources = (uri: string): Uint8Array => {
        const found = companions.find(({ name }) => name === uri.slice(uri.lastIndexOf('/') + 1));
        if (found !== undefined) return found.bytes;
        const sentence = `${file.name} refers to ${uri}: drop both files together.`;
        throw new NearmissError('io/missing-resource', sentence, { location: uri });
      };
      const read = await readMesh(file.bytes, { name: file.name, resources, draco: makeDracoDecoder });
      const { mesh, warnings } = scaleFile(read, factor);
      return opened(
        Model.build(mesh),
        warnings.map(({ message, location }) => `${message} (${location})`),
      );
    }
  }
}

function opened(model: Model, warnings: readonly string[] = []): Opened {
  return { model, shape: bodyShape(model, warnings) };
}
