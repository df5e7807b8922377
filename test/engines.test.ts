// Every answer of the library has the same bits on every engine: one hash for each kind of question, in the Node that runs the tests,
// in Node 24 (another V8), Deno (V8), Bun (JavaScriptCore) and Chromium. The built library is asked.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { findEngines } from '../scripts/engines.mjs';
import { emptyFolder, ROOT } from './build.ts';

type Answers = readonly (readonly [question: string, hash: string])[];

const run = promisify(execFile);
let script = '';
let program = '';
let expected: Answers = [];

beforeAll(async () => {
  const [{ output }] = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: join(ROOT, 'packages/core/test/reentry/all-answers.ts'),
        formats: ['iife'],
        name: 'bundle',
      },
    },
  })) as Rolldown.RolldownOutput[];
  script = output[0].code;
  const folder = emptyFolder('engines');
  mkdirSync(join(folder, 'deno'));
  program = join(folder, 'answers.mjs');
  writeFileSync(program, `${script}\nconsole.log(JSON.stringify(bundle.allAnswers()));\n`);
  expected = await answersOf([process.execPath]);
});

async function answersOf([engine, ...args]: readonly string[]): Promise<Answers> {
  const env = { ...process.env, DENO_DIR: join(program, '../deno'), DENO_NO_UPDATE_CHECK: '1', NODE_OPTIONS: '' };
  const { stdout } = await run(engine ?? '', [...args, program], { env, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout);
}

test('all questions are asked', () => {
  const questions = new Set(expected.map(([name]) => name.split(' ')[0]));
  for (const name of [
    'collide',
    'distance',
    'tolerance',
    'penetration',
    'timeOfContact',
    'raycast',
    'world.step',
    'shape',
  ]) {
    expect(questions).toContain(name);
  }
  // Different questions, different answers; the medial axis of nothing is none.
  expect(expected.length).toBeGreaterThan(120);
  expect(new Set(expected.map(([, hash]) => hash)).size).toBeGreaterThan(100);
});

describe('the same bits', () => {
  for (const { name, command } of findEngines()) {
    test.skipIf(command === null)(`in ${name}`, async () => {
      expect(await answersOf(command ?? [])).toEqual(expected);
    });
  }

  test.skipIf(findChromium() === null)('in Chromium', async () => {
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: `${script}\nglobalThis.bundle = bundle;` });
      const found = await page.evaluate(() => Reflect.get(globalThis, 'bundle').allAnswers());
      expect(found).toEqual(expected);
    } finally {
      await browser.close();
    }
  });
});
