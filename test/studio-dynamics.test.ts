// The page of dynamics in a real browser: what it shows is what the library computes here, to the bit.

import { readFileSync } from 'node:fs';
import { Recorder, readScene, runScene, type Scene, writeTrajectory } from '@nearmiss/dynamics';
import { Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { emptyFolder } from './build.ts';
import { ServedStudio } from './studio/served-studio.ts';

/** As in the worker: a frame each so many steps. */
const RECORDED_STEPS = 10;
const STEPS = 40;

/** Contacts with friction and rebound, joints with a motor and limits, bodies that are not convex, rotation. */
const SCENE = {
  gravity: [0, 0, -9.81],
  step: 0.01,
  duration: 2,
  materials: { friction: 0.4, restitution: 0.3 },
  bodies: [
    { id: 'floor', convex: 'box(size=[20,20,1])', kind: 'static', pose: { position: [0, 0, -0.5] } },
    { id: 'cube', shape: 'box(size=[0.4,0.3,0.2])', pose: { position: [0, 0, 0.3] }, angularVelocity: [3, 1, 2] },
    {
      id: 'torus',
      shape: 'torus(majorRadius=0.3,minorRadius=0.08,majorSegments=16,minorSegments=8)',
      pose: { position: [0.1, 0, 0.8], rotation: [0.6, 0, 0, 0.8] },
    },
    { id: 'ball', convex: 'sphere(radius=0.15)', pose: { position: [1, 0, 0.4] }, velocity: [-1, 0, 0] },
    { id: 'rotor', shape: 'box(size=[1,0.1,0.1])', pose: { position: [1.2, 1, 0.5] } },
    { id: 'arm', shape: 'box(size=[0.6,0.1,0.1])', pose: { position: [-1, 0, 1] } },
  ],
  joints: [
    { kind: 'hinge', a: 'rotor', anchor: [1.2, 1, 0.5], axis: [0, 0, 1], motor: { speed: 4, force: 50 } },
    { kind: 'hinge', a: 'arm', anchor: [-1.3, 0, 1], axis: [0, 1, 0], limits: [-0.5, 0.5] },
  ],
};

async function opened(scene: unknown): Promise<Scene> {
  return readScene(scene, async ({ shape, convex }) =>
    typeof convex === 'string' ? makeConvex(convex) : Model.build(makeShape(String(shape))),
  );
}

const stepIs = (page: Page, step: number): Promise<void> =>
  page.locator(`#counts[data-settled=true][data-step="${step}"]`).waitFor({ state: 'attached' });

/** Waits until the page has come to a step while it plays. */
async function reaches(page: Page, step: number): Promise<void> {
  const now = async (): Promise<number> => Number(await page.locator('#counts').getAttribute('data-step'));
  await expect.poll(now, { timeout: 60_000 }).toBeGreaterThanOrEqual(step);
}

const give = (page: Page, files: readonly (readonly [name: string, text: string])[]): Promise<void> =>
  page
    .locator('#files')
    .setInputFiles(files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })));

