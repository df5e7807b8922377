// The page of a clash report as its readers meet it: a file in a real browser, without network.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  AssemblyBuilder,
  type Clash,
  candidatePairs,
  clashesHtml,
  clashScenes,
  type Decision,
  groupClashes,
  judgePair,
  pairFacts,
  readClashSet,
  readDecisions,
  sortClashes,
  summarize,
} from '@nearmiss/clash';
import { Model } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { emptyFolder } from './build.ts';
import { launchBrowser } from './studio/browser.ts';

/** For what a busy machine needs. */
const PATIENTLY = { timeout: 120_000 };

/** Boxes in a row; by default the first two overlap by 0.1, the next by 0.2 and 0.3. */
function writeReport(
  path: string,
  places: readonly number[] = [0, 0.9, 1.7, 2.4],
  decision?: Decision,
): readonly Clash[] {
  const set = readClashSet({ models: { row: 'row.glb' }, tests: [{ name: 'row', mode: 'hard' }] });
  const builder = new AssemblyBuilder();
  for (const [k, x] of places.entries()) {
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
    const parts = [{ mesh: 0, matrix, error: new Array<number>(16).fill(0) }];
    const element = {
      id: String(k),
      stableId: String(k),
      name: `box ${k}`,
      class: k < 2 ? 'Left' : 'Right',
      parent: '',
      parts,
    };
    builder.add('row', { meshes: [box()], elements: [element], warnings: [] }, {}, 1);
  }
  const { assembly } = builder;
  const models = assembly.shapes.map(({ mesh }) => Model.build(mesh));
  const posed = (k: number) => ({ model: models[assembly.elements[k].shape], pose: assembly.elements[k].pose });
  const found = [...candidatePairs(set, assembly)].flatMap((pair) =>
    judgePair(set, assembly, pair, pairFacts(posed(pair.a), posed(pair.b), pair.question)),
  );
  const sorted = groupClashes(sortClashes(found, set));
  const clashes = decision === undefined ? sorted : sorted.map((clash) => ({ ...clash, decision }));
  const summary = summarize(clashes, { tests: 1, elements: places.length, pairs: found.length });
  const about = { scenes: clashScenes(assembly), unit: 'm', models: set.models, program: 'nearmiss 1' };
  writeFileSync(path, clashesHtml(clashes, summary, 'row.json', about));
  return clashes;
}

