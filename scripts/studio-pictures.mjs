// Pictures of every page of the studio, in both themes and two sizes; and the thumbnails of its gallery.
//
//   node scripts/studio-pictures.mjs                 writes apps/studio/.cache/pictures/PAGE-THEME-SIZE.png
//   node scripts/studio-pictures.mjs thumbnails      writes apps/studio/src/page/thumbnails/PAGE.jpg

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStudio } from '@nearmiss/studio';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

const home = fileURLToPath(new URL('../apps/studio/', import.meta.url));
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-vsync'];
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const OVERLAP = 'a=shape:torus-knot&pose-a=-0.35,0,0,0,0,0,1&b=shape:gear&pose-b=0.4,0,0,0,0,0,1';
const SPOON =
  'a=shape:spoon(rings=24,sides=16)&b=shape:cup(slices=24,rings=8)&pose-a=0.35,0.1,0.3,0,0.3826834323650898,0,0.9238795325112867&pose-b=0,0,0,0,0,0,1';
const SETTLED = '#answer[data-settled=true]';

/** Each page: its address, and what is there once it is complete. */
const PAGES = {
  gallery: ['', '#cards img'],
  touch: [`pair.html#${OVERLAP}&show=touch`, SETTLED],
  distance: ['pair.html#a=shape:torus-knot&b=shape:gear', SETTLED],
  depth: [`pair.html#${SPOON}&show=depth`, '#depth[data-settled=true]'],
  'first-contact': ['pair.html#a=shape:torus-knot&b=shape:gear&show=motion', '#motion[data-settled=true]'],
  inside: ['pair.html#a=shape:torus-knot&b=shape:gear&show=front-volumes', '#structure[data-settled=true]'],
  crowd: ['many.html?scene=crowd#step=60', '#counts[data-step="60"]'],
  cloth: ['many.html?scene=deforming#step=60', '#counts[data-step="60"]'],
  dynamics: ['dynamics.html#scene=falling-tori&step=60', '#counts[data-step="60"]'],
  medial: ['medial.html', '#axis[data-settled=true]'],
  glossary: ['glossary.html#bracket', '#bracket'],
};

const onlyThumbnails = process.argv[2] === 'thumbnails';
const wanted = new Set(process.argv.slice(3));
const served = await serveStudio({ port: 0 });
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: FLAGS });
try {
  for (const [name, [address, ready]] of Object.entries(PAGES)) {
    if (wanted.size > 0 && !wanted.has(name)) continue;
    if (onlyThumbnails) await thumbnail(name, address, ready);
    else for (const [size, viewport] of Object.entries(SIZES)) await pictures(name, address, ready, size, viewport);
  }
} finally {
  await browser.close();
  await served.close();
}

/**
 * @param {string} address
 * @param {string} ready
 * @param {{ width: number, height: number }} viewport
 * @param {'light' | 'dark'} colorScheme
 */
async function open(address, ready, viewport, colorScheme) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(served.url + address);
  await page.locator(ready).first().waitFor({ state: 'attached', timeout: 120_000 });
  await page.waitForTimeout(800);
  return page;
}

/**
 * @param {string} name
 * @param {string} address
 * @param {string} ready
 * @param {string} size
 * @param {{ width: number, height: number }} viewport
 */
async function pictures(name, address, ready, size, viewport) {
  const folder = join(home, '.cache/pictures');
  mkdirSync(folder, { recursive: true });
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    const page = await open(address, ready, viewport, theme);
    await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
    await page.close();
  }
}

/**
 * The stage alone, without what lies over it.
 *
 * @param {string} name
 * @param {string} address
 * @param {string} ready
 */
async function thumbnail(name, address, ready) {
  if (['gallery', 'inside', 'glossary'].includes(name)) return;
  const page = await open(address, ready, { width: 480 + 368, height: 300 + 48 }, 'light');
  await page.evaluate(() => {
    for (const over of document.querySelectorAll('#tools, .bar')) over.remove();
  });
  await page.waitForTimeout(300);
  const path = join(home, 'src/page/thumbnails', `${name}.jpg`);
  await page.locator('#stage').screenshot({ path, type: 'jpeg', quality: 72 });
  await page.close();
}
