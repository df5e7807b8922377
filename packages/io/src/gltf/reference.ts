// References from a glTF file to others. Only names below the file's own folder are passed to a resolver.

import { quote, refuse } from '../refuse.ts';

/** `data:` with its type and, if it is there, the mark of base 64. */
const DATA_URI = /^data:[^,]{0,256}?(;base64)?,/i;

export function isDataUri(uri: string): boolean {
  return /^data:/i.test(uri);
}

/** Start of the data in a data URI of base 64; `path` is the position of the URI. */
export function dataStart(uri: string, path: string): number {
  const head = DATA_URI.exec(uri);
  if (head === null) refuse('io/syntax', path, `${quote(uri)} is not a data URI.`);
  if (head[1] === undefined) refuse('io/unsupported', path, 'Data URIs are read in base 64 only.');
  return head[0].length;
}

/**
 * The relative path of a URI, percent-decoded; refused if it could lead out of the folder: a scheme, a server, a root, a drive, a
 * backslash, a step up, or a control character, plain or percent-encoded.
 */
export function relativePath(uri: string, path: string): string {
  let name: string;
  try {
    name = decodeURIComponent(uri);
  } catch (cause) {
    return refuse('io/forbidden-reference', path, `${quote(uri)} is not a valid URI.`, cause);
  }
  const steps = name.split('/');
  const leavesFolder =
    // A colon marks a scheme, a drive, or a stream of a file; ? and # end the path of a URI.
    /[\\:?#\p{Cc}]/u.test(name) || steps.some((step) => step === '' || step === '..' || step === '.');
  if (leavesFolder) {
    refuse('io/forbidden-reference', path, `${quote(uri)} does not name a file below the folder of the glTF file.`);
  }
  return name;
}