describe.skipIf(findChromium() === null)('the page of a clash report', () => {
  const path = join(emptyFolder('clash-report'), 'row.html');
  const requests: string[] = [];
  const failures: string[] = [];
  let clashes: readonly Clash[] = [];
  let browser: Browser;
  let page: Page;
  const column = async (of: Page, name: string): Promise<string[]> => {
    const names = await of.locator('#list thead th').allTextContents();
    expect(names).toContain(name);
    return of.locator(`#list tbody tr td:nth-child(${names.indexOf(name) + 1})`).allTextContents();
  };
  const depths = (): Promise<string[]> => column(page, 'Depth, at least (m)');

  beforeAll(async () => {
    clashes = writeReport(path);
    browser = await launchBrowser();
    const context = await browser.newContext({ offline: true });
    page = await context.newPage();
    await page.setViewportSize({ width: 1400, height: 900 });
    page.setDefaultTimeout(PATIENTLY.timeout);
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    await page.goto(pathToFileURL(path).href);
  }, PATIENTLY.timeout);

  afterAll(async () => {
    await browser?.close();
  });

  test('lists every clash, with a picture that is drawn', PATIENTLY, async () => {
    expect(clashes).toHaveLength(3);
    expect(await page.locator('#list tbody tr').count()).toBe(3);
    const widths = await page.locator('#list img').evaluateAll((all) =>
      Promise.all(
        all.map(async (one) => {
          if (!(one instanceof HTMLImageElement)) return 0;
          await one.decode();
          return one.naturalWidth;
        }),
      ),
    );
    expect(widths).toEqual([300, 300, 300]);
  });

  test('shows decisions without scrolling', PATIENTLY, async () => {
    const select = await page.locator('#list tbody select').first().boundingBox();
    expect((select?.x ?? Infinity) + (select?.width ?? 0)).toBeLessThan(700);
  });

  test('sorts by depth, in both directions', PATIENTLY, async () => {
    const button = page.locator('#list thead button', { hasText: 'Depth' });
    await button.click();
    const down = (await depths()).map(Number);
    expect(down.map((depth) => depth.toFixed(3))).toEqual(['0.300', '0.200', '0.100']);
    await button.click();
    expect((await depths()).map(Number)).toEqual([...down].reverse());
  });

  test('puts what is proven first, marks what is not decided, and rounds bounds outward', PATIENTLY, async () => {
    const own = join(dirname(path), 'unproven.html');
    const [{ depth: _, kind: __, ...first }] = clashes;
    const found: Clash[] = [
      { ...first, id: 'gap', type: 'clearance', distance: { lower: 0, upper: 0.5 } },
      { ...first, id: 'unproven', depth: { lower: 0, upper: 4.379911111 }, decided: false },
      { ...first, id: 'open', depth: { lower: 0, upper: Infinity }, decided: false },
      { ...first, id: 'proven', depth: { lower: 0.09499996989928851, upper: 0.09499996992311124 } },
      { ...first, id: 'gone', depth: { lower: 9, upper: 9 }, state: 'resolved' },
      { ...first, id: 'new', depth: { lower: 0.01, upper: 0.02 }, state: 'new' },
    ];
    const summary = summarize(found, { tests: 1, elements: 2, pairs: 5 });
    writeFileSync(own, clashesHtml(found, summary, 'unproven'));
    const tab = await page.context().newPage();
    await tab.goto(pathToFileURL(own).href);
    const ids = () => tab.locator('#list tbody tr').evaluateAll((rows) => rows.map(({ id }) => id));
    expect(await ids()).toEqual(['proven', 'new', 'open', 'unproven', 'gap', 'gone']);
    expect(await column(tab, 'Depth, at least')).toEqual(['0.0949999', '0.01', '0', '0', '', '9']);
    expect(await column(tab, 'at most')).toEqual(['0.095', '0.02', 'not known', '4.37992', '', '9']);
    expect(await column(tab, 'Gap')).toEqual(['', '', '', '', 'at most 0.5', '']);
    const types = await column(tab, 'Type');
    expect(types.map((type) => type.includes('not decided'))).toEqual([false, false, true, true, false, false]);
    expect(await tab.locator('#counts').textContent()).toContain('4 hard, 1 clearance (2 of them not decided)');
    expect(await tab.locator('#states').textContent()).toBe('1 new, 1 resolved');
    expect(await tab.locator('#findings tbody td').nth(4).textContent()).toBe('at least 0.0949999');
    const head = (text: string) => tab.locator('#list thead th', { hasText: text });
    await head('Depth, at least').locator('button').click();
    expect(await head('Depth, at least').getAttribute('aria-sort')).toBe('descending');
    expect(await ids()).toEqual(['gone', 'proven', 'new', 'open', 'unproven', 'gap']);
    await head('Depth, at least').locator('button').click();
    expect((await ids()).at(-1)).toBe('gap');
    await tab.close();
  });

  test('says what it is about, and in which unit', PATIENTLY, async () => {
    expect(await page.locator('#about').textContent()).toBe('Files: row: row.glb. Lengths are in m. nearmiss 1.');
    expect(await page.locator('#findings thead th').last().textContent()).toBe('Deepest (m)');
    expect(clashesHtml([], summarize([], { tests: 1, elements: 0, pairs: 0 }), 'x')).toContain('unit of the files');
  });

  test('filters by words and by the matrix', PATIENTLY, async () => {
    await page.fill('#search', 'box 3');
    expect(await page.locator('#shown').textContent()).toBe('1 of 3 clashes');
    await page.fill('#search', '');
    const cells = page.locator('#matrix button[data-a="Left|Right"]');
    const pressed = () => cells.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')));
    await cells.first().click();
    expect(await page.locator('#shown').textContent()).toBe('1 of 3 clashes');
    expect(await page.locator('#only').textContent()).toBe('only Left × Right ✕');
    expect(await pressed()).toEqual(['true', 'true']);
    await page.locator('#only button').click();
    expect(await page.locator('#shown').textContent()).toBe('3 of 3 clashes');
    expect([await page.locator('#only').textContent(), await pressed()]).toEqual(['', ['false', 'false']]);
    // With the keyboard alone.
    await cells.first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#shown').textContent()).toBe('1 of 3 clashes');
    await page.keyboard.press('Enter');
    expect(await page.locator('#shown').textContent()).toBe('3 of 3 clashes');
  });

  test('lists findings, and shows the clashes of one', PATIENTLY, async () => {
    const sizes = new Map<string, number>();
    for (const { group = '' } of clashes) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    const several = [...sizes].filter(([, size]) => size > 1);
    expect(several).toHaveLength(1);
    const [[group, size]] = several;
    const rows = page.locator('#findings tbody tr');
    expect(await rows.count()).toBe(1);
    expect(await rows.first().getAttribute('data-group')).toBe(group);
    expect(await rows.locator('td').allTextContents()).toEqual([
      String(size),
      expect.stringContaining('box'),
      'row',
      'hard',
      expect.stringMatching(/^0\.[23]/),
    ]);
    await rows.locator('button').click();
    expect(await page.locator('#shown').textContent()).toBe(`${size} of 3 clashes`);
    await rows.locator('button').click();
    expect(await page.locator('#shown').textContent()).toBe('3 of 3 clashes');
    expect(await page.locator('#more-findings').textContent()).toBe('1 more with one clash each');
  });

  test('shows which finding is chosen, of several', PATIENTLY, async () => {
    const several = join(dirname(path), 'several.html');
    writeReport(several, [0, 0.9, 1.7, 10, 10.9, 11.7]);
    const other = await page.context().newPage();
    await other.setViewportSize({ width: 1400, height: 900 });
    await other.goto(pathToFileURL(several).href);
    const buttons = other.locator('#findings tbody button');
    const pressed = () => buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')));
    expect(await pressed()).toEqual(['false', 'false']);
    await buttons.nth(0).click();
    await buttons.nth(1).click();
    expect(await pressed()).toEqual(['false', 'true']);
    const group = (await buttons.nth(1).getAttribute('data-group')) ?? '';
    expect(await other.locator('#only').textContent()).toBe(`only finding ${group.slice(0, 8)} ✕`);
    await other.locator('#matrix button').first().click();
    expect(await other.locator('#only button').count()).toBe(2);
    if (process.env.NEARMISS_SHOT !== undefined) await other.screenshot({ path: process.env.NEARMISS_SHOT });
    for (let k = 0; k < 2; k++) await other.locator('#only button').first().click();
    expect(await other.locator('#shown').textContent()).toBe('4 of 4 clashes');
    await other.close();
  });

  test('has no table of findings where each has one clash', PATIENTLY, async () => {
    const single = join(dirname(path), 'single.html');
    expect(writeReport(single, [0, 0.9])).toHaveLength(1);
    const other = await page.context().newPage();
    await other.goto(pathToFileURL(single).href);
    expect(await other.locator('#findings').isVisible()).toBe(false);
    expect(await other.locator('#more-findings').textContent()).toBe('1 with one clash each');
    expect(await other.locator('#counts').textContent()).toBe('2 elements, 1 pair, 1 finding: 1 hard');
    await other.close();
  });

  test('shows a clash in 3D, which turns', PATIENTLY, async () => {
    const picture = (): Promise<string> =>
      page.locator('#viewer canvas').evaluate((one) => (one as HTMLCanvasElement).toDataURL());
    const blank = await picture();
    await page.locator('#list img').first().click();
    const first = await picture();
    expect(first).not.toBe(blank);
    await page.keyboard.press('ArrowRight');
    const turned = await picture();
    expect(turned).not.toBe(first);
    await page.keyboard.press('ArrowLeft');
    expect(await picture()).toBe(first);
    await page.keyboard.press('Escape');
    expect(await page.locator('#viewer').isVisible()).toBe(false);
  });

  test('shows in 3D where both elements are, and steps through the list', PATIENTLY, async () => {
    await page.locator('#list img').first().click();
    // As in picture.ts: A before the background, B, and where one is in front of the other, which is darker than both.
    const counts = await page.locator('#viewer canvas').evaluate((one) => {
      const canvas = one as HTMLCanvasElement;
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const found = { a: 0, b: 0, both: 0 };
      for (let k = 0; k < pixels.length; k += 4) {
        const [red, green, blue] = pixels.slice(k, k + 3);
        if (Math.max(red, blue) < 150) found.both++;
        else if (red > blue + 20 && green < 200) found.a++;
        else if (blue > red + 20 && green < 215) found.b++;
      }
      return found;
    });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1000);
    const { width = 0, x = 0 } = (await page.locator('#viewer canvas').boundingBox()) ?? {};
    const outer = await page.locator('#viewer').boundingBox();
    expect(x + width / 2).toBeCloseTo((outer?.x ?? 0) + (outer?.width ?? 0) / 2, 0);
    const position = () => page.locator('#position').textContent();
    expect(await position()).toBe('1 of 3');
    expect(await page.locator('#previous').isDisabled()).toBe(true);
    await page.click('#next');
    expect(await position()).toBe('2 of 3');
    const names = await page.locator('#list tbody tr').nth(1).locator('td').allTextContents();
    expect(names).toContain(await page.locator('#name-a').textContent());
    expect(await page.locator('#facts').textContent()).toMatch(/hard.*; depth [\d.]+ m; A separates by .* m\.$/);
    await page.keyboard.press('PageDown');
    expect(await page.locator('#next').isDisabled()).toBe(true);
    await page.locator('#decide').selectOption('ignored');
    await page.click('#viewer button:text("Close")');
    expect(await page.locator('#list tbody tr').nth(2).locator('select').inputValue()).toBe('ignored');
    await page.locator('#list tbody tr').nth(2).locator('select').selectOption('open');
  });

  test('saves decisions that a later run reads, and asked for nothing but itself', PATIENTLY, async () => {
    const [{ id }] = clashes;
    await page.locator(`[id="${id}"] select`).selectOption('approved');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    expect([...readDecisions(readFileSync(await download.path()))]).toEqual([[id, 'approved']]);
    await page.locator(`[id="${id}"] select`).selectOption('open');
    const [reopened] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    expect([...readDecisions(readFileSync(await reopened.path()))]).toEqual([[id, 'open']]);
    expect(requests.filter((url) => !/^(data|blob):/.test(url))).toEqual([pathToFileURL(path).href]);
    expect(failures).toEqual([]);
  });

  test('keeps decisions until a report has them, and says what is not saved', PATIENTLY, async () => {
    const own = join(dirname(path), 'kept.html');
    const [{ id }, { id: other }] = writeReport(own);
    const tab = await page.context().newPage();
    let asked = 0;
    tab.on('dialog', (dialog) => {
      asked += dialog.type() === 'beforeunload' ? 1 : 0;
      void dialog.accept();
    });
    const decision = (which: string) => tab.locator(`[id="${which}"] select`);
    await tab.goto(pathToFileURL(own).href);
    expect(await tab.locator('#save').textContent()).toBe('Save decisions');
    await decision(id).selectOption('approved');
    await decision(other).selectOption('ignored');
    await decision(other).selectOption('open');
    expect(await tab.locator('#save').textContent()).toBe('Save decisions (1 unsaved)');
    await tab.reload();
    expect(asked).toBe(1);
    expect([await decision(id).inputValue(), await decision(other).inputValue()]).toEqual(['approved', 'open']);
    expect(await tab.locator('#save').textContent()).toBe('Save decisions (1 unsaved)');
    const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('#save')]);
    expect(readDecisions(readFileSync(await download.path())).get(id)).toBe('approved');
    await tab.reload();
    expect(asked).toBe(1);
    expect(await tab.locator('#save').textContent()).toBe('Save decisions');
    expect(await decision(id).inputValue()).toBe('approved');
    // What a later report says counts.
    writeReport(own, undefined, 'ignored');
    await tab.reload();
    expect(await decision(id).inputValue()).toBe('ignored');
    await tab.close();
  });

  test('goes to the list that a finding filters, and decides about all that is shown', PATIENTLY, async () => {
    const own = join(dirname(path), 'all.html');
    writeReport(own);
    const tab = await page.context().newPage();
    await tab.setViewportSize({ width: 1000, height: 300 });
    await tab.goto(pathToFileURL(own).href);
    await tab.locator('#findings tbody button').click();
    expect((await tab.locator('#filters').boundingBox())?.y).toBeLessThan(150);
    expect(await tab.locator('#shown').textContent()).toBe('2 of 3 clashes');
    // The head of the list stays where it is seen.
    await tab.locator('#list tbody tr').last().scrollIntoViewIfNeeded();
    expect((await tab.locator('#list thead th').first().boundingBox())?.y).toBeGreaterThanOrEqual(0);
    tab.on('dialog', (dialog) => void dialog.accept());
    await tab.locator('#decide-all').selectOption('approved');
    expect(await tab.locator('#save').textContent()).toBe('Save decisions (2 unsaved)');
    await tab.locator('#only button').click();
    expect(await column(tab, 'Decision')).toHaveLength(3);
    const values = await tab
      .locator('#list select')
      .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
    expect(values.filter((value) => value === 'approved')).toHaveLength(2);
    await tab.close();
  });

  test('says so where the browser keeps no decisions', PATIENTLY, async () => {
    const tab = await page.context().newPage();
    await tab.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    });
    await tab.goto(pathToFileURL(path).href);
    expect(await tab.locator('#not-kept').isVisible()).toBe(false);
    await tab.locator('#list tbody select').first().selectOption('ignored');
    expect(await tab.locator('#not-kept').isVisible()).toBe(true);
    expect(await tab.locator('#save').textContent()).toBe('Save decisions (1 unsaved)');
    await tab.close();
  });
});
