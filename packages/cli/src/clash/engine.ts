// Has the engine compile less in a command that runs for seconds and once. By default a third of the processor's time of `nearmiss clash` is
// compilation, once in each thread: of functions with all that they call inlined, as soon as they seem hot, and again when their assumptions
// fail. docs/lab/clash.md has what the settings save.

import { setFlagsFromString } from 'node:v8';

/** The major version of the engine that was measured; another one may not know the flags, and would say so. */
const MEASURED = '11';
/** A function is judged after four times as much work as by default, and gets a third of the code that it may call inlined. */
const FLAGS = ['--interrupt-budget=270336', '--max-inlined-bytecode-size-cumulative=300'];

/** For this thread and those that start later. */
export function compileLess(): void {
  if (process.versions.v8?.split('.')[0] !== MEASURED) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
}
