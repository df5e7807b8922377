import type { Structure } from '../model/structure.ts';
import { ROUND_COLLIDER, type RoundCollider } from '../query/collide/collide.ts';
import { roundCollider } from '../query/collide/collide-round-mesh.ts';

/**
 * What `collide` needs to know about round shapes. Models made by `sphere`, `capsule`, `cylinder` and `cone` carry it, and nothing of it is
 * saved: one that is loaded is given it again, `Model.fromBytes(bytes, { with: [round] })`. Meshes may carry it too and make no use of it.
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
