// What needs a file system: for Node only.

export { loadAssemblyOfSet } from './load-set.ts';
