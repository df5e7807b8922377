// The scenes of many bodies in a real browser: what the page counts is what the library says here of the same steps.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Crowd } from '../apps/studio/src/page/many/worker/crowd.ts';
import { Draping } from '../apps/studio/src/page/many/worker/draping.ts';
import type { Simulation } from '../apps/studio/src/page/many/worker/simulation.ts';
import { findChromium } from '../scripts/chromium.mjs';
import { ServedStudio } from './studio/served-studio.ts';

const CROWD = { bodies: 160, seed: 5, broadPhase: 'sweep-and-prune' } as const;
const CROWD_LINK = 'many.html?scene=crowd#bodies=160&seed=5&broadPhase=sweep-and-prune';
const CLOTH = { method: 'octree', depth: 4, cells: 'drawn' } as const;

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio();

  /** Opens a link in a page that is there: where only the part behind # differs, it stays. */
  async function openLink(page: Page, path: string): Promise<void> {
    const frame = page.locator('#counts[data-settled=true]');
    await page.locator('#counts').evaluate(({ dataset }) => {
      dataset.settled = 'false';
    });
    await page.goto(studio.url + path);
    await frame.waitFor();
  }

  test('a crowd is that of the library, at the step of a link, a step on, and wherever it rests', () =>
    studio.visiting(`${CROWD_LINK}&step=40`, async ({ page }) => {
      const crowd = new Crowd(CROWD);
      const counts = await expectStep(page, crowd, 0, 40);
      expect(counts.touching).toBeGreaterThan(3);

      await page.getByRole('button', { name: 'Step', exact: true }).click();
      await page.locator('#counts[data-step="41"]').waitFor();
      await expectStep(page, crowd, 40, 41);
      expect(new URL(page.url()).hash).toMatch(/&step=41$/);

      await page.locator('#play').click();
      await passes(page, 50);
      await page.locator('#play').click();
      const rest = await restOf(page);
      await expectStep(page, crowd, 41, rest);
    }));

  test('settings begin a crowd anew; every broad phase finds the same pairs', () =>
    studio.visiting('many.html?scene=crowd#bodies=60&step=12', async ({ page }) => {
      const { touching, begin, stay, end } = await countsOf(page);
      expect(touching).toBeGreaterThan(0);
      for (const broadPhase of ['grid', 'r-tree', 'space-time', 'kd-tree', 'octree', 'bsp-tree']) {
        await openLink(page, `many.html?scene=crowd#bodies=60&broadPhase=${broadPhase}&step=12`);
        expect(await page.locator('[name=broadPhase]').inputValue()).toBe(broadPhase);
        expect(await countsOf(page)).toMatchObject({ step: 12, touching, begin, stay, end });
      }
      await page.locator('[name=broadPhase]').selectOption('sweep-and-prune');
      await page.getByLabel('bodies', { exact: true }).fill('20');
      await page.getByLabel('bodies', { exact: true }).blur();
      await page.locator('#counts[data-step="0"][data-settled=true]').waitFor();
      await expectStep(page, new Crowd({ bodies: 20, seed: 1, broadPhase: 'sweep-and-prune' }), 0, 0);
      expect(new URL(page.url()).hash).toBe('#bodies=20&seed=1&broadPhase=sweep-and-prune&step=0');
    }));

  test('the cloth and the hand meet what the library says, by either method', () =>
    studio.visiting('many.html?scene=deforming#step=70', async ({ page }) => {
      const counts = await expectStep(page, new Draping(CLOTH), 0, 70);
      for (const name of ['cloth on ball', 'cloth on block', 'hand on ball', 'cells']) {
        expect(counts[name], name).toBeGreaterThan(10);
      }
      await openLink(page, 'many.html?scene=deforming#method=refit&step=70');
      const other = await expectStep(page, new Draping({ ...CLOTH, method: 'refit' }), 0, 70);
      expect(other).toEqual({ ...counts, cells: 0 });
    }));

  test('the times of every stage are told and drawn', () =>
    studio.visiting(CROWD_LINK, async ({ page }) => {
      await passes(page, 5);
      await page.locator('#play').click();
      await restOf(page);
      await page.getByRole('tab', { name: 'Time' }).click();
      expect(await page.getByRole('tabpanel').count()).toBe(1);
      const rows = await page.locator('#times tbody tr').allInnerTexts();
      expect(rows.map((row) => row.split(/\s/)[0])).toEqual([...new Crowd(CROWD).stages]);
      const numbers = rows.flatMap((row) => row.trim().split(/\s+/).slice(1).map(Number));
      expect(numbers).toHaveLength(2 * rows.length);
      expect(numbers.every((time) => time >= 0)).toBe(true);
      expect(Math.max(...numbers)).toBeGreaterThan(0);
      expect(await page.locator('#times .top').innerText()).toMatch(/^\d+(\.\d+)? ms$/);
      // Columns stand at the right, on the ground; the left is still empty.
      const painted = await page.evaluate(`(() => {
        const canvas = document.querySelector('#times canvas');
        const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const row = width * (height - 1);
        return [0, width - 2].map((x) => data[4 * (row + x) + 3] > 0);
      })()`);
      expect(painted).toEqual([false, true]);
    }));

  test('a step of a crowd of 1,000 is one message and one picture of three draw calls', () =>
    studio.visiting('many.html?scene=crowd#bodies=1000', async ({ page }) => {
      await passes(page, 3);
      await page.locator('#play').click();
      const from = await restOf(page);
      await page.evaluate(`(() => {
        globalThis.counted = { draws: 0, triangles: 0, messages: 0 };
        const context = WebGL2RenderingContext.prototype;
        const { drawElements, drawArrays } = context;
        context.drawElements = function (mode, count, ...rest) {
          counted.draws++;
          counted.triangles += count / 3;
          drawElements.call(this, mode, count, ...rest);
        };
        context.drawArrays = function (...given) {
          counted.draws++;
          drawArrays.apply(this, given);
        };
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (...given) {
          counted.messages++;
          postMessage.apply(this, given);
        };
      })()`);
      await page.locator('#play').click();
      await passes(page, from + 10);
      await page.locator('#play').click();
      const steps = (await restOf(page)) - from;
      const counted = await page.evaluate<Readonly<Record<string, number>>>('counted');
      const { draws = 0, triangles = 0, messages = 0 } = counted;
      expect(messages).toBe(steps);
      // Two steps that come within one frame are one picture; a picture more is drawn when the window changes.
      expect(draws).toBeGreaterThan(1.5 * steps);
      expect(draws).toBeLessThan(3 * (steps + 3));
      // Half of the faces are seen from behind, and are not drawn.
      expect(triangles / (draws / 3)).toBeLessThan(13_000);
      expect(triangles / (draws / 3)).toBeGreaterThan(8_000);
      const attributes = await page.evaluate(
        `document.querySelector('#picture canvas').getContext('webgl2').getContextAttributes()`,
      );
      // Without a graphics card, as here, nothing behind the picture is drawn.
      expect(attributes).toMatchObject({ alpha: false, antialias: false });
    }));

  test('the arrow keys orbit the camera', () =>
    studio.visiting('many.html?scene=crowd#bodies=20&step=3', async ({ page }) => {
      await page.locator('#counts[data-step="3"]').waitFor({ state: 'attached' });
      const picture = page.locator('#picture');
      const pictured = (): Promise<Buffer> => picture.screenshot();
      await picture.focus();
      const before = await pictured();
      expect((await pictured()).equals(before)).toBe(true);
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await pictured()).equals(before)).toBe(false);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(async () => (await pictured()).equals(before)).toBe(true);
    }));

  test('the gallery and the menu lead from page to page, and each scene begins to play by itself', () =>
    studio.visiting('', async ({ page }) => {
      await page.getByRole('link', { name: 'Crowd' }).click();
      await passes(page, 2);
      await page.getByLabel('Page').selectOption('Cloth');
      await page.locator('#counts[data-cells]').waitFor();
      await passes(page, 2);
      expect(await page.getByLabel('Page').inputValue()).toBe('deforming');
      await page.getByLabel('Page').selectOption('Distance');
      await page.locator('#answer[data-settled=true]').waitFor({ state: 'attached' });
    }));

  test('a link that makes no sense opens a scene all the same, in a small window too', () =>
    studio.visiting('many.html?scene=zoo#bodies=-3&seed=x&broadPhase=none&step=2.5', async ({ page }) => {
      await page.locator('#counts[data-settled=true]').waitFor({ state: 'attached' });
      expect(await page.getByLabel('bodies', { exact: true }).inputValue()).toBe('300');
      expect(await page.locator('[name=broadPhase]').inputValue()).toBe('dynamic-tree');
      await page.setViewportSize({ width: 360, height: 640 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }));
});

