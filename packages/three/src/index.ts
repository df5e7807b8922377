// `@nearmiss/three`: queries between objects of a three.js scene, the conversions below them, and drawings of results.

export type { DebugOptions, DebugResult } from '@nearmiss/debug';
export { type BodyLike, bodyFromObject, type ObjectBody } from './body.ts';
export type { MeshInstance, PosedGeometry } from './body-like.ts';
export { type GeometryOptions, type GeometrySource, meshFromGeometry } from './geometry.ts';
export { meshFromObject } from './object-mesh.ts';
export {
  clearanceObjects,
  closestPointObject,
  collideObjects,
  containsObject,
  directionalObjects,
  distanceObjects,
  type ObjectMotion,
  penetrationObjects,
  raycastObject,
  timeOfContactObjects,
  toleranceObjects,
} from './queries.ts';
export { ResultLines } from './result-lines.ts';
export { type MatrixLike, poseFromMatrix, type ScaledPose } from './transform.ts';
