// Things that may be glass, many of them in each other: only what is nearest to the eye is seen of them, and what is behind all. So they
// are drawn twice, at first for their distance alone.

import {
  type BufferGeometry,
  type Material,
  type Mesh,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
} from 'three';

/** How much is seen of what is glass. */
const OPACITY = 0.42;

export function coat(parameters: MeshStandardMaterialParameters): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.62, ...parameters });
}

/** For the first time a thing is drawn. */
export function foreground(parameters: MeshBasicMaterialParameters): MeshBasicMaterial {
  return new MeshBasicMaterial({ colorWrite: false, ...parameters });
}

/**
 * Surfaces that touch each other are polygons that run in and out of each other: each kind is pushed back by so many steps, and the one
 * before is seen.
 */
export function pushedBack(
  steps: number,
): Pick<Material, 'polygonOffset' | 'polygonOffsetFactor' | 'polygonOffsetUnits'> {
  return { polygonOffset: true, polygonOffsetFactor: steps, polygonOffsetUnits: 16 * steps };
}

/** Makes a thing glass, or solid again. */
export function setGlassy(
  { material }: Mesh<BufferGeometry, MeshStandardMaterial>,
  first: Mesh,
  glassy: boolean,
): void {
  first.visible = glassy;
  first.renderOrder = 1; // behind all that is solid
  if (material.transparent === glassy) return;
  material.transparent = glassy;
  material.opacity = glassy ? OPACITY : 1;
  material.depthWrite = !glassy;
  material.needsUpdate = true;
}
