// The thread that draws while the main thread works. The end of a search is unknown, so a block moves back and forth.

import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { bar, CLEAR, PATIENCE, REDRAW, WIDTH } from './bar.ts';
import type { BusyData } from './busy.ts';

const STDERR = 2;
const BLOCK = 6;
/** Characters beside the bar and the text: blanks, a dot, and seconds up to a day. */
const SURROUNDINGS = 12;

const { shown, columns }: BusyData = workerData;
const width = Math.max(0, columns - WIDTH - SURROUNDINGS);
const started = performance.now();
let what = '';

parentPort?.on('message', (text: string) => {
  what = text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
});

setInterval(() => {
  const elapsed = performance.now() - started;
  if (elapsed < PATIENCE) return;
  const range = WIDTH - BLOCK;
  const at = range - Math.abs((Math.floor(elapsed / REDRAW) % (2 * range)) - range);
  Atomics.store(shown, 0, 1);
  writeSync(STDERR, `${CLEAR}${bar(at, at + BLOCK)} ${what} · ${Math.floor(elapsed / 1000)} s`);
}, REDRAW);
