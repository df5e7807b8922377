// Whether a mesh bounds its own convex hull, proven.
//
// Its surface has to lie in the boundary of the hull: every face with an area in the plane of a facet. Closed and oriented,
// it then covers that boundary the same number of times everywhere, since a cycle on a sphere is a multiple of the
// sphere; and not zero times, if it encloses any volume. So it is all of the boundary, and the solid is the hull.

import { buildSolidBody, type ConvexBody } from '../convex/convex-body.ts';
import { solidHull } from '../convex/quickhull.ts';
import { enclosesVolume } from '../mesh/encloses-volume.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Frame } from '../model/model-frame.ts';
import type { SolidFacts } from '../model/solid.ts';
import { type ExactFaces, exactFaces } from './exact-faces.ts';

/** False where the mesh is open, or the planes of a few faces show that it is not convex. */
export function mayBeConvexMesh({ closed, oriented }: SolidFacts, corners: Float64Array): boolean {
  return closed && oriented && !hasCornersOnBothSides(corners);
}

/**
 * The convex body of a mesh that may be convex, from its corners in the frame of its model; null if it is not proven convex, or so thin that
 * these rounded corners lie in a plane.
 */
export function convexMeshBody(mesh: Mesh, frame: Frame, corners: Float64Array): ConvexBody | null {
  const faces = exactFaces(mesh);
  if (faces === null || !isOnHull(faces) || !enclosesVolume(mesh, frame.centre, frame.unit)) return null;
  return buildSolidBody(corners);
}

/** Number of planes tested before anything is built. The first one rejects most meshes that are not convex. */
const PLANES = 8;

/**
 * Height of a corner above a plane that exceeds rounding, in parts of the lengths in the product: the determinant rounds by some
 * 16u of them, and corners by u of the radius.
 */
const SIGN_ERROR = 2 ** -40;

/** Whether the plane of some face is proven to have corners on both sides: a quick rejection. */
function hasCornersOnBothSides(corners: Float64Array): boolean {
  const faces = corners.length / 9;
  for (let plane = 0; plane < PLANES; plane++) {
    const at = 9 * Math.floor((plane * faces) / PLANES);
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(at, at + 9);
    const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
    const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const u = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const v = Math.sqrt(vx * vx + vy * vy + vz * vz);
    // The body is at most 5 units wide: that bounds the distance to the corner.
    const errorBound = 5 * SIGN_ERROR * u * v;
    let isAbove = false;
    let isBelow = false;
    for (let k = 0; k < corners.length; k += 9) {
      const height = nx * (corners[k] - ax) + ny * (corners[k + 1] - ay) + nz * (corners[k + 2] - az);
      isAbove ||= height > errorBound;
      isBelow ||= height < -errorBound;
      if (isAbove && isBelow) return true;
    }
  }
  return false;
}

function isOnHull({ points, triangles, hasArea, spare }: ExactFaces): boolean {
  // Vertices that no face uses are not part of the body.
  const used = [...new Set(triangles)];
  const positions = new Float64Array(3 * used.length);
  used.forEach((v, k) => {
    positions.set(points.xyz.subarray(3 * v, 3 * v + 3), 3 * k);
  });
  const hull = solidHull(positions);
  if (hull === null) return false;
  const facets = hull.triangles.map((k) => used[k]);
  const all: number[] = [];
  const around = Array.from({ length: spare }, (): number[] => []);
  for (let facet = 0; facet < facets.length; facet += 3) {
    all.push(facet);
    for (let k = facet; k < facet + 3; k++) around[facets[k]].push(facet);
  }

  for (let face = 0; face < hasArea.length; face++) {
    if (hasArea[face] === 0) continue;
    const corners = triangles.subarray(3 * face, 3 * face + 3);
    // A facet with a vertex of the hull in its plane is around it; only faces without one are compared with all facets.
    const extreme = corners.find((v) => around[v].length > 0);
    const candidates = extreme === undefined ? all : around[extreme];
    const isInPlane = (facet: number): boolean =>
      corners.every((v) => points.orient3d(facets[facet], facets[facet + 1], facets[facet + 2], v) === 0);
    if (!candidates.some(isInPlane)) return false;
  }
  return true;
}
