import type { Mesh } from '../mesh/mesh.ts';
import { cosine, sine } from '../scalar/sin-cos.ts';
import { addLoft, loftTriangleCount, loftVertexCount } from './loft.ts';
import {
  refuse,
  requireComparable,
  requireInteger,
  requireNotNegative,
  requireTriangleCount,
  resolveParameters,
} from './parameters.ts';
import { revolveSolid } from './revolve.ts';
import { SurfaceBuilder } from './surface-builder.ts';

// A cup is a solid of revolution; its handle is a bent tube in place of two rectangular patches of the outer wall. The
// tube's first and last rings are the patches' borders themselves, so the whole stays one closed surface of genus 1.

/** Options of {@link cup}. */
export interface CupOptions {
  /** Along z. */
  readonly height?: number;
  /** Outer radius at the rim. */
  readonly topRadius?: number;
  /** Outer radius at the foot. */
  readonly bottomRadius?: number;
  /** Thickness of wall and bottom. */
  readonly wall?: number;
  /** How far the middle of the handle is from the wall; 0 for a cup without one. */
  readonly handle?: number;
  /** Around the axis, at least 3, with a handle at least 16. */
  readonly slices?: number;
  /** Bands of the wall, at least 1, with a handle at least 8. Without a handle 4·slices·(rings + 1) triangles. */
  readonly rings?: number;
}

/** Defaults of {@link CupOptions}. */
export const CUP_DEFAULTS: Readonly<Required<CupOptions>> = Object.freeze({
  height: 0.9,
  topRadius: 0.4,
  bottomRadius: 0.32,
  wall: 0.04,
  handle: 0.25,
  slices: 64,
  rings: 24,
});

/** Positions of the handle's joints on the wall, as shares of its height. */
const UPPER_JOINT = 0.78;
const LOWER_JOINT = 0.28;
/** A patch is about this share of all slices, and of all rings, to each side of its middle. */
const PATCH_SHARE = 1 / 48;
/** The handle's thickness as a share of its patch. Dimensionless; below 1 it widens towards the wall. */
const HANDLE_SHARE = 0.8;
/** Bands along the handle. A count. */
const HANDLE_BANDS = 24;

/**
 * A cup open towards +z, centred at the origin (the handle, towards +x, not counted).
 *
 * @example
 * console.log(checkMesh(cup()).closed); // true
 */
export function cup(options: CupOptions = CUP_DEFAULTS): Mesh {
  const o = resolveParameters('cup', CUP_DEFAULTS, options);
  requireCup(o);
  const { slices } = o;
  const body = revolveSolid(cupProfile(o), -o.height / 2, o.wall - o.height / 2, slices);
  const bodyTriangles = loftTriangleCount(body.rings, slices);
  if (o.handle === 0) {
    const surface = new SurfaceBuilder(loftVertexCount(body), bodyTriangles);
    addLoft(surface, body);
    return surface.build('cup');
  }

  const handle = planHandle(o);
  const { upper, lower, halfWidth, halfHeight, border } = handle;
  const inPatch = (ring: number, side: number): boolean => {
    const inWidth = side < halfWidth || side >= slices - halfWidth;
    const inUpper = ring >= upper - halfHeight && ring < upper + halfHeight;
    return inWidth && (inUpper || (ring >= lower - halfHeight && ring < lower + halfHeight));
  };
  const sides = border.length / 2;
  const omittedTriangles = 2 * 2 * (2 * halfWidth * 2 * halfHeight);
  const surface = new SurfaceBuilder(
    loftVertexCount(body) + (HANDLE_BANDS - 1) * sides,
    bodyTriangles - omittedTriangles + 2 * HANDLE_BANDS * sides,
  );
  const first = addLoft(surface, { ...body, omit: inPatch });
  addHandle(surface, o, handle, first);
  // The wall's vertices inside the two patches.
  surface.dropUnusedVertices();
  return surface.build('cup');
}

/** Up the outer wall and down the inner one: rings + 1 points each. */
function cupProfile(o: Required<CupOptions>): Float64Array {
  const { rings, wall, height } = o;
  const profile = new Float64Array(4 * (rings + 1));
  for (let ring = 0; ring <= rings; ring++) {
    const z = (ring / rings - 0.5) * height;
    profile[2 * ring] = outerRadius(o, z);
    profile[2 * ring + 1] = z;
    // The inner wall stands on the bottom, and at every height is `wall` inside the outer one.
    const innerZ = wall - height / 2 + (ring / rings) * (height - wall);
    const inner = 2 * (2 * rings + 1 - ring);
    profile[inner] = outerRadius(o, innerZ) - wall;
    profile[inner + 1] = innerZ;
  }
  return profile;
}

function outerRadius(o: Required<CupOptions>, z: number): number {
  const part = z / o.height + 0.5;
  return o.bottomRadius * (1 - part) + o.topRadius * part;
}

/** The position of the handle in the wall's grid, and the half ellipse of its centre line in the plane y = 0. */
interface Handle {
  /** Wall rings in the middle of the two patches. */
  readonly upper: number;
  readonly lower: number;
  /** Half size of a patch, in slices and in rings. */
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** A patch's border in slices and rings from its middle, counter-clockwise seen from outside. */
  readonly border: readonly number[];
  /** Middle of the ellipse, and its half axis along the wall, towards the upper joint. */
  readonly x: number;
  readonly z: number;
  readonly axisX: number;
  readonly axisZ: number;
  /** Half extents of the tube: in the plane of the middle line, and along y. */
  readonly thickness: number;
  readonly width: number;
}

