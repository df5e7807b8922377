// How quick the studio is, in Chromium with its software renderer at 1280 × 720:
//
//   node scripts/studio-speed.mjs          all of it
//   node scripts/studio-speed.mjs drag     the longest task of the main thread while one of two meshes of 70,000 triangles is dragged
//   node scripts/studio-speed.mjs crowd    frames a second of the crowd of 1,000 bodies
//   node scripts/studio-speed.mjs depth    the time to the first bracket and to the answer of the spoon in the cup
//   node scripts/studio-speed.mjs size     bytes of the first page, compressed
//
// Times are by the clock, and of processors where Chromium tells them: on a busy machine the latter are what counts.

import { gzipSync } from 'node:zlib';
import { writeStl } from '@nearmiss/io';
import { serveStudio } from '@nearmiss/studio';
import { makeShape } from 'nearmiss/shapes';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const VIEWPORT = { width: 1280, height: 720 };
const TRIANGLES = 70_000;
const DRAG_STEPS = 60;
/** How long the crowd is watched. Milliseconds. */
const CROWD_TIME = 10_000;

const wanted = process.argv[2];
const MEASURES = { drag, crowd, depth, size };
const served = await serveStudio({ port: 0 });
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: FLAGS });
try {
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (wanted === undefined || wanted === name) console.log(`${name}: ${await measure()}`);
  }
} finally {
  await browser.close();
  await served.close();
}

/** @param {string} path */
async function open(path) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.setDefaultTimeout(300_000);
  await page.goto(served.url + path);
  return page;
}

async function drag() {
  const page = await open('pair.html#a=shape:box&b=shape:box&show=answer');
  await page.locator('#answer[data-settled=true]').waitFor({ state: 'attached' });
  const files = /** @type {const} */ ([
    ['knot.stl', writeStl(makeShape(`torus-knot(triangles=${TRIANGLES})`))],
    ['torus.stl', writeStl(makeShape(`distorted-torus(majorSegments=350,minorSegments=100)`))],
  ]).map(([name, bytes]) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const dataTransfer = await page.evaluateHandle((contents) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of contents) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, files);
  const loading = await traced(page, async () => {
    await page.dispatchEvent('canvas', 'drop', {
      dataTransfer,
      clientX: 100,
      clientY: 300,
      bubbles: true,
      cancelable: true,
    });
    await page.locator('.body[data-slot=b] .name', { hasText: 'torus.stl' }).waitFor();
    await page.locator('#answer[data-settled=true]').waitFor({ state: 'attached' });
  });
  const { x, y } = await bodyAt(page);
  const dragging = await traced(page, async () => {
    await page.mouse.down();
    for (let step = 1; step <= DRAG_STEPS; step++) await page.mouse.move(x - 6 * step, y);
    await page.mouse.up();
    await page.locator('#answer[data-settled=true]').waitFor({ state: 'attached' });
  });
  const status = await page.locator('#answer').getAttribute('data-status');
  const facts = await page.locator('.facts').allInnerTexts();
  await page.close();
  return `${facts.join(' and ')}, ${status}\n  while opened: ${loading}\n  while dragged: ${dragging}`;
}

/**
 * Where the right body is.
 *
 * @param {import('playwright-core').Page} page
 */
async function bodyAt(page) {
  const { width = 0, height = 0 } = (await page.locator('canvas').first().boundingBox()) ?? {};
  for (let x = width - 20; x > width / 2; x -= 15) {
    await page.mouse.move(x, 48 + height / 2);
    if ((await page.locator('canvas.over').count()) > 0) return { x, y: 48 + height / 2 };
  }
  throw new Error('There is no body on the right.');
}

/**
 * The longest tasks of the main thread of a page while something happens.
 *
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<void>} act
 */
async function traced(page, act) {
  const session = await page.context().newCDPSession(page);
  /** @type {TraceEvent[]} */
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(.../** @type {any[]} */ (value)));
  const categories = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing,__metadata';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return longestTasks(events);
}

/**
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args?: any }} TraceEvent
 */

/** @param {readonly TraceEvent[]} events */
function longestTasks(events) {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = events.filter(
    ({ name, dur, pid, tid }) =>
      name === 'RunTask' && dur !== undefined && threads.some((thread) => thread.pid === pid && thread.tid === tid),
  );
  const longest = tasks.sort((p, q) => (q.tdur ?? q.dur ?? 0) - (p.tdur ?? p.dur ?? 0)).slice(0, 5);
  const text = longest.map((task) => {
    const inside = events
      .filter((event) => event.tid === task.tid && event.pid === task.pid && event !== task)
      .filter(
        ({ ts, dur = 0 }) => ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0) && dur > 0.2 * (task.dur ?? 0),
      )
      .map(({ name, dur = 0, args }) => `${args?.data?.functionName || args?.data?.type || name} ${milliseconds(dur)}`);
    const processor = task.tdur === undefined ? '' : `, processor ${milliseconds(task.tdur)}`;
    return `    ${milliseconds(task.dur ?? 0)}${processor} (${[...new Set(inside)].slice(0, 6).join(', ')})`;
  });
  return `${tasks.length} tasks, the longest:\n${text.join('\n')}`;
}

/** @param {number} microseconds */
function milliseconds(microseconds) {
  return `${(microseconds / 1000).toFixed(1)} ms`;
}

async function crowd() {
  const page = await open('many.html?scene=crowd#bodies=1000');
  await page.locator('#counts[data-step="60"]').waitFor({ state: 'attached' });
  const before = await counted(page);
  const started = Date.now();
  const busy = await processorTimes();
  await page.waitForTimeout(CROWD_TIME);
  const seconds = (Date.now() - started) / 1000;
  const steps = (await counted(page)) - before;
  const after = await processorTimes();
  await page.close();
  const used = Object.entries(after).map(
    ([type, time]) => `${type} ${(((time - (busy[type] ?? 0)) / steps) * 1000).toFixed(1)} ms`,
  );
  return `${(steps / seconds).toFixed(1)} steps a second, each drawn; processor time of a step: ${used.join(', ')}`;
}

/** Processor time of each kind of process of the browser, in seconds. */
async function processorTimes() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  /** @type {Record<string, number>} */
  const times = {};
  for (const { type, cpuTime } of processInfo) times[type] = (times[type] ?? 0) + cpuTime;
  return times;
}

/** @param {import('playwright-core').Page} page */
async function counted(page) {
  return Number(await page.locator('#counts').getAttribute('data-step'));
}

async function depth() {
  const page = await open('');
  const started = Date.now();
  await page.locator('#cards a', { hasText: 'Depth' }).click();
  await page.locator('#depth[data-bound], #depth[data-settled=true]').first().waitFor({ state: 'attached' });
  const bound = Date.now() - started;
  await page.locator('#depth[data-settled=true]').waitFor({ state: 'attached' });
  const answer = Date.now() - started;
  const search = await page.locator('#depth dd').last().innerText();
  await page.close();
  return `first bracket after ${bound} ms, answer after ${answer} ms (search again: ${search})`;
}

async function size() {
  const page = await open('');
  await page.waitForLoadState('networkidle');
  const urls = await page.evaluate(() => [
    location.href,
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ]);
  await page.close();
  const sizes = await Promise.all(
    urls.map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
  );
  return `${sizes.reduce((sum, bytes) => sum + bytes, 0).toLocaleString('en')} bytes in ${urls.length} files`;
}
