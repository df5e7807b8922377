// Faces clipped at a distance, so that the end of what is shown has the form of a ball and no long triangles stand out of it. The ball is the
// polyhedron of 26 planes that touch it.

const PLANES = planesAbout();

/** The parts of faces that are within a distance from the origin, nine numbers each, in the order of the faces. */
export function clipFaces(faces: Float64Array, reach: number): Float64Array {
  const kept: number[] = [];
  for (let k = 0; k < faces.length; k += 9) {
    const face = [0, 3, 6].map((corner) => [...faces.subarray(k + corner, k + corner + 3)]);
    const isInside = face.every((p) => Math.hypot(...p) <= reach);
    const polygon = isInside ? face : PLANES.reduce((rest, plane) => clipPolygon(rest, plane, reach), face);
    for (let corner = 1; corner + 1 < polygon.length; corner++) {
      kept.push(...polygon[0], ...polygon[corner], ...polygon[corner + 1]);
    }
  }
  return Float64Array.from(kept);
}

/** The part of a polygon on the origin's side of the plane with that unit normal, at that distance. */
function clipPolygon(polygon: readonly number[][], normal: readonly number[], reach: number): number[][] {
  const heights = polygon.map((p) => normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] - reach);
  if (heights.every((height) => height <= 0)) return [...polygon];
  return polygon.flatMap((p, k) => {
    const next = (k + 1) % polygon.length;
    const own = heights[k] <= 0 ? [p] : [];
    if (heights[k] <= 0 === heights[next] <= 0) return own;
    const part = heights[k] / (heights[k] - heights[next]);
    return [...own, p.map((x, c) => x + part * (polygon[next][c] - x))];
  });
}

function planesAbout(): readonly (readonly number[])[] {
  const signs = [-1, 0, 1];
  return signs
    .flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])))
    .filter((normal) => normal.some((x) => x !== 0))
    .map((normal) => normal.map((x) => x / Math.hypot(...normal)));
}
