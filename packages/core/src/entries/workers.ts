// `nearmiss/workers`: one pool of threads for everything that can use several cores. `openWorkers` is here, since this file has the
// program of the threads beside itself, in the build as in the bundle for Node.

import { NearmissError, textOf } from '../error.ts';
import { requireOptions } from '../query/options.ts';
import { type BrowserWorker, type NodeWorker, type ProgramUrl, startWorker } from '../workers/thread.ts';
import { Workers, type WorkersOptions } from '../workers/workers.ts';

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

/**
 * Opens a pool of workers: threads of Node, or workers of a browser. One pool serves any number of calls, models and worlds; models are sent to
 * a thread once, or not at all where memory can be shared. Throws `workers/died` where the engine has no workers.
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
  const { program } = options;
  if (program === undefined) return new Workers(options, startLibrary);
  if (typeof program === 'function') return new Workers(options, program);
  if (typeof program?.href === 'string') return new Workers(options, () => startWorker(program));
  const kinds = "a URL, new URL('./program.js', import.meta.url), or a function that starts a worker";
  throw new NearmissError('options/bad-value', `program is ${textOf(program)}; it is ${kinds}.`);
}

function startLibrary(): BrowserWorker | NodeWorker {
  // Bundlers find the program by this very form.
  if (typeof Worker === 'function') {
    return new Worker(new URL('./workers-program.js', (import.meta as unknown as ModuleMeta).url), { type: 'module' });
  }
  return startWorker(new URL(PROGRAM, (import.meta as unknown as ModuleMeta).url));
}
