// web-ifc for browsers, loaded with the first IFC file. Its WebAssembly is handed over by its address, and it stays on one thread: the page has
// no program for more of them.

import type * as WebIfc from 'web-ifc';
import wasmAddress from 'web-ifc/web-ifc.wasm?url';

export async function startIfc(): Promise<{ readonly ifc: typeof WebIfc; readonly api: WebIfc.IfcAPI }> {
  const ifc = await import('web-ifc');
  const api = new ifc.IfcAPI();
  const address = new URL(wasmAddress, import.meta.url).href;
  await api.Init(() => address, true);
  return { ifc, api };
}
