// The site as readers meet it: built, served below a path, in a real browser without network.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collide, distance, Model, penetration, timeOfContact } from 'nearmiss';
import { traceDistance } from 'nearmiss/lab';
import { makeShape } from 'nearmiss/shapes';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSite } from '../scripts/check-site.mjs';
import { findChromium } from '../scripts/chromium.mjs';
import { installSite } from '../scripts/site.mjs';
import { STUDIO_EXAMPLES } from '../scripts/studio-pages.mjs';
import { emptyFolder, ROOT } from './build.ts';
import { type ServedFolder, serveBelow } from './site/served-folder.ts';
import { launchBrowser } from './studio/browser.ts';

const BASE = '/some/path/';
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;
/** For what a busy machine needs. */
const PATIENTLY = { timeout: 120_000 };

/** Where the screenshots go; git ignores it. */
const SCREENSHOTS = join(ROOT, 'site/screenshots');

/** One page of each kind. */
const KINDS = {
  home: '',
  guide: 'guide/choosing-a-query.html',
  reference: 'reference/statuses-and-errors.html',
  algorithm: 'algorithms/penetration.html',
  world: 'algorithms/world.html',
  lab: 'lab/volumes.html',
  plots: 'lab/broad-phase.html',
  'api-index': 'api/index.html',
  api: 'api/nearmiss.html',
  benchmark: 'benchmark.html',
  papers: 'papers.html',
} as const;

describe('the check of links', () => {
  test('finds what is missing', () => {
    const folder = emptyFolder('dead-links');
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'index.html'), '<a href="/base/inner/page.html#there">x</a><img src="picture.svg">');
    writeFileSync(join(folder, 'inner/page.html'), '<h2 id="there">y</h2><a href="../index.html#no">z</a>');
    writeFileSync(
      join(folder, 'style.css'),
      'a { background: url(/elsewhere/x.png) } b { background: url("style.css") }',
    );
    writeFileSync(join(folder, 'loads.html'), '<script src="https://example.org/x.js"></script><a href="gone">q</a>');
    expect(checkSite(folder, '/base/').sort()).toEqual([
      'index.html loads picture.svg, which is not there.',
      'inner/page.html links to ../index.html#no: no such anchor.',
      'loads.html links to gone, which is not there.',
      'loads.html loads https://example.org/x.js from elsewhere.',
      'style.css loads /elsewhere/x.png, which is outside /base/.',
    ]);
    expect(checkSite(emptyFolder('no-site'), '/')).toHaveLength(1);
  });
});

const missing = installSite();

