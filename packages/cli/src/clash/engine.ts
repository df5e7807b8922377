// Has the engine compile less in a command that runs for seconds and once. By default a third of the processor's time of `nearmiss clash` is
// compilation, once in each thread: of functions with all that they call inlined, as soon as they seem hot, and again when their assumptions
// fail. docs/lab/clash.md has what the settings save.
//
// They apply to Node 20 and 21 alone, which have the engine's version 11: later ones were not measured. Nothing takes them back: they stay for
// the process, so that a program that runs this command and others in one process has them in all.

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
