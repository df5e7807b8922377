// `nearmiss/medial`: the medial axis of a solid.

export { MEDIAL_DEFAULTS, type MedialAxis, type MedialOptions } from '../medial/build.ts';
export type { MedialMesh } from '../medial/medial-mesh.ts';
