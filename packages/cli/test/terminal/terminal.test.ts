// What people see: the command on a terminal, which script(1) of util-linux pretends to be.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import buildCommand from '../build-command.ts';
import { COMMAND, emptyFolder } from '../run-command.ts';

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

interface Situation {
  readonly environment?: NodeJS.ProcessEnv;
  /** A shell's words that pipe into the program. */
  readonly feed?: string;
  /** Told the output so far, and how to end what has been seen enough of. */
  readonly watch?: (output: string, end: () => void) => void;
}

/** Runs a program on a terminal of 80 columns and returns what it shows; escape characters are written ␛, lines end in \n. */
async function onTerminal(program: string, words: string, situation: Situation = {}): Promise<string> {
  const { environment = {}, feed = '', watch } = situation;
  const { NO_COLOR: _ours, ...inherited } = process.env;
  const child = spawn(
    'script',
    ['-qec', `stty cols 80; ${feed} '${process.execPath}' '${program}' ${words}`, '/dev/null'],
    {
      env: { ...inherited, TERM: 'xterm', ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text.replaceAll('\x1b', '␛').replaceAll('\r\n', '\n');
    watch?.(output, () => child.kill());
  });
  await once(child, 'close');
  return output;
}

const BAR = /\r␛\[K[░█]{30} [^\r\n]*/g;

describe.runIf(hasScript)('on a terminal', () => {
  beforeAll(buildCommand);

  test('the status is bold, unless NO_COLOR is set or the terminal is dumb', async () => {
    const words = 'distance shape:box shape:box --pose-b 3,0,0';
    expect(await onTerminal(COMMAND, words)).toMatch(/^␛\[1mseparated␛\[22m\n {2}␛\[2mdistance /);
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const output = await onTerminal(COMMAND, words, { environment });
      expect(output).toMatch(/^separated\n {2}distance /);
      expect(output).not.toContain('␛');
    }
  });

  test('a bar is drawn while the thread that works has no time for it, and taken away for the answer', async () => {
    const blocked = fileURLToPath(new URL('./blocked.child.mjs', import.meta.url));
    const output = await onTerminal(blocked, '');
    const bars = output.match(BAR) ?? [];
    expect(bars.filter((line) => /█ ?░* reading long long.*… · [12] s$/.test(line)).length).toBeGreaterThan(1);
    expect(bars.at(-1)).toMatch(/ searching · [23] s$/);
    for (const line of bars) expect(line.length - '\r␛[K'.length).toBeLessThan(80);
    expect(output.replaceAll(BAR, '')).toBe('\r␛[Kthe answer\n');
    expect(await onTerminal(blocked, '', { environment: { TERM: 'dumb' } })).toBe('the answer\n');
  });

  test('a search that goes on and on says so', async () => {
    const bodies = "shape:gear 'shape:torus-knot(triangles=11520)' --pose-a 0.3,0.1,0.1";
    const output = await onTerminal(COMMAND, `penetration ${bodies} --accuracy 0 --budget 1000000000000`, {
      watch: (shown, end) => {
        if (shown.includes(' searching · ')) end();
      },
    });
    expect(output).toMatch(BAR);
  });

  test('a long batch shows how many lines are answered, and takes that away again', async () => {
    const line = JSON.stringify({ op: 'collide', a: { shape: 'box' }, b: { shape: 'box' } });
    const folder = emptyFolder();
    const [results, seen] = [join(folder, 'results.jsonl'), join(folder, 'seen')];
    const output = await onTerminal(COMMAND, `batch - -o '${results}'`, {
      feed: `(echo '${line}'; until [ -e '${seen}' ]; do sleep 0.1; done) |`,
      watch: (shown) => {
        if (shown.includes('1 answered')) writeFileSync(seen, '');
      },
    });
    expect(output).toMatch(/^(\r␛\[K[01] answered)+\r␛\[K1 answer in .*results\.jsonl\.\s*$/);
  });
});
