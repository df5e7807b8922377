// What the experiments see of core beyond its public face: single volumes, single kernels, the scratch of a query. Modules of
// core are opened here and in no other file; scripts/check-imports.mjs lists them. They are modules of the build beside this
// checkout, so that published packages gain nothing by it.

export type { VolumeKind } from '../../packages/core/dist/bounds/volume.js';
export { LINKS, type Tree } from '../../packages/core/dist/bvh/tree.js';
export { buildConvexBody, type ConvexBody, supportVertex } from '../../packages/core/dist/convex/convex-body.js';
export { ConvexResult, ConvexWorkspace, gjkDistance } from '../../packages/core/dist/convex/gjk.js';
export { withLevels } from '../../packages/core/dist/convex/hull-levels.js';
export { buildSupportTable, mapCell, type SupportTable } from '../../packages/core/dist/convex/support-table.js';
export { voronoiMarching } from '../../packages/core/dist/convex/voronoi-march.js';
export { FaceSubdivision, SUBDIVISION_DEFAULTS } from '../../packages/core/dist/deform/face-octree.js';
export { facesIntersect, filterError } from '../../packages/core/dist/deform/face-pair.js';
export { FACE, FaceTable } from '../../packages/core/dist/deform/face-table.js';
export { boxAround, overlappingBodies, regionsByBody } from '../../packages/core/dist/deform/overlap-regions.js';
export { PairKeys } from '../../packages/core/dist/deform/pair-keys.js';
export { Alternation } from '../../packages/core/dist/lab/medial-alternation/alternation.js';
export { EdgeQueue } from '../../packages/core/dist/medial/edge-queue.js';
export { PrimitiveTree } from '../../packages/core/dist/medial/primitive-tree.js';
export { unpackSections } from '../../packages/core/dist/model/bytes.js';
export { closestPointTriangle } from '../../packages/core/dist/primitive/point-triangle.js';
export { CLOSEST_SIZE, closestSegmentSegment } from '../../packages/core/dist/primitive/segment-segment.js';
export { overlapTriangleBox } from '../../packages/core/dist/primitive/triangle-box.js';
export { clipTriangleBox } from '../../packages/core/dist/primitive/triangle-box-clip.js';
export {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
} from '../../packages/core/dist/primitive/triangle-triangle-distance.js';
export { filterTriangleTriangle } from '../../packages/core/dist/primitive/triangle-triangle-filter.js';
export { bestPairOf } from '../../packages/core/dist/query/best-pair.js';
export { Bvtt } from '../../packages/core/dist/query/bvtt.js';
export { searchHulls } from '../../packages/core/dist/query/distance/search-hulls.js';
export { type HullComparison, hullScratchOf } from '../../packages/core/dist/query/hull-scratch.js';
export { type PrimitiveMotion, straightContactTime } from '../../packages/core/dist/query/medial/straight-step.js';
export { moveVolumeOf } from '../../packages/core/dist/query/moved-volumes.js';
export { PLANE, projectIn } from '../../packages/core/dist/query/penetration/in-projection.js';
export { moveLeaf, Workspace } from '../../packages/core/dist/query/workspace.js';
export { BOX, BoxSet } from '../../packages/core/dist/space/box-set.js';
