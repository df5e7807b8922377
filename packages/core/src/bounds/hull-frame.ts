// The frame of a box around triangles: "Building an OBB Tree" in Lin's proximity lectures (2004), after Gottschalk, Lin &
// Manocha, "OBBTree", SIGGRAPH 1996, §4.
//
// The axes are eigenvectors of a covariance. A covariance of vertices gives a good box only if they are spread evenly: a cluster
// attracts the axes, and interior points count although they touch no side. The lectures therefore take the convex hull and
// integrate over the area of its facets, so that only the shape counts and not its sampling.
//
// Departure: two equal eigenvalues (a square plate, a cube, any square prism) leave a pair of axes undetermined, and a box turned
// by 45° has twice the base. So the covariance decides only the thinnest axis, and the normal of the largest facet is an
// alternative. The outline decides the rotation about it, since the smallest rectangle around a convex polygon has a side along one
// of its edges (Freeman & Shapira, 1975). The box of least surface is chosen: unlike volume, surface still distinguishes flat
// boxes.
//
// Cost: the hull, O(n log n), plus at most OUTLINE_EDGES_TRIED tests of the outline for each of the two normals.

import { FlatHull } from '../convex/flat-hull.ts';
import { HullSurface, PLANE_STRIDE } from '../convex/hull-surface.ts';
import { symmetricEigen } from '../scalar/eigen.ts';

/** Number of outline edges tested. A smooth outline of hundreds of edges has a good one among every few of them. */
const OUTLINE_EDGES_TRIED = 32;

/**
 * Edges of the outline shorter than this part of the points' width have a direction dominated by rounding. Dimensionless.
 */
const SHORTEST_EDGE = 2 ** -40;

/**
 * Below this part of the longer edge the height of a triangle is rounding, and its normal is arbitrary. Dimensionless.
 */
const SHORTEST_HEIGHT = 2 ** -50;

const surface: HullSurface = new HullSurface();
const flat: FlatHull = new FlatHull();
/**
 * Points of the hull relative to the first of them, in units of their largest width: squares neither over- nor
 * underflow.
 */
let local: Float64Array = new Float64Array(0);
/** Outline projected along a normal: for each edge both ends in the plane's coordinates, four doubles. */
let outline: Float64Array = new Float64Array(0);
const covariance: Float64Array = new Float64Array(6);
const principal: Float64Array = new Float64Array(9);
const spreads: Float64Array = new Float64Array(3);

/**
 * Three orthonormal right-handed axes (rows of `axes`, widest first) of a small box around the triangles [first, first + count).
 * Points, segments and flat sets get axes along their own dimensions.
 */
export function hullFrame(triangles: Float64Array, first: number, count: number, axes: Float64Array): void {
  if (count === 1) {
    triangleFrame(triangles, 9 * first, axes);
    return;
  }
  const dimension = surface.build(triangles, 3 * first, 3 * count);
  loadLocal();
  if (dimension === 3) solidFrame(axes);
  else if (dimension === 2) {
    flat.build(surface, dimension);
    polygonFrame(axes);
  } else if (dimension === 1) segmentFrame(axes);
  else identityFrame(axes);
}

/** Writes to `out` the points of triangles[begin, begin + length) in the frame, relative to the first of them. */
export function projectOnFrame(
  triangles: Float64Array,
  begin: number,
  length: number,
  axes: Float64Array,
  out: Float64Array,
): void {
  const [ux, uy, uz, vx, vy, vz, wx, wy, wz] = axes;
  const ox = triangles[begin];
  const oy = triangles[begin + 1];
  const oz = triangles[begin + 2];
  for (let k = 0; k < length; k += 3) {
    const x = triangles[begin + k] - ox;
    const y = triangles[begin + k + 1] - oy;
    const z = triangles[begin + k + 2] - oz;
    out[k] = ux * x + uy * y + uz * z;
    out[k + 1] = vx * x + vy * y + vz * z;
    out[k + 2] = wx * x + wy * y + wz * z;
  }
}

