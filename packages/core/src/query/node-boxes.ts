import { aabbFit } from '../bounds/aabb.ts';
import { fitVolumes } from '../bvh/volumes.ts';
import type { Model } from '../model/model.ts';
import { perModel } from '../model/per-model.ts';

/** The axis-aligned boxes of a model's nodes, centre and half extents each, for queries of points and rays. */
export const nodeBoxesOf: (model: Model) => Float64Array = /* @__PURE__ */ perModel(({ tree }) =>
  fitVolumes(tree, aabbFit),
);
