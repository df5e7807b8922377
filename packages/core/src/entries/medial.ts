// `nearmiss/medial`: the medial axis of a solid, and queries by it.

export { MEDIAL_DEFAULTS, type MedialAxis, type MedialOptions, type MedialRecord } from '../medial/build-medial.ts';
export type { MedialMesh } from '../medial/medial-mesh.ts';
export { medialAxis, medialStructure } from '../medial/medial-structure.ts';
export { MedialContacts } from '../query/manifold/medial-contacts.ts';
export { MedialHullContacts } from '../query/manifold/medial-hull-contacts.ts';
export { medialAmong } from '../query/medial/medial-among.ts';
export { medial } from '../query/medial/medial-method.ts';