/** The longest edge and the height over it: the smallest rectangle around a triangle, twice its area. */
function triangleFrame(t: Float64Array, at: number, axes: Float64Array): void {
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const a = t[at + k];
    const b = t[at + 3 + k];
    const c = t[at + 6 + k];
    size = Math.max(size, Math.abs(b - a), Math.abs(c - b), Math.abs(a - c));
  }
  if (size === 0) {
    identityFrame(axes);
    return;
  }
  const ux = (t[at + 3] - t[at]) / size;
  const uy = (t[at + 4] - t[at + 1]) / size;
  const uz = (t[at + 5] - t[at + 2]) / size;
  const vx = (t[at + 6] - t[at + 3]) / size;
  const vy = (t[at + 7] - t[at + 4]) / size;
  const vz = (t[at + 8] - t[at + 5]) / size;
  const wx = (t[at] - t[at + 6]) / size;
  const wy = (t[at + 1] - t[at + 7]) / size;
  const wz = (t[at + 2] - t[at + 8]) / size;
  const uSq = ux * ux + uy * uy + uz * uz;
  const vSq = vx * vx + vy * vy + vz * vz;
  const wSq = wx * wx + wy * wy + wz * wz;
  if (uSq >= vSq && uSq >= wSq) storeFrame(axes, ux, uy, uz, vx, vy, vz);
  else if (vSq >= wSq) storeFrame(axes, vx, vy, vz, wx, wy, wz);
  else storeFrame(axes, wx, wy, wz, ux, uy, uz);
}

/** Dimension 1: along the line, and any two axes orthogonal to it. */
function segmentFrame(axes: Float64Array): void {
  const a = 3 * surface.seed[0];
  const b = 3 * surface.seed[1];
  storeFrame(axes, local[b] - local[a], local[b + 1] - local[a + 1], local[b + 2] - local[a + 2], 0, 0, 0);
}

/**
 * A hull so thin that its areas underflow: towards a point at least half the width away from the first one. The choice of unit
 * ensures that there is one.
 */
function needleFrame(axes: Float64Array): void {
  let k = 0;
  while (Math.abs(local[k]) < 0.5 && k + 1 < 3 * surface.pointCount) k++;
  const a = k - (k % 3);
  storeFrame(axes, local[a], local[a + 1], local[a + 2], 0, 0, 0);
}

/** Dimension 2: the smallest rectangle around the polygon, in its plane. */
function polygonFrame(axes: Float64Array): void {
  const { outline: polygon, length: outlineLength } = flat;
  const a = 3 * polygon[0];
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let k = 1; k + 1 < outlineLength; k++) {
    const b = 3 * polygon[k];
    const c = 3 * polygon[k + 1];
    const ux = local[b] - local[a];
    const uy = local[b + 1] - local[a + 1];
    const uz = local[b + 2] - local[a + 2];
    const vx = local[c] - local[a];
    const vy = local[c + 1] - local[a + 1];
    const vz = local[c + 2] - local[a + 2];
    nx += uy * vz - uz * vy;
    ny += uz * vx - ux * vz;
    nz += ux * vy - uy * vx;
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (length === 0) {
    needleFrame(axes);
    return;
  }
  beginOutline(nx / length, ny / length, nz / length, outlineLength);
  for (let k = 0; k < outlineLength; k++) addOutlineEdge(polygon[k], polygon[k + 1 === outlineLength ? 0 : k + 1]);
  best[0] = Infinity;
  tryOutline(0, axes);
}

