import { aabbFit } from '../bounds/aabb.ts';
import { fitVolumes } from '../bvh/volumes.ts';
import type { Model } from '../model/model.ts';
import { perModel } from '../model/per-model.ts';

/** The aligned boxes of a model's nodes, centre and half extents each: what points and rays are looked up in. */
export const nodeBoxesOf: (model: Model) => Float64Array = /* @__PURE__ */ perModel(({ tree }) =>
  fitVolumes(tree, aabbFit),
);
