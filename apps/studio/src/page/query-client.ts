// The page's side of the worker. One question runs at a time and one waits, always the latest: however fast a body
// is dragged, answers never queue up.

import type { BodyShape, Slot } from './body.ts';
import type { PlainMesh } from './share/scene-query.ts';
import type { Show, Shown } from './shown.ts';
import type {
  Answer,
  Grouped,
  Question,
  Refusal,
  Reply,
  Request,
  Source,
  Traced,
  WantedTrace,
  Watched,
} from './worker/messages.ts';

/** What the worker refused, and why. */
export class RefusedError extends Error implements Refusal {
  readonly code: string;

  constructor({ code, message }: Refusal) {
    super(message);
    this.code = code;
  }
}

export interface QueryListener {
  /** An answer is settled if no later question waits. */
  answered(answer: Answer, settled: boolean, show: Show, watched: Watched | null): void;
  /** The depth is at most this; the answer follows. */
  bounded(upper: number): void;
  refused(refusal: Refusal): void;
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: RefusedError): void;
}

export class QueryClient {
  readonly #worker = new Worker(new URL('./worker/query-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  readonly #listener: QueryListener;
  #tickets = 0;
  #asked: number | null = null;
  #next: Question | null = null;

  constructor(listener: QueryListener) {
    this.#listener = listener;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => listener.refused({ code: 'worker', message }));
  }

  /** Replaces a body. If what is given is refused, the old one stays. */
  async load(slot: Slot, source: Source): Promise<BodyShape> {
    const reply = await this.#request({ kind: 'load', ticket: this.#tickets++, slot, source });
    if (reply.kind !== 'loaded') throw misplaced(reply);
    return reply.shape;
  }

  /** The faces of both bodies by what is to be shown. */
  async group(shown: Shown): Promise<Grouped> {
    const reply = await this.#request({ kind: 'group', ticket: this.#tickets++, shown });
    if (reply.kind !== 'grouped') throw misplaced(reply);
    return reply.groups;
  }

  /** A search, step by step. */
  async trace(wanted: WantedTrace): Promise<Traced> {
    const reply = await this.#request({ kind: 'trace', ticket: this.#tickets++, wanted });
    if (reply.kind !== 'traced') throw misplaced(reply);
    return reply.traced;
  }

  /** The mesh of a body, three numbers a vertex and a triangle. */
  async mesh(slot: Slot): Promise<PlainMesh> {
    const reply = await this.#request({ kind: 'mesh', ticket: this.#tickets++, slot });
    if (reply.kind !== 'mesh') throw misplaced(reply);
    return { positions: triples(reply.positions), triangles: triples(reply.triangles) };
  }

  /** Asks about these poses, unless later ones come before it is their turn. */
  ask(question: Question): void {
    if (this.#asked !== null) {
      this.#next = question;
      return;
    }
    this.#asked = this.#tickets++;
    this.#send({ kind: 'ask', ticket: this.#asked, question });
  }

  #request(request: Request): Promise<Reply> {
    this.#send(request);
    return new Promise((resolve, reject) => this.#waiting.set(request.ticket, { resolve, reject }));
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.ticket);
    if (waiting !== undefined) {
      this.#waiting.delete(reply.ticket);
      if (reply.kind === 'refused') waiting.reject(new RefusedError(reply.refusal));
      else waiting.resolve(reply);
      return;
    }
    if (reply.kind === 'bounded') {
      this.#listener.bounded(reply.upper);
      return;
    }
    const next = this.#next;
    this.#asked = null;
    this.#next = null;
    if (next !== null) this.ask(next);
    if (reply.kind === 'answered') this.#listener.answered(reply.answer, next === null, reply.show, reply.watched);
    else if (reply.kind === 'refused') this.#listener.refused(reply.refusal);
  }
}

function triples(list: Float64Array | Uint32Array): number[][] {
  return Array.from({ length: list.length / 3 }, (_, k) => [...list.subarray(3 * k, 3 * k + 3)]);
}

function misplaced({ kind }: Reply): Error {
  return new Error(`The worker replied with ${kind} to another request.`);
}
