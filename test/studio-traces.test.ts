// The steps of the algorithms in a real browser: what the panels say is what the library records for the same scene.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { distance, Model, timeOfContact, use } from 'nearmiss';
import { traceDistance, traceTimeOfContact } from 'nearmiss/lab';
import { type MedialRecord, medialAxis } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { simd } from 'nearmiss/simd';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Crowd } from '../apps/studio/src/page/many/worker/crowd.ts';
import { findChromium } from '../scripts/chromium.mjs';
import { ServedStudio } from './studio/served-studio.ts';

// Made without sines, so that every engine makes the same ones.
const A = Model.build(makeShape('u-shape'));
const B = Model.build(makeShape('box'));
const POSE_B = { position: [2, 0.25, 0.125] } as const;
const SCENE = 'pair.html#a=shape:u-shape&pose-a=0,0,0,0,0,0,1&b=shape:box&pose-b=2,0.25,0.125,0,0,0,1';
const END = { position: [-2, 0.25, 0.125] } as const;
const MOTION = `${SCENE}&show=motion&motion=translation&end-b=-2,0.25,0.125,0,0,0,1`;
const PHONE = { width: 390, height: 844 };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with the page as it is. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(AXE);
  return page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))');
}

type Data = Readonly<Record<string, string | undefined>>;

const dataOf = (page: Page, selector: string): Promise<Data> =>
  page.locator(selector).evaluate((element) => ({ ...(element instanceof HTMLElement ? element.dataset : {}) }));

