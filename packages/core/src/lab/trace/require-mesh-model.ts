import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { requireModel } from '../../model/require-model.ts';

/** Refuses round shapes, which are searched as a whole; `what` names the body in the error. */
export function requireMeshModel(model: Model, what: string): void {
  requireModel(model, what);
  if (model.round === null) return;
  throw new NearmissError('query/unsupported', `${what} is a round shape: the search shown is that of two meshes.`);
}
