// Colours of single faces: one a group, told apart by hue, or one a level, from cold to hot.

import { Color, SRGBColorSpace } from 'three';
import type { Slot } from '../body.ts';
import type { FaceGroups } from '../worker/messages.ts';
import type { Theme } from './theme.ts';

/** The colours that faces are painted with. */
type PaintTheme = Pick<Theme, 'heat' | 'mark' | 'body' | 'dark'>;

/** Writes the colour of a face. */
export type FacePaint = (face: number, theme: PaintTheme, colour: Color) => void;

/** Turns of the hue from group to group, as a part of the circle: the golden section keeps any few in a row apart. */
const HUE_STEP = 0.618033988749895;
/** Groups in a row whose lightness differs, and by how much. */
const SHADES = 3;
const SHADE = 0.055;

interface Tone {
  readonly saturation: number;
  readonly lightness: number;
}

/** Full colours, and pale ones on which the eye does not rest: by day near white, by night near black. */
const TONES: Readonly<Record<'light' | 'dark', { readonly full: Tone; readonly pale: Tone }>> = {
  light: { full: { saturation: 0.52, lightness: 0.6 }, pale: { saturation: 0.3, lightness: 0.82 } },
  dark: { full: { saturation: 0.42, lightness: 0.48 }, pale: { saturation: 0.16, lightness: 0.26 } },
};

/** Every group in a colour of its own, the same on every visit; pale where the group's hull is not part of the solid. */
export function paintGroups({ groupOf, filled }: FaceGroups): FacePaint {
  return (face, { dark }, colour) => {
    const group = groupOf[face] ?? 0;
    const { full, pale } = TONES[dark ? 'dark' : 'light'];
    const { saturation, lightness } = filled[group] === 1 ? full : pale;
    const shade = SHADE * ((group % SHADES) - 1);
    colour.setHSL((HUE_STEP * group + 0.58) % 1, saturation, lightness + shade, SRGBColorSpace);
  };
}

const next = new Color();

/** From cold for level 0 to hot for the deepest. */
export function paintLevels(levels: Uint16Array | Float32Array, deepest: number): FacePaint {
  return (face, { heat }, colour) => {
    const position = deepest > 0 ? ((levels[face] ?? 0) / deepest) * (heat.length - 1) : 0;
    const stop = Math.min(heat.length - 2, Math.floor(position));
    colour.set(heat[stop] ?? '').lerp(next.set(heat[stop + 1] ?? ''), position - stop);
  };
}

/** From cold for none to hot for the most, by the logarithm: a few faces are tested far more often than all others. */
export function paintTimes(times: Uint32Array, most: number): FacePaint {
  return paintLevels(Float32Array.from(times, Math.log1p), Math.log1p(most));
}

/** Painted as given; the faces below the node in hand, where there is one, in a colour of their own. */
export function paintSearch(heat: FacePaint, inHand: Uint8Array | null): FacePaint {
  return (face, theme, colour) => {
    if (inHand?.[face] === 1) colour.set(theme.mark);
    else heat(face, theme, colour);
  };
}

/** The plain colour of a body, with marked faces in that of what is in hand. */
export function paintMarked(slot: Slot, marked: Uint8Array): FacePaint {
  return (face, { body, mark }, colour) => {
    colour.set(marked[face] === 1 ? mark : body[slot]);
  };
}
