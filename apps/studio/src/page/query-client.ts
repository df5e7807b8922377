// The page's side of the worker. One question is under way at a time and one waits, always the latest: however fast a body
// is dragged, answers never queue up.

import type { BodyShape, Slot } from './body.ts';
import type { Answer, Poses, Refusal, Reply, Request, Source } from './worker/messages.ts';

/** What the worker refused, and why. */
export class RefusedError extends Error implements Refusal {
  readonly code: string;

  constructor({ code, message }: Refusal) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  resolve(shape: BodyShape): void;
  reject(error: RefusedError): void;
}

export class QueryClient {
  readonly #worker = new Worker(new URL('./worker/query-worker.ts', import.meta.url), { type: 'module' });
  readonly #loads = new Map<number, Waiting>();
  readonly #onAnswer: (answer: Answer, settled: boolean) => void;
  readonly #onRefusal: (refusal: Refusal) => void;
  #tickets = 0;
  #asked: number | null = null;
  #next: Poses | null = null;

  /** An answer is settled if no later question waits. */
  constructor(onAnswer: (answer: Answer, settled: boolean) => void, onRefusal: (refusal: Refusal) => void) {
    this.#onAnswer = onAnswer;
    this.#onRefusal = onRefusal;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => onRefusal({ code: 'worker', message }));
  }

  /** Replaces a body. If what is given is refused, the old one stays. */
  load(slot: Slot, source: Source): Promise<BodyShape> {
    const ticket = this.#tickets++;
    this.#send({ kind: 'load', ticket, slot, source });
    return new Promise((resolve, reject) => this.#loads.set(ticket, { resolve, reject }));
  }

  /** Asks about these poses, unless later ones come before it is their turn. */
  ask(poses: Poses): void {
    if (this.#asked !== null) {
      this.#next = poses;
      return;
    }
    this.#asked = this.#tickets++;
    this.#send({ kind: 'ask', ticket: this.#asked, poses });
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }

  #receive(reply: Reply): void {
    const load = this.#loads.get(reply.ticket);
    this.#loads.delete(reply.ticket);
    if (reply.kind === 'loaded') load?.resolve(reply.shape);
    else if (reply.kind === 'refused' && load !== undefined) load.reject(new RefusedError(reply.refusal));
    else {
      const next = this.#next;
      this.#asked = null;
      this.#next = null;
      if (next !== null) this.ask(next);
      if (reply.kind === 'answered') this.#onAnswer(reply.answer, next === null);
      else this.#onRefusal(reply.refusal);
    }
  }
}
