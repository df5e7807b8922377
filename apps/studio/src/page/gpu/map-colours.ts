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
  const out = new Uint32Array(cells * cells);
  const [contact, stripe] = [packed(CONTACT, 1), packed(CONTACT, STRIPE)];
  const bandOf = (cell: number): number => Math.floor((bounds[2 * cell + 1] ?? 0) / step);
  for (let row = 0, cell = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++, cell++) {
      const upper = bounds[2 * cell + 1] ?? 0;
      if (upper === 0) {
        out[cell] = Math.floor((column + row) * (STRIPES / cells)) % 2 === 0 ? stripe : contact;
        continue;
      }
      const band = bandOf(cell);
      const isLine =
        (column < cells - 1 && band !== bandOf(cell + 1)) || (row < cells - 1 && band !== bandOf(cell + cells));
      out[cell] = (isLine ? LINES : SHADES)[Math.round((Math.min(upper, most) / most) * (SHADE_COUNT - 1))] ?? 0;
    }
  }
  return new Uint8Array(out.buffer);
}

/** Of a part of the largest distance. */
function colourOf(part: number): Colour {
  const at = Math.min(1, Math.max(0, part)) * (SCALE.length - 1);
  const k = Math.min(SCALE.length - 2, Math.floor(at));
  const [p, q] = [SCALE[k] ?? CONTACT, SCALE[k + 1] ?? CONTACT];
  const mix = (c: 0 | 1 | 2): number => p[c] + (q[c] - p[c]) * (at - k);
  return [mix(0), mix(1), mix(2)];
}

/** As the bytes of a picture have it: red first, whichever end of a word comes first. */
function packed([r, g, b]: Colour, shade: number): number {
  return new Uint32Array(Uint8Array.of(r * shade, g * shade, b * shade, 255).buffer)[0] ?? 0;
}

/** The scale, in so many steps that none is seen, and as it is in lines. */
const SHADE_COUNT = 1024;
const scaleOf = (shade: number): Uint32Array =>
  Uint32Array.from({ length: SHADE_COUNT }, (_, k) => packed(colourOf(k / (SHADE_COUNT - 1)), shade));
const SHADES: Uint32Array = scaleOf(1);
const LINES: Uint32Array = scaleOf(LINE);
