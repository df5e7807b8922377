// The worker as the page sees it. While a question is being answered only the last of those behind it is kept.

import type { BodyShape, Slot } from '../../apps/studio/src/page/body.ts';
import type { Traced, WantedTrace } from '../../apps/studio/src/page/worker/messages.ts';
import type { Answer, Question, Reply, Request } from './messages.ts';

export interface Listener {
  onShape(slot: Slot, shape: BodyShape): void;
  onAnswer(answer: Answer): void;
  onTrace(wanted: WantedTrace, traced: Traced): void;
  onError(message: string): void;
}

export class QueryClient {
  readonly #worker: Worker;
  #ticket = 0;
  #isBusy = false;
  #waiting: Question | null = null;

  constructor(worker: Worker, listener: Listener) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data, listener));
    worker.addEventListener('error', ({ message }) => listener.onError(message));
  }

  /** Answers to questions asked before are dropped. */
  setShape(slot: Slot, shape: string): void {
    this.#ticket++;
    this.#isBusy = false;
    this.#waiting = null;
    this.#send({ kind: 'shape', slot, shape });
  }

  ask(question: Question): void {
    this.#waiting = question;
    this.#next();
  }

  trace(wanted: WantedTrace): void {
    this.#send({ kind: 'trace', wanted });
  }

  close(): void {
    this.#worker.terminate();
  }

  #next(): void {
    if (this.#isBusy || this.#waiting === null) return;
    this.#isBusy = true;
    this.#send({ kind: 'ask', ticket: ++this.#ticket, question: this.#waiting });
    this.#waiting = null;
  }

  #receive(reply: Reply, listener: Listener): void {
    if (reply.kind === 'traced') {
      listener.onTrace(reply.wanted, reply.traced);
      return;
    }
    if (reply.kind === 'shape') listener.onShape(reply.slot, reply.shape);
    else if (reply.kind === 'error') listener.onError(reply.message);
    if (reply.kind === 'shape' || (reply.kind === 'answer' && reply.ticket !== this.#ticket)) return;
    this.#isBusy = false;
    if (reply.kind === 'answer') listener.onAnswer(reply.answer);
    this.#next();
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }
}
