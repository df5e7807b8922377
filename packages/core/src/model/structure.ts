// What a model can store beyond its mesh and tree: bounding volumes, and structures that other modules own.
//
// A structure follows from the model alone, by fixed parameters. A model has it built in, reads it from the bytes it was loaded
// from, or derives it on first use. So structures change no result.

import type { VolumeKind } from '../bounds/volume.ts';
import type { Section } from './bytes.ts';
import type { Model } from './model.ts';

/** How a structure is found among the saved sections of a model. See {@link Structure}. */
export interface StructureReader<T> {
  /** Unique among all structures; a model stores one structure per name. */
  readonly name: string;
  /** The structure, checked so that no query can be misled by it, or undefined where none is saved. Refuses damaged ones. */
  read(sections: ReadonlyMap<string, Section>, model: Model): T | undefined;
}

/** A structure: how it is built, saved and read. The module that owns it exports one, to pass in `with`. See {@link ModelPart}. */
export interface Structure<T> extends StructureReader<T> {
  /** Builds it from the model alone: the same model gives the same structure. */
  build(model: Model): T;
  /** Adds its arrays under names that no other structure has, of up to 12 ASCII characters. */
  write(value: T, sections: Map<string, Section>): void;
}

/** What can be built into a model: a kind of bounding volume, or a structure such as `hullTree`. See {@link BuildOptions}. */
export type ModelPart = VolumeKind | Structure<unknown>;

export function isVolumeKind(part: ModelPart): part is VolumeKind {
  return 'fit' in part;
}
