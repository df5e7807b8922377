import { type Mesh, Model, use } from 'nearmiss';
import { simd } from 'nearmiss/simd';

/**
 * Builds a model by kernels, to the same bits in a fraction of the time. They are not used for the queries about pairs (docs/lab/clash.md), so only while
 * the model is built.
 */
export function buildModel(mesh: Mesh): Model {
  use(simd);
  try {
    return Model.build(mesh);
  } finally {
    use(null);
  }
}
