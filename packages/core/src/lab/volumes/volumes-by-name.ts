import { aabbVolume } from '../../bounds/aabb.ts';
import { discVolume } from '../../bounds/disc.ts';
import { rssVolume } from '../../bounds/rss.ts';
import { sphereVolume } from '../../bounds/sphere.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { cascadeVolume } from './cascade.ts';
import { ellipsoidVolume } from './ellipsoid.ts';
import { hybridVolume } from './hybrid.ts';
import { kdop14, kdop14Hull, kdop18, kdop18Hull, kdop26, kdop26Hull } from './kdop.ts';
import { lssVolume } from './lss.ts';
import { obbVolume } from './obb.ts';
import { shellVolume } from './shell.ts';
import { tssVolume } from './tss.ts';

/** The bounding volumes of a tree. See {@link VOLUMES}. */
export type VolumeName =
  | 'sphere'
  | 'aabb'
  | 'obb'
  | 'rss'
  | 'disc'
  | 'lss'
  | 'tss'
  | 'hybrid'
  | 'cascade'
  | 'kdop14'
  | 'kdop18'
  | 'kdop26'
  | 'kdop14-hull'
  | 'kdop18-hull'
  | 'kdop26-hull'
  | 'ellipsoid'
  | 'shell';

/**
 * Every bounding volume by its name, the default first.
 *
 * @example
 * const model = Model.build(torus());
 * console.log(collide(model, {}, model, {}, { volume: VOLUMES.obb }).colliding); // true
 */
export const VOLUMES: Readonly<Record<VolumeName, VolumeKind>> = {
  disc: discVolume,
  sphere: sphereVolume,
  aabb: aabbVolume,
  obb: obbVolume,
  rss: rssVolume,
  lss: lssVolume,
  tss: tssVolume,
  hybrid: hybridVolume,
  cascade: cascadeVolume,
  kdop14,
  kdop18,
  kdop26,
  'kdop14-hull': kdop14Hull,
  'kdop18-hull': kdop18Hull,
  'kdop26-hull': kdop26Hull,
  ellipsoid: ellipsoidVolume,
  shell: shellVolume,
};
