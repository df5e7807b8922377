import { distance, type Model } from 'nearmiss';
import { type Contact, NO_CONTACT } from './contact.ts';
import { type BodyMotion, linearPoseAt } from './motion.ts';
import { THRESHOLD } from './workload.ts';

export type ContactMethod = 'default';

/** Plain conservative advancement: whole distance queries, and a bound on the speed in any direction. */
export function openMethod(_method: ContactMethod, a: Model, b: Model): (motion: BodyMotion) => Contact {
  return (motion) => {
    const { from, to } = motion;
    const speed = Math.hypot(...to.position.map((x, k) => x - from.position[k]));
    const dot = Math.abs(from.rotation.reduce((sum, x, k) => sum + x * to.rotation[k], 0));
    const bound = speed + 2 * Math.acos(Math.min(1, dot)) * 0.87;
    let toc = 0;
    for (let iterations = 1; ; iterations++) {
      const gap = distance(a, linearPoseAt(motion)(toc), b, {}).distance;
      if (gap <= THRESHOLD) return { toc, upper: Infinity, iterations, front: Number.NaN };
      toc += gap / bound;
      if (toc > 1) return { toc: NO_CONTACT, upper: Infinity, iterations, front: Number.NaN };
    }
  };
}
