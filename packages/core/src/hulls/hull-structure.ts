import { NearmissError } from '../error.ts';
import type { Model } from '../model/model.ts';
import type { Structure } from '../model/structure.ts';
import { decomposeModel } from '../patches/convex-patches.ts';
import { buildHullTree } from './build-hull-tree.ts';
import { addHullSections, takeHullSections } from './hull-sections.ts';
import type { HullTree } from './hull-tree.ts';

/**
 * The tree of convex hulls over the surface in convex patches.
 *
 * @example
 * const model = Model.build(torus(), { with: [hullTree] });
 * console.log(distance(model, {}, model, { position: [3, 0, 0] }, { method: hulls }).status); // separated
 */
export const hullTree: Structure<HullTree> = {
  name: 'hulls',
  build(model: Model): HullTree {
    const { mesh, frame, round } = model;
    if (round !== null) {
      throw new NearmissError('query/unsupported', 'A round shape has no tree of hulls; it is convex as it is.');
    }
    const points = mesh.positions.map((x, k) => (x - frame.centre[k % 3]) / frame.unit);
    return buildHullTree(points, mesh.triangles, decomposeModel(model));
  },
  write(tree, sections): void {
    addHullSections(sections, tree);
  },
  read(sections, { mesh, frame }): HullTree | undefined {
    return takeHullSections(sections, mesh.triangleCount, mesh.vertexCount, frame.radius);
  },
};
