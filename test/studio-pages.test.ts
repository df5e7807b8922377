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

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

const EXAMPLES = STUDIO_EXAMPLES.map(
  (name) => [`three-${name}`, `examples/${name}.html`, 'output:not(:empty)'] as const,
);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found: readonly Violation[] = await page.evaluate('axe.run().then(({ violations }) => violations)');
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
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
    (name, path, there) =>
      studio.visiting(path, async ({ page }) => {
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
        // The last, since the wheel over a stage moves its camera.
        expect(await scrolled(page)).toEqual([PHONE.width, PHONE.height, 0]);
        const sentence = page.locator('#sentence');
        if ((await sentence.count()) === 0) return;
        const told = await sentence.innerText();
        expect(told).not.toBe('');
        await page.reload();
        await ready();
        await expect.poll(() => sentence.innerText(), { timeout: 60_000 }).toBe(told);
      }),
  );
});
