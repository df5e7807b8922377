import type { Mesh } from './mesh.ts';

/** The connected components of a mesh. */
export interface MeshComponents {
  readonly count: number;
  /** The component of each triangle; components are numbered in the order of their lowest triangle. */
  readonly componentOfTriangle: Uint32Array;
}

/**
 * Splits a mesh into components connected by shared welded vertices: union–find with path halving.
 */
export function meshComponents(mesh: Mesh, weld: Uint32Array): MeshComponents {
  const { triangles, triangleCount } = mesh;
  const parent = Uint32Array.from(weld);
  for (let k = 0; k < triangles.length; k += 3) {
    const a = triangles[k];
    const b = triangles[k + 1];
    const c = triangles[k + 2];
    // Most are one set already.
    if (parent[a] !== parent[b]) unite(parent, a, b);
    if (parent[a] !== parent[c]) unite(parent, a, c);
  }

  const numberOfRoot = new Uint32Array(parent.length); // number + 1; 0 is not yet numbered
  const componentOfTriangle = new Uint32Array(triangleCount);
  let count = 0;
  for (let t = 0; t < triangleCount; t++) {
    const root = findRoot(parent, triangles[3 * t]);
    if (numberOfRoot[root] === 0) numberOfRoot[root] = ++count;
    componentOfTriangle[t] = numberOfRoot[root] - 1;
  }
  return { count, componentOfTriangle };
}

/** The root of `node`'s set; halves the path to it. */
function findRoot(parent: Uint32Array, node: number): number {
  let n = node;
  while (parent[n] !== n) {
    parent[n] = parent[parent[n]];
    n = parent[n];
  }
  return n;
}

/** Joins the sets of two nodes. False when they were one set already. */
export function unite(parent: Uint32Array, a: number, b: number): boolean {
  const rootA = findRoot(parent, a);
  const rootB = findRoot(parent, b);
  parent[rootB] = rootA;
  return rootA !== rootB;
}
