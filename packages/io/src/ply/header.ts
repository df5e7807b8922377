import { quote, refuse } from '../refuse.ts';
import { TextCursor } from '../text/text-cursor.ts';

export type ScalarType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

/** Both families of names that are in use. */
const SCALAR_NAMES: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ...(Object.keys(SCALAR_BYTES) as ScalarType[]).map((name): [string, ScalarType] => [name, name]),
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
]);

export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** The type of the count before the items, for lists. */
  readonly countType: ScalarType | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  /** The line of the header it stands on. */
  readonly location: string;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary-little-endian' | 'binary-big-endian';
  readonly elements: readonly PlyElement[];
  /** Start of the data: byte and line. */
  readonly dataStart: number;
  readonly dataLine: number;
}

/** The three formats by their names in the file. */
export const FORMATS: ReadonlyMap<string, PlyHeader['format']> = new Map<string, PlyHeader['format']>([
  ['ascii', 'ascii'],
  ['binary_little_endian', 'binary-little-endian'],
  ['binary_big_endian', 'binary-big-endian'],
]);

export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const cursor = new TextCursor(bytes, { comments: false, continuation: false });
  if (!cursor.passWord('ply')) refuse('io/syntax', 'line 1', 'Expected "ply" on the first line.');
  const loneReturns = cursor.peek() === 13 && bytes[cursor.at + 1] !== 10;

  let format: PlyHeader['format'] | null = null;
  const elements: (PlyElement & { readonly properties: PlyProperty[] })[] = [];
  for (;;) {
    cursor.nextLine();
    cursor.needWord('a line of the header');
    const { location } = cursor;
    const keyword = cursor.word();
    if (keyword === 'comment' || keyword === 'obj_info') continue;
    if (keyword === 'end_header') break;
    if (keyword === 'format') format = readFormat(cursor);
    else if (keyword === 'element') elements.push(readElement(cursor));
    else if (keyword === 'property') addProperty(elements.at(-1), readProperty(cursor), location);
    else refuse('io/syntax', location, `Expected a keyword of a PLY header, found ${quote(keyword)}.`);
  }
  if (format === null) return refuse('io/syntax', cursor.location, 'The header has no line "format …".');
  const dataStart = passLineEnd(cursor, loneReturns);
  return { format, elements, dataStart, dataLine: cursor.line + 1 };
}

/** Start of the line after "end_header". Binary data may start with a byte that looks like half a line end. */
function passLineEnd(cursor: TextCursor, loneReturns: boolean): number {
  const { bytes } = cursor;
  let { at } = cursor;
  while (at < bytes.length && (bytes[at] === 32 || bytes[at] === 9)) at++;
  if (bytes[at] === 13) return bytes[at + 1] === 10 && !loneReturns ? at + 2 : at + 1;
  return Math.min(at + 1, bytes.length);
}

function readFormat(cursor: TextCursor): PlyHeader['format'] {
  const { location } = cursor;
  const name = nextWord(cursor);
  const version = nextWord(cursor);
  const format = FORMATS.get(name);
  if (format === undefined || version !== '1.0') {
    return refuse('io/unsupported', location, `PLY of the format ${quote(`${name} ${version}`)} is not known.`);
  }
  return format;
}

function readElement(cursor: TextCursor): PlyElement & { readonly properties: PlyProperty[] } {
  const { location } = cursor;
  const name = nextWord(cursor);
  if (!cursor.toWord()) refuse('io/bad-count', location, `The element ${quote(name)} has no count.`);
  const count = cursor.integer();
  if (count < 0 || !Number.isSafeInteger(count)) {
    refuse('io/bad-count', location, `The element ${quote(name)} is said to be there ${count} times.`);
  }
  return { name, count, location, properties: [] };
}

function readProperty(cursor: TextCursor): PlyProperty {
  const { location } = cursor;
  const first = nextWord(cursor);
  if (first !== 'list') return { name: nextWord(cursor), type: scalarType(first, location), countType: null };
  const countType = scalarType(nextWord(cursor), location);
  const type = scalarType(nextWord(cursor), location);
  return { name: nextWord(cursor), type, countType };
}

function addProperty(
  element: { readonly properties: PlyProperty[] } | undefined,
  property: PlyProperty,
  location: string,
): void {
  if (element === undefined) refuse('io/syntax', location, 'A property comes before the first element.');
  element.properties.push(property);
}

function scalarType(name: string, location: string): ScalarType {
  return SCALAR_NAMES.get(name) ?? refuse('io/syntax', location, `${quote(name)} is not a type of a PLY property.`);
}

/** The next word of this line; empty where there is none. */
const nextWord = (cursor: TextCursor): string => (cursor.toWord() ? cursor.word() : '');
