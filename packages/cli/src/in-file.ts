import { NearmissError } from 'nearmiss';

/** The same error with the name of the file, as the user gave it, in front; `target` is its name within the message. */
export function inFile(error: unknown, target: string, name: string): unknown {
  if (!(error instanceof NearmissError)) return error;
  return new NearmissError(error.code, `${name}: ${error.message.replaceAll(target, name)}`, { cause: error });
}
