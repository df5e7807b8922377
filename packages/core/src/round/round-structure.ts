import type { Structure } from '../model/structure.ts';
import { ROUND_COLLIDER, type RoundCollider } from '../query/collide/collide.ts';
import { roundCollider } from '../query/collide/collide-round-mesh.ts';

/**
 * The code that `collide` needs for round shapes. Models made by `sphere`, `capsule`, `cylinder` and `cone` bring it along. It is
 * not saved: pass it again when loading, `Model.fromBytes(bytes, { with: [round] })`. Meshes may have it too, without effect.
 *
 * @example
 * const bytes = sphere().toBytes();
 * console.log(collide(Model.fromBytes(bytes, { with: [round] }), {}, sphere(), {}).colliding); // true
 */
export const round: Structure<RoundCollider> = {
  name: ROUND_COLLIDER.name,
  build: () => roundCollider,
  write: () => {},
  read: () => roundCollider,
};
