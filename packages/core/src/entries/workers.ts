// `nearmiss/workers`: one pool of threads for everything that can use several cores. `openWorkers` is here, since this file has the
// program of the threads beside itself, in the build as in the bundle for Node.

import { NearmissError, textOf } from '../error.ts';
import { requireOptions } from '../query/options.ts';
import { type BrowserWorker, type NodeWorker, type ProgramUrl, startWorker } from '../workers/thread.ts';
import { type Launch, Workers, type WorkersOptions } from '../workers/workers.ts';

export { type BuildManyOptions, buildModels } from '../tasks/build-models.ts';
export { coreTasks } from '../tasks/core-tasks.ts';
export { answerQueries, type ManyQuery } from '../tasks/many-queries.ts';
export { Moved, type ServeOptions, serveTasks, type Task, type TaskHost } from '../workers/serve-tasks.ts';
export type { BrowserWorker, NodeWorker, ProgramUrl } from '../workers/thread.ts';
export { type AskOptions, Workers, type WorkersOptions } from '../workers/workers.ts';

/** Of browsers, and of engines like them. */
declare const Worker: (new (program: ProgramUrl, options: { readonly type: 'module' }) => BrowserWorker) | undefined;

declare const URL: new (path: string, base: string) => ProgramUrl;

/** Where this file is. */
interface ModuleMeta {
  readonly url: string;
}

/** No literal where it is used in Node: bundlers for pages would carry the file a second time. */
const PROGRAM = './workers-program.js';

const BUNDLE_IT =
  'Some bundlers, such as esbuild, do not put that file there: bundle nearmiss/workers-program as an entry point of its own, and give' +
  " its address: openWorkers({ program: new URL('/wp.js', location.href) }).";

const CALL_IT = 'Is that the address, and does the file call serveTasks, as nearmiss/workers-program does?';

/**
 * Opens a pool of workers: threads of Node, or workers of a browser. One pool serves any number of calls, models and worlds; models are sent to
 * a thread once, or not at all where memory can be shared. Throws `workers/died` where the engine has no workers; calls are refused with
 * `workers/died` where no program says within 30 seconds that it runs.
 *
 * @example
 * ```ts
 * import { openWorkers, buildModels } from 'nearmiss/workers';
 * import { icosphere } from 'nearmiss/shapes';
 *
 * const workers = openWorkers({ count: 2 });
 * const [ball] = await buildModels([icosphere({ subdivisions: 5 })], { workers });
 * console.log(ball?.triangleCount); // 20480
 * await workers.close();
 * ```
 */
export function openWorkers(options: WorkersOptions = {}): Workers {
  requireOptions(options, { count: true, program: true, settings: true });
  return new Workers(options, launchOf(options.program));
}

function launchOf(program: WorkersOptions['program']): Launch {
  if (program === undefined) {
    return { start: startLibrary, program: libraryProgramText(), remedy: BUNDLE_IT };
  }
  if (typeof program === 'function') return { start: program, program: 'the worker of `program`', remedy: CALL_IT };
  if (typeof program?.href === 'string') {
    return { start: () => startWorker(program), program: program.href, remedy: CALL_IT };
  }
  const kinds = "a URL, new URL('./program.js', import.meta.url), or a function that starts a worker";
  throw new NearmissError('options/bad-value', `program is ${textOf(program)}; it is ${kinds}.`);
}

function startLibrary(): BrowserWorker | NodeWorker {
  // Bundlers find the program by this very form.
  if (typeof Worker === 'function') {
    return new Worker(new URL('./workers-program.js', (import.meta as unknown as ModuleMeta).url), { type: 'module' });
  }
  return startWorker(libraryProgram());
}

function libraryProgram(): ProgramUrl {
  return new URL(PROGRAM, (import.meta as unknown as ModuleMeta).url);
}

/** Bundlers may have moved the program, and this file may be in a script that has no address. */
function libraryProgramText(): string {
  try {
    return `the program of the library (${libraryProgram().href}, unless a bundler has put it elsewhere)`;
  } catch {
    return 'the program of the library';
  }
}
