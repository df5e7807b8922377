// The page of medial axes in a real browser: what it shows is what the library says here of the same body in the same poses.

import { collide, distance, Model, timeOfContact } from 'nearmiss';
import { medial, medialAxis, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { ServedStudio } from './studio/served-studio.ts';
import type { Visit } from './studio/visit.ts';

/** For what takes a worker some time, on a machine that may be busy. */
const PATIENTLY = { timeout: 60_000 };

// Made without sines, so that every engine makes the same one.
const SHAPE = 'l-shape';
const SAMPLES = 1000;
const LINK = `medial.html#a=shape:${SHAPE}&samples=${SAMPLES}&primitives=50`;

const BROKEN_FILES = [
  ['broken.obj', 'v 0 0 0\nf 1 2 3\n', 'io/index-out-of-range'],
  ['sheet.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'mesh/not-closed'],
] as const;

type Data = Readonly<Record<string, string | undefined>>;

/** The data attributes of a section, once they are those of the scene as it is. */
async function dataOf({ page }: Visit, section: '#axis' | '#answer'): Promise<Data> {
  const settled = page.locator(`${section}[data-settled=true]`);
  await settled.waitFor({ state: 'attached' });
  return settled.evaluate(({ dataset }) => ({ ...dataset }));
}

/** The numbers of a section by their names. */
function numbersOf(data: Data, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, Number(data[name])]));
}

const model = Model.build(makeShape(SHAPE));

/** The same body with an axis of this size. */
function modelOf(primitives: number): Model {
  return model.with(medialStructure({ primitives, samples: SAMPLES, keep: true }));
}

/** Checks what the page says of an axis, and returns the larger of its errors. */
async function expectAxis(visit: Visit, model: Model): Promise<number> {
  const { spheres, cones, slabs, innerBalls, uncovered, overhang, dilation } = medialAxis(model);
  const axis = {
    spheres: spheres.length / 4,
    cones: cones.length / 2,
    slabs: slabs.length / 3,
    innerBalls: innerBalls.length / 4,
    uncovered,
    overhang,
    dilation,
  };
  expect(numbersOf(await dataOf(visit, '#axis'), Object.keys(axis))).toEqual(axis);
  return Math.max(uncovered, overhang);
}

/** Checks what it says of the bodies as they stand, and returns that. */
async function expectContact(visit: Visit, model: Model): Promise<Record<string, number>> {
  const data = await dataOf(visit, '#answer');
  const [poseA, poseB] = [JSON.parse(data.poseA ?? ''), JSON.parse(data.poseB ?? '')];
  const exact = distance(model, poseA, model, poseB);
  const byAxes = distance(model, poseA, model, poseB, { method: medial });
  const { pairCount } = collide(model, poseA, model, poseB, { method: medial, contacts: 'all' });
  const contact = {
    lower: exact.lower,
    upper: exact.upper,
    medialLower: byAxes.lower,
    medialUpper: byAxes.upper,
    error: byAxes.error ?? Number.NaN,
    pairs: pairCount,
  };
  expect(numbersOf(data, Object.keys(contact))).toEqual(contact);
  expect([data.status, data.medialStatus]).toEqual([exact.status, byAxes.status]);
  return { ...contact, ...numbersOf(data, ['spherePairs', 'innerPairs', 'innerDepth']) };
}