/** Dimension 3: the thinnest principal axis of the hull's surface against the normal of its largest facet. */
function solidFrame(axes: Float64Array): void {
  moments.fill(0);
  for (let f = 0; f < surface.facetSlots; f++) if (surface.isFacet(f)) addFacetMoments(f);
  const total = moments[0];
  if (total === 0) {
    needleFrame(axes);
    return;
  }
  // Twelve times the covariance over the total area; a common factor does not turn the axes.
  const mx = (4 * moments[1]) / (3 * total);
  const my = (4 * moments[2]) / (3 * total);
  const mz = (4 * moments[3]) / (3 * total);
  covariance[0] = moments[4] - mx * moments[1];
  covariance[1] = moments[5] - mx * moments[2];
  covariance[2] = moments[6] - mx * moments[3];
  covariance[3] = moments[7] - my * moments[2];
  covariance[4] = moments[8] - my * moments[3];
  covariance[5] = moments[9] - mz * moments[3];
  symmetricEigen(covariance, principal, spreads);

  best[0] = Infinity;
  trySolid(principal[6], principal[7], principal[8], axes);
  trySolid(moments[11], moments[12], moments[13], axes);
}

/**
 * Twice the area, its products with a + b + c and with twelve times the second moment; then the largest facet's normal.
 */
const moments: Float64Array = new Float64Array(14);

function addFacetMoments(facet: number): void {
  const corners = surface.corners;
  const a = 3 * corners[3 * facet];
  const b = 3 * corners[3 * facet + 1];
  const c = 3 * corners[3 * facet + 2];
  const ax = local[a];
  const ay = local[a + 1];
  const az = local[a + 2];
  const bx = local[b];
  const by = local[b + 1];
  const bz = local[b + 2];
  const cx = local[c];
  const cy = local[c + 1];
  const cz = local[c + 2];
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (area > moments[10]) {
    moments[10] = area;
    moments[11] = nx / area;
    moments[12] = ny / area;
    moments[13] = nz / area;
  }
  // Over a triangle, ∫ x dA = area·(a + b + c)/3 and ∫ x xᵀ dA = area·(aaᵀ + bbᵀ + ccᵀ + (a+b+c)(a+b+c)ᵀ)/12.
  const sx = ax + bx + cx;
  const sy = ay + by + cy;
  const sz = az + bz + cz;
  moments[0] += area;
  moments[1] += area * sx;
  moments[2] += area * sy;
  moments[3] += area * sz;
  moments[4] += area * (ax * ax + bx * bx + cx * cx + sx * sx);
  moments[5] += area * (ax * ay + bx * by + cx * cy + sx * sy);
  moments[6] += area * (ax * az + bx * bz + cx * cz + sx * sz);
  moments[7] += area * (ay * ay + by * by + cy * cy + sy * sy);
  moments[8] += area * (ay * az + by * bz + cy * cz + sy * sz);
  moments[9] += area * (az * az + bz * bz + cz * cz + sz * sz);
}

/** The current projection of the hull: the normal, two axes orthogonal to it, and the interval of heights along it. */
const view: Float64Array = new Float64Array(9);
const heights: Float64Array = new Float64Array(2);
/** Surface of the best box so far. */
const best: Float64Array = new Float64Array(1);
/** Left, right, bottom, top of the outline along a direction. */
const extents: Float64Array = new Float64Array(4);
let edgeCount = 0;

/** Tests the hull along a unit normal: the height, the outline, the best rectangle around it. */
function trySolid(nx: number, ny: number, nz: number, axes: Float64Array): void {
  beginOutline(nx, ny, nz, 3 * surface.facetSlots);
  heights[0] = Infinity;
  heights[1] = -Infinity;
  for (let f = 0; f < surface.facetSlots; f++) if (surface.isFacet(f)) testFacet(f);
  tryOutline(heights[1] - heights[0], axes);
}

/** The outline runs between facets that point along the normal and facets that do not. */
function testFacet(facet: number): void {
  const { corners, neighbours } = surface;
  const nx = view[0];
  const ny = view[1];
  const nz = view[2];
  const tests = facing(facet) > 0;
  for (let edge = 3 * facet; edge < 3 * facet + 3; edge++) {
    const p = 3 * corners[edge];
    const height = local[p] * nx + local[p + 1] * ny + local[p + 2] * nz;
    heights[0] = Math.min(heights[0], height);
    heights[1] = Math.max(heights[1], height);
    if (tests && facing(neighbours[edge]) <= 0) {
      addOutlineEdge(corners[edge], corners[edge === 3 * facet + 2 ? 3 * facet : edge + 1]);
    }
  }
}

