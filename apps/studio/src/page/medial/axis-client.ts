// The page's side of the worker that makes axes. One is made at a time and one waits, always the latest; the one being made
// is then given up, where memory can be shared with the worker, and ignored where not.

import type { Refusal } from '../worker/messages.ts';
import type { AxisReply, AxisRequest, AxisWish, ErrorCurve, MadeAxis } from './messages.ts';

export interface AxisListener {
  /** How much is done, from 0 to 1. */
  progressed(done: number): void;
  made(axis: MadeAxis): void;
  /** The errors of axes of other sizes. */
  recorded(curve: ErrorCurve): void;
  refused(refusal: Refusal): void;
}

export class AxisClient {
  readonly #worker = new Worker(new URL('./worker/axis-worker.ts', import.meta.url), { type: 'module' });
  readonly #listener: AxisListener;
  /** Pages that are isolated from others may share memory. */
  readonly #wanted: Int32Array | null = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  #tickets = 0;
  #isBusy = false;
  #next: AxisWish | null = null;

  constructor(listener: AxisListener) {
    this.#listener = listener;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<AxisReply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => listener.refused({ code: 'worker', message }));
  }

  /** Asks for an axis in place of all others. */
  make(wish: AxisWish): void {
    const ticket = ++this.#tickets;
    if (this.#wanted !== null) Atomics.store(this.#wanted, 0, ticket);
    if (this.#isBusy) this.#next = wish;
    else this.#send(wish);
  }

  #send(wish: AxisWish): void {
    this.#isBusy = true;
    this.#worker.postMessage({ ticket: this.#tickets, wish, wanted: this.#wanted } satisfies AxisRequest);
  }

  #receive(reply: AxisReply): void {
    if (reply.kind === 'progress') {
      if (reply.ticket === this.#tickets) this.#listener.progressed(reply.done);
      return;
    }
    if (reply.kind === 'curve') {
      this.#listener.recorded(reply.curve);
      return;
    }
    const next = this.#next;
    this.#isBusy = false;
    this.#next = null;
    if (next !== null) this.#send(next);
    else if (reply.kind === 'made') this.#listener.made(reply.made);
    else if (reply.kind === 'refused') this.#listener.refused(reply.refusal);
  }
}
