// The scale of a file, written behind its name as on the command line: `part.stl@mm`, in metres from there on, or `part.stl@0.5`.

import { type LengthUnit, METRES } from '@nearmiss/io';

/** Units that the page offers, each with its name. */
export const UNITS: readonly (readonly [unit: LengthUnit, name: string])[] = [
  ['m', 'metres'],
  ['cm', 'centimetres'],
  ['mm', 'millimetres'],
  ['in', 'inches'],
];

export interface ScaledName {
  readonly name: string;
  /** A unit or a factor as it was written; null without one. */
  readonly scale: string | null;
}

/** Takes a name apart; what follows the last `@` and is no scale is part of the name. */
export function splitScale(text: string): ScaledName {
  const at = text.lastIndexOf('@');
  const scale = text.slice(at + 1);
  return at > 0 && isScale(scale) ? { name: text.slice(0, at), scale } : { name: text, scale: null };
}

/** The word of a file for links. */
export function fileWord(name: string, scale: string | null): string {
  // A name that ends like a scale is not to be taken for one.
  const written = scale ?? (splitScale(name).scale === null ? null : '1');
  return written === null ? `file:${name}` : `file:${name}@${written}`;
}

export function isScale(text: string): boolean {
  const factor = factorOf(text);
  return factor > 0 && factor < Infinity;
}

/** What coordinates are multiplied by; NaN for what is no scale. */
export function factorOf(scale: string | null): number {
  if (scale === null) return 1;
  const unit = unitOf(scale);
  if (unit !== null) return METRES[unit];
  return scale.trim() === '' ? Number.NaN : Number(scale);
}

/** The unit that a scale names, or null for a factor. */
export function unitOf(scale: string): LengthUnit | null {
  return isUnit(scale) ? scale : null;
}

function isUnit(text: string): text is LengthUnit {
  return Object.hasOwn(METRES, text);
}
