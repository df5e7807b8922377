/** The meaning of a file system error, by its code. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'a part of its path is a file, not a folder'],
  ['EACCES', 'it may not be read (permission denied)'],
  ['EPERM', 'it may not be read (permission denied)'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'too many files are open'],
]);

/** The reason why a file could not be opened, as the end of a sentence. See {@link loadMesh}. */
export function whyNotOpened(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? cause.code : undefined;
  return REASONS.get(code) ?? cause.message;
}
