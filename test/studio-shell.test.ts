// What every page of the studio has in common, and what can be taken away from a scene; in a real browser.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { distance, Model, penetration } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { emptyFolder, ROOT, runNode } from './build.ts';
import { ServedStudio } from './studio/served-studio.ts';

const PATIENTLY = { timeout: 60_000 };
/** The most that the first page may take to load, compressed. Bytes. */
const FIRST_PAGE = 600_000;
const COMMAND = join(ROOT, 'packages/cli/bin/nearmiss.mjs');

const BOXES = '#a=shape:box&pose-a=0.25,0.125,0,0,0,0,1&b=shape:box&pose-b=1,0,0,0,0,0,1';
const BOX = Model.build(makeShape('box'));
/** A depth that has another last digit without the kernels. */
const STUCK =
  '#a=shape:torus-knot&pose-a=-0.22499999999999998,0.125,0.0625,0,0,0,1&b=shape:gear&pose-b=0.4,0,0,0,0,0,1';
const SETTLED = '#answer[data-settled=true]';

const ready = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).first().waitFor({ state: 'attached' });

/** What was copied last. */
async function copied(page: Page, name: string): Promise<string> {
  if (!(await page.getByRole('button', { name }).isVisible())) await page.getByText('Share', { exact: true }).click();
  await page.getByRole('button', { name }).click();
  await expect.poll(() => page.locator('#share').getAttribute('data-copied'), PATIENTLY).not.toBeNull();
  return (await page.locator('#share').getAttribute('data-copied')) ?? '';
}

