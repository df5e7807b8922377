import { extname } from 'node:path';
import type { Clash, ClashSet, ClashType, ElementName } from '@nearmiss/clash';

/** Digits of a length for people; results have all. */
const DIGITS = 6;

/** What the lengths of a set's results are in: `m` where a file is IFC or has a unit, otherwise nothing that is known. */
export type LengthUnit = 'm' | '';

export function unitOf({ models }: ClashSet): LengthUnit {
  return models.some(({ file, scale }) => scale !== null || extname(file).toLowerCase() === '.ifc') ? 'm' : '';
}

/** Whether a clash fails a run: of one of these types, there, and nobody approved or ignored it. */
export function isFailing({ type, state, decision }: Clash, types: readonly ClashType[]): boolean {
  return types.includes(type) && state !== 'resolved' && decision === undefined;
}

/** Why a run fails: the clashes of these types that are there and that nobody approved or ignored; null if there are none. */
export function gateSentence(clashes: readonly Clash[], types: readonly ClashType[], unit: LengthUnit): string | null {
  const open = clashes.filter((clash) => isFailing(clash, types));
  const [first] = open;
  if (first === undefined) return null;
  const whose = open.length === 1 ? 'clash' : 'clashes';
  return `--fail-on: ${countTypes(open)} ${whose} that nobody approved or ignored, first ${clashSentence(first, unit)}.`;
}

/** How many there are of each type, in the order in which types appear. */
export function countTypes(clashes: readonly Clash[]): string {
  const counts = new Map<ClashType, number>();
  for (const { type } of clashes) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Array.from(counts, ([type, count]) => `${count} ${type}`).join(', ');
}

/** The test of a clash, its elements, how deep they are in each other, and its id. */
export function clashSentence({ id, test, a, b, depth }: Clash, unit: LengthUnit): string {
  const deep = depth === undefined ? '' : `, depth ${lengthText(depth.upper, unit)}`;
  return `${test}: ${nameOf(a)} and ${nameOf(b)}${deep} (${id})`;
}

function lengthText(length: number, unit: LengthUnit): string {
  const digits = Number(length.toPrecision(DIGITS));
  return unit === '' || !Number.isFinite(length) ? `${digits}` : `${digits} ${unit}`;
}

function nameOf({ model, id, name, class: own }: ElementName): string {
  return [own, name === '' ? id : name, `(${model})`].filter((part) => part !== undefined).join(' ');
}
