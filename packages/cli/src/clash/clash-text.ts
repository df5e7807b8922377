// A clash in words, for people: both elements, and what is proven about the depth or the gap.

import type { Bracket, Clash, ElementName, LengthUnit } from '@nearmiss/clash';

/** Digits of a length for people; results have all. */
const DIGITS = 6;

/** How clashes are told: the unit of lengths, and of which elements a name does not tell which they are. */
export interface ClashWording {
  readonly unit: LengthUnit;
  readonly hasNamesake: (element: ElementName) => boolean;
}

/** The test of a clash, its elements, how deep they are in each other or how far apart, and its id. */
export function clashSentence({ id, test, type, a, b, depth, distance }: Clash, wording: ClashWording): string {
  const { unit } = wording;
  const isGap = type === 'clearance' || type === 'touching';
  const deep = depth === undefined || isGap ? '' : `, depth ${bracketText(depth, unit)}`;
  const gap = distance === undefined || type !== 'clearance' ? '' : `, gap ${bracketText(distance, unit)}`;
  return `${test}: ${nameOf(a, wording)} and ${nameOf(b, wording)}${deep}${gap} (${id})`;
}

/** What is proven about a length: both bounds, the lower rounded down and the upper up, or one number where they are the same to the digits that are printed. */
function bracketText({ lower, upper }: Bracket, unit: LengthUnit): string {
  const unitText = unit === '' ? '' : ` ${unit}`;
  const least = digitsTowards(-1, lower);
  if (!Number.isFinite(upper)) return lower > 0 ? `at least ${least}${unitText}` : 'not known';
  if (nearest(lower) === nearest(upper)) return `${nearest(upper)}${unitText}`;
  return `${lower > 0 ? `${least} to` : 'at most'} ${digitsTowards(1, upper)}${unitText}`;
}

function nearest(length: number): number {
  return Number(length.toPrecision(DIGITS));
}

/** The next number of few digits that is no less than a length, or for −1 no more. */
function digitsTowards(direction: -1 | 1, length: number): number {
  const [mantissa = '', exponent] = length.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const kept = Number(digits.slice(0, DIGITS).padEnd(DIGITS, '0'));
  const isMore = direction > 0 && digits.length > DIGITS;
  return Number(`${isMore ? kept + 1 : kept}e${Number(exponent) - (DIGITS - 1)}`);
}

function nameOf(element: ElementName, { hasNamesake }: ClashWording): string {
  const { model, id, name, class: own } = element;
  const which = hasNamesake(element) ? `[${id}]` : undefined;
  return [own, name === '' ? id : name, which, `(${model})`].filter((part) => part !== undefined).join(' ');
}