describe.skipIf(missing !== null)('the site', () => {
  let folder = '';
  let built = { status: null as number | null, output: '' };

  beforeAll(() => {
    folder = emptyFolder('site');
    // A proxy that leads nowhere: what needs the network fails.
    const offline = { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', npm_config_offline: 'true' };
    const env = { ...process.env, ...offline, NEARMISS_SITE_BASE: BASE, NEARMISS_SITE_OUT: folder };
    const run = spawnSync(process.execPath, ['scripts/site.mjs'], { cwd: ROOT, env, encoding: 'utf8' });
    built = { status: run.status, output: run.stdout + run.stderr };
  });

  test('builds without network', () => {
    expect([built.status, built.output]).toEqual([0, expect.stringContaining('Every link and asset')]);
  });

  test('has no dead link, no dead anchor and no missing asset', () => {
    expect(checkSite(folder, BASE)).toEqual([]);
  });

  test('has a page for every page of docs/ and for every entry point', () => {
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => name.replace(/\.md$/, '.html'));
    expect(docs.length).toBeGreaterThan(30);
    expect(docs.filter((page) => !pages.includes(page))).toEqual([]);
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8'));
    const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
    const api = entries.map((entry) => `api/nearmiss${entry.slice(1).replace('/', '-')}.html`);
    expect(api.filter((page) => !pages.includes(page))).toEqual([]);
    expect(readFileSync(join(folder, 'api/nearmiss.html'), 'utf8')).toContain('id="timeofcontact"');
  });

  describe.skipIf(findChromium() === null)('in a browser', () => {
    let browser: Browser | null = null;
    let served: ServedFolder | null = null;

    beforeAll(async () => {
      served = await serveBelow(folder, BASE);
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      served?.close();
    });

    /** A visit during which nothing goes wrong and nothing is asked of another server. */
    async function visiting(path: string, during: (page: Page) => Promise<void>): Promise<void> {
      const context = await browser?.newContext({ viewport: SIZES.wide, reducedMotion: 'reduce' });
      const page = await context?.newPage();
      if (context === undefined || page === undefined) throw new Error('There is no browser.');
      const troubles: string[] = [];
      page.on('console', (message) => {
        // The driver of a machine without a graphics card says that it is slow.
        if (['error', 'warning'].includes(message.type()) && !/GL Driver Message/.test(message.text()))
          troubles.push(message.text());
      });
      page.on('pageerror', (error) => troubles.push(String(error)));
      page.on('response', (response) => {
        if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
      });
      page.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(served?.url ?? '-'))
          troubles.push(request.url());
      });
      await page.goto(`${served?.url}${path}`, PATIENTLY);
      await during(page);
      expect(troubles).toEqual([]);
      await context.close();
    }

    const models = new Map<string, Model>();
    function modelOf(shape: string): Model {
      const model = models.get(shape) ?? Model.build(makeShape(shape));
      models.set(shape, model);
      return model;
    }

    /** What a demo shows, once it differs from what it showed before. */
    async function answerOf(page: Page, before = ''): Promise<string> {
      const root = page.locator('.demo[data-answer]').first();
      await root.waitFor(PATIENTLY);
      await expect.poll(() => root.getAttribute('data-answer'), PATIENTLY).not.toBe(before);
      return (await root.getAttribute('data-answer')) ?? '';
    }

    /** The library's numbers, to the last bit; and they are what people read. */
    async function expectAnswer(page: Page, text: string): Promise<void> {
      const { query, shapes, poses, status, values } = JSON.parse(text);
      const [a, b] = [modelOf(shapes.a), modelOf(shapes.b)];
      const motion = { from: poses.a, to: poses.end };
      const asked = {
        distance: () => distance(a, poses.a, b, poses.b),
        collide: () => collide(a, poses.a, b, poses.b, { contacts: 'all' }),
        penetration: () => penetration(a, poses.a, b, poses.b),
        'time-of-contact': () => timeOfContact(a, motion, b, poses.b),
      };
      const result = asked[query as keyof typeof asked]() as unknown as Record<string, unknown>;
      expect(status).toBe(result.status);
      expect(Object.keys(values)).not.toEqual([]);
      for (const [name, value] of Object.entries(values)) expect([name, value]).toEqual([name, result[name]]);
      const shown = (await page.locator('.demo-answer').first().innerText()).replaceAll('\n', ' ');
      expect(shown).toContain(String(status));
      const main = values.distance ?? values.depth ?? values.toc ?? values.pairCount;
      if (main !== null && status !== 'separated') expect(shown).toContain(String(Number(main.toPrecision(7))));
      const sentence = await page.locator('.demo-sentence').first().innerText();
      expect(sentence).toMatch(/^[AB] .+\.$/);
      if (query === 'distance' && status === 'separated')
        expect(sentence).toContain(` ${Number(main.toPrecision(3))} apart`);
      if (status === 'overlapping') expect(sentence).toContain(`A is ${Number(main.toPrecision(3))} deep in B`);
    }

    test('demos of every query answer with the numbers of the library, by keyboard too', async () => {
      await visiting('guide/choosing-a-query.html', async (page) => {
        let shown = await answerOf(page);
        await expectAnswer(page, shown);
        for (const query of ['collide', 'penetration', 'time-of-contact', 'distance']) {
          await page.locator('.demo-controls select').first().selectOption(query);
          await expect.poll(async () => JSON.parse(await answerOf(page)).query, PATIENTLY).toBe(query);
          shown = await answerOf(page);
          await expectAnswer(page, shown);
          await page.locator('.demo canvas').focus();
          await page.keyboard.press('ArrowRight');
          const moved = await answerOf(page, shown);
          expect(JSON.parse(moved).poses.a.position[0]).toBeGreaterThan(JSON.parse(shown).poses.a.position[0]);
          await expectAnswer(page, moved);
        }
      });
    });

    test('the studio is there, and so are the examples of three.js', async () => {
      await visiting('', async (page) => {
        await page.getByRole('link', { name: 'Try it' }).click();
        await page.locator('#cards img').first().waitFor(PATIENTLY);
        expect(page.url()).toBe(`${served?.url}studio/`);
        for (const example of STUDIO_EXAMPLES) {
          await page.goto(`${served?.url}studio/examples/${example}.html`);
          await page.locator('output:not(:empty)').waitFor(PATIENTLY);
        }
      });
    });

    /** Drags what has a mark of the picture of a demo, searched for along the middle of it, to the left. */
    async function drag(page: Page, isThere: (canvas: HTMLElement | SVGElement) => boolean): Promise<void> {
      const canvas = page.locator('.demo canvas');
      await canvas.scrollIntoViewIfNeeded();
      const box = await canvas.boundingBox();
      if (box === null) throw new Error('There is no picture.');
      for (let x = 0.1; x < 0.9; x += 0.015) {
        const at = { x: box.x + x * box.width, y: box.y + box.height / 2 };
        await page.mouse.move(at.x, at.y);
        if (!(await canvas.evaluate(isThere))) continue;
        await page.mouse.down();
        await page.mouse.move(at.x - 40, at.y, { steps: 4 });
        await page.mouse.up();
        return;
      }
      throw new Error('There is no such thing in the picture.');
    }

    test('a body follows the pointer, and a handle leads it along an axis, with the hands of the studio', async () => {
      await visiting('algorithms/tree-search.html', async (page) => {
        const shown = await answerOf(page);
        await drag(page, ({ classList }) => classList.contains('over'));
        const moved = await answerOf(page, shown);
        expect(JSON.parse(moved).poses).not.toEqual(JSON.parse(shown).poses);
        await expectAnswer(page, moved);
        await drag(page, ({ dataset }) => dataset.handle === 'X');
        const led = await answerOf(page, moved);
        const [before, after] = [moved, led].map((text) => JSON.parse(text).poses.a);
        expect(after.position[0]).toBeLessThan(before.position[0]);
        expect({ ...after, position: after.position.slice(1) }).toEqual({
          ...before,
          position: before.position.slice(1),
        });
        await expectAnswer(page, led);
      });
    });

    test('the demo of a distance shows the steps of the search, with the views of the studio', async () => {
      await visiting('algorithms/tree-search.html', async (page) => {
        const { shapes, poses } = JSON.parse(await answerOf(page));
        const { steps } = traceDistance(modelOf(shapes.a), poses.a, modelOf(shapes.b), poses.b);
        await page.locator('.demo-trace summary').click();
        await page.locator(`.distance-trace[data-step="${steps.length}"]`).waitFor(PATIENTLY);
        await page.getByRole('button', { name: 'Back to the first step' }).click();
        await page.getByRole('button', { name: 'One step on' }).click();
        const shown = await page
          .locator('.distance-trace')
          .evaluate(({ dataset: { step, lower, upper, volumeTests } }: HTMLElement) =>
            [step, lower, upper, volumeTests].map(Number),
          );
        const second = steps[1];
        expect(shown).toEqual([2, second?.lower, second?.upper, second?.volumeTests]);
      });
    });

    test('the demo of a world finds the pairs that collide finds', async () => {
      await visiting('guide/many-bodies.html', async (page) => {
        let text = await answerOf(page);
        for (let k = 0; k < 3; k++) {
          const { shapes, poses, pairs } = JSON.parse(text);
          const expected: number[][] = [];
          for (let a = 0; a < poses.length; a++) {
            for (let b = a + 1; b < poses.length; b++) {
              if (collide(modelOf(shapes[a]), poses[a], modelOf(shapes[b]), poses[b]).colliding) expected.push([a, b]);
            }
          }
          expect([...pairs].sort(([a, b], [c, d]) => a - c || b - d)).toEqual(expected);
          expect(poses.length).toBeGreaterThan(20);
          await page.locator('.demo canvas').focus();
          await page.keyboard.press('ArrowLeft');
          text = await answerOf(page, text);
        }
        await drag(page, ({ classList }) => classList.contains('over'));
        const moved = JSON.parse(await answerOf(page, text));
        const others = JSON.parse(text).poses.filter((pose: unknown, k: number) => {
          return JSON.stringify(pose) === JSON.stringify(moved.poses[k]);
        });
        // It rests, as motion is not wanted: one body has moved.
        expect(others).toHaveLength(moved.poses.length - 1);
      });
    });

    test('search finds a page about penetration', async () => {
      await visiting('guide/getting-started.html', async (page) => {
        await page.locator('.DocSearch-Button, .VPNavBarSearchButton, #local-search button').first().click();
        await page.locator('#localsearch-input').fill('penetration');
        const results = page.locator('.VPLocalSearchBox .result');
        await results.first().waitFor(PATIENTLY);
        const links = await results.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
        expect(links.join(' ')).toContain(`${BASE}algorithms/penetration`);
      });
    });

    test('a link leads to another page', async () => {
      await visiting('documentation.html', async (page) => {
        await page.locator('main a', { hasText: 'Getting started' }).first().click();
        await page.waitForURL(`**${BASE}guide/getting-started*`, PATIENTLY);
        await page.locator('h1', { hasText: 'Getting started' }).waitFor(PATIENTLY);
      });
    });

    test.each(Object.entries(KINDS))('%s fits both sizes and both themes', async (kind, path) => {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await visiting(path, async (page) => {
        await page.locator('main, .VPHome').first().waitFor(PATIENTLY);
        if ((await page.locator('.demo').count()) > 0) await answerOf(page);
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          for (const scheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme: scheme });
            if ((await page.locator('.demo').count()) > 0) await page.locator('.demo').first().scrollIntoViewIfNeeded();
            await expect.poll(() => page.locator('html.dark').count(), PATIENTLY).toBe(scheme === 'dark' ? 1 : 0);
            // Twice: what the change asks for is drawn in the first frame behind it.
            await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
            expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
            await page.screenshot({ path: join(SCREENSHOTS, `${kind}-${size}-${scheme}.png`) });
          }
        }
      });
    });
  });
});
