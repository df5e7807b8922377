import type { Clash, ClashType, ElementName } from '@nearmiss/clash';

/** Whether a clash fails a run: of one of these types, there, and nobody approved or ignored it. */
export function isFailing({ type, state, decision }: Clash, types: readonly ClashType[]): boolean {
  return types.includes(type) && state !== 'resolved' && decision === undefined;
}

/** Why a run fails: the clashes of these types that are there and that nobody approved or ignored; null if there are none. */
export function gateSentence(clashes: readonly Clash[], types: readonly ClashType[]): string | null {
  const open = clashes.filter((clash) => isFailing(clash, types));
  const [first] = open;
  if (first === undefined) return null;
  const whose = open.length === 1 ? 'clash' : 'clashes';
  return `--fail-on: ${countTypes(open)} ${whose} that nobody approved or ignored, first ${clashSentence(first)}.`;
}

/** How many there are of each type, in the order in which types appear. */
export function countTypes(clashes: readonly Clash[]): string {
  const counts = new Map<ClashType, number>();
  for (const { type } of clashes) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Array.from(counts, ([type, count]) => `${count} ${type}`).join(', ');
}

/** The test of a clash, its elements, how deep they are in each other, and its id. */
export function clashSentence({ id, test, a, b, depth }: Clash): string {
  const deep = depth === undefined ? '' : `, depth ${depth.upper}`;
  return `${test}: ${nameOf(a)} and ${nameOf(b)}${deep} (${id})`;
}

function nameOf({ model, id, name, class: own }: ElementName): string {
  return [own, name === '' ? id : name, `(${model})`].filter((part) => part !== undefined).join(' ');
}