/** Presses Save, and reads the file that comes. */
async function saved(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  const path = `${emptyFolder('dynamics-saved')}/saved.jsonl`;
  await download.saveAs(path);
  return readFileSync(path, 'utf8');
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio();

  test.each(['events', 'impulses'])('a scene runs to the same bits as here: %s', async (stepper) => {
    const scene = { ...SCENE, stepper };
    const { simulation, step } = await opened(scene);
    const recorder = new Recorder(simulation, { step, every: RECORDED_STEPS });
    for (let k = 0; k < STEPS; k++) recorder.advance();
    expect(simulation.contacts.length).toBeGreaterThan(0);
    await studio.visiting('dynamics.html#scene=tower&step=1', async ({ page }) => {
      await stepIs(page, 1);
      await give(page, [['scene.json', JSON.stringify(scene)]]);
      await reaches(page, STEPS);
      await page.click('#play');
      const lines = (await saved(page)).split('\n').slice(0, STEPS / RECORDED_STEPS + 1);
      expect(`${lines.join('\n')}\n`).toBe(writeTrajectory(recorder.frames));
    });
  });

  test('play, step, go back, and pull a body from there', () =>
    studio.visiting('dynamics.html#scene=dinosaurs&step=20', async ({ page }) => {
      await stepIs(page, 20);
      await page.click('#on');
      await stepIs(page, 21);
      expect(new URL(page.url()).hash).toBe('#scene=dinosaurs&step=21');
      await page.locator('#scrubber').fill('5');
      await stepIs(page, 5);
      expect(await page.locator('#clock').textContent()).toBe('0.025 s');
      // The recorded steps are played again, and then new ones.
      await page.click('#play');
      await reaches(page, 26);
      await page.click('#play');
      expect(await page.locator('#play').textContent()).toBe('Play');
      await page.locator('#scrubber').fill('12');
      await stepIs(page, 12);
      const before = await saved(page);
      await page.click('#frame');
      const spot = await bodySpot(page);
      await page.mouse.move(spot.x, spot.y);
      await page.mouse.down();
      await page.mouse.move(spot.x, spot.y - 100, { steps: 4 });
      await reaches(page, 26);
      await page.mouse.up();
      await page.click('#play');
      const after = await saved(page);
      // Two recorded frames are as before; what comes after the pull is not.
      expect(after.split('\n').slice(0, 2)).toEqual(before.split('\n').slice(0, 2));
      expect(after.split('\n')[2]).not.toBe(before.split('\n')[2]);
    }));

  test('a trajectory of nearmiss simulate is replayed', async () => {
    const frames = [...runScene({ ...(await opened(SCENE)), duration: 0.2, every: 4 })];
    await studio.visiting('dynamics.html#scene=tower&step=1', async ({ page }) => {
      await stepIs(page, 1);
      const files = [
        ['scene.json', JSON.stringify(SCENE)],
        ['trajectory.jsonl', writeTrajectory(frames)],
      ] as const;
      await give(page, files);
      await stepIs(page, frames.length - 1);
      expect(await page.locator('#clock').textContent()).toBe('0.200 s');
      expect(await page.locator('#counts').getAttribute('data-contacts')).toBe(String(frames.at(-1)?.contacts));
      await expect.poll(() => page.locator('#play').textContent()).toBe('Play');
      await page.locator('#scrubber').fill('3');
      await page.waitForURL(/#files=[0-9a-f]{16}&step=3$/);
      await page.reload();
      await stepIs(page, 3);
      expect(await page.locator('#scrubber').getAttribute('max')).toBe(String(frames.length - 1));
      expect(await page.locator('#counts dl').innerText()).toContain('not recorded');
      // One of another scene is refused.
      await page.selectOption('#scene', 'gears');
      await page.locator('#counts[data-settled=true]').waitFor({ state: 'attached' });
      // While it plays the address has the scene alone.
      await expect.poll(() => new URL(page.url()).hash).toBe('#scene=gears');
      await give(page, [files[1]]);
      await page.locator('#notice:not([hidden])').waitFor();
      expect(await page.locator('#notice').textContent()).toContain('it is of another scene');
    });
  });

  test('a scene with a fault is told with its location, and what was there stays', () =>
    studio.visiting('dynamics.html#scene=tower&step=2', async ({ page }) => {
      await stepIs(page, 2);
      const bad = { ...SCENE, bodies: [{ id: 'a', shape: 'box', mass: 0 }] };
      await give(page, [['scene.json', JSON.stringify(bad)]]);
      await page.locator('#notice:not([hidden])').waitFor();
      expect(await page.locator('#notice').textContent()).toContain('The scene at /bodies/0/mass: mass is 0');
      await page.click('#on');
      await stepIs(page, 3);
      expect(await page.locator('#scene').inputValue()).toBe('tower');
    }));

  test('a scene of files is there after a reload, at its step; files that are not here are told', () =>
    studio.visiting('dynamics.html#scene=tower&step=1', async ({ page }) => {
      await stepIs(page, 1);
      const sentence = page.locator('#sentence');
      await give(page, [['scene.json', JSON.stringify(SCENE)]]);
      await reaches(page, 5);
      await page.click('#play');
      await page.locator('#scrubber').fill('4');
      await stepIs(page, 4);
      const told = await sentence.innerText();
      await page.waitForURL(/#files=[0-9a-f]{16}&step=4$/);
      await page.reload();
      await stepIs(page, 4);
      expect(await sentence.innerText()).toBe(told);
      expect(await page.locator('#scene').inputValue()).toBe('');
      await page.goto(page.url().replace(/files=.*/, 'files=0123456789abcdef&step=1'));
      await page.locator('#notice', { hasText: 'The files of this link are not here' }).waitFor();
      expect(await page.locator('#scene').inputValue()).toBe('falling-tori');
    }));
});

/** A point of the picture where the pointer is over a body that can be pulled. */
async function bodySpot(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const canvas = page.locator('#picture canvas');
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The picture is not shown.');
  for (let k = 1; k < 400; k++) {
    const x = box.x + (box.width * ((k * 7) % 20)) / 20;
    const y = box.y + box.height * (0.3 + (0.5 * Math.floor(k / 20)) / 20);
    await page.mouse.move(x, y);
    if (((await canvas.getAttribute('class')) ?? '').includes('over')) return { x, y };
  }
  throw new Error('There is no body in the picture.');
}
