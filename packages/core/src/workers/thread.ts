// A worker of a browser, or a thread of Node, behind one interface. Neither is named by an import: bundlers for browsers would resolve it.

import { NearmissError } from '../error.ts';

/** A `URL`, a type that not every program has. See {@link WorkersOptions}. */
export interface ProgramUrl {
  readonly href: string;
}

/** A thread as this one sees it. */
export interface Thread {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Resolves when it has ended. */
  terminate(): Promise<unknown>;
}

export interface ThreadEvents {
  readonly onMessage: (message: unknown) => void;
  /** The thread has ended, or could not start. */
  readonly onEnd: (why: string) => void;
}

/** A `Worker` of a browser. See {@link WorkersOptions}. */
export interface BrowserWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string | undefined }) => void): void;
}

/** A `Worker` of `node:worker_threads`. See {@link WorkersOptions}. */
export interface NodeWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

interface Threads {
  readonly Worker: new (program: ProgramUrl) => NodeWorker;
  readonly parentPort: NodePort | null;
}

/** What a thread of Node has of the one that started it. */
interface NodePort {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Globals that an engine may have. */
interface EngineGlobals {
  readonly Worker?: new (program: ProgramUrl, options: { readonly type: 'module' }) => BrowserWorker;
  readonly process?: { readonly getBuiltinModule?: NodeModules };
  readonly navigator?: { readonly hardwareConcurrency?: number };
  readonly crossOriginIsolated?: boolean;
}

interface NodeModules {
  (name: 'worker_threads'): Threads | undefined;
  (name: 'os'): { availableParallelism(): number } | undefined;
}

const engine = (): EngineGlobals => globalThis as unknown as EngineGlobals;

/** `node:worker_threads`, or null in a browser. */
export function nodeThreads(): Threads | null {
  return engine().process?.getBuiltinModule?.('worker_threads') ?? null;
}

/** Starts a program in a thread. */
export function startWorker(program: ProgramUrl): BrowserWorker | NodeWorker {
  const { Worker } = engine();
  if (Worker !== undefined) return new Worker(program, { type: 'module' });
  const threads = nodeThreads();
  if (threads !== null) return new threads.Worker(program);
  throw new NearmissError('workers/died', 'This engine has no workers.');
}

/** Listens to a worker that has just been started. */
export function listenTo(worker: BrowserWorker | NodeWorker, { onMessage, onEnd }: ThreadEvents): Thread {
  let why = 'it ended';
  if ('on' in worker) {
    worker.on('message', onMessage);
    worker.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => onEnd(why));
  } else {
    worker.addEventListener('message', ({ data }) => onMessage(data));
    worker.addEventListener('error', ({ message = '' }) => {
      worker.terminate();
      onEnd(message === '' ? 'it could not be loaded' : message);
    });
  }
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    terminate: async () => worker.terminate(),
  };
}

/** Pages without cross-origin isolation cannot send shared memory. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === 'function' && engine().crossOriginIsolated !== false;
}

/** Where the engine does not tell. */
const DEFAULT_THREADS = 4;

/** How many threads the engine can run at a time. */
export function availableThreads(): number {
  const { navigator, process } = engine();
  return navigator?.hardwareConcurrency ?? process?.getBuiltinModule?.('os')?.availableParallelism() ?? DEFAULT_THREADS;
}
