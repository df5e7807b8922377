/** The start of an element of XML: its name without a prefix, and its attributes. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** What is no tag: comments, CDATA, processing instructions, declarations with the subset that they may have. */
const OTHERS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];
const START = /<([^\s<>/=!?]+)/y;
const ATTRIBUTE = /\s+([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const END = /\s*\/?>/y;
const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/y;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The tags that start elements, in their order; text and what is no tag are skipped. Ends at what is no XML. */
export function* xmlTags(text: string): Generator<XmlTag> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const other = OTHERS.find(([start]) => text.startsWith(start, at));
    if (other !== undefined) {
      const end = text.indexOf(other[1], at + other[0].length);
      if (end < 0) return;
      at = end + other[1].length;
    } else if (text.startsWith('</', at)) at += 2;
    else if (text.startsWith('<!', at)) {
      const [declaration] = matchAt(DOCTYPE, text, at) ?? [];
      if (declaration === undefined) return;
      at += declaration.length;
    } else {
      const found = tagAt(text, at);
      if (found === null) return;
      yield found.tag;
      at = found.end;
    }
  }
}

function tagAt(text: string, start: number): { readonly tag: XmlTag; readonly end: number } | null {
  const [whole, name] = matchAt(START, text, start) ?? [];
  if (whole === undefined || name === undefined) return null;
  const attributes = new Map<string, string>();
  let at = start + whole.length;
  for (let match = matchAt(ATTRIBUTE, text, at); match !== null; match = matchAt(ATTRIBUTE, text, at)) {
    attributes.set(match[1], decoded(match[2] ?? match[3] ?? ''));
    at += match[0].length;
  }
  const [end] = matchAt(END, text, at) ?? [];
  if (end === undefined) return null;
  return { tag: { name: name.slice(name.indexOf(':') + 1), attributes }, end: at + end.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function decoded(value: string): string {
  return value.replace(/&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(\w+));/g, (all, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
