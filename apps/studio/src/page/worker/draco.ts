// The Draco decoder for browsers: the package's loader expects its WebAssembly on a disk, so it is handed over.

import wasmAddress from 'draco3dgltf/draco_decoder_gltf.wasm?url';

export async function makeDracoDecoder(): Promise<object> {
  const [{ default: draco3d }, response] = await Promise.all([import('draco3dgltf'), fetch(wasmAddress)]);
  const silent = (): void => {};
  const wasmBinary = await response.arrayBuffer();
  return draco3d.createDecoderModule({ wasmBinary, print: silent, printErr: silent });
}
