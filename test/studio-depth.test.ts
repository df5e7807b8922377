// Penetration depth in the studio, in a real browser: what the page shows is what the library says here of the same poses.

import {
  collide,
  Model,
  type PenetrationOptions,
  type PenetrationResult,
  type Point,
  type Pose,
  penetration,
} from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { captionOf, depthSteps } from '../apps/studio/src/page/depth-steps.ts';
import { findChromium } from '../scripts/chromium.mjs';
import { ServedStudio } from './studio/served-studio.ts';
import type { ShownDepth } from './studio/visit.ts';

/** For what is drawn soon after it is known, on a machine that may be busy. */
const PATIENTLY = { timeout: 30_000 };

// Served as they are built here: engines may round the sines of a generator differently.
const KNOT = Model.build(makeShape('torus-knot(triangles=720)'));
const GEAR = Model.build(makeShape('gear'));
const BOX = Model.build(makeShape('box'));

const APART = '#a=served:knot&b=served:gear&show=depth';
const DEEP = `${APART}&pose-a=-0.25,0.05,0,0,0,0,1&pose-b=0.35,0,0.1,0,0,0,1`;

/** As JSON has it, which knows no −0. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

function ask(shown: ShownDepth, options: PenetrationOptions = {}): PenetrationResult {
  return penetration(KNOT, shown.poseA, GEAR, shown.poseB, { local: true, trace: true, ...options });
}

/** What the page shows has to be what the library answers here, to the last bit. */
function expectDepth(shown: ShownDepth, options: PenetrationOptions = {}): PenetrationResult {
  const answer = ask(shown, options);
  const { status, depth, lower, upper, translation, certified, certificate, local, iterations } = answer;
  const expected = { status, depth, lower, upper, translation, certified, local, iterations };
  expect(shown.result).toEqual(plain(expected));
  expect(shown.certificate).toBe(String(certificate?.kind ?? null));
  expect(shown.led).toBe(false);
  expect(shown.verified).toBe(true);
  return answer;
}

function moved({ position = [0, 0, 0], rotation }: Pose, by: Point): Pose {
  const [x = 0, y = 0, z = 0] = Array.from(position);
  return { position: [x + by[0], y + by[1], z + by[2]], ...(rotation && { rotation }) };
}

