// Every path to the time of contact that is compared: the library's default, those of the papers it also has, and CONTACT.

import { Mesh, Model, type TimeOfContactOptions, type TimeOfContactResult, timeOfContact } from 'nearmiss';
import { hulls } from 'nearmiss/convex';
import { controlled, patches } from 'nearmiss/lab';
import type { TriangleMesh } from '../mesh-file.ts';
import { ContactSearch } from '../redon/contact-search.ts';
import { openModel } from '../traversal/opened-model.ts';
import { type Contact, NO_CONTACT } from './contact.ts';
import type { BodyMotion } from './motion.ts';
import { THRESHOLD } from './workload.ts';

export const METHODS = ['default', 'controlled', 'hulls', 'patches', 'undirected', 'CONTACT'] as const;
export type ContactMethod = (typeof METHODS)[number];
type LibraryMethod = Exclude<ContactMethod, 'CONTACT'>;

const OPTIONS: Readonly<Record<LibraryMethod, TimeOfContactOptions>> = {
  default: {},
  controlled: { method: controlled },
  hulls: { method: hulls },
  patches: { method: patches },
  // The dynamic collision checker: distances on swept spheres, and no direction.
  undirected: { method: controlled, bound: 'undirected' },
};

/** Of the others no front is told. */
const KEEPS_FRONT: ReadonlySet<LibraryMethod> = new Set<LibraryMethod>(['default', 'hulls']);

export const METHOD_LABELS: Readonly<Record<ContactMethod, string>> = {
  default: 'nearmiss',
  controlled: 'C²A',
  hulls: 'FAST, Alg. 2',
  patches: 'FAST, Alg. 1',
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

/** Whether surfaces touch, as the paper and the peers have it. */
const ASKED = { threshold: THRESHOLD, solid: false } as const;
const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

function askLibrary(method: LibraryMethod, a: Model, b: Model): Ask {
  const options: TimeOfContactOptions = { ...ASKED, ...OPTIONS[method], stats: true };
  return ({ from, to }, between) => {
    const result = timeOfContact(a, { from, to, kind: between }, b, IDENTITY, options);
    return contactOf(result, KEEPS_FRONT.has(method) ? result.stats?.frontSize : undefined);
  };
}

/** The default, asked for nothing more than its answer: for times. */
export function askDefault(model: Model): (motion: BodyMotion) => Contact {
  return (motion) => contactOf(timeOfContact(model, motion, model, IDENTITY, ASKED));
}

function contactOf({ status, lower, upper, iterations }: TimeOfContactResult, front = Number.NaN): Contact {
  return { toc: status === 'free' ? NO_CONTACT : lower, upper: upper ?? Infinity, iterations, front };
}
