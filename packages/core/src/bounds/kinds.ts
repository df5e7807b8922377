import { aabbVolume } from './aabb.ts';
import { discVolume } from './disc.ts';
import { ellipsoidVolume } from './ellipsoid.ts';
import { obbVolume } from './obb.ts';
import { rssVolume } from './rss.ts';
import { shellVolume } from './shell.ts';
import { sphereVolume } from './sphere.ts';
import type { VolumeKind, VolumeName } from './volume.ts';

/** Every bounding volume by its name. */
export const VOLUME_KINDS: Readonly<Record<VolumeName, VolumeKind>> = Object.freeze({
  sphere: sphereVolume,
  aabb: aabbVolume,
  obb: obbVolume,
  rss: rssVolume,
  disc: discVolume,
  ellipsoid: ellipsoidVolume,
  shell: shellVolume,
});

/** What queries use unless told otherwise: the fastest in `npm run bench -- --only volumes`. */
export const DEFAULT_VOLUME: VolumeName = 'disc';
