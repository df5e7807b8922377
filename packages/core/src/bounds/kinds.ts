import { aabbVolume } from './aabb.ts';
import { cascadeVolume } from './cascade.ts';
import { discVolume } from './disc.ts';
import { ellipsoidVolume } from './ellipsoid.ts';
import { hybridVolume } from './hybrid.ts';
import { kdop14, kdop14Hull, kdop18, kdop18Hull, kdop26, kdop26Hull } from './kdop.ts';
import { lssVolume } from './lss.ts';
import { obbVolume } from './obb.ts';
import { rssVolume } from './rss.ts';
import { shellVolume } from './shell.ts';
import { sphereVolume } from './sphere.ts';
import { tssVolume } from './tss.ts';
import type { VolumeKind, VolumeName } from './volume.ts';

/** Every bounding volume by its name. */
export const VOLUME_KINDS: Readonly<Record<VolumeName, VolumeKind>> = Object.freeze({
  sphere: sphereVolume,
  aabb: aabbVolume,
  obb: obbVolume,
  rss: rssVolume,
  disc: discVolume,
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
});

/** What queries use unless told otherwise: the fastest in `npm run bench -- --only volumes`. */
export const DEFAULT_VOLUME: VolumeName = 'disc';
