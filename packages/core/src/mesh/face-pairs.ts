/**
 * A face of A and a face of B by their numbers in the meshes, or two faces of one mesh, the lower number first. Every list of face
 * pairs in a result is an array of these.
 *
 * @see {@link collide}
 */
export type FacePair = [faceA: number, faceB: number];
