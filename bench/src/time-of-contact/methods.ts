// Every way to the time of contact that is compared: the library's default, those of the papers it also has, and CONTACT.

import { distance, Mesh, Model } from 'nearmiss';
import type { TriangleMesh } from '../mesh-file.ts';
import { ContactSearch } from '../redon/contact-search.ts';
import { screwPoseAt } from '../redon/screw.ts';
import { openModel } from '../traversal/opened-model.ts';
import { type Contact, NO_CONTACT } from './contact.ts';
import { type BodyMotion, linearPoseAt } from './motion.ts';
import { THRESHOLD } from './workload.ts';

export const METHODS = ['default', 'controlled', 'hulls', 'pieces', 'undirected', 'CONTACT'] as const;
export type ContactMethod = (typeof METHODS)[number];

export const METHOD_LABELS: Readonly<Record<ContactMethod, string>> = {
  default: 'nearmiss',
  controlled: 'C²A',
  hulls: 'FAST, Alg. 2',
  pieces: 'FAST, Alg. 1',
  undirected: 'undirected bound',
  CONTACT: 'CONTACT',
};

/** What is between the ends of a motion. CONTACT knows screws alone. */
export type Between = 'linear' | 'screw';

export type Ask = (motion: BodyMotion, between: Between) => Contact;

/** Models are built here, with all that the method needs. */
export function openMethod(method: ContactMethod, a: TriangleMesh, b: TriangleMesh): Ask {
  const mesh = ({ positions, triangles }: TriangleMesh): Mesh => new Mesh(positions, triangles);
  if (method === 'CONTACT') {
    const openedA = openModel(mesh(a), 'obb');
    const search = new ContactSearch(openedA, a === b ? openedA : openModel(mesh(b), 'obb'));
    return (motion) => search.firstContact(motion);
  }
  const modelA = Model.build(mesh(a));
  return askLibrary(method, modelA, a === b ? modelA : Model.build(mesh(b)));
}

/** Plain conservative advancement: whole distance queries, and a bound on the speed in any direction. */
export function askLibrary(_method: Exclude<ContactMethod, 'CONTACT'>, a: Model, b: Model): Ask {
  return (motion, between) => {
    const { from, to } = motion;
    const speed = Math.hypot(...to.position.map((x, k) => x - from.position[k]));
    const dot = Math.abs(from.rotation.reduce((sum, x, k) => sum + x * to.rotation[k], 0));
    const bound = 2 * speed + 3 * Math.acos(Math.min(1, dot)) * 0.87;
    const poseAt = between === 'linear' ? linearPoseAt(motion) : screwPoseAt(motion);
    let toc = 0;
    for (let iterations = 1; ; iterations++) {
      const gap = distance(a, poseAt(toc), b, {}, { solid: false }).distance;
      if (gap <= THRESHOLD) return { toc, upper: Infinity, iterations, front: Number.NaN };
      toc += gap / bound;
      if (toc > 1) return { toc: NO_CONTACT, upper: Infinity, iterations, front: Number.NaN };
    }
  };
}
