// The colours of a clearance map: from yellow, near, to dark blue, far, about as Cividis has them (Nuñez, Anderton and Renslow 2018, "Optimizing
// colormaps with consideration for color vision deficiency"), each darker than the one before, so that any colour vision, and a print without colours,
// tells them apart. Contact has a colour of its own and is hatched: without green cones its colour is much like that of a middle distance.

import type { MapLevel } from './messages.ts';

type Colour = readonly [number, number, number];

/** Evenly spread from no distance to the largest of a map. */
export const SCALE: readonly Colour[] = [
  [253, 231, 55],
  [210, 193, 91],
  [168, 158, 115],
  [128, 125, 124],
  [91, 95, 113],
  [50, 68, 109],
  [0, 32, 77],
];
export const CONTACT: Colour = [194, 24, 91];

/** Lines of equal distance darken what they pass by this factor. */
const LINE = 0.72;
/** So do stripes over contact, of which there are so many along a side. */
export const STRIPE = 0.72;
const STRIPES = 64;

export const cssColour = ([r, g, b]: Colour): string => `rgb(${r} ${g} ${b})`;

/** The largest distance that is proven in a map. */
export function mostOf(bounds: Float64Array): number {
  let most = 0;
  for (let k = 0; k < bounds.length; k += 2) most = Math.max(most, bounds[k] ?? 0);
  return most;
}

/** Four bytes a cell, row by row. */
export function paintMap({ bounds, cells }: MapLevel, most: number, step: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 * cells * cells);
  const bandOf = (cell: number): number => Math.floor((bounds[2 * cell + 1] ?? 0) / step);
  for (let cell = 0; cell < cells * cells; cell++) {
    const upper = bounds[2 * cell + 1] ?? 0;
    const [r, g, b] = upper === 0 ? CONTACT : colourOf(upper / most);
    const isLine =
      upper > 0 &&
      ((cell % cells < cells - 1 && bandOf(cell) !== bandOf(cell + 1)) ||
        (cell + cells < cells * cells && bandOf(cell) !== bandOf(cell + cells)));
    const stripe = Math.floor(((cell % cells) + Math.floor(cell / cells)) * (STRIPES / cells));
    const isStripe = upper === 0 && stripe % 2 === 0;
    const shade = isLine ? LINE : isStripe ? STRIPE : 1;
    out.set([r * shade, g * shade, b * shade, 255], 4 * cell);
  }
  return out;
}

/** Of a part of the largest distance. */
function colourOf(part: number): Colour {
  const at = Math.min(1, Math.max(0, part)) * (SCALE.length - 1);
  const k = Math.min(SCALE.length - 2, Math.floor(at));
  const [p, q] = [SCALE[k] ?? CONTACT, SCALE[k + 1] ?? CONTACT];
  const mix = (c: 0 | 1 | 2): number => p[c] + (q[c] - p[c]) * (at - k);
  return [mix(0), mix(1), mix(2)];
}