/** Waits until the trace of the scene as it is has come. */
async function traced(page: Page): Promise<void> {
  await page.locator('#algorithm[data-settled=true]').waitFor();
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio();

  test('the steps of a distance are those of the library; they play, rewind and are reached by keys', () =>
    studio.visiting(SCENE, async ({ page }) => {
      await page.getByText('See the algorithm').click();
      await traced(page);
      const { steps, result } = traceDistance(A, {}, B, POSE_B);
      expect(steps.length).toBeGreaterThan(3);
      const expectStep = async (index: number): Promise<void> => {
        await page.locator(`.distance-trace[data-step="${index + 1}"]`).waitFor();
        const { lower, upper, volumeTests, front, steps: count } = await dataOf(page, '.distance-trace');
        const step = steps[index];
        expect([lower, upper, volumeTests, front, count].map(Number)).toEqual([
          step?.lower,
          step?.upper,
          step?.volumeTests,
          step?.frontSize,
          steps.length,
        ]);
      };
      await expectStep(steps.length - 1);
      // The steps are those of the plain search, which a query with a budget makes.
      const plain = { method: 'volumes', stats: true, budget: Number.MAX_SAFE_INTEGER } as const;
      expect(steps.at(-1)?.volumeTests).toBe(distance(A, {}, B, POSE_B, plain).stats?.volumeTests);
      expect(steps.at(-1)?.upper).toBe(result.upper);
      await page.getByRole('button', { name: 'Back to the first step' }).click();
      await expectStep(0);
      await page.getByRole('button', { name: 'One step on' }).click();
      await expectStep(1);
      await page.getByRole('slider', { name: 'Step of the distance search' }).focus();
      await page.keyboard.press('ArrowRight');
      await expectStep(2);
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await expectStep(steps.length - 1);
      expect(new URL(page.url()).hash).toContain('&steps');
      await expect.poll(() => page.locator('.heat-legend .most').innerText()).toMatch(/^level \d+$/);
      await page.getByLabel('What the colours show').selectOption('how often');
      await expect.poll(() => page.locator('.heat-legend .most').innerText()).toMatch(/^[\d,]+ tests$/);
      expect(await violations(page)).toEqual([]);
    }));

  test('the steps follow the bodies, and end with the section', () =>
    studio.visiting(`${SCENE}&steps`, async ({ page }) => {
      await traced(page);
      const before = await dataOf(page, '.distance-trace');
      await page.locator('#picture').focus();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(async () => (await dataOf(page, '.distance-trace')).upper).not.toBe(before.upper);
      await page.locator('#answer[data-settled=true]').waitFor();
      const { upper } = await dataOf(page, '#answer');
      await expect.poll(async () => (await dataOf(page, '.distance-trace')).upper).toBe(upper);
      await page.getByText('See the algorithm').click();
      await page.locator('.distance-trace').waitFor({ state: 'hidden' });
      await page.getByRole('tab', { name: 'Depth' }).click();
      await page.locator('#algorithm').waitFor({ state: 'hidden' });
    }));

  test('the steps of a time of contact are those of the library, and lead the bodies through time', () =>
    studio.visiting(`${MOTION}&steps`, async ({ page }) => {
      await traced(page);
      const motionB = { from: POSE_B, to: END, kind: 'translation' } as const;
      const { steps, pairs, result } = traceTimeOfContact(A, {}, B, motionB);
      expect(result.status).toBe('contact');
      // Steps are those of the plain search; kernels count the tests of the contact at the start differently.
      use(null);
      expect({ ...result, stats: null }).toEqual({ ...timeOfContact(A, {}, B, motionB), stats: null });
      use(simd);
      const view = await dataOf(page, '.contact-trace');
      expect([view.steps, view.lower, view.upper].map(Number)).toEqual([steps.length, result.lower, result.upper]);
      await page.getByRole('slider', { name: 'Step of the search for the first contact' }).fill('2');
      await page.locator('.contact-trace[data-step="3"]').waitFor();
      const third = await dataOf(page, '.contact-trace');
      expect([third.lower, third.volumeTests].map(Number)).toEqual([steps[2]?.until, steps[2]?.volumeTests]);
      expect(Number(third.waiting)).toBe(pairs.filter(({ sinceStep, toStep }) => sinceStep <= 2 && 2 < toStep).length);
      await expect.poll(() => page.locator('#time').inputValue().then(Number)).toBeCloseTo(steps[2]?.until ?? 0, 9);
      expect(await page.locator('.contact-trace rect').count()).toBeGreaterThan(2);
      expect(await violations(page)).toEqual([]);
    }));

  test('GJK has its simplex and the Minkowski difference drawn, which turn with the camera', () =>
    studio.visiting(
      'pair.html#a=shape:box&pose-a=0,0,0,0,0,0,1&b=shape:box&pose-b=2,0.25,0.125,0.5,0.5,0.5,0.5&show=gjk',
      async ({ page }) => {
        await page.locator('#structure[data-settled=true]').waitFor();
        const edges = page.locator('.minkowski .front');
        await expect.poll(() => edges.getAttribute('d')).toMatch(/^M/);
        const before = await edges.getAttribute('d');
        expect(await page.locator('.minkowski .corner').count()).toBeGreaterThan(0);
        await page.mouse.move(30, 480);
        await page.mouse.down();
        await page.mouse.move(100, 420, { steps: 5 });
        await page.mouse.up();
        await expect.poll(() => edges.getAttribute('d')).not.toBe(before);
        expect(await violations(page)).toEqual([]);
      },
    ));

  test('the funnel of the broad phase has the counts of the step, and goes back to earlier ones', () =>
    studio.visiting('many.html?scene=crowd#bodies=40&seed=7&step=12', async ({ page }) => {
      await page.locator('#counts[data-step="12"]').waitFor({ state: 'attached' });
      await page.getByRole('tab', { name: 'Broad phase' }).click();
      const crowd = new Crowd({ bodies: 40, seed: 7, broadPhase: 'dynamic-tree' });
      for (let step = 0; step < 12; step++) crowd.advance(() => {});
      const expectCounts = async (step: number): Promise<void> => {
        await page.locator(`#funnel[data-step="${step}"]`).waitFor();
        const { touching, measured, 'box pairs': boxPairs } = crowd.counts();
        const shown = await dataOf(page, '#funnel');
        expect([shown.bodies, shown.boxPairs, shown.measured, shown.touching].map(Number)).toEqual([
          40,
          boxPairs,
          measured,
          touching,
        ]);
      };
      await expectCounts(12);
      expect(await page.locator('#funnel text').first().textContent()).toBe('780 pairs of bodies');
      const first = await dataOf(page, '#funnel');
      await page.getByRole('button', { name: 'Step', exact: true }).click();
      crowd.advance(() => {});
      await expectCounts(13);
      await page.getByRole('button', { name: 'One step back' }).click();
      await page.locator('#funnel[data-step="12"]').waitFor();
      expect(await dataOf(page, '#funnel')).toEqual(first);
      expect(await violations(page)).toEqual([]);
    }));

  test('the page of medial axes has the errors that the simplification records, and wipes from the surface to the axis', () =>
    studio.visiting('medial.html#a=shape:l-shape&samples=1000&primitives=50', async ({ page }) => {
      await page.locator('#axis[data-curve=true]').waitFor({ state: 'attached' });
      const records: MedialRecord[] = [];
      medialAxis(Model.build(makeShape('l-shape')), {
        primitives: 5,
        samples: 1000,
        onSimplified: (record) => records.push(record),
      });
      const heights = await page
        .locator('.errors .dot')
        .evaluateAll((dots) => dots.map((dot) => Number(dot.getAttribute('cy'))));
      expect(heights.length).toBe(records.length);
      records.forEach(({ error }, k) => {
        const next = records[k + 1];
        if (next !== undefined && error < 0.9 * next.error) {
          expect(heights[k]).toBeGreaterThan(heights[k + 1] ?? Infinity); // down the picture is less
        }
      });
      expect(await page.getByLabel('Skeleton').isChecked()).toBe(true);
      expect(await page.getByLabel('Inner balls').isChecked()).toBe(true);
      await page.getByRole('slider', { name: 'Surface before, axis after' }).fill('0.5');
      expect(await page.locator('#divider').evaluate(({ style }: HTMLElement) => style.left)).toBe('50%');
      expect(await violations(page)).toEqual([]);
    }));

  test.each([`${SCENE}&steps`, `${MOTION}&steps`])('%s fits a phone, by day and by night', (path) =>
    studio.visiting(path, async ({ page }) => {
      await page.setViewportSize(PHONE);
      await traced(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      }
    }),
  );
});
