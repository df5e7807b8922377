// What threads with the library's own program can do.

import type { Task } from '../workers/serve-tasks.ts';
import { pairsTask } from '../world/pairs-over-workers.ts';
import { buildTask } from './build-models.ts';
import { discsTask, factsTask, joinTask, runTask, splitTask } from './build-parts-tasks.ts';
import { movedBlock, type QueryBlock } from './many-queries.ts';

/**
 * The tasks of the library: blocks of queries, the pairs of a world, models to build. The program of a pool that is to serve these too has
 * them beside its own.
 *
 * @see {@link serveTasks}
 */
export const coreTasks: Readonly<Record<string, Task>> = {
  queries: async (block: QueryBlock, host) =>
    movedBlock(block.query, await host.model(block.a), await host.model(block.b), block.inputs),
  build: buildTask,
  'build-split': splitTask,
  'build-facts': factsTask,
  'build-run': runTask,
  'build-join': joinTask,
  'build-discs': discsTask,
  pairs: pairsTask,
};
