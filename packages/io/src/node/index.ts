// The part that needs a file system: for Node only.

export { LOAD_DEFAULTS, type LoadOptions, loadAssembly, loadMesh } from './load-mesh.ts';
export { whyNotOpened } from './why-not-opened.ts';
