import { type BufferGeometry, Sphere, Vector3 } from 'three';

/** Rounding of single precision, generously. */
const ROUNDING = 1.001;

/** Gives the geometry of a normalised body, about its middle and in units of its radius, the bounds that follow without a search. */
export function withBounds(geometry: BufferGeometry): BufferGeometry {
  geometry.boundingSphere = new Sphere(new Vector3(), ROUNDING);
  return geometry;
}
