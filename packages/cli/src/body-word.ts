// The notation for bodies on a command line and in a batch:
//
//   part.stl               a file
//   assembly.glb#bracket   one part of it, by name or number
//   part.stl@0.001         every coordinate multiplied by 0.001
//   part.stl@mm            in millimetres: its coordinates become metres
//   shape:box(size=[1,2,3])   a generated mesh; may be scaled as well
//   convex:sphere(radius=2)   an exact convex shape
//
// A file whose own name has this form takes precedence.

import { type LengthUnit, METRES, type MeshFile, scaleFile, selectPart } from '@nearmiss/io';
import { readChoice, UsageError } from './usage.ts';

export const SHAPE = 'shape:';
export const CONVEX = 'convex:';

/** A file or a shape, and the selected part of it. */
export interface BodyWord {
  readonly source: string;
  /** The part of the file; null for all of it. */
  readonly part: string | null;
  /** The factor of its coordinates; null if the word has none. */
  readonly scale: number | null;
}

const UNITS = Object.keys(METRES) as readonly LengthUnit[];

/** Parses a word; `isFile` tests whether there is a file with the whole word as its name. */
export async function readBodyWord(word: string, isFile: (path: string) => Promise<boolean>): Promise<BodyWord> {
  const isShape = word.startsWith(SHAPE);
  if (!isShape && (await isFile(word))) return { source: word, part: null, scale: null };
  const scaled = /^(.+)@([^@#/\\]+)$/.exec(word);
  const scale = scaled === null ? null : readScale(scaled[2] ?? '');
  const rest = scale === null ? word : (scaled?.[1] ?? '');
  if (isShape || (await isFile(rest))) return { source: rest, part: null, scale };
  // The word is not the name of a file: the text after @ was meant as a scale.
  if (scaled !== null && scale === null && (await isFile(withoutPart(scaled[1] ?? '')))) {
    throw new UsageError(`"${word}": @${scaled[2]} is neither a number nor a unit (${UNITS.join(', ')}).`);
  }
  const swapped = /^(.+)@[^@#/\\]+#(.*)$/.exec(word);
  if (swapped !== null && (await isFile(swapped[1] ?? ''))) {
    throw new UsageError(`"${word}": the part comes before the scale, as in ${swapped[1]}#${swapped[2]}@mm.`);
  }
  const [, source = rest, part = null] = /^(.+?)#(.*)$/.exec(rest) ?? [];
  return { source, part, scale };
}

function withoutPart(word: string): string {
  return word.replace(/#.*$/, '');
}

/** A number, or a unit in metres; null for anything else, which is then part of a name. */
function readScale(text: string): number | null {
  if (isUnit(text)) return METRES[text];
  const scale = Number(text);
  return text.trim() !== '' && Number.isFinite(scale) ? scale : null;
}

function isUnit(text: string): text is LengthUnit {
  return Object.hasOwn(METRES, text);
}

/** `--unit`: the factor for the coordinates of files without a scale of their own. */
export function readUnit(text: string | undefined): number {
  return text === undefined ? 1 : METRES[readChoice('--unit', text, UNITS)];
}

export const UNIT_HELP: string = `the files are in ${UNITS.join(', ')}: results and poses are then in metres`;

/** Applies a word to the file it names. */
export function selectedFile(file: MeshFile, { part, scale }: BodyWord, unit: number): MeshFile {
  return scaleFile(part === null ? file : selectPart(file, part), scale ?? unit);
}