/** How often each colour is in a picture, by its text with its opacity, counted in the browser. */
async function coloursOf(page: Page, file: Buffer): Promise<ReadonlyMap<string, number>> {
  const counts: readonly [string, number][] = await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map();
    for (let k = 0; k < data.length; k += 4) {
      const key = \`rgb(\${data[k]}, \${data[k + 1]}, \${data[k + 2]}) \${data[k + 3]}\`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts];
  })()`);
  return new Map(counts);
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio();

  test('the gallery has a card for each page, with a question, and a link of before leads on to the bodies', () =>
    studio.visiting('', async ({ page }) => {
      const cards = page.locator('#cards a');
      expect(await cards.count()).toBe(11);
      for (const card of await cards.all()) {
        expect(await card.locator('.question').innerText()).toMatch(/\?$/);
        expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      }
      await page.goto(`${studio.url}${BOXES}`);
      await page.waitForURL((url) => url.pathname.endsWith('/pair.html'));
      await ready(page, SETTLED);
    }));

  test('the first page is small', () =>
    studio.visiting('', async ({ page }) => {
      await page.waitForLoadState('networkidle');
      const loaded: readonly string[] = await page.evaluate(
        "[location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)]",
      );
      expect(loaded.length).toBeGreaterThan(9);
      const sizes = loaded.map(async (url) => gzipSync(await (await fetch(url)).arrayBuffer()).length);
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(total).toBeGreaterThan(20_000);
      expect(total).toBeLessThan(FIRST_PAGE);
    }));

  test('the theme that is chosen stays', () =>
    studio.visiting('', async ({ page }) => {
      const paper = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await paper();
      await page.getByLabel('Theme').selectOption('dark');
      const dark = await paper();
      expect(dark).not.toBe(light);
      await page.goto(`${studio.url}many.html`);
      expect(await paper()).toBe(dark);
      await page.getByLabel('Theme').selectOption('light');
      expect(await paper()).toBe(light);
    }));

  test('the answer is one sentence first, and it says what the library says', () =>
    studio.visiting(`pair.html${BOXES}&show=touch`, async (visit) => {
      const { page } = visit;
      const sentence = page.locator('#sentence');
      const { pairs, poseA, poseB } = await visit.shown();
      await expect
        .poll(() => sentence.innerText())
        .toBe(`A and B intersect, decided exactly: ${pairs} pairs of faces have points in common.`);
      await visit.show('depth');
      await visit.depth();
      const { depth } = penetration(BOX, poseA, BOX, poseB);
      await expect
        .poll(() => sentence.innerText())
        .toBe(
          `A is ${Number(depth.toPrecision(3))} deep in B; moving it along the arrow frees it; no shorter translation does, proven.`,
        );
      await page.getByRole('button', { name: 'Separate' }).click();
      await expect.poll(() => sentence.innerText(), PATIENTLY).toMatch(/^A is free now: it was moved by /);
      await visit.show('answer');
      await expect.poll(() => sentence.innerText(), PATIENTLY).toMatch(/^A and B (touch, so|are \S+ apart)/);
      await visit.show('motion');
      await visit.motion();
      await expect.poll(() => sentence.innerText(), PATIENTLY).toMatch(/touch|contact/);
    }));

  test('a pose can be typed, undone and redone, and is there after a reload', () =>
    studio.visiting(`pair.html${BOXES}`, async (visit) => {
      const { page } = visit;
      await visit.shown();
      // The first poses come to rest before the address has them.
      await page.waitForTimeout(600);
      await page.getByLabel('Position of A along x').fill('-1.5');
      await page.getByLabel('Position of A along x').press('Enter');
      await page.locator('#answer[data-status=separated][data-settled=true]').waitFor();
      const shown = await visit.shown();
      expect(shown.poseA.position).toEqual([-1.5, 0.125, 0]);
      expect(shown.distance).toBe(distance(BOX, shown.poseA, BOX, shown.poseB).distance);

      await page.getByLabel('Rotation of A about z').fill('90');
      await page.getByLabel('Rotation of A about z').press('Enter');
      await expect.poll(async () => (await visit.shown()).poseA.rotation?.[2], PATIENTLY).toBeCloseTo(Math.SQRT1_2, 12);
      await page.waitForTimeout(600);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await visit.shown()).poseA.rotation?.[2], PATIENTLY).toBe(0);
      await page.locator('#picture').focus();
      await page.keyboard.press('Control+z');
      await expect.poll(async () => (await visit.shown()).poseA.position?.[0], PATIENTLY).toBe(0.25);
      expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
      await page.keyboard.press('Control+Shift+z');
      await expect.poll(async () => (await visit.shown()).poseA.position?.[0], PATIENTLY).toBe(-1.5);

      await page.getByLabel('Position of A along x').fill('far');
      await page.getByLabel('Position of A along x').press('Enter');
      expect((await visit.shown()).poseA.position).toEqual([-1.5, 0.125, 0]);

      await page.waitForTimeout(600);
      await page.reload();
      expect((await visit.shown()).poseA.position).toEqual([-1.5, 0.125, 0]);
    }));

  test('a scene is taken away as code, as a command and as a file, and each gives the number on the page', () =>
    studio.visiting(`pair.html${STUCK}&show=depth`, async (visit) => {
      const { page } = visit;
      const { result } = await visit.depth();
      const folder = emptyFolder('studio-share');
      const program = await copied(page, 'Copy as code');
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
      writeFileSync(join(folder, 'scene.ts'), program);
      const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, types: ['node'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      expect(runNode(folder, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toEqual({
        status: 0,
        output: '',
      });
      // Compiled, and as it was copied.
      writeFileSync(join(folder, 'scene.mjs'), program);
      for (const name of ['scene.js', 'scene.mjs']) {
        expect(runNode(folder, [name]).output).toBe(`${result.status} ${result.depth}\n`);
      }

      await page.locator('#share').evaluate((menu) => menu.removeAttribute('data-copied'));
      const command = await copied(page, 'Copy as command');
      const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      expect(words.slice(0, 2)).toEqual(['npx', 'nearmiss']);
      expect(JSON.parse(runNode(ROOT, [COMMAND, ...words.slice(2), '--json']).output)).toMatchObject({
        depth: result.depth,
      });

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save scene' }).click(),
      ]);
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      const { ok, result: batch } = JSON.parse(runNode(ROOT, [COMMAND, 'batch', file]).output);
      expect([ok, batch.depth]).toEqual([true, result.depth]);

      const [picture] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save picture' }).click(),
      ]);
      await picture.saveAs(join(folder, 'scene.png'));
      // The arrow over the picture is in it, on an opaque ground.
      const arrow = await page.locator('#translations .translation').evaluate((path) => getComputedStyle(path).stroke);
      const colours = await coloursOf(page, readFileSync(join(folder, 'scene.png')));
      expect(colours.get(`${arrow} 255`)).toBeGreaterThan(40);
      expect([...colours.keys()].filter((colour) => !colour.endsWith(' 255'))).toEqual([]);
    }));

  test('a scene is framed between the tools over the picture and the bar under it', () =>
    studio.visiting(
      'pair.html#a=shape:icosphere&pose-a=0,0,0,0,0,0,1&b=shape:icosphere&pose-b=2,0,0,0,0,0,1',
      async (visit) => {
        const { page } = visit;
        await page.setViewportSize({ width: 390, height: 844 });
        await visit.shown();
        const edge = (selector: string, name: 'top' | 'bottom'): Promise<number> =>
          page.locator(selector).evaluate((element, side) => element.getBoundingClientRect()[side], name);
        // The witness points of two balls are at the middle of the scene.
        const middle = async (): Promise<number> =>
          ((await edge('#witness circle >> nth=0', 'top')) + (await edge('#witness circle >> nth=0', 'bottom'))) / 2;
        const free = ((await edge('#tools', 'bottom')) + (await edge('canvas', 'bottom'))) / 2;
        await expect.poll(async () => Math.abs((await middle()) - free), PATIENTLY).toBeLessThan(12);
        expect(free).toBeGreaterThan(((await edge('canvas', 'top')) + (await edge('canvas', 'bottom'))) / 2 + 20);
      },
    ));

  test('on a phone every menu is within the picture; without a clipboard a button says so', () =>
    studio.visiting(`pair.html${BOXES}`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await ready(page, SETTLED);
      const stage = await page.locator('#stage').boundingBox();
      for (const menu of await page.locator('details.menu').all()) {
        await menu.locator('summary').click();
        const box = await menu.locator('div').first().boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(390);
        expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0));
        expect(box?.height).toBeGreaterThan(100);
        for (const item of await menu.locator('div :is(a, button, label)').all()) {
          await item.scrollIntoViewIfNeeded();
          const { x = 0, width = Infinity } = (await item.boundingBox()) ?? {};
          expect(x + width).toBeLessThanOrEqual(390);
        }
      }
      expect(await page.locator('details.menu').count()).toBe(3);
      // The text is in the menu all the same.
      await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
      expect(await copied(page, 'Copy as code')).toContain("from 'nearmiss'");
      await page.getByRole('button', { name: 'The clipboard is closed' }).waitFor();
    }));

  test('a dropped file is written into the saved scene, whole', () =>
    studio.visiting(`pair.html${BOXES}&show=answer`, async (visit) => {
      const { page } = visit;
      await visit.shown();
      const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
      await visit.drop([{ name: 'corner.obj', bytes: new TextEncoder().encode(text) }], 100, 250);
      await visit.arrived('a', 'corner.obj');
      const shown = await visit.shown();
      await page.getByText('Share', { exact: true }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save scene' }).click(),
      ]);
      const file = join(emptyFolder('studio-scene'), 'scene.jsonl');
      await download.saveAs(file);
      const { result } = JSON.parse(runNode(ROOT, [COMMAND, 'batch', file]).output);
      expect(result.distance).toBe(shown.distance);
    }));
});
