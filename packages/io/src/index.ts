// The public API of @nearmiss/io. Nothing here needs Node; @nearmiss/io/node does.

export { detectFormat, MESH_FORMATS, type MeshFormat } from './detect-format.ts';
export type { DracoDecoderFactory } from './gltf/decode.ts';
export type { ResourceResolver } from './gltf/read-gltf.ts';
export { writeGlb } from './gltf/write-glb.ts';
export type { MeshFile, MeshPart, ReadWarning, ReadWarningCode } from './mesh-file.ts';
export { parseObj } from './obj/parse-obj.ts';
export { type WriteObjOptions, writeObj } from './obj/write-obj.ts';
export { parseOff } from './off/parse-off.ts';
export { writeOff } from './off/write-off.ts';
export { parsePly } from './ply/parse-ply.ts';
export { WRITE_PLY_DEFAULTS, type WritePlyOptions, writePly } from './ply/write-ply.ts';
export { type AssemblyFile, type AssemblyNode, readAssembly } from './read-assembly.ts';
export { READ_DEFAULTS, type ReadOptions, readMesh } from './read-mesh.ts';
export { type LengthUnit, METRES, scaleFile } from './scale-file.ts';
export { selectPart } from './select-part.ts';
export { parseStl } from './stl/parse-stl.ts';
export { WRITE_STL_DEFAULTS, type WriteStlOptions, writeStl } from './stl/write-stl.ts';
