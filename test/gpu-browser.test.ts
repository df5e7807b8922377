// First contact of two medial axes on the GPU of a real browser, its software adapter: the page has the time that the CPU finds here.

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Model, timeOfContact } from 'nearmiss';
import { medial, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { emptyFolder, ROOT } from './build.ts';
import { launchBrowser, SOFTWARE_GPU } from './studio/browser.ts';

const browserPath = findChromium();
if (browserPath === null) console.warn('The test of @nearmiss/gpu in a browser is skipped: no Chromium was found.');

const PATIENTLY = { timeout: 120_000 };
async function script(): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@nearmiss/gpu': join(ROOT, 'packages/gpu/dist/index.js') } },
    build: { write: false, target: 'es2022', lib: { entry: join(ROOT, 'test/browser/gpu-page.ts'), formats: ['es'] } },
  });
  const [{ output }] = result as Rolldown.RolldownOutput[];
  return output[0].code;
}

test.skipIf(browserPath === null)('a page reads the right time of contact off the GPU', async () => {
  const code = await script();
  writeFileSync(join(emptyFolder('gpu-browser'), 'page.js'), code);
  // WebGPU is for secure contexts: a file is none, this host is one.
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><meta charset="utf-8"><body><script type="module">${code}</script></body>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await launchBrowser(SOFTWARE_GPU);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const body = page.locator('body[data-status]');
    await body.waitFor({ state: 'attached', ...PATIENTLY });
    expect(await body.getAttribute('data-kind')).toBe('gpu');
    const model = Model.build(makeShape('torus'), { with: [medialStructure({ samples: 400, primitives: 20 })] });
    const motion = { from: { position: [2.5, 0.1, 0] }, to: { position: [0.5, 0.1, 0] } } as const;
    const expected = timeOfContact(model, motion, model, {}, { method: medial });
    expect(await body.getAttribute('data-status')).toBe(expected.status);
    // Both are proven lower bounds, and both within the threshold of contact.
    const toc = Number(await body.textContent());
    expect(Math.abs(toc - (expected.toc ?? Number.NaN))).toBeLessThan(expected.threshold);
    expect(toc).toBeGreaterThan(0);
  } finally {
    await browser.close();
    server.close();
  }
});
