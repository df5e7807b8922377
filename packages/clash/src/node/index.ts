// What needs a file system: for Node only.

export { loadAssemblyOfSet, type OnSetFile } from './load-set.ts';
