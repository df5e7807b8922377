// Bottom-up construction of trees: five methods, four of which Lin's lectures name for trees of spheres.

import { agglomerate, createForest } from '../../bvh/agglomerate.ts';
import { ClusterSpheres } from '../../bvh/cluster-spheres.ts';
import { middles } from '../../bvh/middles.ts';
import { TILE, tileCorners } from '../../bvh/tiles.ts';
import { gatherTriangles, type Tree } from '../../bvh/tree.ts';
import { zOrder } from '../../bvh/z-order.ts';
import { layOut } from './lay-out.ts';
import { medialBalls } from './medial-balls.ts';
import { type Cover, coverByBalls } from './medial-cover.ts';
import { mergeByCells } from './octree-cells.ts';
import { tileTriangles } from './tile-triangles.ts';
import { coverByVertices } from './vertex-cover.ts';

/** Triangles (9 doubles each, in input order) merged by the radius of the sphere around them. */
export function growBottomUp(triangles: Float64Array): Tree {
  const forest = createForest(triangles.length / 9);
  const root = agglomerate(forest, new ClusterSpheres(triangles), zOrder(middles(triangles)));
  const { order, ...topology } = layOut(forest, root);
  return { ...topology, faces: order, triangles: gatherTriangles(triangles, order) };
}

/** Large triangles split into tiles, and the tiles merged likewise; a triangle is then found in several leaves. */
export function growTiled(triangles: Float64Array): Tree {
  const tiling = tileTriangles(triangles);
  const corners = tileCorners(gatherTriangles(triangles, tiling.faces), tiling.tiles);
  const forest = createForest(tiling.faces.length);
  const root = agglomerate(forest, new ClusterSpheres(corners), zOrder(middles(corners)));
  const { order, ...topology } = layOut(forest, root, tiling.faces);
  const faces = order.map((tile) => tiling.faces[tile]);
  const tiles = new Uint32Array(TILE * order.length);
  for (let slot = 0; slot < order.length; slot++) {
    tiles[TILE * slot] = tiling.tiles[TILE * order[slot]];
    tiles[TILE * slot + 1] = tiling.tiles[TILE * order[slot] + 1];
  }
  return { ...topology, faces, triangles: gatherTriangles(triangles, faces), tiles };
}

/**
 * Triangles grouped by the medial balls that cover them, each group and then the groups merged by the radius of the
 * sphere around them (Hubbard, "Approximating polyhedra with spheres for time-critical collision detection", 1996), so
 * that the tree branches where the medial axis does. `isSolid`: the balls are inside; else on both sides.
 */
export function growMedial(triangles: Float64Array, isSolid: boolean): Tree {
  const centres = middles(triangles);
  return growCover(triangles, centres, coverByBalls(triangles, centres, medialBalls(triangles, isSolid)));
}

/** Triangles grouped by the balls around vertices that cover them, and the groups merged likewise. */
export function growVertices(triangles: Float64Array): Tree {
  return growCover(triangles, middles(triangles), coverByVertices(triangles));
}

/** Triangles merged by the cells of an octree. */
export function growOctree(triangles: Float64Array): Tree {
  const centres = middles(triangles);
  const forest = createForest(triangles.length / 9);
  const root = mergeByCells(forest, new ClusterSpheres(triangles), centres, zOrder(centres));
  const { order, ...topology } = layOut(forest, root);
  return { ...topology, faces: order, triangles: gatherTriangles(triangles, order) };
}

function growCover(triangles: Float64Array, centres: Float64Array, cover: Cover): Tree {
  const groups: number[][] = Array.from({ length: cover.spheres.length / 4 }, () => []);
  for (const t of zOrder(centres)) groups[cover.owners[t]].push(t);

  const forest = createForest(triangles.length / 9);
  const spheres = new ClusterSpheres(triangles);
  const roots: number[] = [];
  const ballCentres = new Float64Array(3 * groups.length);
  groups.forEach((members, ball) => {
    const root = agglomerate(forest, spheres, members);
    if (members.length > 1) spheres.replace(root, cover.spheres, 4 * ball);
    ballCentres.set(cover.spheres.subarray(4 * ball, 4 * ball + 3), 3 * ball);
    roots.push(root);
  });
  const root = agglomerate(
    forest,
    spheres,
    zOrder(ballCentres).map((ball) => roots[ball]),
  );
  const { order, ...topology } = layOut(forest, root);
  return { ...topology, faces: order, triangles: gatherTriangles(triangles, order) };
}
