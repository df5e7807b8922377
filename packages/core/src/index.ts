export { type ErrorCode, NearmissError } from './error.ts';
export { Mesh } from './mesh/mesh.ts';