function facing(facet: number): number {
  const planes = surface.planes;
  const at = PLANE_STRIDE * facet;
  return planes[at] * view[0] + planes[at + 1] * view[1] + planes[at + 2] * view[2];
}

function beginOutline(nx: number, ny: number, nz: number, mostEdges: number): void {
  if (outline.length < 4 * mostEdges) outline = new Float64Array(8 * mostEdges);
  // The axis of the smallest component of the normal, made perpendicular to it, is long enough to be normalised.
  const x = Math.abs(nx);
  const y = Math.abs(ny);
  const z = Math.abs(nz);
  let sx = x <= y && x <= z ? 1 : 0;
  let sy = sx === 0 && y <= z ? 1 : 0;
  let sz = sx === 0 && sy === 0 ? 1 : 0;
  const along = sx * nx + sy * ny + sz * nz;
  sx -= along * nx;
  sy -= along * ny;
  sz -= along * nz;
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  sx /= length;
  sy /= length;
  sz /= length;
  view[0] = nx;
  view[1] = ny;
  view[2] = nz;
  view[3] = sx;
  view[4] = sy;
  view[5] = sz;
  view[6] = ny * sz - nz * sy;
  view[7] = nz * sx - nx * sz;
  view[8] = nx * sy - ny * sx;
  edgeCount = 0;
}

function addOutlineEdge(from: number, to: number): void {
  const a = 3 * from;
  const b = 3 * to;
  const at = 4 * edgeCount++;
  outline[at] = local[a] * view[3] + local[a + 1] * view[4] + local[a + 2] * view[5];
  outline[at + 1] = local[a] * view[6] + local[a + 1] * view[7] + local[a + 2] * view[8];
  outline[at + 2] = local[b] * view[3] + local[b + 1] * view[4] + local[b + 2] * view[5];
  outline[at + 3] = local[b] * view[6] + local[b + 1] * view[7] + local[b + 2] * view[8];
}

/** Stores the box of `height` over the best rectangle around the outline if its surface is smaller than the best so far. */
function tryOutline(height: number, axes: Float64Array): void {
  const longest = longestEdge();
  tryEdge(longest, height, axes);
  const step = Math.ceil(edgeCount / OUTLINE_EDGES_TRIED);
  for (let e = 0; e < edgeCount; e += step) if (e !== longest) tryEdge(e, height, axes);
}

function longestEdge(): number {
  let longest = 0;
  let longestSq = 0;
  for (let e = 0; e < edgeCount; e++) {
    const dx = outline[4 * e + 2] - outline[4 * e];
    const dy = outline[4 * e + 3] - outline[4 * e + 1];
    const lengthSq = dx * dx + dy * dy;
    if (lengthSq > longestSq) {
      longestSq = lengthSq;
      longest = e;
    }
  }
  return longest;
}

