// The page of the GPU in a real browser: on its software adapter, on the CPU, and without an adapter. What it shows is what the library computes here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distanceMany } from '@nearmiss/gpu';
import { distance, Model, motionPose, timeOfContact } from 'nearmiss';
import { medial } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { RunningScene } from '../apps/studio/src/page/dynamics/worker/running-scene.ts';
import { movedMesh, posesOf, radiusOf, rotationOf, sideOf } from '../apps/studio/src/page/gpu/map-plane.ts';
import { type MapSettings, readMapSettings } from '../apps/studio/src/page/gpu/map-settings.ts';
import { forecastOf, HORIZON, motionOf } from '../apps/studio/src/page/gpu/worker/forecast.ts';
import { findChromium } from '../scripts/chromium.mjs';
import { ROOT } from './build.ts';
import { SOFTWARE_GPU } from './studio/browser.ts';
import { ServedStudio } from './studio/served-studio.ts';

/** Few triangles and positions: the software adapter decides some hundred a second. */
const SMALL = 'a=star-shape&b=gear&height=0.05&turn=20&tilt=30&cells=64';
const PATIENTLY = { timeout: 120_000 };

const read = async (page: Page, selector: string, name: string): Promise<string> =>
  (await page.locator(selector).getAttribute(`data-${name}`)) ?? '';

const settled = (page: Page, on: string): Promise<void> =>
  page.locator(`#map[data-settled=true][data-on=${on}]`).waitFor({ state: 'attached', ...PATIENTLY });

/** The bodies of a map, and the side of its square. */
function opened({ a, b }: MapSettings): { readonly a: Model; readonly b: Model; readonly side: number } {
  const models = { a: Model.build(movedMesh(makeShape(a))), b: Model.build(makeShape(b)) };
  return { ...models, side: sideOf(radiusOf(models.a.mesh.positions), radiusOf(models.b.mesh.positions)) };
}

/** Positions of a whole map in contact, by the library. */
async function contactsOf(settings: MapSettings): Promise<number> {
  const { a, b, side } = opened(settings);
  const count = settings.cells ** 2;
  const out = new Float64Array(2 * count);
  await distanceMany(
    a,
    b,
    posesOf(
      settings,
      side,
      Uint32Array.from({ length: count }, (_, k) => k),
    ),
    out,
  );
  let contacts = 0;
  for (let k = 1; k < out.length; k += 2) if (out[k] === 0) contacts++;
  return contacts;
}

/** The bracket where the body stands holds the distance that the library finds there. */
async function expectHere(page: Page, settings: MapSettings): Promise<void> {
  const { a, b } = opened(settings);
  const position: readonly number[] = JSON.parse(await read(page, '#here', 'position'));
  const exact = distance(a, { position, rotation: rotationOf(settings) }, b, {});
  const [lower, upper] = [Number(await read(page, '#here', 'lower')), Number(await read(page, '#here', 'upper'))];
  expect(lower).toBeLessThanOrEqual(exact.upper);
  expect(upper).toBeGreaterThanOrEqual(exact.lower);
  expect(upper === 0).toBe(exact.upper === 0);
  const told = await page.locator('#here').innerText();
  expect(told).toContain(upper === 0 ? 'touch here' : `${lower.toFixed(4)} to ${upper.toFixed(4)} apart here`);
}

