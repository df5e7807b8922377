// The page's side of the worker that asks. One question runs at a time and one waits, always the latest.

import type { Refusal } from '../worker/messages.ts';
import type { ContactAnswer, ContactQuestion, ContactReply, ContactRequest } from './messages.ts';

export interface ContactListener {
  /** An answer is settled if no later question waits. */
  answered(answer: ContactAnswer, settled: boolean): void;
  refused(refusal: Refusal): void;
}

export class ContactClient {
  readonly #worker = new Worker(new URL('./worker/contact-worker.ts', import.meta.url), { type: 'module' });
  readonly #listener: ContactListener;
  /** The number of the model in use: answers about one before are out of date. */
  #inUse = 0;
  #isAsking = false;
  #next: ContactQuestion | null = null;

  constructor(listener: ContactListener) {
    this.#listener = listener;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ContactReply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => listener.refused({ code: 'worker', message }));
  }

  /** Questions from now on are about this model; its bytes go to the worker. */
  use(model: Uint8Array<ArrayBuffer>): void {
    this.#post({ kind: 'use', number: ++this.#inUse, model }, [model.buffer]);
  }

  /** Asks, unless a later question comes before it is its turn. */
  ask(question: ContactQuestion): void {
    if (this.#isAsking) {
      this.#next = question;
      return;
    }
    this.#isAsking = true;
    this.#post({ kind: 'ask', question });
  }

  #post(request: ContactRequest, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, { transfer });
  }

  #receive(reply: ContactReply): void {
    const next = this.#next;
    this.#isAsking = false;
    this.#next = null;
    if (next !== null) this.ask(next);
    if (reply.number !== this.#inUse) return;
    if (reply.kind === 'answered') this.#listener.answered(reply.answer, next === null);
    else this.#listener.refused(reply.refusal);
  }
}
