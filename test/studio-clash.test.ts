// The page of clashes in a real browser: what it finds is what the library finds here.

import { readFileSync } from 'node:fs';
import {
  AssemblyBuilder,
  type Clash,
  type ClashSet,
  candidatePairs,
  type ElementFile,
  elementsOf,
  judgePair,
  pairFacts,
  readClashSet,
  readDecisions,
  sortClashes,
  worstFirst,
} from '@nearmiss/clash';
import { readAssembly, writePly, writeStl } from '@nearmiss/io';
import { Mesh, Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_SET, exampleFiles } from '../apps/studio/src/page/clash/worker/example-set.ts';
import { findChromium } from '../scripts/chromium.mjs';
import { emptyFolder } from './build.ts';
import { ServedStudio } from './studio/served-studio.ts';

/** By the library alone, in the order of a result. */
function clashesOf(set: ClashSet, files: ReadonlyMap<string, ElementFile>): Clash[] {
  const builder = new AssemblyBuilder();
  for (const { name, pose, scale } of set.models) {
    const file = files.get(name);
    if (file !== undefined) builder.add(name, file, pose, scale ?? 1);
  }
  const { assembly } = builder;
  const models = assembly.shapes.map(({ mesh }) => Model.build(mesh));
  const posed = (number: number): Parameters<typeof pairFacts>[0] => {
    const { shape, pose } = assembly.elements[number] as (typeof assembly.elements)[number];
    return { model: models[shape] as Model, pose };
  };
  const found: Clash[] = [];
  for (const pair of candidatePairs(set, assembly)) {
    found.push(...judgePair(set, assembly, pair, pairFacts(posed(pair.a), posed(pair.b), pair.question)));
  }
  return sortClashes(found, set);
}

/** In the order of the list. */
const EXAMPLE = clashesOf(readClashSet(EXAMPLE_SET), exampleFiles()).sort(worstFirst);
const SETTLED = '#clashes[data-settled=true]';

const settled = (page: Page): Promise<void> => page.locator(SETTLED).waitFor({ state: 'attached' });
const shownIds = (page: Page): Promise<(string | null)[]> =>
  page.locator('#clashes button').evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-id')));
