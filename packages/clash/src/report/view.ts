import type { Clash } from '../clash.ts';

/** A camera that is directed at a clash. See {@link clashScenes}. */
export interface ClashView {
  readonly target: readonly number[];
  /** Unit vectors. */
  readonly direction: readonly number[];
  readonly up: readonly number[];
  /** From the camera to the target. */
  readonly back: number;
}

/** Degrees, from the bottom of the picture to its top. */
export const FIELD_OF_VIEW = 60;
/** Width of the picture over its height. */
export const ASPECT = 1.5;
/** How far the camera stands back, in diagonals of the region. */
const CAMERA_DIAGONALS = 1.75;

/** From above, with z up; the camera stands on a diagonal of the axes, so that few faces are seen edge on. */
export function viewOf({ point, box, depth, distance }: Clash): ClashView {
  const direction = [-0.6, 0.6, -Math.sqrt(0.28)];
  const up = [-0.6, 0.6, 0.72 / Math.sqrt(0.28)];
  const length = Math.hypot(...up);
  const target = point ?? (box === undefined ? [0, 0, 0] : box[0].map((x, k) => (x + box[1][k]) / 2));
  const diagonal = box === undefined ? 0 : Math.hypot(...box[1].map((x, k) => x - box[0][k]));
  const gaps = [depth?.upper ?? 0, distance?.upper ?? 0].filter((gap) => Number.isFinite(gap));
  const size = Math.max(diagonal, ...gaps);
  return { target, direction, up: up.map((x) => x / length), back: size > 0 ? CAMERA_DIAGONALS * size : 1 };
}
