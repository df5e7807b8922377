// Triangle meshes of solids given by a signed distance: naive surface nets (Gibson 1998). One vertex in every cell of a grid that the
// surface crosses, at the mean of the crossings of its edges; one quadrilateral for every edge that it crosses.

/** @typedef {readonly [number, number, number]} Point */
/** @typedef {{ readonly positions: number[], readonly triangles: number[] }} Mesh */

/** The corners of a cell, by bits: x, y, z. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7];
/** The edges of a cell as pairs of corners. */
const EDGES = CORNERS.flatMap((a) => [1, 2, 4].filter((bit) => (a & bit) === 0).map((bit) => [a, a | bit]));

/**
 * @param {(x: number, y: number, z: number) => number} distance negative inside
 * @param {Point} low
 * @param {Point} high
 * @param {number} cell the side of a cell
 * @returns {Mesh}
 */
export function surfaceNets(distance, low, high, cell) {
  const counts = low.map((least, k) => Math.ceil((high[k] - least) / cell) + 1);
  const [nx, ny, nz] = counts;
  const at = (/** @type {number} */ i, /** @type {number} */ j, /** @type {number} */ k) => i + nx * (j + ny * k);
  const values = new Float64Array(nx * ny * nz);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        values[at(i, j, k)] = distance(low[0] + cell * i, low[1] + cell * j, low[2] + cell * k);
      }
    }
  }
  /** @type {number[]} */
  const positions = [];
  /** @type {Map<number, number>} */
  const vertexOf = new Map();
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        const corners = CORNERS.map((c) => values[at(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))]);
        const middle = meanCrossing(corners);
        if (middle === null) continue;
        vertexOf.set(at(i, j, k), positions.length / 3);
        positions.push(...[i, j, k].map((base, axis) => low[axis] + cell * (base + middle[axis])));
      }
    }
  }
  return { positions, triangles: facesOf(values, counts, vertexOf) };
}

/**
 * @param {readonly number[]} corners
 * @returns {number[] | null} in parts of the cell; null where the surface does not cross it
 */
function meanCrossing(corners) {
  const sum = [0, 0, 0];
  let count = 0;
  for (const [a, b] of EDGES) {
    if (corners[a] < 0 === corners[b] < 0) continue;
    const part = corners[a] / (corners[a] - corners[b]);
    for (let axis = 0; axis < 3; axis++) {
      const from = (a >> axis) & 1;
      sum[axis] += from + part * (((b >> axis) & 1) - from);
    }
    count++;
  }
  return count === 0 ? null : sum.map((value) => value / count);
}

/**
 * @param {Float64Array} values
 * @param {readonly number[]} counts
 * @param {ReadonlyMap<number, number>} vertexOf
 */
function facesOf(values, counts, vertexOf) {
  const strides = [1, counts[0], counts[0] * counts[1]];
  /** @type {number[]} */
  const triangles = [];
  for (const here of vertexOf.keys()) {
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]];
      const isInside = values[here] < 0;
      if (isInside === values[here + strides[axis]] < 0) continue;
      const quad = [here, here - u, here - u - v, here - v].map((cell) => vertexOf.get(cell));
      if (quad.some((vertex) => vertex === undefined)) throw new Error('The solid reaches the border of its grid.');
      const [a, b, c, d] = quad.map((vertex) => vertex ?? 0);
      if (isInside) triangles.push(a, b, c, a, c, d);
      else triangles.push(a, c, b, a, d, c);
    }
  }
  return triangles;
}
