import type { Clash, ClashType, ElementName } from '@nearmiss/clash';

/** Why a run fails: the clashes of these types that are there and that nobody approved or ignored; null if there are none. */
export function gateSentence(clashes: readonly Clash[], types: readonly ClashType[]): string | null {
  const open = clashes.filter(
    ({ type, state, decision }) => types.includes(type) && state !== 'resolved' && decision === undefined,
  );
  const [first] = open;
  if (first === undefined) return null;
  const counts = types.flatMap((type) => {
    const count = open.filter((clash) => clash.type === type).length;
    return count === 0 ? [] : [`${count} ${type}`];
  });
  const whose = open.length === 1 ? 'clash' : 'clashes';
  const deep = first.depth === undefined ? '' : `, depth ${first.depth.upper}`;
  const named = `${first.test}: ${nameOf(first.a)} and ${nameOf(first.b)}${deep}`;
  return `--fail-on: ${counts.join(', ')} ${whose} that nobody approved or ignored, first ${named} (${first.id}).`;
}

function nameOf({ model, id, name, class: own }: ElementName): string {
  return [own, name === '' ? id : name, `(${model})`].filter((part) => part !== undefined).join(' ');
}
