import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Machines that run tests rarely have a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** WebGPU by a program, for the same reason. */
export const SOFTWARE_GPU: readonly string[] = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--ignore-gpu-blocklist',
];

export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? '', args: [...FLAGS, ...flags] });
}