/** How much of the picture is lit: pixels that are red and rather blue than green, which neither bodies nor axes are. */
async function litPixels({ page }: Visit): Promise<number> {
  const picture = (await page.locator('#picture').screenshot()).toString('base64');
  const count = await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) if (data[k] > data[k + 1] + 15 && data[k + 2] > data[k + 1] + 5) count++;
    return count;
  })()`);
  return Number(count);
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio((visit) => dataOf(visit, '#answer'));

  test('an axis is that of the library, at any size; the error shrinks as it grows', () =>
    studio.visiting(LINK, async (visit) => {
      const { page } = visit;
      const few = await expectAxis(visit, modelOf(50));
      // A slider that moves on gives up what it had begun.
      const slider = page.getByLabel('primitives');
      for (const step of [44, 52, 60]) await slider.fill(String(step));
      await slider.press('PageUp');
      await expect.poll(() => page.locator('#axis').getAttribute('data-settled'), PATIENTLY).toBe('true');
      const { wished } = await dataOf(visit, '#axis');
      expect(Number(wished)).toBeGreaterThan(200);
      const many = await expectAxis(visit, modelOf(Number(wished)));
      expect(many).toBeLessThan(few);
      await expectContact(visit, modelOf(Number(wished)));
      await expect.poll(() => page.url()).toContain(`primitives=${wished}&`);
    }));

  test('dragged into contact, the copy lights what overlaps; numbers are those of the library', () =>
    studio.visiting(`${LINK}&enclosure=enclosing&time=0`, async (visit) => {
      const { page } = visit;
      const own = modelOf(50);
      const before = await expectContact(visit, own);
      expect(before).toMatchObject({ pairs: 0, spherePairs: 0, innerPairs: 0, innerDepth: 0 });
      expect(before.medialLower).toBeGreaterThan(0);
      const unlit = await litPixels(visit);

      // Where the motion first brings them together they touch, and the axes overlap.
      const { motionA = '', motionB = '', ...data } = await dataOf(visit, '#answer');
      const [a, b] = [JSON.parse(motionA), JSON.parse(motionB)];
      const { toc } = timeOfContact(own, a, own, b);
      const early = timeOfContact(own, a, own, b, { method: medial });
      expect([Number(data.toc), Number(data.medialToc)]).toEqual([toc, early.toc]);
      expect(early.toc).toBeLessThan(toc ?? 0);
      await page.getByRole('button', { name: 'Contact' }).click();
      const touching = await expectContact(visit, own);
      expect(touching.medialLower).toBe(0);
      expect(touching.pairs).toBeGreaterThan(0);
      expect(touching.innerPairs).toBe(0);
      await expect.poll(() => litPixels(visit), PATIENTLY).toBeGreaterThan(unlit + 1000);

      const { x, y } = await visit.findBody('b');
      await page.mouse.down();
      let contact = touching;
      for (let step = 1; step <= 20 && contact.innerPairs === 0; step++) {
        await page.mouse.move(x - 20 * step, y);
        contact = await expectContact(visit, own);
      }
      await page.mouse.up();
      expect(contact.upper).toBe(0);
      expect(contact.innerDepth).toBeGreaterThan(0);
      expect(contact.spherePairs).toBeGreaterThan(0);
      expect(contact.pairs).toBeGreaterThan(touching.pairs);
      expect(await page.locator('#status').innerText()).toContain('inner balls prove it');
      await page.getByText('Inner balls', { exact: true }).click();
      expect(await page.getByLabel('Slabs').isDisabled()).toBe(true);
      await expect.poll(() => page.url()).toContain('enclosure=inner');
    }));

  test('a file that is broken, or encloses nothing, shows its message and leaves the scene', () =>
    studio.visiting(LINK, async (visit) => {
      // The curve of errors comes after the axis.
      await visit.page.locator('#axis[data-curve=true]').waitFor({ state: 'attached' });
      const before = await dataOf(visit, '#axis');
      for (const [name, text, code] of BROKEN_FILES) {
        await visit.drop([{ name, bytes: Buffer.from(text) }], 400, 250);
        await visit.page.locator('#notice code', { hasText: code }).waitFor();
        expect(await visit.page.locator('#notice').innerText()).toMatch(
          new RegExp(`${name}.*The scene is as it was; repair the file, or drop another`, 's'),
        );
        expect(await dataOf(visit, '#axis')).toEqual(before);
        expect(await visit.name('a')).toBe(SHAPE);
      }
      await expectContact(visit, modelOf(50));
      await visit.page.getByLabel('primitives').press('ArrowRight');
      await expect.poll(async () => (await dataOf(visit, '#axis')).wished, PATIENTLY).not.toBe(before.wished);
    }));

  test('a dropped file is there again after a reload', () =>
    studio.visiting(LINK, async (visit) => {
      const { page } = visit;
      const text = 'v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
      await visit.drop([{ name: 'corner.obj', bytes: Buffer.from(text) }], 400, 250);
      await visit.arrived('a', 'corner.obj');
      await page.waitForURL((url) => url.hash.includes('file:corner.obj'));
      const { spheres, uncovered } = await dataOf(visit, '#axis');
      const link = page.url();
      // Another file of its name, as from another tab.
      await visit.drop([{ name: 'corner.obj', bytes: Buffer.from(text.replace('4', '40')) }], 400, 250);
      const digestOf = (url: string): string | null => new URLSearchParams(new URL(url).hash).get('digest-a');
      await expect.poll(() => digestOf(page.url()), PATIENTLY).not.toBe(digestOf(link));
      expect((await dataOf(visit, '#axis')).uncovered).not.toBe(uncovered);
      await page.goto('about:blank');
      await page.goto(link);
      await visit.arrived('a', 'corner.obj');
      expect(await dataOf(visit, '#axis')).toMatchObject({ spheres, uncovered });
      expect(await page.locator('#notice').isVisible()).toBe(false);
    }));

  test('the menu leads there and away, and a small window holds it', () =>
    studio.visiting(
      `medial.html#a=file:absent.stl&primitives=many&samples=${SAMPLES}&pose-a=NaN,0,0,0,0,0,1`,
      async (visit) => {
        const { page } = visit;
        const notice = page.locator('#notice');
        for (const words of ['absent.stl', 'pose-a is no pose'])
          await expect.poll(() => notice.innerText(), PATIENTLY).toContain(words);
        expect(await visit.name('a')).toBe('gear');
        await page.setViewportSize({ width: 360, height: 640 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
        await page.getByLabel('Page').selectOption('Distance');
        await dataOf(visit, '#answer');
        await page.getByLabel('Page').selectOption('Medial axis');
        await dataOf(visit, '#axis');
        await dataOf(visit, '#answer');
      },
    ));
});
