// The entry to WebGPU: the browser's own, or in Node the package `webgpu` (Dawn), which is an optional peer.

import { noAdapter } from './errors.ts';
import { refuseOption } from './options.ts';

/** Its specifier is no literal, so that bundlers for browsers do not resolve it. */
const DAWN = 'webgpu';

interface DawnModule {
  create(flags: string[]): GPU;
}

function isDawn(module: unknown): module is DawnModule {
  return typeof module === 'object' && module !== null && 'create' in module && typeof module.create === 'function';
}

function hasGpu(value: unknown): value is { readonly gpu: GPU } {
  return typeof value === 'object' && value !== null && 'gpu' in value && Boolean(value.gpu);
}

/** `flags` are those of Dawn, in Node. */
export async function findGpu(flags: readonly string[]): Promise<GPU> {
  const browser: unknown = 'navigator' in globalThis ? globalThis.navigator : undefined;
  if (hasGpu(browser)) return browser.gpu;
  if (Reflect.get(globalThis, 'process') === undefined) throw noAdapter('this browser has no WebGPU');
  let dawn: unknown;
  try {
    dawn = await import(/* @vite-ignore */ DAWN);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw noAdapter(`there is no WebGPU here, and the npm package "webgpu" could not be loaded (${reason})`);
  }
  if (!isDawn(dawn)) throw noAdapter('the npm package "webgpu" exports no create');
  return dawn.create([...flags]);
}

/** Dawn reads its flags when it is asked for an adapter. */
export async function findAdapter(gpu: GPU, flags: readonly string[]): Promise<GPUAdapter> {
  let adapter: GPUAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (flags.length > 0) refuseOption(`flags ${flags.join(', ')} are refused: ${reason}`);
    throw noAdapter(reason);
  }
  if (adapter === null) throw noAdapter('the system offers no adapter to WebGPU');
  return adapter;
}
