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
import type { Page } from 'playwright-core';
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

/** Longer than poses have to rest to be a step of undo, and half of the time that A slides. Milliseconds. */
const REST = 600;
const HALFWAY = 350;

/** Stops the clock of the page, which then goes on by `runFor` alone: its timers and frames, not its worker. */
async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: 0 });
  await clock.pauseAt(REST);
}

async function positionOfA(page: Page): Promise<number[]> {
  const fields = ['x', 'y', 'z'].map((axis) => page.getByLabel(`Position of A along ${axis}`).inputValue());
  return (await Promise.all(fields)).map(Number);
}

/** The part of a translation that A has gone. */
async function partGone(page: Page, { position = [] }: Pose, by: Point): Promise<number> {
  const shown = await positionOfA(page);
  const gone = shown.map((x, axis) => x - (position[axis] ?? 0));
  const along = by.reduce((sum, x, axis) => sum + x * (gone[axis] ?? 0), 0) / Math.hypot(...by) ** 2;
  for (const [axis, x] of by.entries()) expect(gone[axis]).toBeCloseTo(along * x, 5);
  return along;
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
      // Free is what it is; the gap that rounding leaves is not drawn.
      const by = Number(result.upper.toPrecision(3));
      await expect
        .poll(() => page.locator('#sentence').innerText(), PATIENTLY)
        .toMatch(new RegExp(`^A is free now: it was moved by ${by} and (has no point|touches)`));
      expect(await page.locator('#witness.shown').count()).toBe(0);
    }));

  test('A slides along the arrow, as one step of undo, and is answered for at the end alone', () =>
    studio.visiting(DEEP, async (visit) => {
      const { page } = visit;
      const { poseA, result } = await visit.depth();
      await page.waitForTimeout(REST);
      const address = page.url();
      await stopClock(page);
      await page.getByRole('button', { name: 'Separate' }).click();
      expect(await partGone(page, poseA, result.translation)).toBeCloseTo(0, 5);
      await page.clock.runFor(HALFWAY);
      const half = await partGone(page, poseA, result.translation);
      expect(half).toBeGreaterThan(0.3);
      expect(half).toBeLessThan(0.7);
      for (const section of ['#answer', '#depth'])
        expect(await page.locator(section).getAttribute('data-settled')).toBe('false');
      await page.clock.runFor(2 * HALFWAY);
      const { poseA: end } = await visit.depth();
      expect(end).toEqual(plain(moved(poseA, result.translation)));
      expect((await visit.shown()).poseA).toEqual(end);
      await page.clock.runFor(REST);
      expect(page.url()).not.toBe(address);
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.click();
      await expect.poll(async () => (await visit.depth()).poseA, PATIENTLY).toEqual(poseA);
      expect(await undo.isDisabled()).toBe(true);
    }));

  test('a hand on a body stops A, and undo takes it back', () =>
    studio.visiting(DEEP, async (visit) => {
      const { page } = visit;
      const { poseA, result } = await visit.depth();
      await page.waitForTimeout(REST);
      const { x, y } = await visit.findBody('b');
      await stopClock(page);
      const separate = page.getByRole('button', { name: 'Separate' });
      await separate.click();
      await page.clock.runFor(HALFWAY);
      await page.locator('#picture').focus();
      await page.keyboard.press('Control+z');
      await expect.poll(async () => (await visit.depth()).poseA, PATIENTLY).toEqual(poseA);
      await page.clock.runFor(4 * HALFWAY);
      expect((await visit.depth()).poseA).toEqual(poseA);
      await page.keyboard.press('Control+Shift+z');
      await expect
        .poll(async () => (await visit.depth()).poseA, PATIENTLY)
        .toEqual(plain(moved(poseA, result.translation)));
      await page.keyboard.press('Control+z');
      await expect.poll(async () => (await visit.depth()).poseA, PATIENTLY).toEqual(poseA);

      await separate.click();
      await page.clock.runFor(HALFWAY);
      const half = await partGone(page, poseA, result.translation);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.clock.runFor(4 * HALFWAY);
      await page.mouse.up();
      const stopped = await visit.depth();
      expect(await partGone(page, poseA, result.translation)).toBe(half);
      expect(stopped.poseA).not.toEqual(plain(moved(poseA, result.translation)));
      expectDepth(stopped);
    }));

  test('who asks for less motion has A free at once', () =>
    studio.visiting(DEEP, async (visit) => {
      const { page } = visit;
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const { poseA, result } = await visit.depth();
      await page.waitForTimeout(REST);
      await stopClock(page);
      await page.getByRole('button', { name: 'Separate' }).click();
      expect((await visit.depth()).poseA).toEqual(plain(moved(poseA, result.translation)));
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
