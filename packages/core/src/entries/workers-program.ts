// `nearmiss/workers-program`: the program of the threads of a pool.

import { round } from '../round/round-structure.ts';
import { coreTasks } from '../tasks/core-tasks.ts';
import { serveTasks } from '../workers/serve-tasks.ts';

serveTasks(coreTasks, { parts: [round], kernels: async () => (await import('./simd.ts')).simd });
