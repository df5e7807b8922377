// A worker of the browser, or a thread of Node, with one interface.

import { type FromWorker, NODE_THREADS, type ToWorker } from './worker-protocol.ts';

export interface Thread {
  post(message: ToWorker): void;
  terminate(): void;
}

export interface ThreadEvents {
  readonly onReply: (reply: FromWorker) => void;
  /** The thread has ended, or could not start. */
  readonly onEnd: (why: string) => void;
}

interface NodeWorker {
  postMessage(message: ToWorker): void;
  terminate(): Promise<number>;
  on(event: 'message', listener: (reply: FromWorker) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'exit', listener: (code: number) => void): void;
}
type StartNodeWorker = new (program: URL) => NodeWorker;

function hasWorker(module: unknown): module is { readonly Worker: StartNodeWorker } {
  return typeof module === 'object' && module !== null && 'Worker' in module;
}

/** Starts a thread; `program` is where the program of workers is, if not beside this file. */
export async function startThread(program: URL | undefined, events: ThreadEvents): Promise<Thread> {
  if (typeof globalThis.Worker === 'function') return startInBrowser(program, events);
  const module: unknown = await import(/* @vite-ignore */ NODE_THREADS);
  if (!hasWorker(module)) throw new Error('This engine has no workers.');
  const worker = new module.Worker(program ?? new URL('./many-worker.js', import.meta.url));
  let why = 'it ended';
  worker.on('message', events.onReply);
  worker.on('error', (error) => {
    why = error.message;
  });
  worker.on('exit', () => events.onEnd(why));
  return { post: (message) => worker.postMessage(message), terminate: () => void worker.terminate() };
}

function startInBrowser(program: URL | undefined, { onReply, onEnd }: ThreadEvents): Thread {
  // Bundlers find a worker's program by this very form.
  const worker =
    program === undefined
      ? new Worker(new URL('./many-worker.js', import.meta.url), { type: 'module' })
      : new Worker(program, { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onReply(data);
  worker.onerror = (event) => {
    worker.terminate();
    onEnd(event.message === '' ? 'its program could not be loaded' : event.message);
  };
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
}
