// The studio as people meet it: served by the commands that serve it, in a real browser.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  distance,
  type InterpolatedMotion,
  Mesh,
  Model,
  motionPose,
  Pair,
  type Pose,
  timeOfContact,
  use,
} from 'nearmiss';
import { convexPatches, hullNodes, hulls } from 'nearmiss/convex';
import { traceConvex } from 'nearmiss/lab';
import { makeShape } from 'nearmiss/shapes';
import { simd } from 'nearmiss/simd';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { ROOT, runNode } from './build.ts';
import { launchBrowser } from './studio/browser.ts';
import { type Serving, startServing } from './studio/serving.ts';
import { type Shown, type ShownMotion, Visit } from './studio/visit.ts';

/** For what is drawn soon after it is known, on a machine that may be busy. */
const PATIENTLY = { timeout: 30_000 };

const COMMAND = join(ROOT, 'packages/cli/bin/nearmiss.mjs');

// Coordinates that are rounded in binary, so that nothing about the answers is round.
const POSITIONS = [0.1, 0.2, 0.3, 1.1, 0.2, 0.3, 0.1, 1.3, 0.3, 0.1, 0.2, 1.7];
const TRIANGLES = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
const WEDGE = Model.build(new Mesh(POSITIONS, TRIANGLES));
const WEDGE_OBJ = Buffer.from(
  [
    ...[0, 3, 6, 9].map((k) => `v ${POSITIONS.slice(k, k + 3).join(' ')}`),
    ...[0, 3, 6, 9].map(
      (k) =>
        `f ${TRIANGLES.slice(k, k + 3)
          .map((vertex) => vertex + 1)
          .join(' ')}`,
    ),
  ].join('\n'),
);

// Served from files: engines may round the sines of a generator differently, so these are generated once, here.
const KNOT_SHAPE = 'torus-knot(triangles=720)';
const GEAR_SHAPE = 'gear';
const KNOT = Model.build(makeShape(KNOT_SHAPE));
const GEAR = Model.build(makeShape(GEAR_SHAPE));
const BOX = Model.build(makeShape('box'));

const BROKEN_FILES = [
  ['broken.obj', 'v 0 0 0\nf 1 2 3\n', 'io/index-out-of-range', 'line 2'],
  ['short.ply', 'ply\nformat ascii 1.0\nelement vertex 3\n', 'io/', 'header'],
  ['letter.txt', 'Dear reader,', 'io/unknown-format', 'The file is none of obj'],
] as const;

/** What the page shows has to be what the library answers here, to the last bit. */
function expectAnswer(shown: Shown, a: Model, b: Model): void {
  const { status, distance: exact, lower, upper, surfaceDistance } = distance(a, shown.poseA, b, shown.poseB);
  const { poseA: _poseA, poseB: _poseB, pairs: _pairs, ...answer } = shown;
  expect(answer).toStrictEqual({ status, distance: exact, lower, upper, surfaceDistance });
}

/** And so does what it shows of motions. */
function expectEncounter({ motionA, motionB, result }: ShownMotion, a: Model, b: Model): void {
  // As the page does: what it shows is then what the library says here, to the last bit.
  use(simd);
  const found = timeOfContact(a, motionA, b, motionB);
  use(null);
  const { status, toc, lower, upper, threshold, departing, iterations, contacts } = found;
  expect(result).toStrictEqual({ status, toc, lower, upper, threshold, departing, iterations, contacts });
}

function xOf({ position }: Pose): number {
  return position?.[0] ?? 0;
}

/** The command has to give the same answer about the same files. */
function expectCommandToAgree({ poseA, poseB, pairs: _pairs, ...answer }: Shown, a: string, b: string): void {
  const poses = ['--pose-a', JSON.stringify(poseA), '--pose-b', JSON.stringify(poseB)];
  expect(JSON.parse(runNode(ROOT, [COMMAND, 'distance', a, b, ...poses, '--json']).output)).toMatchObject(answer);
}

