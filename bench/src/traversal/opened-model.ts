import { type Mesh, Model } from 'nearmiss';
import { VOLUMES, type VolumeName } from 'nearmiss/lab';
import { type Tree, unpackSections } from '../core-internals.ts';

/** A model with the arrays it is made of, of which its public face tells nothing. A model is bytes: they are read there. */
export interface OpenedModel {
  readonly model: Model;
  readonly tree: Tree;
  /** One unit of the tree's corners and volumes in units of the mesh. */
  readonly unit: number;
  /** Where the tree's origin lies in the mesh. */
  readonly centre: Float64Array;
  /** Of the kind the model was built with, in the order of the nodes. */
  readonly volumes: Float64Array;
}

/** Builds a binary tree with one kind of volume and opens it. */
export function openModel(mesh: Mesh, volume: VolumeName): OpenedModel {
  const model = Model.build(mesh, { branching: 2, with: [VOLUMES[volume]] });
  const sections = unpackSections(model.toBytes());
  const links = sections.get('links');
  const faces = sections.get('faces');
  const triangles = sections.get('corners');
  const volumes = sections.get(volume);
  const frame = sections.get('frame');
  const depth = sections.get('flags')?.[3];
  if (
    !(links instanceof Int32Array && faces instanceof Uint32Array) ||
    !(triangles instanceof Float64Array && volumes instanceof Float64Array) ||
    !(frame instanceof Float64Array) ||
    depth === undefined
  ) {
    throw new Error('The saved form of a model is not what it was; see packages/core/src/model/model.ts.');
  }
  return {
    model,
    tree: { links, faces, triangles, depth, branching: 2 },
    unit: frame[3],
    centre: frame.subarray(0, 3),
    volumes,
  };
}
