// Scenes with a story, words that are explained, and videos; in a real browser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { emptyFolder } from './build.ts';
import { ServedStudio } from './studio/served-studio.ts';

const PATIENTLY = { timeout: 60_000 };
const BOXES = 'pair.html#a=shape:box&pose-a=0,0,0,0,0,0,1&b=shape:box&pose-b=2,0,0,0,0,0,1&show=answer';

/** What each scene of the menu is about. */
const SENTENCES = [
  ['Spoon in a cup', /^A is 0\.14\d deep in B; moving it along the arrow frees it/],
  ['Linked, not touching', /^A and B are 0\.\d+ apart.* proven to within/],
  ['By a hair', /^A and B do not touch, decided exactly\.$/],
  ['Inside', /^A is inside B/],
  ['Past each other', /^A and B first touch at time 0\.\d+/],
  ['Onto the grate', /^A and B first touch at time 0\.\d+/],
  ['Two convex bodies', /no shorter translation does, proven\.$/],
] as const;

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio((visit) => visit.shown());

  test('every scene of the menu says what its story promises', () =>
    studio.visiting(BOXES, async ({ page }) => {
      const titles = await page.locator('#presets b').allTextContents();
      expect(titles).toEqual(SENTENCES.map(([title]) => title));
      for (const [title, sentence] of SENTENCES) {
        await page.getByText('Scenes', { exact: true }).click();
        await page.locator('#presets a', { hasText: title }).click();
        await expect.poll(() => page.locator('#sentence').innerText(), PATIENTLY).toMatch(sentence);
        expect(await page.locator('#presets').getAttribute('open')).toBeNull();
      }
    }));

  test('while a depth is searched for, an upper bound is shown; the answer is not above it', () =>
    studio.visiting(BOXES, async (visit) => {
      const { page } = visit;
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          const { bound } = document.querySelector<HTMLElement>('#depth')?.dataset ?? {};
          if (bound === undefined) return;
          document.body.dataset.seenBound = bound;
          observer.disconnect();
        }).observe(document.body, { attributes: true, subtree: true });
      });
      await page.getByText('Scenes', { exact: true }).click();
      await page.locator('#presets a', { hasText: 'Spoon' }).click();
      const { result } = await visit.depth();
      const bound = Number(await page.locator('body').getAttribute('data-seen-bound'));
      expect(bound).toBeGreaterThanOrEqual(result.upper);
      expect(bound).toBeLessThan(2);
    }));

  test('a word is explained by the glossary on hover and focus, and Escape ends it', () =>
    studio.visiting(BOXES, async ({ page }) => {
      const tip = page.getByRole('tooltip');
      expect(await tip.isVisible()).toBe(false);
      const word = page.locator('#terms a', { hasText: 'witness points' });
      await word.hover();
      await expect.poll(() => tip.isVisible(), PATIENTLY).toBe(true);
      expect(await tip.innerText()).toMatch(/^two points, one on each body/);
      await page.keyboard.press('Escape');
      expect(await tip.isVisible()).toBe(false);
      await page.locator('#terms a', { hasText: 'bracket' }).focus();
      await expect.poll(() => tip.isVisible(), PATIENTLY).toBe(true);
      expect(await tip.innerText()).toMatch(/^proven bounds/);
      await page.goto(new URL((await word.getAttribute('href')) ?? '', page.url()).href);
      expect(await page.locator('#witness-points dt').innerText()).toBe('witness points');
    }));

  test('what happens on the stage is saved as a video', () =>
    studio.visiting(BOXES, async ({ page }) => {
      await page.getByText('Share', { exact: true }).click();
      const button = page.locator('#share-video');
      await button.click();
      expect(await button.innerText()).toBe('Stop and save video');
      await page.locator('#picture').focus();
      for (let k = 0; k < 6; k++) {
        await page.keyboard.press('ArrowLeft');
        await page.waitForTimeout(60);
      }
      if (!(await button.isVisible())) await page.getByText('Share', { exact: true }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      expect(download.suggestedFilename()).toBe('scene.webm');
      const file = join(emptyFolder('studio-video'), 'scene.webm');
      await download.saveAs(file);
      const bytes = readFileSync(file);
      // EBML, the container of WebM.
      expect([...bytes.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
      expect(bytes.length).toBeGreaterThan(1000);
    }));
});
