export { advance } from './advance';
export { boundCells, isOpenDirection, keepBalls, testBalls, testDirections, writeLanes } from './ball-tests';
export { buildTree, buildTreeOf, buildTreeSize, treeDepth } from './build-tree';
export { searchAllContacts } from './collide';
export { convexContacts } from './convex-contacts';
export { nearestConvex } from './convex-pair';
export { decidePairs, followBoxes, sortRows, sweepRows } from './crowd';
export { querySize, searchNearest } from './distance';
export { findComponents, isOriented } from './edges';
export { convexDepth, separatesConvex } from './epa';
export { fitBoxes } from './fit-boxes';
export { fitDiscs } from './fit-discs';
export { boundVertices, moveVertices, reachSq } from './frame-mesh';
export { gatherFaces, prepareLists } from './gather-faces';
export { convexDistance, convexQuerySize } from './gjk';
export { extremesSize, writeExtremes } from './heights';
export { medialQuerySize, searchMedial } from './medial';
export { motionAt } from './motion';
export { collideNear, searchNearLeaves, searchNearPairs } from './near';
export { findNearest, nearestPointAt } from './nearest-point';
export { fitCell, prepareSelf, searchCell, selfSearchSize } from './self';
export { numberNodes, writeModel } from './upload';
export { weldVertices } from './weld';
export { widenedDepth, widenTree } from './widen';
export { firstContact, within } from './world-pair';

/** A cache line. */
const LINE: usize = 64;

/** Memory for a model or a query, at the start of a cache line. Before it is written where the block that holds it starts. */
export function allocate(size: usize): usize {
  const block = heap.alloc(size + LINE);
  const at = (block + LINE) & ~(LINE - 1);
  store<usize>(at - 4, block);
  return at;
}
export function release(at: usize): void {
  heap.free(load<usize>(at - 4));
}