/** What the page counts at the step it shows. */
async function countsOf(page: Page): Promise<Readonly<Record<string, number>>> {
  const section = page.locator('#counts[data-settled=true]');
  await section.waitFor({ state: 'attached' });
  const texts = await section.evaluate(({ attributes }) => [...attributes].map(({ name, value }) => [name, value]));
  const counts = texts.filter(([name]) => /^data-(?!settled)/.test(name ?? ''));
  return Object.fromEntries(
    counts.map(([name = '', value]) => [name.replace('data-', '').replaceAll('-', ' '), Number(value)]),
  );
}

/** Waits until the page plays on beyond a step. */
async function passes(page: Page, step: number): Promise<void> {
  while (((await countsOf(page)).step ?? 0) <= step) await page.waitForTimeout(50);
}

/** The step at which the page has come to rest: the address names it. */
async function restOf(page: Page): Promise<number> {
  for (;;) {
    await page.waitForTimeout(200);
    const { step } = await countsOf(page);
    if (new URL(page.url()).hash.endsWith(`&step=${step}`)) return step ?? 0;
  }
}

/** Steps a scene on from one step to another, at which the page has to show the same. */
async function expectStep(
  page: Page,
  scene: Simulation,
  from: number,
  to: number,
): Promise<Readonly<Record<string, number>>> {
  for (let step = from; step < to; step++) scene.advance(() => {});
  const counts = await countsOf(page);
  expect(counts).toEqual({ ...scene.counts(), step: to });
  return counts;
}
