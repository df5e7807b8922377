// A clash in words, for people: both elements, and what is proven about the depth or the gap.

import { extname } from 'node:path';
import type { Bracket, Clash, ClashSet, ElementName } from '@nearmiss/clash';

/** Digits of a length for people; results have all. */
const DIGITS = 6;

/** What the lengths of a set's results are in: `m` where a file is IFC or has a unit, otherwise nothing that is known. */
export type LengthUnit = 'm' | '';

/** How clashes are told: the unit of lengths, and of which elements a name does not tell which they are. */
export interface ClashWording {
  readonly unit: LengthUnit;
  readonly hasNamesake: (element: ElementName) => boolean;
}

export function unitOf({ models }: ClashSet): LengthUnit {
  return models.some(({ file, scale }) => scale !== null || extname(file).toLowerCase() === '.ifc') ? 'm' : '';
}

/** The test of a clash, its elements, how deep they are in each other or how far apart, and its id. */
export function clashSentence({ id, test, type, a, b, depth, distance }: Clash, wording: ClashWording): string {
  const { unit } = wording;
  const isGap = type === 'clearance' || type === 'touching';
  const deep = depth === undefined || isGap ? '' : `, depth ${bracketText(depth, unit)}`;
  const gap = distance === undefined || type !== 'clearance' ? '' : `, gap ${bracketText(distance, unit)}`;
  return `${test}: ${nameOf(a, wording)} and ${nameOf(b, wording)}${deep}${gap} (${id})`;
}

/** What is proven about a length: both bounds, or one number where they are the same to the digits that are printed. */
function bracketText({ lower, upper }: Bracket, unit: LengthUnit): string {
  const unitText = unit === '' ? '' : ` ${unit}`;
  const [least, most] = [digitsOf(lower), digitsOf(upper)];
  if (!Number.isFinite(upper)) return lower > 0 ? `at least ${least}${unitText}` : 'not known';
  if (least === most) return `${most}${unitText}`;
  return `${lower > 0 ? `${least} to` : 'at most'} ${most}${unitText}`;
}

function digitsOf(length: number): string {
  return String(Number(length.toPrecision(DIGITS)));
}

function nameOf(element: ElementName, { hasNamesake }: ClashWording): string {
  const { model, id, name, class: own } = element;
  const which = hasNamesake(element) ? `[${id}]` : undefined;
  return [own, name === '' ? id : name, which, `(${model})`].filter((part) => part !== undefined).join(' ');
}