const styles = async (page: Page): Promise<Record<string, number>> => {
  const picture = page.locator('#picture');
  const counts = ['lit', 'ghost', 'a', 'b', 'hidden'].map(
    async (style) => [style, Number(await picture.getAttribute(`data-${style}`))] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
};
const give = (page: Page, files: readonly (readonly [name: string, bytes: Uint8Array | string])[]): Promise<void> =>
  page
    .locator('#files')
    .setInputFiles(
      files.map(([name, bytes]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
    );

/** A box of side 1 beside the origin, along x. */
function shifted(shift: number): Mesh {
  const { positions, triangles } = makeShape('box');
  return new Mesh(
    positions.map((x, k) => (k % 3 === 0 ? x + shift : x)),
    triangles,
  );
}

/** Presses Save, and reads the file that comes. */
async function saved(page: Page): Promise<Uint8Array> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  expect(download.suggestedFilename()).toBe('decisions.json');
  const path = `${emptyFolder('clash-saved')}/decisions.json`;
  await download.saveAs(path);
  return readFileSync(path);
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio(({ page }) => settled(page));

  test('the example has every type of clash, and those of the library; filters choose among them', () =>
    studio.visiting('clash.html', async ({ page }) => {
      expect(new Set(EXAMPLE.map(({ type }) => type))).toEqual(
        new Set(['hard', 'contained', 'clearance', 'duplicate']),
      );
      expect(await shownIds(page)).toEqual(EXAMPLE.map(({ id }) => id));
      const clashing = new Set(EXAMPLE.flatMap(({ a, b }) => [a, b].map(({ model, id }) => `${model} ${id}`))).size;
      const elements = [...exampleFiles().values()].reduce((sum, file) => sum + file.elements.length, 0);
      expect(await styles(page)).toEqual({ lit: clashing, ghost: elements - clashing, a: 0, b: 0, hidden: 0 });
      expect(await page.locator('#sentence').innerText()).toContain(`${clashing} of ${elements} elements clash`);
      const filtered = (isMeant: (clash: Clash) => boolean): string[] => EXAMPLE.filter(isMeant).map(({ id }) => id);
      await page.getByLabel('type').selectOption('clearance');
      expect(await shownIds(page)).toEqual(filtered(({ type }) => type === 'clearance'));
      await page.getByLabel('type').selectOption('');
      await page.getByLabel('class').selectOption('IfcBeam');
      expect(await shownIds(page)).toEqual(filtered(({ a, b }) => a.class === 'IfcBeam' || b.class === 'IfcBeam'));
      await page.getByLabel('class').selectOption('');
      await page.getByLabel('Text').fill('DRAIN wall');
      expect(await shownIds(page)).toEqual(
        filtered(({ a, b }) => [a.name, b.name].includes('drain') && [a.name, b.name].includes('west wall')),
      );
      // Only what the list has is lit.
      expect(await styles(page)).toMatchObject({ lit: 2 });
    }));

  test('a clash is flown to, with its depth, its translation and both elements; isolated and clipped', () =>
    studio.visiting('clash.html', async ({ page }) => {
      const hard = EXAMPLE.find(({ a, b }) => a.name === 'heating pipe' && b.name === 'beam');
      await page.locator(`#clashes [data-id="${hard?.id}"]`).click();
      expect(await styles(page)).toMatchObject({ a: 1, b: 1, lit: 0, hidden: 0 });
      const { y: top = 0, width = 0, height = 0 } = (await page.locator('#picture canvas').boundingBox()) ?? {};
      const tools = await page.locator('#tools').boundingBox();
      // In the middle of what the tools do not cover.
      const covered = (tools?.y ?? 0) + (tools?.height ?? 0) - top;
      const off = async (): Promise<number> => {
        const [x = 0, y = 0] = await page
          .locator('#overlay circle')
          .evaluate((circle) => [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))]);
        return Math.max(Math.abs(x - width / 2), Math.abs(y - (covered + height) / 2));
      };
      await expect.poll(off, { timeout: 60_000 }).toBeLessThan(2);
      expect(await page.locator('#overlay .arrow').getAttribute('d')).toMatch(/^M/);
      expect(await page.locator('#overlay .region').getAttribute('d')).toMatch(/^M/);
      expect(await page.locator('#overlay text').textContent()).toBe('0.23 m');
      expect(hard?.depth?.upper).toBeCloseTo(0.23, 9);
      await page.getByText('Numbers', { exact: true }).click();
      const numbers = await page.locator('#clash dl').innerText();
      expect(numbers).toContain(hard?.translation?.map((x) => String(Number(x.toPrecision(4)))).join(', '));

      await page.getByRole('button', { name: 'Isolate' }).click();
      expect(await styles(page)).toMatchObject({ a: 1, b: 1, ghost: 0 });
      expect((await styles(page)).hidden).toBeGreaterThan(5);
      await page.getByRole('button', { name: 'Isolate' }).click();
      await page.waitForTimeout(300);
      // Below the tools, which have a slider more while there is a section.
      const taken = (): Promise<Buffer> =>
        page.screenshot({ clip: { x: 0, y: 180, width: Math.floor(width), height: Math.floor(height) - 150 } });
      const whole = await taken();
      await page.locator('#section').selectOption('x');
      await page.waitForTimeout(300);
      const half = await taken();
      expect(half.equals(whole)).toBe(false);
      // Through the point of the clash.
      expect(await page.locator('#section-at').innerText()).toBe(`x = ${Number(hard?.point?.[0]?.toFixed(3))} m`);
      await page.getByRole('button', { name: 'Flip' }).click();
      await page.waitForTimeout(300);
      const other = await taken();
      expect(other.equals(half)).toBe(false);
      expect(other.equals(whole)).toBe(false);
      await page.getByRole('button', { name: 'Flip' }).click();
      await page.getByLabel('Position of the section').fill('1000');
      // Nothing is beyond the end.
      await expect.poll(async () => (await taken()).equals(whole), { timeout: 60_000 }).toBe(true);
      await page.getByRole('button', { name: 'All clashes' }).click();
      expect(await page.locator('#clash').isHidden()).toBe(true);
    }));

  test('decisions and comments are saved to a file that the library reads, and opened again', () =>
    studio.visiting('clash.html', async ({ page }) => {
      expect(await page.locator('#save').isDisabled()).toBe(true);
      const [first, second] = EXAMPLE;
      await page.locator('#clashes button').first().click();
      await page.locator('#clash').getByText('approved').click();
      await page.getByLabel('Comment').fill('agreed on site');
      await page.getByTitle('The next clash').click();
      await page.locator('#clash').getByText('ignored').click();
      const file = await saved(page);
      expect([...readDecisions(file)].sort()).toEqual(
        [
          [first?.id, 'approved'],
          [second?.id, 'ignored'],
        ].sort(),
      );
      await page.locator('#filters').getByLabel('decision').selectOption('open');
      expect(await shownIds(page)).toEqual(EXAMPLE.slice(2).map(({ id }) => id));
      // What was decided is there again after a reload, and what is taken back is back with the file.
      await page.reload();
      await settled(page);
      await page.locator('#filters').getByLabel('decision').selectOption('approved');
      await expect.poll(() => shownIds(page)).toEqual([first?.id]);
      await page.locator('#clashes button').click();
      expect(await page.getByLabel('Comment').inputValue()).toBe('agreed on site');
      await page.locator('#clash').getByText('open', { exact: true }).click();
      await page.getByLabel('Comment').fill('');
      await expect.poll(() => shownIds(page)).toEqual([]);
      await give(page, [['decisions.json', file]]);
      await expect.poll(() => shownIds(page)).toEqual([first?.id]);
      await page.locator('#clashes button').click();
      expect(await page.getByLabel('Comment').inputValue()).toBe('agreed on site');
    }));

  test('a set with its files, a result with and without them, and what is wrong with files', () =>
    studio.visiting('clash.html', async ({ page }) => {
      const given = {
        models: {
          left: { file: 'parts/left.stl', unit: 'mm' },
          right: { file: 'right.ply', pose: { position: [0.75, 0, 0] } },
        },
        tests: [{ name: 'sides', mode: 'hard', a: { model: 'left' }, b: { model: 'right' } }],
      };
      const left = writeStl(makeShape('box(size=[1000,1000,1000])'));
      const right = writePly(makeShape('box'));
      const files = new Map([
        ['left', elementsOf(await readAssembly(left))],
        ['right', elementsOf(await readAssembly(right))],
      ]);
      const [wanted] = clashesOf(readClashSet(given), files);
      expect(wanted?.depth?.upper).toBeCloseTo(0.25, 9);
      const set = ['set.json', JSON.stringify(given)] as const;
      await give(page, [set, ['left.stl', left], ['right.ply', right]]);
      await expect.poll(() => shownIds(page), { timeout: 60_000 }).toEqual([wanted?.id]);
      expect(await page.locator('#sentence').innerText()).toContain('2 of 2 elements clash, with 1 clash');

      const told = async (name: string, bytes: string, words: readonly string[]): Promise<void> => {
        await give(page, [[name, bytes]]);
        await page.locator('#notice', { hasText: words[0] ?? '' }).waitFor();
        for (const word of words) expect(await page.locator('#notice').innerText()).toContain(word);
        expect(await shownIds(page)).toEqual([wanted?.id]);
        await page.getByRole('button', { name: 'Dismiss' }).click();
      };
      await told('broken.obj', 'v 0 0 0\nf 1 2 3\n', ['broken.obj', 'What was open stays.']);
      await told('bad.json', '{"models":{}', ['bad.json', 'JSON']);
      await told('wrong.json', '{"model":{},"tests":[]}', ['wrong.json', 'Did you mean']);
      await told('set.json', JSON.stringify(given), ['parts/left.stl', 'drop it together']);
      await told('lines.jsonl', '{"id":3}\n', ['lines.jsonl', 'line 1']);
      await told('note.txt', 'hello', ['neither models nor a set']);

      const result = `${JSON.stringify({ ...wanted, state: 'new' })}\n{"summary":{}}\n`;
      await give(page, [['result.jsonl', result]]);
      await page.locator('#picture[data-lit="0"]').waitFor({ state: 'attached' });
      expect(await shownIds(page)).toEqual([wanted?.id]);
      await give(page, [['result.jsonl', result], set, ['left.stl', left], ['right.ply', right]]);
      await page.locator('#picture[data-lit="2"]').waitFor({ state: 'attached' });
      await page.getByLabel('state').selectOption('new');
      expect(await shownIds(page)).toEqual([wanted?.id]);
    }));

  test('decisions of a file say what they changed, and are undone', () =>
    studio.visiting('clash.html', async ({ page }) => {
      const ids = EXAMPLE.map(({ id }) => id);
      const decisions = (all: Readonly<Record<string, string>>): string => JSON.stringify({ decisions: all });
      await give(page, [['new.json', decisions(Object.fromEntries(ids.slice(0, 5).map((id) => [id, 'ignored'])))]]);
      await page.locator('#change', { hasText: 'new.json: 5 decided.' }).waitFor();
      const rows = [['id', 'decision'], ...ids.slice(0, 4).map((id, k) => [id, k === 0 ? 'approved' : ''])];
      await give(page, [['old.csv', rows.map((row) => row.join(',')).join('\n')]]);
      await page.locator('#change', { hasText: 'old.csv: 1 decided, 3 taken back.' }).waitFor();
      await page.locator('#filters').getByLabel('decision').selectOption('ignored');
      expect(await shownIds(page)).toEqual(ids.slice(4, 5));
      await page.getByRole('button', { name: 'Undo' }).click();
      expect(await shownIds(page)).toEqual(ids.slice(0, 5));
      expect(await page.locator('#change').isHidden()).toBe(true);
      // What is decided about other files takes nothing from that.
      await give(page, [['box.stl', writeStl(makeShape('box'))]]);
      await page.locator('#sentence', { hasText: 'None of 1 element' }).waitFor();
      await give(page, [['more.json', decisions({ [ids[9] ?? '']: 'approved' })]]);
      await page.locator('#change', { hasText: 'more.json' }).waitFor();
      await page.evaluate(() => {
        location.hash = '';
      });
      await page.locator('#sentence', { hasText: 'elements clash' }).waitFor();
      await settled(page);
      await page.locator('#filters').getByLabel('decision').selectOption('ignored');
      expect(await shownIds(page)).toEqual(ids.slice(0, 5));
    }));

  test('a result that was made from another version of its files is not called proven', () =>
    studio.visiting('clash.html', async ({ page }) => {
      const files = (shift: number): readonly (readonly [string, Uint8Array])[] => [
        ['left.ply', writePly(makeShape('box'))],
        ['right.ply', writePly(shifted(shift))],
      ];
      const read = files(0.75).map(async ([name, bytes]) => {
        return [name.slice(0, -4), elementsOf(await readAssembly(bytes))] as const;
      });
      const set = readClashSet({ models: { left: 'left.ply', right: 'right.ply' }, tests: [{ name: 'all' }] });
      const [clash] = clashesOf(set, new Map(await Promise.all(read)));
      const gone = { ...clash, id: 'f'.repeat(20), state: 'resolved' };
      const lines = [{ ...clash, state: 'active' }, gone, { summary: { elements: 2 } }];
      const result = ['result.jsonl', lines.map((line) => JSON.stringify(line)).join('\n')] as const;
      await give(page, [result, ...files(0.75)]);
      await page.locator('#sentence', { hasText: 'of 2 elements clash, with 1 clash' }).waitFor();
      expect(await page.locator('#notice').isHidden()).toBe(true);
      // What is resolved is there when it is asked for, and then a thing of the past.
      expect(await shownIds(page)).toEqual([clash?.id]);
      await page.locator('#clashes button').click();
      expect(await page.locator('#clash-sentence').innerText()).toMatch(/Proven\.$/);
      await page.locator('#overlay .arrow').waitFor({ state: 'attached' });
      await page.getByLabel('state').selectOption('resolved');
      expect(await shownIds(page)).toEqual([gone.id]);
      await page.locator('#clashes button').click();
      await page.locator('#overlay .arrow').waitFor({ state: 'detached' });
      expect(await page.locator('#clash-sentence').innerText()).toMatch(/^Resolved: .* overlapped /);

      await give(page, [result, ...files(0.85)]);
      await page
        .locator('#notice', { hasText: 'right.ply is not the file this result was made from: 1 of 2' })
        .waitFor();
      await page.locator('#clashes button').click();
      expect(await page.locator('#clash-sentence').innerText()).not.toContain('Proven');
      // Alone it is of as many elements as it says.
      await give(page, [['alone.jsonl', `${JSON.stringify(clash)}\n{"summary":{"elements":95}}\n`]]);
      await page.locator('#sentence', { hasText: '2 of 95 elements clash' }).waitFor();
    }));

  test('card and Save stay in view while the list scrolls; storeys, orders and what is not decided', () =>
    studio.visiting(
      'clash.html',
      async ({ page }) => {
        const many = Array.from({ length: 120 }, (_, k) => ({
          id: String(k).padStart(20, '0'),
          test: 'all',
          type: 'hard',
          a: {
            model: 'm',
            id: `${k}/1`,
            name: `${k}/pipe`,
            class: 'IfcBuildingElementProxy',
            storey: `Level ${k % 3}`,
          },
          b: { model: 'm', id: `${k}/2`, name: `${k}/wall`, class: 'IfcWallStandardCase' },
          state: k === 1 ? 'resolved' : 'active',
          depth: { lower: k % 2 === 0 ? 0 : k, upper: 4 + k },
          translation: [0, 0, 4 + k],
          point: [k, 0, 0],
          ...(k % 2 === 0 ? { decided: false } : {}),
        }));
        const text = many.map((clash) => JSON.stringify(clash)).join('\n');
        await give(page, [['many.jsonl', text]]);
        await page.locator('#clashes[data-shown="119"]').waitFor();
        // Whatever is proven before what is not.
        const ids = await shownIds(page);
        expect(ids.slice(0, 2)).toEqual([many[119]?.id, many[117]?.id]);
        expect(ids.slice(59, 61)).toEqual([many[118]?.id, many[116]?.id]);
        const row = page.locator(`#clashes [data-id="${many[4]?.id}"]`);
        await row.scrollIntoViewIfNeeded();
        await row.click();
        expect(await row.innerText()).toContain('not decided');
        expect(await row.innerText()).toContain('at most 8');
        expect(await row.innerText()).toContain('4/pipe – 4/wall');
        expect(await page.locator('#clash-sentence').innerText()).toContain('Not decided');
        await page.locator('#clash').getByText('approved').click();
        expect(await row.innerText()).toContain('approved');
        for (const selector of ['#clash-sentence', '#clash .choice', '#save', `#clashes [data-id="${many[4]?.id}"]`]) {
          const { y = -1, height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
          expect([selector, y > 40 && y + height <= 720]).toEqual([selector, true]);
        }
        await page.getByLabel('storey').selectOption('Level 2');
        expect(await shownIds(page)).toHaveLength(40);
        await page.getByLabel('order').selectOption('as in the result');
        expect((await shownIds(page))[0]).toBe(many[2]?.id);
        // No choice is cut off: the words are narrower than the box without its arrow.
        const narrow = await page.locator('#filters select:not([hidden])').evaluateAll((selects) =>
          selects
            .filter((select) => {
              const pen = Object.assign(document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D, {
                font: getComputedStyle(select).font,
              });
              const words = [...select.querySelectorAll('option')].map(({ text: word }) => pen.measureText(word).width);
              return Math.max(...words) > select.clientWidth - 32;
            })
            .map(({ ariaLabel }) => ariaLabel),
        );
        expect(narrow).toEqual([]);
      },
      { viewport: { width: 1280, height: 720 } },
    ));

  test('files alone are tested with each other', () =>
    studio.visiting('clash.html', async ({ page }) => {
      const torus = writeStl(makeShape('torus'));
      await give(page, [
        ['one.stl', torus],
        ['two.stl', writeStl(makeShape('box'))],
      ]);
      await page.locator('#sentence', { hasText: 'of 2 elements' }).waitFor();
      await settled(page);
      const set = readClashSet({ models: { one: 'one.stl', two: 'two.stl' }, tests: [{ name: 'all elements' }] });
      const files = new Map([
        ['one', elementsOf(await readAssembly(torus))],
        ['two', elementsOf(await readAssembly(writeStl(makeShape('box'))))],
      ]);
      const ids = clashesOf(set, files)
        .sort(worstFirst)
        .map(({ id }) => id);
      expect(await shownIds(page)).toEqual(ids);
      await page.locator('#clashes button').first().click();
      await page.locator('#clash').getByText('ignored').click();

      await page.waitForURL(/#files=[0-9a-f]{16}$/);
      await page.reload();
      await page.locator('#sentence', { hasText: 'of 2 elements' }).waitFor();
      await settled(page);
      expect(await shownIds(page)).toEqual(ids);
      await page.locator('#filters').getByLabel('decision').selectOption('ignored');
      expect(await shownIds(page)).toEqual(ids.slice(0, 1));
      // Files that are not here: the example instead, whose address has none.
      await page.goto(page.url().replace(/files=.*/, 'files=0123456789abcdef'));
      await page.locator('#notice', { hasText: 'The files of this link are not here' }).waitFor();
      await expect.poll(() => new URL(page.url()).hash).toBe('');
    }));

  test('an IFC file has its products, in metres; a damaged one is named', () =>
    studio.visiting('clash.html', async ({ page }) => {
      // Two walls, in millimetres; the second is 150 mm in the first.
      const walls = readFileSync(new URL('./studio/two-walls.ifc', import.meta.url));
      await give(page, [['two-walls.ifc', walls]]);
      await page.locator('#sentence', { hasText: '2 of 2 elements clash' }).waitFor();
      await settled(page);
      await page.locator('#clashes button').click();
      expect(await page.locator('#clash-sentence').innerText()).toMatch(/^wall 0 \(A\) \w+ wall 1 \(B\), 0\.15 m deep/);
      await page.getByText('Numbers', { exact: true }).click();
      expect(await page.locator('#clash dl').innerText()).toContain(
        'IfcWall · wall 0 · Level 1 · two-walls 1wall00000000000000000',
      );
      await give(page, [['damaged.ifc', walls.subarray(10)]]);
      await page.locator('#notice', { hasText: 'damaged.ifc' }).waitFor();
      expect(await page.locator('#notice').innerText()).toContain('ISO-10303-21');
      expect(await page.locator('#sentence').innerText()).toContain('2 of 2 elements clash');
    }));
});
