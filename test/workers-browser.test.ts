// The pool of workers in a real browser: with shared memory, where the page is isolated from other origins, and with copies, where it is not. The
// answers are those of Node, to the bit, and so is a large model that all its threads build.

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { largeModelHash } from './browser/large-model.ts';
import { manyAnswers } from './browser/many-answers.ts';
import { emptyFolder, ROOT } from './build.ts';
import { launchBrowser } from './studio/browser.ts';

const browserPath = findChromium();
if (browserPath === null) console.warn('The test of workers in a browser is skipped: no Chromium was found.');

const PATIENTLY = { timeout: 60_000 };

const PAGE = '<!doctype html><meta charset="utf-8"><body><script type="module" src="page.js"></script></body>';

/** Models of the two pools, one of them with three workers: two models for each worker. */
const SENT = 2 * (1 + 3);

describe.skipIf(browserPath === null)('the pool of workers in a browser', () => {
  const folder = emptyFolder('workers-browser');
  let browser: Browser;
  let server: Server;

  beforeAll(async () => {
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'silent',
      // Programs of workers are beside the page.
      base: './',
      resolve: { alias: { '@nearmiss/gpu': join(ROOT, 'packages/gpu/dist/index.js') } },
      worker: { format: 'es' },
      build: {
        outDir: folder,
        target: 'es2022',
        rolldownOptions: {
          input: join(ROOT, 'test/browser/workers-page.ts'),
          output: { entryFileNames: 'page.js' },
        },
      },
    });
    server = createServer(({ url = '/' }, response) => {
      const [, kind, ...path] = url.split('/');
      const file = path.join('/');
      if (kind === 'isolated') {
        response.setHeader('cross-origin-opener-policy', 'same-origin');
        response.setHeader('cross-origin-embedder-policy', 'require-corp');
      }
      response.setHeader('content-type', file === '' ? 'text/html' : 'text/javascript');
      if (file === '') response.end(PAGE);
      else if (existsSync(join(folder, file))) response.end(readFileSync(join(folder, file)));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test.for([
    ['isolated', { shared: SENT, copied: 0 }],
    ['plain', { shared: 0, copied: SENT }],
  ] as const)('%s page', async ([kind, sent]) => {
    const page = await browser.newPage();
    const failed = page.waitForEvent('pageerror', PATIENTLY).then(({ message }) => Promise.reject(new Error(message)));
    failed.catch(() => {});
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/${kind}/`);
    const body = page.locator('body[data-done]');
    await Promise.race([body.waitFor({ state: 'attached', ...PATIENTLY }), failed]);
    expect(await body.getAttribute('data-isolated')).toBe(String(kind === 'isolated'));
    expect(JSON.parse((await body.getAttribute('data-sent')) ?? '')).toEqual(sent);
    const expected = await manyAnswers();
    expect(JSON.parse((await body.textContent()) ?? '')).toEqual([expected, expected, expected]);
    expect(await body.getAttribute('data-large')).toBe(await largeModelHash());
    // or nothing was asked
    expect(new Set(expected[0])).toEqual(new Set([0, 1]));
    expect(expected[2].some((time) => time > 0 && time < 1)).toBe(true);
    await page.close();
  });
});
