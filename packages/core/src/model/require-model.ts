import { NearmissError } from '../error.ts';
import { Model } from './model.ts';

/** Refuses a value that is not a model; `what` names it in the error. */
export function requireModel(model: Model, what: string): void {
  if (!Model.isModel(model)) {
    throw new NearmissError(
      'model/bad-argument',
      `${what} must be a Model: Model.build(new Mesh(positions, triangles)).`,
    );
  }
}
