// Every page of the studio in a real browser, by day and night, on a desktop and on a phone: nothing goes wrong, nothing scrolls, axe-core
// finds nothing, and a reload shows the same. The pictures are kept in apps/studio/.cache/pictures, for people.

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { STUDIO_EXAMPLES, STUDIO_PAGES } from '../scripts/studio-pages.mjs';
import { ROOT } from './build.ts';
import { ServedStudio } from './studio/served-studio.ts';

const PHONE = { width: 390, height: 844 };
const SIZES = { desktop: { width: 1280, height: 720 }, phone: PHONE };
const PICTURES = join(ROOT, 'apps/studio/.cache/pictures');
/** A picture of an empty page is smaller. Bytes. */
const LEAST_PICTURE = 15_000;

/** A picture of an empty stage is smaller. Bytes. */
const LEAST_STAGE = 8000;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Examples move without end, which a software renderer cannot do beside other work: all but one are asked to stand still. */
const ANIMATED = 'examples/penetration.html';

const EXAMPLES = STUDIO_EXAMPLES.map(
  (name) => [`three-${name}`, `examples/${name}.html`, 'output:not(:empty)'] as const,
);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const found: readonly Violation[] = await page.evaluate('axe.run().then(({ violations }) => violations)');
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Saves what is on the stage as a picture and as a video. */
async function takenAway(page: Page): Promise<void> {
  const press = async (name: string): Promise<void> => {
    if (!(await page.getByRole('button', { name }).isVisible())) await page.getByText('Share', { exact: true }).click();
    await page.getByRole('button', { name }).click();
  };
  const saved = async (name: string): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(name)]);
    return readFileSync(await download.path());
  };
  const picture = await saved('Save picture');
  const canvas = page.locator('#picture canvas');
  const size = await canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height]);
  // The header of a PNG file has its size.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(size);
  expect(picture.length).toBeGreaterThan(LEAST_STAGE);
  await press('Record video');
  await page.waitForTimeout(200);
  const video = await saved('Stop and save video');
  expect(video.subarray(0, 4).toString('hex')).toBe('1a45dfa3'); // EBML, the container of WebM
  await page.keyboard.press('Escape');
}

/** What an example of three.js says in the end. */
const SAID: Readonly<Record<(typeof STUDIO_EXAMPLES)[number], RegExp>> = {
  penetration: /^depth 0\.\d{4}$/,
  distance: /^distance \d\.\d{6}$/,
  'first-contact': /^contact at time 0\.\d{6}$/,
  instances: /^\d+ of 300$/,
  morph: /^(separated|intersecting|touching), \d+ pairs of faces$/,
};

/** An example has an answer, its program to be read, and a link to the gallery. */
async function ranWithItsCode(page: Page, path: string): Promise<void> {
  const name = STUDIO_EXAMPLES.find((example) => path === `examples/${example}.html`);
  if (name === undefined) throw new Error(`${path} is no example.`);
  await expect.poll(() => page.locator('output').innerText(), { timeout: 60_000 }).toMatch(SAID[name]);
  expect(await page.locator('canvas').count()).toBe(1);
  await page.getByText('Code', { exact: true }).click();
  const program = readFileSync(join(ROOT, `apps/studio/examples/${name}.js`), 'utf8');
  expect(await page.locator('pre').textContent()).toBe(program);
  await page.getByRole('link', { name: 'nearmiss studio' }).click();
  await page.locator('#cards img').first().waitFor({ state: 'attached' });
}

/** The size of the document and how far it is scrolled, after an attempt to scroll it. */
async function scrolled(page: Page): Promise<unknown> {
  await page.mouse.move(PHONE.width / 2, PHONE.height - 60);
  await page.mouse.wheel(0, 5000);
  return page.evaluate(
    '(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight, scrollY])(document.documentElement)',
  );
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio();
  mkdirSync(PICTURES, { recursive: true });

  test.each([...STUDIO_PAGES, ...EXAMPLES])(
    '%s: no scrolling, no violation, the same after a reload; pictures are kept',
    (name, path, there) => {
      const isStill = path.startsWith('examples/') && path !== ANIMATED;
      return studio.visiting(
        path,
        async ({ page }) => {
          const ready = (): Promise<void> => page.locator(there).first().waitFor({ state: 'attached' });
          await ready();
          for (const [size, viewport] of Object.entries(SIZES)) {
            await page.setViewportSize(viewport);
            const pictures: Buffer[] = [];
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme });
              expect(await violations(page)).toEqual([]);
              pictures.push(await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}-${size}.png`) }));
            }
            const [light, dark] = pictures;
            expect(light?.length).toBeGreaterThan(LEAST_PICTURE);
            expect(dark?.equals(light ?? dark)).toBe(false);
          }
          if ((await page.locator('#share').count()) > 0) await takenAway(page);
          // The last, since the wheel over a stage moves its camera.
          expect(await scrolled(page)).toEqual([PHONE.width, PHONE.height, 0]);
          if (path.startsWith('examples/')) await ranWithItsCode(page, path);
          const sentence = page.locator('#sentence');
          if ((await sentence.count()) === 0) return;
          const told = await sentence.innerText();
          expect(told).not.toBe('');
          await page.reload();
          await ready();
          await expect.poll(() => sentence.innerText(), { timeout: 60_000 }).toBe(told);
        },
        isStill ? { reducedMotion: 'reduce' } : {},
      );
    },
  );
});