describe.runIf(findChromium() !== null)('with a software adapter', () => {
  const studio = new ServedStudio(undefined, undefined, SOFTWARE_GPU);

  test('a map on the GPU, then on the CPU: the numbers of the library, and both times', () =>
    studio.visiting(`gpu.html#${SMALL}&on=gpu`, async ({ page }) => {
      const settings = readMapSettings(SMALL);
      await settled(page, 'gpu');
      expect(await read(page, '#costs', 'adapter')).not.toBe('');
      const contacts = await contactsOf(settings);
      expect(contacts).toBeGreaterThan(100);
      expect(Number(await read(page, '#map', 'contacts'))).toBe(contacts);
      await expectHere(page, settings);
      expect(Number(await read(page, '#costs', 'gpu'))).toBeGreaterThan(0);
      expect(await read(page, '#costs', 'cpu')).toBe('');

      await page.locator('#processor').getByText('CPU').click();
      await settled(page, 'cpu');
      expect(Number(await read(page, '#map', 'contacts'))).toBe(contacts);
      await expectHere(page, settings);
      for (const on of ['gpu', 'cpu']) expect(Number(await read(page, '#costs', on))).toBeGreaterThan(0);
      expect(await read(page, '#map', 'agree')).toBe('4096');
    }));

  test('falling tori: the next contact on the GPU and on the CPU is that of the library', () =>
    studio.visiting('gpu.html#show=tori&step=12&on=gpu', async ({ page }) => {
      const tori = page.locator('#tori[data-settled=true]');
      await tori.waitFor({ state: 'attached', ...PATIENTLY });
      const scenes = join(ROOT, 'packages/dynamics/scenes');
      const files = [{ name: 'spider.obj', bytes: readFileSync(join(scenes, 'models/spider.obj')) }];
      const scene = await RunningScene.open(readFileSync(join(scenes, 'spider-medial.json'), 'utf8'), files);
      for (let step = 0; step < 12; step++) scene.advance(null);
      for (const [on, step] of [
        ['gpu', 12],
        ['cpu', 13],
      ] as const) {
        await page
          .locator(`#tori[data-settled=true][data-step="${step}"]`)
          .waitFor({ state: 'attached', ...PATIENTLY });
        const expected = await forecastOf(scene.bodies, undefined);
        expect(await read(page, '#tori', 'on')).toBe(on);
        expect(Number(await read(page, '#tori', 'pairs'))).toBe(expected.pairs);
        expect(Number(await read(page, '#tori', 'elementary'))).toBe(expected.elementary);
        expect(expected.next).not.toBeNull();
        const names = [expected.next?.a, expected.next?.b].map((k) => scene.scenery.bodies[k ?? -1]?.id);
        expect(await read(page, '#tori', 'next')).toBe(names.join(' '));
        // Whichever of the times within the threshold is shown: nothing touches before, and the gap is at most the threshold then.
        const [one, other] = [expected.next?.a, expected.next?.b].map((k) => scene.bodies[k ?? -1]);
        if (one === undefined || other === undefined) throw new Error('There are no such bodies.');
        const [motionA, motionB] = [motionOf(one), motionOf(other)];
        const time = Number(await read(page, '#tori', 'seconds')) / HORIZON;
        const { threshold } = timeOfContact(one.model, motionA, other.model, motionB, { method: medial });
        const poses = [motionPose(motionA, time), motionPose(motionB, time)] as const;
        const gap = distance(one.model, poses[0], other.model, poses[1], { method: medial });
        // The gap of the enclosures is the lower bound of the distance.
        expect(gap.lower).toBeGreaterThan(0);
        expect(gap.lower).toBeLessThanOrEqual(1.001 * threshold);
        if (on === 'cpu') break;
        await page.locator('#processor').getByText('CPU').click();
        await page.getByRole('button', { name: 'Step' }).click();
        scene.advance(null);
      }
      expect(await page.locator('.verdict').innerText()).toMatch(/times as fast/);
    }));
});

describe.runIf(findChromium() !== null)('without an adapter', () => {
  const studio = new ServedStudio();

  test('a notice, and the CPU has the same answers; pointer, keys and sliders change the map, and a reload has it again', () =>
    studio.visiting(`gpu.html#${SMALL}`, async ({ page }) => {
      const settings = readMapSettings(SMALL);
      await settled(page, 'cpu');
      expect(await page.locator('#computer').innerText()).toContain('Queries run on the CPU');
      expect(await page.locator('input[name=on][value=gpu]').isDisabled()).toBe(true);
      expect(await read(page, '#costs', 'adapter')).toBe('');
      expect(Number(await read(page, '#map', 'contacts'))).toBe(await contactsOf(settings));
      await expectHere(page, settings);

      // The body follows the pointer.
      const column = await read(page, '#here', 'column');
      const { width = 0, height = 0 } = (await page.locator('#picture').boundingBox()) ?? {};
      await page.mouse.move(width / 2, height / 2);
      await expect.poll(() => read(page, '#here', 'column')).not.toBe(column);
      await expectHere(page, settings);

      // By keys: the body, its turn, and the plane.
      await page.locator('#picture').focus();
      const before = Number(await read(page, '#here', 'column'));
      await page.keyboard.press('ArrowRight');
      expect(Number(await read(page, '#here', 'column'))).toBe(before + 1);
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('PageUp');
      expect(await page.locator('#turn').inputValue()).toBe('23');
      await settled(page, 'cpu');
      const changed = readMapSettings(new URL(page.url()).hash);
      expect(changed.turn).toBe(23);
      expect(changed.height).toBeGreaterThan(settings.height);
      expect(Number(await read(page, '#map', 'contacts'))).toBe(await contactsOf(changed));
      await expectHere(page, changed);

      // A drag on the map turns the body and moves the plane.
      await page.mouse.down();
      await page.mouse.move(width / 2 + 50, height / 2 + 30, { steps: 5 });
      await page.mouse.up();
      const linked = (): MapSettings => readMapSettings(new URL(page.url()).hash);
      await expect.poll(() => linked().turn).toBeCloseTo(43, 6);
      expect(linked().height).toBeLessThan(changed.height);
      await settled(page, 'cpu');
      const sentence = await page.locator('#sentence').innerText();
      const told = await page.locator('#here').innerText();
      await page.reload();
      await settled(page, 'cpu');
      expect(await page.locator('#sentence').innerText()).toBe(sentence);
      expect(await page.locator('#here').innerText()).toBe(told);
    }));
});
