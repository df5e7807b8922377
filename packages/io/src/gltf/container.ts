import type { Warnings } from '../mesh-file.ts';
import { refuse } from '../refuse.ts';
import { textStart } from '../text/text-cursor.ts';
import { type Located, parseJson } from './json.ts';

/** The parts of a glTF file: its JSON, and the binary chunk of a GLB file, if any. */
export interface GltfContainer {
  readonly json: Located;
  readonly binary: Uint8Array | null;
}

/** "glTF", little endian. */
export const GLB_MAGIC = 0x46546c67;
export const GLB_VERSION = 2;
export const GLB_HEADER_BYTES = 12;
export const GLB_CHUNK_HEADER_BYTES = 8;
export const JSON_CHUNK = 0x4e4f534a;
export const BINARY_CHUNK = 0x004e4942;

export function openGltf(bytes: Uint8Array): GltfContainer {
  const start = textStart(bytes);
  return { json: parseJson(bytes.subarray(start), start), binary: null };
}

export function openGlb(bytes: Uint8Array, warnings: Warnings): GltfContainer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = readHeader(view, warnings);
  let json: Located | null = null;
  let binary: Uint8Array | null = null;
  let at = GLB_HEADER_BYTES;
  for (let chunk = 0; at < end; chunk++) {
    const start = at + GLB_CHUNK_HEADER_BYTES;
    const length = start <= end ? view.getUint32(at, true) : 0;
    if (start + length > end) {
      const message = `Chunk ${chunk} extends to byte ${start + length}, but the file ends at byte ${end}.`;
      refuse('io/truncated', `byte ${at}`, message);
    }
    const type = view.getUint32(at + 4, true);
    if (chunk === 0 && type !== JSON_CHUNK)
      refuse('io/syntax', `byte ${at + 4}`, 'The first chunk of a GLB file is its JSON.');
    if (chunk === 0) json = parseJson(bytes.subarray(start, start + length), start);
    else if (type === BINARY_CHUNK) binary ??= bytes.subarray(start, start + length);
    at = start + length;
  }
  if (json === null) return refuse('io/truncated', `byte ${at}`, 'The file has no JSON chunk.');
  return { json, binary };
}

/** Checks the header and returns the end of the file. */
function readHeader(view: DataView, warnings: Warnings): number {
  if (view.byteLength < GLB_HEADER_BYTES) {
    refuse('io/truncated', `byte ${view.byteLength}`, `A GLB file starts with ${GLB_HEADER_BYTES} bytes of header.`);
  }
  if (view.getUint32(0, true) !== GLB_MAGIC) refuse('io/syntax', 'byte 0', 'A GLB file starts with "glTF".');
  const version = view.getUint32(4, true);
  if (version !== GLB_VERSION)
    refuse('io/unsupported', 'byte 4', `GLB version ${version} is not read, only ${GLB_VERSION}.`);
  const length = view.getUint32(8, true);
  if (length > view.byteLength) {
    refuse('io/truncated', 'byte 8', `The file is said to have ${length} bytes, but has ${view.byteLength}.`);
  }
  if (length < view.byteLength) {
    warnings.add('trailing-bytes', `byte ${length}`, 'Bytes behind the end of the GLB file were not read.');
  }
  return length;
}
