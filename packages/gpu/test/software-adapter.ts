// The software adapter (SwiftShader) that Debian's Chromium brings along, for Dawn in Node.

import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { type Gpu, openGpu } from '../src/gpu.ts';

const DRIVER = 'vk_swiftshader_icd.json';
const LOADER = 'libvulkan.so.1';
/** Of dlopen: keep the library although Node finds no module in it. */
const KEEP_LOADED = 0x1000;

/** Names the driver to Vulkan, and loads Vulkan where the system has none. An adapter that the environment names is left. */
function offerSoftwareAdapter(): void {
  if (process.env.VK_ICD_FILENAMES !== undefined || process.env.VK_DRIVER_FILES !== undefined) return;
  const folders = [dirname(process.env.NEARMISS_CHROMIUM ?? ''), '/usr/lib/chromium', '/usr/lib/chromium-browser'];
  const folder = folders.find((path) => existsSync(join(path, DRIVER)));
  if (folder === undefined) return;
  process.env.VK_ICD_FILENAMES = join(folder, DRIVER);
  if (!existsSync(join(folder, LOADER))) return;
  try {
    process.dlopen({ exports: {} }, join(folder, LOADER), constants.dlopen.RTLD_NOW | KEEP_LOADED);
  } catch {
    // It is no module of Node, but it is loaded now.
  }
}

/** The GPU of the tests, or null where the system has none: then a notice says so. */
export async function testGpu(): Promise<Gpu | null> {
  offerSoftwareAdapter();
  let reason = '';
  const gpu = await openGpu({
    notice: (sentence) => {
      reason = sentence;
    },
  });
  if (gpu.kind === 'gpu') return gpu;
  console.warn(`Tests of @nearmiss/gpu that need an adapter are skipped. ${reason}`);
  return null;
}
