// Shows what a command is doing, and for how long, on stderr if that is a terminal and it takes long. A query blocks this thread,
// so another one draws.

import { Worker } from 'node:worker_threads';
import { oneLine } from '../usage.ts';
import { CLEAR, canRedraw } from './bar.ts';

/** The input of the drawing thread. */
export interface BusyData {
  /** Not 0 once something was drawn. */
  readonly shown: Int32Array;
  /** Characters of a line. */
  readonly columns: number;
}

/** Default width of a terminal that does not report it. */
const USUAL_COLUMNS = 80;

let drawing: { readonly worker: Worker; readonly shown: Int32Array } | null = null;

/** Sets the current task. */
export function showBusy(what: string): void {
  if (!canRedraw(process.stderr)) return;
  drawing ??= startDrawing();
  drawing.worker.postMessage(oneLine(what));
}

/** Clears the line; call it before other output to the terminal. */
export async function hideBusy(): Promise<void> {
  if (drawing === null) return;
  const { worker, shown } = drawing;
  drawing = null;
  await worker.terminate();
  if (Atomics.load(shown, 0) !== 0) process.stderr.write(CLEAR);
}

function startDrawing(): NonNullable<typeof drawing> {
  const shown = new Int32Array(new SharedArrayBuffer(4));
  const workerData: BusyData = { shown, columns: process.stderr.columns || USUAL_COLUMNS };
  const worker = new Worker(new URL('./busy-worker.js', import.meta.url), { workerData });
  worker.unref();
  return { worker, shown };
}
