// Files on the page of two bodies: their units, what is wrong with them, and what a reload finds again; in a real browser.

import { distance, Mesh, Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { ServedStudio } from './studio/served-studio.ts';

const PATIENTLY = { timeout: 60_000 };
const PAGE = 'pair.html#a=shape:box&pose-a=0,0,0,0,0,0,1&b=shape:box&pose-b=2,0,0,0,0,0,1&show=answer';
const BOX = Model.build(makeShape('box'));
const CORNERS = [0.1, 0.2, 0.3, 700, 0.2, 0.3, 0.1, 900, 0.3, 0.1, 0.2, 1100];
const CORNER = 'v 0.1 0.2 0.3\nv 700 0.2 0.3\nv 0.1 900 0.3\nv 0.1 0.2 1100\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Longer than the page waits before it writes the address. Milliseconds. */
const REST = 600;

function modelOf(positions: readonly number[]): Model {
  return Model.build(new Mesh([...positions], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]));
}

/** The mesh of the file with every coordinate divided, rounded once. */
function cornerBy(divisor: number): Model {
  return modelOf(CORNERS.map((x) => x / divisor));
}

function cornersOf(text: string): number[] {
  return [...text.matchAll(/^v (.*)$/gm)].flatMap(([, numbers = '']) => numbers.split(' ').map(Number));
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio((visit) => visit.shown());

  test('two files that are opened together replace both bodies, side by side wherever those stood', () =>
    studio.visiting(PAGE.replace('pose-b=2,0,0', 'pose-b=0.5,0.25,-2'), async (visit) => {
      const files = ['one.obj', 'two.obj'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(bytesOf(CORNER)),
      }));
      await visit.page.setInputFiles('#own-files', files);
      await visit.arrived('a', 'one.obj');
      await visit.arrived('b', 'two.obj');
      const { poseA, poseB, distance: shown } = await visit.shown();
      expect(shown).toBe(distance(cornerBy(1), poseA, cornerBy(1), poseB).distance);
      const [[ax = 0, ...a] = [], [bx = 0, ...b] = []] = [poseA.position, poseB.position].map((p) =>
        Array.from(p ?? []),
      );
      expect(ax).toBeLessThan(bx);
      expect(a).toEqual(b);
    }));

  test('files dropped on a card of the gallery are the bodies of its page', () =>
    studio.visiting(PAGE, async (visit) => {
      await visit.page.goto(new URL('./', visit.page.url()).href);
      const card = await visit.page.locator('#cards a[href$="show=depth"]').boundingBox();
      const files = ['one.obj', 'two & more.obj'].map((name) => ({ name, bytes: bytesOf(CORNER) }));
      await visit.drop(files, (card?.x ?? 0) + 9, (card?.y ?? 0) + 9);
      await visit.arrived('a', 'one.obj');
      await visit.arrived('b', 'two & more.obj');
      expect((await visit.depth()).result.status).toBe('separated');
    }));

  test('a file is read in the unit chosen, which links, commands and a reload keep', () =>
    studio.visiting(PAGE, async (visit) => {
      const { page } = visit;
      await visit.drop([{ name: 'corner.obj', bytes: bytesOf(CORNER) }], 100, 250);
      await visit.arrived('a', 'corner.obj');
      const asItIs = await visit.shown();
      expect(asItIs.distance).toBe(distance(cornerBy(1), asItIs.poseA, BOX, asItIs.poseB).distance);

      await page.getByLabel('Unit of the file of A').selectOption('mm');
      await expect.poll(async () => (await visit.shown()).poseA.position, PATIENTLY).not.toEqual(asItIs.poseA.position);
      const inMetres = await visit.shown();
      expect(inMetres.distance).toBe(distance(cornerBy(1000), inMetres.poseA, BOX, inMetres.poseB).distance);
      await page.waitForTimeout(REST);
      expect(page.url()).toContain('a=file:corner.obj@mm');
      await page.getByText('Share', { exact: true }).click();
      await page.getByRole('button', { name: 'Copy as command' }).click();
      await expect
        .poll(() => page.locator('#share').getAttribute('data-copied'), PATIENTLY)
        .toContain("'corner.obj@mm'");

      await page.reload();
      const again = await visit.shown();
      expect(await visit.name('a')).toBe('corner.obj');
      expect(again).toEqual(inMetres);

      await page.getByLabel('Unit of the file of A').selectOption('factor');
      await page.getByLabel('Factor of the file of A').fill('0.25');
      await page.getByLabel('Factor of the file of A').press('Enter');
      await expect.poll(async () => (await visit.shown()).poseA.position, PATIENTLY).not.toEqual(again.poseA.position);
      const quarter = await visit.shown();
      expect(quarter.distance).toBe(distance(cornerBy(4), quarter.poseA, BOX, quarter.poseB).distance);
    }));

  test('of files with one name, a reload has those that were there, or says that they are not', () =>
    studio.visiting(PAGE, async (visit) => {
      const { page } = visit;
      const half = CORNER.replaceAll('00', '50');
      const drop = async (slot: 'a' | 'b', text: string): Promise<void> => {
        const facts = page.locator(`.body[data-slot=${slot}] .facts`);
        await facts.evaluate((element) => element.replaceChildren());
        await visit.drop([{ name: 'part.obj', bytes: bytesOf(text) }], slot === 'a' ? 100 : 500, 250);
        await expect.poll(() => facts.innerText(), PATIENTLY).toMatch(/^4 triangles/);
        await page.waitForTimeout(REST);
      };
      await drop('a', CORNER);
      await drop('b', half);
      const both = await visit.shown();
      const link = page.url();
      // Another one comes later, as in another tab.
      await drop('a', CORNER.replaceAll('00', '99'));
      const later = await visit.shown();
      expect(later.distance).not.toBe(both.distance);

      await page.goto('about:blank');
      await page.goto(link);
      expect(await visit.shown()).toEqual(both);
      // The unit of one is not that of a file with its name.
      await page.getByLabel('Unit of the file of A').selectOption('mm');
      await expect.poll(async () => (await visit.shown()).poseA.position, PATIENTLY).not.toEqual(both.poseA.position);
      const inMetres = await visit.shown();
      const other = modelOf(cornersOf(half));
      expect(inMetres.distance).toBe(distance(cornerBy(1000), inMetres.poseA, other, inMetres.poseB).distance);

      // A link from before has names alone: the newest is meant.
      await page.goto('about:blank');
      await page.goto(link.replaceAll(/&digest-[ab]=[^&]*/g, ''));
      await visit.arrived('a', 'part.obj');
      expect((await visit.shown()).distance).not.toBe(both.distance);
      expect(await page.locator('#notice').isVisible()).toBe(false);

      await page.goto('about:blank');
      await page.goto(link.replace(/&digest-a=[^&]*/, '&digest-a=0123456789abcdef'));
      await page.locator('#notice').waitFor();
      expect(await page.locator('#notice').innerText()).toMatch(/part\.obj is not here: another file of this name is/);
      await visit.shown();
      expect(await visit.name('a')).not.toBe('part.obj');
      expect(await visit.name('b')).toBe('part.obj');
    }));

  test('what a link has as a pose that is none, and a file that is not here, are both named; another link is open without a word', () =>
    studio.visiting(PAGE, async (visit) => {
      const { page } = visit;
      const before = await visit.shown();
      const notice = page.locator('#notice');
      const hash = `#${PAGE.split('#')[1]}`;
      await page.goto('about:blank');
      const url = new URL(PAGE, studio.url).href;
      await page.goto(url.replace('pose-a=0,', 'pose-a=NaN,').replace('b=shape:box', 'b=file:gone.obj'));
      await notice.waitFor();
      await expect.poll(() => notice.innerText(), PATIENTLY).toMatch(/gone\.obj is not here.*pose-a is no pose/s);
      expect((await visit.shown()).poseA.position).not.toEqual(before.poseA.position);
      await page.evaluate((link) => {
        location.hash = link;
      }, hash);
      await notice.waitFor({ state: 'hidden' });
      await expect.poll(() => visit.shown(), PATIENTLY).toEqual(before);
    }));

  test('a broken file is named with what to do, and neither scene nor kept file changes', () =>
    studio.visiting(PAGE, async (visit) => {
      const { page } = visit;
      await visit.drop([{ name: 'corner.obj', bytes: bytesOf(CORNER) }], 100, 250);
      await visit.arrived('a', 'corner.obj');
      const before = await visit.shown();
      await visit.drop([{ name: 'corner.obj', bytes: bytesOf('v 0 0 0\nf 1 2 3\n') }], 100, 250);
      const notice = page.locator('#notice');
      await notice.waitFor();
      expect(await notice.innerText()).toMatch(/corner\.obj.*line 2.*The scene is as it was/s);
      expect(await visit.shown()).toEqual(before);
      await page.waitForTimeout(REST);
      await page.reload();
      expect(await visit.shown()).toEqual(before);
    }));

  test('a mesh of thousands of metres is framed like any other', () =>
    studio.visiting(PAGE, async (visit) => {
      const far = new Mesh([5e6, 0, 0, 5e6 + 900, 0, 0, 5e6, 800, 0], [0, 1, 2]);
      const text = 'v 5000000 0 0\nv 5000900 0 0\nv 5000000 800 0\nf 1 2 3\n';
      await visit.drop([{ name: 'far.obj', bytes: bytesOf(text) }], 100, 250);
      await visit.arrived('a', 'far.obj');
      const shown = await visit.shown();
      expect(shown.distance).toBe(distance(Model.build(far), shown.poseA, BOX, shown.poseB).distance);
      // The large body fills the left of the picture; the box beside it is a point.
      await visit.findBody('a');
    }));
});
