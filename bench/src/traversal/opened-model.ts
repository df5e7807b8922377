import { type Mesh, Model, type SplitRule, type VolumeName } from 'nearmiss';
import { unpackSections } from '../core-rooms.ts';

/** A model with the arrays it is made of, of which its public face tells nothing. A model is bytes: they are read there. */
export interface OpenedModel {
  readonly model: Model;
  /** LINKS ints a node. */
  readonly links: Int32Array;
  /** Nine numbers a triangle, in tree order, in units of the model's frame. */
  readonly corners: Float64Array;
  readonly unit: number;
  readonly volumes: Float64Array;
}

/** Builds a model with one kind of volume and opens it. */
export function openModel(mesh: Mesh, volume: VolumeName, split: SplitRule = 'sah'): OpenedModel {
  const model = Model.build(mesh, { split, with: [volume] });
  const sections = unpackSections(model.toBytes());
  const links = sections.get('links');
  const corners = sections.get('corners');
  const volumes = sections.get(volume);
  const unit = sections.get('frame')?.[3];
  if (
    !(links instanceof Int32Array && corners instanceof Float64Array && volumes instanceof Float64Array) ||
    unit === undefined
  ) {
    throw new Error('The saved form of a model is not what it was; see packages/core/src/model/model.ts.');
  }
  return { model, links, corners, unit, volumes };
}
