import { type Cover, farthestCorner } from './medial-cover.ts';

/**
 * Covers triangles (9 doubles each) by balls around their corners: "covering each vertex with a sphere" (Lin, proximity lectures,
 * 2004). Corners with the same coordinates are one vertex. From the vertex with the most triangles down, each gets those that are
 * still free, and its ball is just large enough to contain them. A vertex whose neighbours got all of its triangles has no ball.
 */
export function coverByVertices(triangles: Float64Array): Cover {
  const count = triangles.length / 9;
  const vertices = sameCorners(triangles);
  const degrees = new Int32Array(3 * count);
  for (const vertex of vertices) degrees[vertex]++;
  // The triangles around each vertex, in the order of their numbers.
  const firsts = new Int32Array(3 * count + 1);
  for (let v = 0; v < 3 * count; v++) firsts[v + 1] = firsts[v] + degrees[v];
  const around = new Int32Array(3 * count);
  const next = firsts.slice();
  for (let corner = 0; corner < 3 * count; corner++) around[next[vertices[corner]]++] = Math.floor(corner / 3);
  const order = Uint32Array.from(vertices, (_, v) => v).filter((v) => degrees[v] > 0);
  order.sort((a, b) => degrees[b] - degrees[a] || a - b);

  const owners = new Int32Array(count).fill(-1);
  const spheres: number[] = [];
  for (const vertex of order) {
    const [x, y, z] = triangles.subarray(3 * vertex, 3 * vertex + 3);
    const number = spheres.length / 4;
    let radius = -1;
    for (let k = firsts[vertex]; k < firsts[vertex + 1]; k++) {
      const t = around[k];
      if (owners[t] >= 0) continue;
      owners[t] = number;
      radius = Math.max(radius, farthestCorner(triangles, t, x, y, z));
    }
    if (radius >= 0) spheres.push(x, y, z, radius);
  }
  return { spheres: Float64Array.from(spheres), owners };
}

/** For each corner the first one with the same coordinates. */
function sameCorners(triangles: Float64Array): Int32Array {
  const corners = triangles.length / 3;
  const order = Int32Array.from({ length: corners }, (_, k) => k);
  const compare = (a: number, b: number): number =>
    triangles[3 * a] - triangles[3 * b] ||
    triangles[3 * a + 1] - triangles[3 * b + 1] ||
    triangles[3 * a + 2] - triangles[3 * b + 2];
  order.sort((a, b) => compare(a, b) || a - b);
  const same = new Int32Array(corners);
  for (let k = 0; k < corners; k++) {
    const isSame = k > 0 && compare(order[k - 1], order[k]) === 0;
    same[order[k]] = isSame ? same[order[k - 1]] : order[k];
  }
  return same;
}