function planHandle(o: Required<CupOptions>): Handle {
  const { slices, rings, height } = o;
  const halfWidth = Math.max(1, Math.round(PATCH_SHARE * slices));
  const halfHeight = Math.max(1, Math.round(PATCH_SHARE * rings));
  const upper = Math.round(UPPER_JOINT * rings);
  const lower = Math.round(LOWER_JOINT * rings);
  const upperZ = (upper / rings - 0.5) * height;
  const lowerZ = (lower / rings - 0.5) * height;
  const upperX = outerRadius(o, upperZ);
  const lowerX = outerRadius(o, lowerZ);
  const axisX = (upperX - lowerX) / 2;
  const axisZ = (upperZ - lowerZ) / 2;
  const thickness = HANDLE_SHARE * halfHeight * (height / rings);
  const narrow = Math.min(upperX, lowerX);
  const width = HANDLE_SHARE * narrow * sine((2 * Math.PI * halfWidth) / slices);
  // The centre line bends most where the handle is farthest from the wall; there the tube must not fold over itself.
  const tightest = (axisX * axisX + axisZ * axisZ) / o.handle;
  if (tightest <= thickness) refuse('cup', `a handle that stands out by ${o.handle} would bend too sharply.`);
  const border = patchBorder(halfWidth, halfHeight);
  const x = (upperX + lowerX) / 2;
  const z = (upperZ + lowerZ) / 2;
  return { upper, lower, halfWidth, halfHeight, border, x, z, axisX, axisZ, thickness, width };
}

function patchBorder(halfWidth: number, halfHeight: number): number[] {
  const border: number[] = [];
  for (let i = -halfWidth; i < halfWidth; i++) border.push(i, -halfHeight);
  for (let j = -halfHeight; j < halfHeight; j++) border.push(halfWidth, j);
  for (let i = halfWidth; i > -halfWidth; i--) border.push(i, halfHeight);
  for (let j = halfHeight; j > -halfHeight; j--) border.push(-halfWidth, j);
  return border;
}

/** Adds the tube from the border of the upper patch to that of the lower; `first` is the wall's first vertex. */
function addHandle(surface: SurfaceBuilder, o: Required<CupOptions>, handle: Handle, first: number): void {
  const { border } = handle;
  const sides = border.length / 2;
  const borderVertex = (ring: number, side: number, up: number): number =>
    first + (ring + up * border[2 * side + 1]) * o.slices + ((border[2 * side] + o.slices) % o.slices);
  let below = Array.from({ length: sides }, (_, side) => borderVertex(handle.upper, side, 1));
  for (let band = 1; band <= HANDLE_BANDS; band++) {
    // Meanwhile the handle makes half a turn, so it reaches the lower patch upside down.
    const above =
      band < HANDLE_BANDS
        ? addHandleRing(surface, o, handle, band / HANDLE_BANDS)
        : Array.from({ length: sides }, (_, side) => borderVertex(handle.lower, side, -1));
    for (let side = 0; side < sides; side++) {
      const right = (side + 1) % sides;
      surface.quad(below[side], below[right], above[right], above[side]);
    }
    below = above;
  }
}

/** Adds one ring of the handle, `part` of the distance from the upper joint to the lower, and returns its vertices. */
function addHandleRing(surface: SurfaceBuilder, o: Required<CupOptions>, handle: Handle, part: number): number[] {
  const { border, halfWidth, halfHeight, axisX, axisZ } = handle;
  const cos = cosine(Math.PI * part);
  const sin = sine(Math.PI * part);
  const x = handle.x + axisX * cos + o.handle * sin;
  const z = handle.z + axisZ * cos;
  const dx = o.handle * cos - axisX * sin;
  const dz = -axisZ * sin;
  const speed = Math.sqrt(dx * dx + dz * dz);
  const ring: number[] = [];
  for (let at = 0; at < border.length; at += 2) {
    // The rectangular border, deformed into a circle about its centre.
    const i = border[at] / halfWidth;
    const j = border[at + 1] / halfHeight;
    const length = Math.sqrt(i * i + j * j);
    const across = (handle.thickness * j) / length;
    const px = x - (across * dz) / speed;
    const py = (handle.width * i) / length;
    const pz = z + (across * dx) / speed;
    const wallRadius = outerRadius(o, pz);
    if (px * px + py * py <= wallRadius * wallRadius) {
      refuse('cup', `a handle that stands out by ${o.handle} would run into the wall; make it longer, or 0 for none.`);
    }
    ring.push(surface.vertex(px, py, pz));
  }
  return ring;
}

function requireCup(o: Required<CupOptions>): void {
  const { height, topRadius, bottomRadius, wall, handle, slices, rings } = o;
  requireComparable('cup', { height, topRadius, bottomRadius, wall });
  requireNotNegative('cup', { handle });
  requireInteger('cup', 'slices', slices, handle > 0 ? 16 : 3);
  requireInteger('cup', 'rings', rings, handle > 0 ? 8 : 1);
  // A patch has fewer than (slices + rings)/2 border points, whatever the rounding: the handle has fewer triangles than
  // HANDLE_BANDS·(slices + rings).
  requireTriangleCount('cup', loftTriangleCount(2 * rings + 2, slices) + HANDLE_BANDS * (slices + rings));
  const limit = Math.min(topRadius, bottomRadius, height);
  if (wall >= limit) refuse('cup', `wall must be smaller than both radii and the height (${limit}), not ${wall}.`);
}
