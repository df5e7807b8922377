// A program of a pool that ends over one of its tasks, the first times.

import { coreTasks, serveTasks } from 'nearmiss/workers';

serveTasks((/** @type {never} */ settings) => {
  /** @type {{ task: string, mark: Int32Array, deaths: number }} */
  const { task, mark, deaths } = settings;
  return {
    ...coreTasks,
    [task]: (/** @type {never} */ input, host) => {
      if (Atomics.add(mark, 0, 1) < deaths) process.exit(1);
      Atomics.sub(mark, 0, 1);
      return coreTasks[task](input, host);
    },
  };
});