function tryEdge(edge: number, height: number, axes: Float64Array): void {
  let dx = outline[4 * edge + 2] - outline[4 * edge];
  let dy = outline[4 * edge + 3] - outline[4 * edge + 1];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length > SHORTEST_EDGE) {
    dx /= length;
    dy /= length;
  } else if (best[0] === Infinity) {
    // An outline without edges (a needle projected along itself) still needs a frame.
    dx = 1;
    dy = 0;
  } else {
    return;
  }
  extents[0] = Infinity;
  extents[1] = -Infinity;
  extents[2] = Infinity;
  extents[3] = -Infinity;
  measureOutline(dx, dy);
  const width = extents[1] - extents[0];
  const depth = extents[3] - extents[2];
  const boxSurface = width * depth + height * (width + depth);
  if (!(boxSurface < best[0])) return;
  best[0] = boxSurface;

  const nx = view[0];
  const ny = view[1];
  const nz = view[2];
  const ux = dx * view[3] + dy * view[6];
  const uy = dx * view[4] + dy * view[7];
  const uz = dx * view[5] + dy * view[8];
  const vx = dx * view[6] - dy * view[3];
  const vy = dx * view[7] - dy * view[4];
  const vz = dx * view[8] - dy * view[5];
  if (width >= depth) {
    if (depth >= height) storeFrame(axes, ux, uy, uz, vx, vy, vz);
    else if (width >= height) storeFrame(axes, ux, uy, uz, nx, ny, nz);
    else storeFrame(axes, nx, ny, nz, ux, uy, uz);
  } else if (width >= height) storeFrame(axes, vx, vy, vz, ux, uy, uz);
  else if (depth >= height) storeFrame(axes, vx, vy, vz, nx, ny, nz);
  else storeFrame(axes, nx, ny, nz, vx, vy, vz);
}

function measureOutline(dx: number, dy: number): void {
  for (let at = 0; at < 4 * edgeCount; at += 4) {
    const s = outline[at] * dx + outline[at + 1] * dy;
    const t = outline[at + 1] * dx - outline[at] * dy;
    extents[0] = Math.min(extents[0], s);
    extents[1] = Math.max(extents[1], s);
    extents[2] = Math.min(extents[2], t);
    extents[3] = Math.max(extents[3], t);
  }
}

/** Stores u, v made perpendicular to it, and their cross product, all of unit length; v may be zero or along u. */
function storeFrame(axes: Float64Array, ux: number, uy: number, uz: number, vx: number, vy: number, vz: number): void {
  const uLength = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const ax = ux / uLength;
  const ay = uy / uLength;
  const az = uz / uLength;
  const along = ax * vx + ay * vy + az * vz;
  let bx = vx - along * ax;
  let by = vy - along * ay;
  let bz = vz - along * az;
  let bLength = Math.sqrt(bx * bx + by * by + bz * bz);
  if (bLength <= SHORTEST_HEIGHT * uLength) {
    bx = Math.abs(ax) <= Math.abs(ay) && Math.abs(ax) <= Math.abs(az) ? 1 : 0;
    by = bx === 0 && Math.abs(ay) <= Math.abs(az) ? 1 : 0;
    bz = bx === 0 && by === 0 ? 1 : 0;
    bLength = 1;
  }
  bx /= bLength;
  by /= bLength;
  bz /= bLength;
  // The cancellation above left rounding along u; a second step removes it ("twice is enough", Kahan).
  const rest = ax * bx + ay * by + az * bz;
  bx -= rest * ax;
  by -= rest * ay;
  bz -= rest * az;
  bLength = Math.sqrt(bx * bx + by * by + bz * bz);
  bx /= bLength;
  by /= bLength;
  bz /= bLength;
  axes[0] = ax;
  axes[1] = ay;
  axes[2] = az;
  axes[3] = bx;
  axes[4] = by;
  axes[5] = bz;
  axes[6] = ay * bz - az * by;
  axes[7] = az * bx - ax * bz;
  axes[8] = ax * by - ay * bx;
}

function identityFrame(axes: Float64Array): void {
  axes.fill(0);
  axes[0] = 1;
  axes[4] = 1;
  axes[8] = 1;
}

function loadLocal(): void {
  const { points, pointCount, width } = surface;
  const end = 3 * pointCount;
  if (local.length < end) local = new Float64Array(2 * end);
  const widest = Math.max(width[0], width[1], width[2]);
  relativePoints(points, end, widest > 0 ? widest : 1);
}

function relativePoints(points: Float64Array, end: number, unit: number): void {
  const x = points[0];
  const y = points[1];
  const z = points[2];
  for (let k = 0; k < end; k += 3) {
    local[k] = (points[k] - x) / unit;
    local[k + 1] = (points[k + 1] - y) / unit;
    local[k + 2] = (points[k + 2] - z) / unit;
  }
}
