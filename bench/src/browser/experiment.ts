// The same queries in Node and in Chromium, pass by pass in turn, with and without the kernels. bench/README.md.

import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import type { Experiment, Findings } from '../experiment.ts';
import { BROWSER_GOAL, judge } from '../goals.ts';
import { encodeMesh } from '../mesh-file.ts';
import { DEFAULT_OUT_DIR, SHARED_BENCH_DIR } from '../paths.ts';
import { alignColumns, number, ratio } from '../report/format.ts';
import { hasSharedWorkloads } from '../shared-workloads.ts';
import { median } from '../statistics.ts';
import { ASKED_TOLERANCE } from '../workload.ts';
import { generatedSource, sharedSource, type WorkloadSource } from '../workload-source.ts';
import type { EnginePass, SentWorkload } from './program.ts';

/** The first model of each is asked. */
const KINDS: readonly string[] = ['W1', 'W4', 'W2a', 'W2b', 'tolerance', 'W5sep'];
const PROGRAM = fileURLToPath(new URL('program.js', import.meta.url));
/** Without these headers the clock of a page has steps of 100 µs. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const FLAGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

interface Engine {
  prepare(base: string, name: string): Promise<void>;
  pass(name: string, withKernels: boolean): Promise<EnginePass>;
}

export interface BrowserRow {
  readonly workload: string;
  readonly kernels: boolean;
  /** Microseconds a query, by round. */
  readonly node: readonly number[];
  readonly chromium: readonly number[];
  /** Rounds whose answers add up to another sum in Chromium. */
  readonly mistakes: number;
}

export const browserTimes: Experiment = {
  name: 'browser',
  run: async (rounds) => {
    const source = hasSharedWorkloads(SHARED_BENCH_DIR) ? sharedSource(SHARED_BENCH_DIR) : generatedSource();
    const names = KINDS.flatMap((kind) => source.entries.filter((entry) => entry.kind === kind).slice(0, 1));
    const bundle = await bundleProgram();
    const server = await serve(source, bundle);
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = await launch();
    try {
      const engines = [await nodeEngine(bundle), await pageEngine(browser, base)];
      const rows: BrowserRow[] = [];
      for (const { name } of names) {
        for (const engine of engines) await engine.prepare(base, name);
        for (const kernels of [false, true]) rows.push(await measure(engines, name, kernels, rounds));
      }
      return present(rows);
    } finally {
      await browser.close();
      server.close();
    }
  },
  redraw: (data) => present(data as BrowserRow[]),
};

async function measure(
  engines: readonly Engine[],
  name: string,
  kernels: boolean,
  rounds: number,
): Promise<BrowserRow> {
  const passes: EnginePass[][] = engines.map(() => []);
  // The first round is for the compilers.
  for (let round = 0; round <= rounds; round++) {
    for (const [k, engine] of engines.entries()) {
      const found = await engine.pass(name, kernels);
      if (round > 0) passes[k].push(found);
    }
  }
  const [node, page] = passes;
  const mistakes = node.filter(({ sum }, k) => sum !== page[k].sum).length;
  const times = (all: readonly EnginePass[]): number[] => all.map(({ microseconds }) => microseconds);
  return { workload: name, kernels, node: times(node), chromium: times(page), mistakes };
}

/** The program with the library in one file, for both engines. */
async function bundleProgram(): Promise<string> {
  mkdirSync(DEFAULT_OUT_DIR, { recursive: true });
  const outfile = join(DEFAULT_OUT_DIR, 'browser-program.mjs');
  await build({ entryPoints: [PROGRAM], outfile, bundle: true, format: 'esm', logLevel: 'silent' });
  return outfile;
}

async function serve(source: WorkloadSource, bundle: string): Promise<Server> {
  const answer = (path: string): [type: string, body: string | Uint8Array] | null => {
    const [, folder, name = ''] = path.split('/');
    if (folder === '') return ['text/html', '<!doctype html><meta charset="utf-8">'];
    if (folder === 'program.js') return ['text/javascript', readFileSync(bundle)];
    if (folder === 'models') return ['application/octet-stream', encodeMesh(source.mesh(name))];
    const entry = source.entries.find((one) => folder === 'workloads' && one.name === name);
    if (entry === undefined) return null;
    const { kind, model, poses, warmUp } = source.load(entry);
    const sent: SentWorkload = { name, kind, model, tolerance: ASKED_TOLERANCE, poses, warmUp };
    return ['application/json', JSON.stringify(sent)];
  };
  const server = createServer((request, response) => {
    const found = answer(request.url ?? '/');
    response.writeHead(found === null ? 404 : 200, { ...ISOLATED, 'content-type': found?.[0] ?? 'text/plain' });
    response.end(found?.[1] ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function nodeEngine(bundle: string): Promise<Engine> {
  const program = (await import(pathToFileURL(bundle).href)) as typeof import('./program.ts');
  return { prepare: program.prepare, pass: async (name, withKernels) => program.pass(name, withKernels) };
}

async function launch(): Promise<Browser> {
  const executablePath = process.env.NEARMISS_CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: FLAGS });
}

async function pageEngine(browser: Browser, base: string): Promise<Engine> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(base);
  const call = (name: string, ...args: readonly (string | boolean)[]): Promise<unknown> =>
    page.evaluate(`import('/program.js').then((program) => program.${name}(...${JSON.stringify(args)}))`);
  return {
    prepare: async (_, name) => void (await call('prepare', base, name)),
    pass: async (name, withKernels) => (await call('pass', name, withKernels)) as EnginePass,
  };
}

function present(rows: readonly BrowserRow[]): Findings {
  const shown = rows.map(({ workload, kernels, node, chromium: page, mistakes }) => {
    const ratios = node.map((microseconds, k) => page[k] / microseconds);
    return { workload, kernels, node: Math.min(...node), page: Math.min(...page), ratio: median(ratios), mistakes };
  });
  const lines = shown.map((row) => [
    `${row.workload}${row.kernels ? ', simd' : ''}`,
    number(row.node),
    number(row.page),
    ratio(row.ratio),
    `${row.mistakes}`,
  ]);
  const table = alignColumns([['mean µs a query', 'Node', 'Chromium', 'Chromium / Node', 'other sums'], ...lines]);
  return {
    table,
    data: rows,
    goals: shown
      .filter(({ kernels }) => kernels)
      .map((row) => judge({ ...BROWSER_GOAL, what: `${row.workload}: ${BROWSER_GOAL.what}` }, row.ratio)),
    mistakes: rows.reduce((sum, row) => sum + row.mistakes, 0),
  };
}