/** The method shown leads out, and the bracket holds what another search finds. */
function expectSound(shown: ShownDepth): void {
  const { translation, lower, upper } = shown.result;
  const after = collide(KNOT, moved(shown.poseA, translation), GEAR, shown.poseB).status;
  expect(['separated', 'touching']).toContain(after);
  expect(upper).toBeCloseTo(Math.hypot(...translation), 12);
  const other = ask(shown);
  expect(lower).toBeLessThanOrEqual(other.upper);
  expect(other.lower).toBeLessThanOrEqual(upper);
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio(
    (visit) => visit.shown(),
    new Map([
      ['knot', KNOT.toBytes()],
      ['gear', GEAR.toBytes()],
      ['box', BOX.toBytes()],
    ]),
  );

  test('a body dragged into another has its separating translation shown all along, and at rest that of the library', () =>
    studio.visiting(APART, async (visit) => {
      const { page } = visit;
      expect((await visit.depth()).result).toMatchObject({ status: 'separated', depth: 0, local: [] });
      expect(await page.locator('#depth-title').innerText()).toBe('Separated');
      expect(await page.locator('#search').isVisible()).toBe(false);

      const { x, y } = await visit.findBody('b');
      await page.mouse.down();
      const statuses = new Set<string>();
      for (let step = 1; step <= 10; step++) {
        await page.mouse.move(x - 25 * step, y + step);
        const shown = await visit.depth();
        expect([shown.led, shown.verified]).toEqual([true, null]);
        if (shown.result.status === 'overlapping') expectSound(shown);
        statuses.add(shown.result.status);
      }
      expect([...statuses].sort()).toEqual(['overlapping', 'separated']);
      await page.mouse.up();

      const shown = await visit.depth();
      const { status, lower, upper } = expectDepth(shown);
      expect(status).toBe('overlapping');
      expectSound(shown);
      expect(await page.locator('#depth-title').innerText()).toBe('Depth');
      expect(Number(await page.locator('#depth output').innerText())).toBeCloseTo(upper, 6);
      const rows = await page.locator('#depth dl').innerText();
      for (const text of [String(upper), String(lower), 'both bounds hold', 'without memory'])
        expect(rows).toContain(text);
      const proven = await page.locator('#depth .bracket').evaluate((bar) => bar.style.getPropertyValue('--proven'));
      expect(Number(proven)).toBe(lower / upper);
    }));

  test('A, moved by the vector shown, is out', () =>
    studio.visiting(DEEP, async (visit) => {
      const { page } = visit;
      const { poseA, poseB, result } = await visit.depth();
      await page.getByRole('button', { name: 'Separate' }).click();
      const after = await visit.depth();
      expect(after.poseA).toEqual(plain(moved(poseA, result.translation)));
      expect(after.poseB).toEqual(poseB);
      expect(['separated', 'touching']).toContain(after.result.status);
      expect(after.result.depth).toBe(0);
      const { distance } = await visit.shown();
      expect(distance).toBeLessThan(1e-9);
      await expect.poll(() => page.locator('#translations path').count(), PATIENTLY).toBe(0);
      expect(await page.locator('#search').isVisible()).toBe(false);
    }));

  test('the search can be walked through, from where A stands to the separating translation', () =>
    studio.visiting(DEEP, async (visit) => {
      const { page } = visit;
      const shown = await visit.depth();
      const { status, trace = [], translation, upper, local } = ask(shown);
      const steps = depthSteps({ status, trace, translation, upper });
      expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['given', 'start', 'out', 'in', 'end']));
      const caption = page.locator('#search p span');
      const expectStep = async (index: number): Promise<void> => {
        const step = steps[index];
        if (step === undefined) throw new Error(`There is no step ${index}.`);
        await expect.poll(() => caption.innerText(), PATIENTLY).toBe(captionOf(step));
        expect(await page.locator('#search output').innerText()).toBe(`${index + 1} of ${steps.length}`);
        // Drawn with the next frame.
        const arrow = page.locator(`#translations path.translation.${step.kind}`);
        await expect.poll(() => arrow.count(), PATIENTLY).toBe(step.kind === 'given' ? 0 : 1);
      };
      const slider = page.locator('#search input[type=range]');
      await expectStep(steps.length - 1);
      expect(local.length).toBeGreaterThan(1);
      await expect.poll(() => page.locator('#translations path.local').count(), PATIENTLY).toBe(local.length);

      await slider.focus();
      await page.keyboard.press('ArrowLeft');
      await expectStep(steps.length - 2);
      expect(await slider.getAttribute('aria-valuetext')).toBe(await caption.innerText());
      await expect.poll(() => page.locator('#translations path.local').count(), PATIENTLY).toBe(0);
      for (const index of [0, 1, 2, steps.findIndex(({ kind }) => kind === 'in')]) {
        await slider.fill(String(index));
        await expectStep(index);
      }
      await page.getByRole('button', { name: 'One step back' }).click();
      await expectStep(steps.findIndex(({ kind }) => kind === 'in') - 1);
      await slider.fill(String(steps.length - 3));
      await page.getByRole('button', { name: 'Play' }).press('Space');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await expectStep(steps.length - 1);

      await visit.show('answer');
      await expect.poll(() => page.locator('#translations path').count(), PATIENTLY).toBe(0);
      expect(await page.locator('#depth').isVisible()).toBe(false);
      expect(await page.locator('#search').isVisible()).toBe(false);
    }));

  test('every start is that of the library, and the address holds it', () =>
    studio.visiting(DEEP, async (visit) => {
      const { page } = visit;
      const depths = new Set<number>();
      for (const start of ['centroid', 'clear', 'sampling', 'random'] as const) {
        await page.getByLabel('start').selectOption(start);
        depths.add(expectDepth(await visit.depth(), { start }).upper);
      }
      expect(depths.size).toBeGreaterThan(1);
      await page.waitForURL((url) => url.hash.endsWith('&show=depth&start=random'));
      const random = await visit.depth();
      await studio.visiting(new URL(page.url()).hash, async (other) => {
        expect(await other.page.getByLabel('start').inputValue()).toBe('random');
        expect(await other.depth()).toEqual(random);
      });

      // Led on from pose to pose, at rest as well.
      await page.getByLabel('start').selectOption('coherent');
      await page.locator('#picture').focus();
      for (const key of ['ArrowUp', 'ArrowRight']) {
        await page.keyboard.press(key);
        const shown = await visit.depth();
        expect([shown.led, shown.verified]).toEqual([true, true]);
        expectSound(shown);
      }
    }));

  test('convex bodies have their depth exactly, and what only touches has none', () =>
    studio.visiting(
      '#a=served:box&b=served:box&show=depth&pose-b=0.75,0.125,0,0,0,0,1&pose-a=0,0,0,0,0,0,1',
      async (visit) => {
        const { page } = visit;
        const deep = await visit.depth();
        expect(deep.result).toMatchObject({ status: 'overlapping', certified: true });
        expect(deep.result.translation[0]).toBeCloseTo(-0.25, 12);
        expect(await page.locator('#depth dl').innerText()).toContain('all of it, both being convex');
        expect(await page.locator('#search output').innerText()).toBe('2 of 2');

        await page.evaluate("location.hash = location.hash.replace(/pose-b=[^&]*/, 'pose-b=1,0,0,0,0,0,1')");
        await page.locator('#depth[data-status=touching]').waitFor();
        expect((await visit.depth()).result.depth).toBe(0);
        expect(await page.locator('#search').isVisible()).toBe(false);
        expect(await page.locator('#depth-title').innerText()).toBe('Touching');

        await page.evaluate("location.hash = location.hash.replace(/pose-b=[^&]*/, 'pose-b=1e99,0,0,0,0,0,1')");
        await page.locator('#notice', { hasText: 'pose/too-far' }).waitFor();
        expect(await page.locator('#depth-title').innerText()).toBe('No answer');
        expect(await page.locator('#depth').getAttribute('data-depth')).toBeNull();
      },
    ));
});
