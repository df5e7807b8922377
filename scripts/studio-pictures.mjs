// The thumbnails of the studio's gallery, apps/studio/src/page/thumbnails/PAGE.jpg: the stage of each page, by day.
//
//   node scripts/studio-pictures.mjs                  all of them
//   node scripts/studio-pictures.mjs crowd medial     some
//
// Pictures of whole pages are kept by test/studio-pages.test.ts.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStudio } from '@nearmiss/studio';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';
import { STUDIO_PAGES } from './studio-pages.mjs';

const folder = fileURLToPath(new URL('../apps/studio/src/page/thumbnails/', import.meta.url));
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-vsync'];
/** A stage of 480 × 300, and the bar and the panel beside it. */
const VIEWPORT = { width: 480 + 368, height: 300 + 48 };
const WITHOUT_STAGE = ['gallery', 'inside', 'tori', 'glossary'];

const wanted = new Set(process.argv.slice(2));
const served = await serveStudio({ port: 0 });
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: FLAGS });
try {
  for (const [name, address, ready] of STUDIO_PAGES) {
    if (WITHOUT_STAGE.includes(name) || (wanted.size > 0 && !wanted.has(name))) continue;
    await thumbnail(name, address, ready);
  }
} finally {
  await browser.close();
  await served.close();
}

/**
 * The stage alone, without what lies over it.
 *
 * @param {string} name
 * @param {string} address
 * @param {string} ready
 */
async function thumbnail(name, address, ready) {
  const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light' });
  await page.goto(served.url + address);
  await page.locator(ready).first().waitFor({ state: 'attached', timeout: 120_000 });
  await page.evaluate(() => {
    for (const over of document.querySelectorAll('#tools, .bar')) over.remove();
  });
  await page.waitForTimeout(1100);
  await page.locator('#stage').screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 72 });
  await page.close();
}