function convert(source: string, target: string): void {
  expect(runNode(ROOT, [COMMAND, 'convert', source, target])).toMatchObject({ status: 0 });
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-studio-'));
  const wedge = join(folder, 'wedge.obj');
  let browser: Browser;
  let serving: Serving;

  beforeAll(async () => {
    browser = await launchBrowser();
    writeFileSync(wedge, WEDGE_OBJ);
    const [knot, gear] = [join(folder, 'knot.obj'), join(folder, 'gear.obj')];
    convert(`shape:${KNOT_SHAPE}`, knot);
    convert(`shape:${GEAR_SHAPE}`, gear);
    serving = await startServing([COMMAND, 'studio', knot, gear, '--port', '0', '--json']);
  });

  afterAll(async () => {
    await browser?.close();
    await serving?.stop();
  });

  /** Visits the page; when the visit is over nothing may have gone wrong in it. */
  async function visiting(url: string, during: (visit: Visit) => Promise<void>): Promise<void> {
    const visit = await Visit.open(browser, url);
    await visit.shown();
    await during(visit);
    expect(visit.troubles).toEqual([]);
    await visit.page.close();
  }

  test('the page opens with two bodies and shows what the library answers', () =>
    visiting(serving.url, async (visit) => {
      const shown = await visit.shown();
      expect(shown.status).toBe('separated');
      expectAnswer(shown, KNOT, GEAR);
      expect(await visit.name('a')).toBe('knot.obj');
      expect(await visit.name('b')).toBe('gear.obj');
      expect(await visit.page.locator('#status').innerText()).toBe('Separated');
      expect(await visit.page.locator('#upper').innerText()).toBe(String(shown.upper));
      expect(await visit.page.locator('#lower').innerText()).toBe(String(shown.lower));
      expect(await visit.page.evaluate('crossOriginIsolated')).toBe(true);
    }));

  test('a body follows the mouse, into the other and out again, and every answer is that of its poses', () =>
    visiting(serving.url, async (visit) => {
      const before = await visit.shown();
      const { x, y } = await visit.findBody('b');
      const { mouse } = visit.page;
      await mouse.down();
      const statuses = new Set<string>();
      for (let step = 1; step <= 12; step++) {
        await mouse.move(x - 25 * step, y + step);
        const shown = await visit.shown();
        expectAnswer(shown, KNOT, GEAR);
        expect(shown.pairs > 0).toBe(shown.status === 'intersecting');
        statuses.add(shown.status);
      }
      await mouse.up();
      expect([...statuses].sort()).toEqual(['intersecting', 'separated']);
      const after = await visit.shown();
      expect(after.poseA).toEqual(before.poseA);
      expect(after.poseB.rotation).toEqual(before.poseB.rotation);
      expect(after.poseB.position).not.toEqual(before.poseB.position);
      // without the noise of the pointer below a pixel
      for (const x of Array.from(after.poseB.position ?? [])) expect(x).toBe(Number(x.toFixed(4)));
      // let go, it stays
      await mouse.move(x, y);
      expect(await visit.shown()).toEqual(after);
    }));

  test('with Shift it turns about its middle instead', () =>
    visiting(serving.url, async (visit) => {
      const before = await visit.shown();
      const { x, y } = await visit.findBody('a');
      const { mouse, keyboard } = visit.page;
      await keyboard.down('Shift');
      await mouse.down();
      await mouse.move(x + 60, y + 25, { steps: 5 });
      await mouse.up();
      await keyboard.up('Shift');
      const after = await visit.shown();
      expectAnswer(after, KNOT, GEAR);
      expect(after.poseB).toEqual(before.poseB);
      expect(after.poseA.rotation).not.toEqual(before.poseA.rotation);
    }));

  test('the background is for the camera', () =>
    visiting(serving.url, async (visit) => {
      const before = await visit.shown();
      await visit.page.mouse.move(30, 480);
      await visit.page.mouse.down();
      await visit.page.mouse.move(100, 420, { steps: 5 });
      await visit.page.mouse.up();
      await visit.page.mouse.wheel(0, 200);
      expect(await visit.shown()).toEqual(before);
    }));

  test('the keyboard nudges, turns and selects', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      const start = await visit.shown();
      await page.locator('#picture').focus();
      await page.keyboard.press('ArrowLeft');
      const moved = await visit.shown();
      expectAnswer(moved, KNOT, GEAR);
      expect(moved.poseB.position).not.toEqual(start.poseB.position);
      expect({ ...moved.poseB, position: null }).toEqual({ ...start.poseB, position: null });
      expect(moved.distance).toBeLessThan(start.distance);

      await page.keyboard.press('a');
      await page.keyboard.press('Shift+ArrowUp');
      const turned = await visit.shown();
      expectAnswer(turned, KNOT, GEAR);
      expect(turned.poseB).toEqual(moved.poseB);
      expect(turned.poseA.rotation).not.toEqual(start.poseA.rotation);

      await page.locator('#reset').click();
      expect(await visit.shown()).toEqual(start);
    }));

  test('of many questions at once the last is answered', () =>
    visiting(serving.url, async (visit) => {
      const before = await visit.shown();
      const press =
        "document.querySelector('#picture').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }))";
      await visit.page.evaluate(press);
      const [start, step] = [xOf(before.poseB), xOf((await visit.shown()).poseB) - xOf(before.poseB)];
      await visit.page.evaluate(`for (let k = 1; k < 20; k++) ${press}`);
      const after = await visit.shown();
      expectAnswer(after, KNOT, GEAR);
      expect(xOf(after.poseB)).toBeCloseTo(start + 20 * step, 9);
    }));

  test('a dropped file replaces the body it falls on', () =>
    visiting(serving.url, async (visit) => {
      const { x, y } = await visit.findBody('b');
      await visit.drop([{ name: 'wedge.obj', bytes: WEDGE_OBJ }], x, y);
      await visit.arrived('b', 'wedge.obj');
      const shown = await visit.shown();
      expectAnswer(shown, KNOT, WEDGE);
      expect(await visit.name('a')).toBe('knot.obj');

      // and can be dragged like any other
      const body = await visit.findBody('b');
      await visit.page.mouse.down();
      await visit.page.mouse.move(body.x - 90, body.y, { steps: 4 });
      await visit.page.mouse.up();
      const dragged = await visit.shown();
      expectAnswer(dragged, KNOT, WEDGE);
      expect(dragged.poseB).not.toEqual(shown.poseB);
    }));

  test('two files replace both, wherever they are dropped', () =>
    visiting(serving.url, async (visit) => {
      const glb = join(folder, 'gear.glb');
      convert('shape:gear', glb);
      const files = [
        { name: 'wedge.obj', bytes: WEDGE_OBJ },
        { name: 'gear.glb', bytes: readFileSync(glb) },
      ];
      await visit.drop(files, 5, 495);
      await visit.arrived('a', 'wedge.obj');
      await visit.arrived('b', 'gear.glb');
      expectCommandToAgree(await visit.shown(), wedge, glb);
    }));

  test('a compressed file finds its decoder', () =>
    visiting(serving.url, async (visit) => {
      const file = join(ROOT, 'test/studio/draco-cube.glb');
      await visit.drop([{ name: 'draco-cube.glb', bytes: readFileSync(file) }], 5, 495);
      await visit.arrived('a', 'draco-cube.glb');
      expectCommandToAgree(await visit.shown(), file, join(folder, 'gear.obj'));
    }));

  test('a broken file says what is wrong with it and leaves the scene as it was', () =>
    visiting(serving.url, async (visit) => {
      const before = await visit.shown();
      const notice = visit.page.locator('#notice');
      for (const [name, text, code, sentence] of BROKEN_FILES) {
        await visit.drop([{ name, bytes: Buffer.from(text) }], 5, 495);
        await notice.waitFor();
        expect(await notice.innerText()).toContain(code);
        expect(await notice.innerText()).toContain(sentence);
        expect(await visit.shown()).toEqual(before);
        expect([await visit.name('a'), await visit.name('b')]).toEqual(['knot.obj', 'gear.obj']);
        await notice.locator('button').click();
        expect(await notice.isVisible()).toBe(false);
      }

      // and it still answers
      await visit.page.locator('#picture').focus();
      await visit.page.keyboard.press('ArrowUp');
      const after = await visit.shown();
      expect(after.poseB).not.toEqual(before.poseB);
      expectAnswer(after, KNOT, GEAR);
    }));

  test('files can be chosen and shapes selected without a mouse', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      const file = { name: 'wedge.obj', mimeType: 'model/obj', buffer: WEDGE_OBJ };
      await page.getByLabel('Open a file as A').setInputFiles(file);
      await visit.arrived('a', 'wedge.obj');
      await page.getByLabel('Shape of B').selectOption('box');
      await visit.arrived('b', 'box');
      expectAnswer(await visit.shown(), WEDGE, BOX);
    }));

  test('the address holds the scene', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      await page.locator('#picture').focus();
      await page.keyboard.press('PageDown');
      await page.keyboard.press('Shift+ArrowLeft');
      const shown = await visit.shown();
      await page.waitForURL((url) => url.hash.includes(Array.from(shown.poseB.position ?? []).join()));
      const link = page.url();
      await visiting(link, async (other) => {
        expect(await other.shown()).toEqual(shown);
      });
    }));

  test('convex patches and the hulls of a level are those of the library', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      const before = await visit.shown();
      expect(await page.locator('#structure').isVisible()).toBe(false);
      await visit.show('convex patches');
      const patches = [KNOT, GEAR].map((model) => convexPatches(model));
      const shown = await visit.structure();
      expect([shown.countA, shown.countB]).toEqual(patches.map(({ length }) => String(length)));
      const [filledA, filledB] = patches.map((list) => list.filter(({ filled }) => filled).length);
      expect(filledB).toBeLessThan(patches[1]?.length ?? 0);
      expect(await page.locator('#structure dl').innerText()).toMatch(
        new RegExp(`, ${filledA} filled.*, ${filledB} filled`, 's'),
      );

      await visit.show('tree of hulls');
      for (const level of [3, 5, 0]) {
        await page.getByLabel('level').fill(String(level));
        const [countA, countB] = [KNOT, GEAR].map((model) => hullNodes(model, level).length);
        await page.locator(`#structure[data-count-a="${countA}"][data-count-b="${countB}"]`).waitFor();
      }
      expect(await visit.shown()).toEqual(before);
      await visit.show('answer');
      expect(await page.locator('#structure').isVisible()).toBe(false);
    }));

  test.each([
    ['front on hulls', hulls],
    ['front on volumes', 'volumes'],
  ] as const)('the %s is that of the library, and follows the hand', (name, method) =>
    visiting(serving.url, async (visit) => {
      const before = await visit.shown();
      await visit.show(name);
      const expectFront = async ({ poseA, poseB }: Shown): Promise<void> => {
        const pair = new Pair(KNOT, GEAR);
        pair.distance(poseA, poseB, { method });
        if (method === 'volumes') pair.distance(poseA, poseB);
        const front = pair.front(method);
        const { front: size, nearest } = await visit.structure();
        expect(Number(size)).toBe(front.length);
        expect(Number(nearest)).toBe(Math.min(...front.map(({ lower }) => lower)));
      };
      await expectFront(before);

      const { x, y } = await visit.findBody('b');
      const { mouse } = visit.page;
      await mouse.down();
      for (let step = 1; step <= 8; step++) {
        await mouse.move(x - 6 * step, y);
        const shown = await visit.shown();
        expectAnswer(shown, KNOT, GEAR);
        await expectFront(shown);
      }
      await mouse.up();
      expect((await visit.shown()).distance).toBeLessThan(before.distance);
    }),
  );

  test.each([
    ['steps of GJK', 'gjk'],
    ['steps of Voronoi marching', 'marching'],
  ] as const)('the %s are those of the library, and play', (name, method) =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      await visit.drop([{ name: 'wedge.obj', bytes: WEDGE_OBJ }], 5, 495);
      await visit.arrived('a', 'wedge.obj');
      await visit.show(name);
      await visit.structure();
      expect(await page.locator('#note').innerText()).toContain('B is not convex');
      expect(await page.locator('#player').isVisible()).toBe(false);

      await page.getByLabel('Shape of B').selectOption('box');
      await visit.arrived('b', 'box');
      await page.locator('#picture').focus();
      for (const key of ['Shift+ArrowUp', 'Shift+ArrowLeft', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
      const { poseA, poseB, distance: exact } = await visit.shown();
      const { steps } = traceConvex(WEDGE, poseA, BOX, poseB, { method });
      expect(steps.length).toBeGreaterThan(1);
      const expectStep = async (index: number): Promise<void> => {
        await page.locator(`#structure[data-step="${index + 1}"]`).waitFor();
        const { lower, upper, steps: count } = await visit.structure();
        expect(Number(count)).toBe(steps.length);
        expect([Number(lower), Number(upper)]).toEqual([steps[index]?.lower, steps[index]?.upper]);
      };
      await expectStep(steps.length - 1);
      expect(steps.at(-1)?.lower).toBeCloseTo(exact, 12);
      await page.getByRole('button', { name: 'One step back' }).click();
      await expectStep(steps.length - 2);
      expect(await page.locator('#witness path').first().getAttribute('d')).toMatch(/^M.*Z$/);
      await page.getByLabel('Step', { exact: true }).fill('0');
      await expectStep(0);
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await expectStep(steps.length - 1);

      await page.locator('#picture').focus();
      await page.keyboard.press('ArrowLeft');
      const moved = await visit.shown();
      expectAnswer(moved, WEDGE, BOX);
      const { steps: after } = traceConvex(WEDGE, moved.poseA, BOX, moved.poseB, { method });
      expect(Number((await visit.structure()).lower)).toBe(after.at(-1)?.lower);
    }),
  );

  test('the address holds what is shown', () =>
    visiting(serving.url, async (visit) => {
      await visit.show('tree of hulls');
      await visit.structure();
      await visit.page.getByLabel('level').fill('2');
      await visit.page.waitForURL((url) => url.hash.endsWith('&show=hulls&level=2'));
      await visiting(visit.page.url(), async (other) => {
        expect(await other.page.locator('#show').inputValue()).toBe('hulls');
        expect((await other.structure()).countA).toBe(String(hullNodes(KNOT, 2).length));
      });
    }));

  test('a motion is shown with the time of contact that the library finds, and what touches then', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      const before = await visit.shown();
      await visit.show('motion');
      const shown = await visit.motion();
      expectEncounter(shown, KNOT, GEAR);
      const { status, toc, contacts, upper } = shown.result;
      expect(status).toBe('contact');
      expect(await page.locator('#motion-title').innerText()).toBe('Contact at time');
      expect(await page.locator('#motion dl').innerText()).toContain(String(upper));
      expect(shown.motionA).toEqual(before.poseA);
      expect(shown.motionB).toMatchObject({ from: before.poseB });

      // The bodies stand where they touch, within the threshold, and the distance is that of these poses.
      const atContact = await visit.shown();
      expect(atContact.poseB).toEqual(motionPose(shown.motionB, Number(toc)));
      expect(atContact.distance).toBeLessThanOrEqual(Number(shown.result.threshold));
      expectAnswer(atContact, KNOT, GEAR);
      // Drawn with the next frame.
      await expect.poll(() => page.locator('#contacts circle').count(), PATIENTLY).toBe([contacts].flat().length);
      expect(await page.locator('#contacts path.a').first().getAttribute('d')).toMatch(/^M.*Z$/);
      await expect.poll(() => page.locator('#witness.shown').count(), PATIENTLY).toBe(0);

      await visit.show('answer');
      expect(await visit.shown()).toEqual(before);
      expect(await page.locator('#motion').isVisible()).toBe(false);
      expect(await page.locator('#timeline').isVisible()).toBe(false);
      await expect.poll(() => page.locator('#contacts circle').count(), PATIENTLY).toBe(0);
    }));

  test('every kind of motion is that of the library, of one body and of both', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      await visit.show('motion');
      const times = new Set<unknown>();
      const expectAnother = async (): Promise<void> => {
        const shown = await visit.motion();
        expectEncounter(shown, KNOT, GEAR);
        times.add(shown.result.toc);
      };
      await expectAnother();
      for (const kind of ['screw', 'translation', 'linear']) {
        await page.getByLabel('Kind of motion').selectOption(kind);
        await expectAnother();
      }
      await page.getByLabel('more turns').fill('3');
      await expectAnother();
      await page.getByLabel('A moves').check();
      await expectAnother();
      // All differ, but that the first is linear as well.
      expect(times.size).toBe(5);

      for (const slot of ['A', 'B']) await page.getByLabel(`${slot} moves`).uncheck();
      const atRest = await visit.motion();
      expectEncounter(atRest, KNOT, GEAR);
      expect(atRest.result.status).toBe('free');
    }));

  test('the slider leads through the motion, and it plays', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      await visit.show('motion');
      const { motionB, result } = await visit.motion();
      const atContact = await visit.shown();
      const expectTime = async (time: number): Promise<void> => {
        const shown = await visit.shown();
        expect(shown.poseB).toEqual(motionPose(motionB, time));
        expectAnswer(shown, KNOT, GEAR);
      };
      const slider = page.getByLabel('Time', { exact: true });
      for (const time of [0, 0.1, 0.5]) {
        await slider.fill(String(time));
        await expectTime(time);
      }
      expect((await visit.shown()).status).toBe('intersecting');
      expect(await page.locator('#timeline').getAttribute('style')).toContain(`--free: ${result.lower};`);
      await page.getByRole('button', { name: 'Contact' }).click();
      expect(await visit.shown()).toEqual(atContact);
      await slider.fill('0.9');
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await expectTime(1);
      expect(await visit.motion()).toEqual({ motionA: atContact.poseA, motionB, result });
    }));

  test('the ghost at the end follows the mouse and the keys, and a start that is moved is shown', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      await visit.show('motion');
      const before = await visit.motion();
      // The first end is beyond A: farthest to the left.
      const { x, y } = await visit.findBody('a');
      await page.mouse.down();
      for (let step = 1; step <= 4; step++) {
        await page.mouse.move(x, y + 8 * step);
        expectEncounter(await visit.motion(), KNOT, GEAR);
      }
      const after = await visit.motion();
      expect(after.motionB).toMatchObject({ from: (before.motionB as InterpolatedMotion).from });
      expect(after.result.toc).not.toBe(before.result.toc);
      expect((await visit.shown()).poseB).toEqual(motionPose(after.motionB, Number(after.result.toc)));

      // All the return to where the motion begins: on this side of A.
      await page.mouse.move(x + 520, y, { steps: 6 });
      await page.mouse.up();
      const free = await visit.motion();
      expectEncounter(free, KNOT, GEAR);
      expect(free.result.status).toBe('free');
      expect((await visit.shown()).poseB).toEqual(motionPose(free.motionB, 1));

      await page.locator('#picture').focus();
      await page.keyboard.press('b');
      await page.keyboard.press('ArrowRight');
      const moved = await visit.motion();
      expectEncounter(moved, KNOT, GEAR);
      expect(moved.motionB).toMatchObject({ to: (free.motionB as InterpolatedMotion).to });
      expect(moved.motionB).toMatchObject({ from: (await visit.shown()).poseB });
      await page.keyboard.press('e');
      await page.keyboard.press('Shift+ArrowLeft');
      const turned = await visit.motion();
      expect(turned.motionB).toMatchObject({ from: (moved.motionB as InterpolatedMotion).from });
      expect(turned.motionB).not.toEqual(moved.motionB);

      // Where no motion is shown, keys move the body again.
      await visit.show('answer');
      const standing = await visit.shown();
      await page.locator('#picture').focus();
      await page.keyboard.press('ArrowLeft');
      expect((await visit.shown()).poseB).not.toEqual(standing.poseB);
    }));

  test('bodies that touch from the start, or come too far, say so', () =>
    visiting(`${new URL(serving.url).origin}/#a=shape:box&b=shape:box`, async (visit) => {
      const { page } = visit;
      const open = (end: string): Promise<unknown> =>
        page.evaluate(
          `location.hash = 'a=shape:box&b=shape:box&pose-a=0,0,0,0,0,0,1&pose-b=0.5,0,0,0,0,0,1&show=motion&end-b=${end}'`,
        );
      await open('9,0,0,0,0,0,1');
      const shown = await visit.motion();
      expectEncounter(shown, BOX, BOX);
      expect(shown.result).toMatchObject({ status: 'initially-in-contact', toc: 0, departing: false });
      expect((await visit.shown()).status).toBe('intersecting');

      await open('1e99,0,0,0,0,0,1');
      await page.locator('#notice', { hasText: 'pose/too-far' }).waitFor();
      expect(await page.locator('#motion-title').innerText()).toBe('No answer');
      expect(await page.locator('#motion').getAttribute('data-toc')).toBeNull();
    }));

  test('the address holds the motion', () =>
    visiting(serving.url, async (visit) => {
      const { page } = visit;
      await visit.show('motion');
      await page.getByLabel('Kind of motion').selectOption('screw');
      await page.getByLabel('A moves').check();
      const motion = await visit.motion();
      await page.getByLabel('Time', { exact: true }).fill('0.3');
      const shown = await visit.shown();
      await page.waitForURL((url) => /&show=motion&motion=screw&end-a=.*&end-b=.*&time=0\.3$/.test(url.hash));
      await visiting(page.url(), async (other) => {
        expect(await other.motion()).toEqual(motion);
        expect(await other.shown()).toEqual(shown);
      });
    }));

  test('a link to what is not there says so and shows the first scene', () =>
    visiting(`${new URL(serving.url).origin}/#a=file:absent.stl&b=shape:blob`, async (visit) => {
      expect(await visit.name('a')).toBe('torus-knot');
      expect(await visit.name('b')).toBe('gear');
      const notice = await visit.page.locator('#notice').innerText();
      for (const words of ['absent.stl is not here', 'There is no shape "blob"']) expect(notice).toContain(words);
    }));

  test('a question that is refused leaves no number behind', () =>
    visiting(`${new URL(serving.url).origin}/#a=shape:box&b=shape:box`, async (visit) => {
      const { page } = visit;
      await page.evaluate("location.hash = 'a=shape:box&b=shape:box&pose-b=1e99,0,0,0,0,0,1'");
      await page.locator('#notice', { hasText: 'pose/too-far' }).waitFor();
      expect(await page.locator('#status').innerText()).toBe('No answer');
      expect(await page.locator('#distance').innerText()).toBe('–');
      expect(await page.locator('#answer').getAttribute('data-distance')).toBeNull();
      await page.locator('#reset').click();
      expectAnswer(await visit.shown(), BOX, BOX);
    }));

  test('the page fits a small window', () =>
    visiting(serving.url, async (visit) => {
      await visit.page.setViewportSize({ width: 360, height: 640 });
      expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await visit.page.locator('#status').isVisible()).toBe(true);
    }));

  test('nearmiss studio A B opens with A and B, be their names what they may', async () => {
    const file = join(folder, 'wedge & co #1.stl');
    convert(wedge, file);
    const shape = 'shape:box(size=[1,2,0.3])';
    const other = await startServing([COMMAND, 'studio', file, shape, '--port', '0']);
    await visiting(other.url, async (visit) => {
      expect([await visit.name('a'), await visit.name('b')]).toEqual(['wedge & co #1.stl', 'box(size=[1,2,0.3])']);
      expectCommandToAgree(await visit.shown(), file, shape);
    });
    expect(await other.stop()).toBe(0);
  });
});

describe('npm start', () => {
  test('prints its answers, then serves the page until it is interrupted', async () => {
    const serving = await startServing(['scripts/start.mjs'], { PORT: '0' });
    expect(serving.output()).toContain('B stands at the origin.');
    const response = await fetch(serving.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>nearmiss studio</title>');
    expect(await serving.stop()).toBe(0);
  });

  test('refuses a port that is none', () => {
    const { PORT } = process.env;
    process.env.PORT = 'nonsense';
    const { status, output } = runNode(ROOT, ['scripts/start.mjs']);
    if (PORT === undefined) delete process.env.PORT;
    else process.env.PORT = PORT;
    expect(status).toBe(1);
    expect(output.trimEnd().split('\n').at(-1)).toBe('The port is NaN; it has to be a whole number from 0 to 65535.');
  });
});
