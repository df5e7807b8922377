import { readMesh, scaleFile } from '@nearmiss/io';
import { type Mesh, Model, NearmissError } from 'nearmiss';
import { round } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import type { BodyShape } from '../body.ts';
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
  const { triangleCount, closed, mesh } = model;
  return { model, shape: { triangleCount, solid: closed, warnings, ...pictureOf(mesh) } };
}

type Picture = Pick<BodyShape, 'centre' | 'radius' | 'positions' | 'triangles'>;

/** The mesh about its middle and in units of its radius: single precision then shows it well wherever its file put it. */
function pictureOf({ positions, triangles }: Mesh): Picture {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  // Vertices that no triangle uses are no part of the body.
  for (const vertex of triangles) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * vertex + k] ?? 0;
      low[k] = Math.min(low[k] ?? x, x);
      high[k] = Math.max(high[k] ?? x, x);
    }
  }
  const middle = (k: number): number => 0.5 * (low[k] ?? 0) + 0.5 * (high[k] ?? 0);
  const half = (k: number): number => 0.5 * (high[k] ?? 0) - 0.5 * (low[k] ?? 0);
  const centre = [middle(0), middle(1), middle(2)] as const;
  // A mesh that is a single point has no size; it is shown as if it had one.
  const radius = Math.hypot(half(0), half(1), half(2)) || 1;
  const drawn = new Float32Array(positions.length);
  for (let i = 0; i < drawn.length; i++) drawn[i] = ((positions[i] ?? 0) - (centre[i % 3] ?? 0)) / radius;
  return { centre, radius, positions: drawn, triangles: new Uint32Array(triangles) };
}
