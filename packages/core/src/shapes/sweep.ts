import type { Loft, Point } from './loft.ts';

/** Doubles a ring in the frames of a sweep: centre, normal, binormal, three each. Normal × binormal = direction of travel. */
export const FRAME_STRIDE = 9;

/** Writes the two coordinates of a section point, along normal and binormal, to out[0..1]. Counter-clockwise in them. */
export type Section = (ring: number, side: number, out: Float64Array) => void;

/** A closed cross-section swept along a path given by its frames; without tips the path is closed. */
export function sweep(frames: Float64Array, sides: number, section: Section, tips?: readonly [Point, Point]): Loft {
  const flat = new Float64Array(2);
  const loft: Loft = {
    rings: frames.length / FRAME_STRIDE,
    sides,
    point: (ring, side, out) => {
      section(ring, side, flat);
      const [alongNormal, alongBinormal] = flat;
      const at = FRAME_STRIDE * ring;
      for (let axis = 0; axis < 3; axis++) {
        out[axis] = frames[at + axis] + alongNormal * frames[at + 3 + axis] + alongBinormal * frames[at + 6 + axis];
      }
    },
  };
  return tips === undefined ? loft : { ...loft, tips };
}

/**
 * Writes one frame: the centre, the part of `normal` orthogonal to the tangent, normalized, and tangent × normal. The tangent is
 * unit; the normal must not be parallel to it.
 */
export function writeFrame(frames: Float64Array, ring: number, centre: Point, tangent: Point, normal: Point): void {
  const [tx, ty, tz] = tangent;
  const along = normal[0] * tx + normal[1] * ty + normal[2] * tz;
  let nx = normal[0] - along * tx;
  let ny = normal[1] - along * ty;
  let nz = normal[2] - along * tz;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx /= length;
  ny /= length;
  nz /= length;
  frames.set(centre, FRAME_STRIDE * ring);
  frames.set([nx, ny, nz, ty * nz - tz * ny, tz * nx - tx * nz, tx * ny - ty * nx], FRAME_STRIDE * ring + 3);
}
