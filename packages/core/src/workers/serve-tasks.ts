// What the program of a thread does: it answers the inputs of tasks one by one, and asks the pool for what it needs to do so.

import { NearmissError } from '../error.ts';
import { Model } from '../model/model.ts';
import type { ModelPart } from '../model/structure.ts';
import { type Acceleration, use } from '../query/acceleration.ts';
import { refusalOf, unwrap } from './given.ts';
import type { FromThread, Given, NeededModel, ToThread } from './protocol.ts';
import { nodeThreads } from './thread.ts';

/** The pool, as a task sees it. See {@link serveTasks}. */
export interface TaskHost {
  /** What the asker provides under a name (`provide` of {@link AskOptions}). */
  need(name: unknown): Promise<unknown>;
  /** The model of a key ({@link Workers.keyOf}); opened once, in place where memory is shared. */
  model(key: number): Promise<Model>;
  /** What was made for a key when it was first asked for; kept until the asker has dropped the object of that key. */
  kept<T>(key: number, make: () => T | Promise<T>): Promise<T>;
}

/** A task: what a thread does with an input. See {@link serveTasks}. */
export type Task = (input: never, host: TaskHost) => unknown;

/** A result with buffers that are moved instead of copied. A task that returns it must not use them afterwards. See {@link serveTasks}. */
export class Moved {
  readonly value: unknown;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: unknown, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** Options of {@link serveTasks}. */
export interface ServeOptions {
  /** Parts that models are opened with: what only some programs need, such as `round` of `nearmiss/convex`. */
  readonly parts?: readonly ModelPart[] | undefined;
  /** Loads the kernels that are used while the pool's program uses some. Without it the program decides by itself. */
  readonly kernels?: (() => Promise<Acceleration>) | undefined;
}

interface Port {
  readonly post: (message: FromThread, transfer: readonly ArrayBuffer[]) => void;
  readonly listen: (listener: (message: unknown) => void) => void;
}

/**
 * Makes a thread answer for {@link Workers}: the whole program of a worker, besides its imports. `tasks` are functions of an input by
 * their names, or a function that makes them of the pool's `settings`.
 *
 * @example
 * ```ts
 * import { coreTasks, serveTasks } from 'nearmiss/workers';
 * serveTasks({ ...coreTasks, double: (x: number) => 2 * x });
 * ```
 */
export function serveTasks(
  tasks: Readonly<Record<string, Task>> | ((settings: never) => Readonly<Record<string, Task>>),
  options: ServeOptions = {},
): void {
  const port = findPort();
  // This file may be loaded for its exports alone, where nobody has anything to answer.
  if (port === null) return;
  const server = new Server(tasks, options, port);
  port.listen((message) => server.take(message as ToThread));
  port.post({ kind: 'ready' }, []);
}

class Server {
  readonly #makeTasks: (settings: never) => Readonly<Record<string, Task>>;
  readonly #options: ServeOptions;
  readonly #port: Port;
  /** By the keys of the asker's objects: models, and what tasks keep. */
  readonly #kept = new Map<number, Promise<unknown>>();
  readonly #waiting = new Map<number, (given: Given) => void>();
  readonly #host: TaskHost;
  #tasks: Readonly<Record<string, Task>> = {};
  #requests = 0;

  constructor(tasks: Parameters<typeof serveTasks>[0], options: ServeOptions, port: Port) {
    this.#makeTasks = typeof tasks === 'function' ? tasks : () => tasks;
    this.#options = options;
    this.#port = port;
    this.#host = {
      need: (name) => this.#need(name),
      model: (key) => this.#keep(key, () => this.#openModel(key)),
      kept: (key, make) => this.#keep(key, make),
    };
  }

  take(message: ToThread): void {
    if (message.kind === 'start') this.#tasks = this.#makeTasks(message.settings as never);
    else if (message.kind === 'job') void this.#answerAll(message.task, message.inputs, message.kernels);
    else if (message.kind === 'drop') this.#kept.delete(message.key);
    else {
      this.#waiting.get(message.request)?.(message.given);
      this.#waiting.delete(message.request);
    }
  }

  /** One by one, though that takes longer: what comes next may be long in coming, or kill. */
  async #answerAll(name: string, inputs: readonly unknown[], kernels: boolean): Promise<void> {
    for (const input of inputs) {
      try {
        await this.#useKernels(kernels);
        const task = this.#tasks[name];
        if (task === undefined)
          throw new NearmissError('workers/died', `The program of this pool has no task "${name}".`);
        const value = await task(input as never, this.#host);
        if (value instanceof Moved) this.#answer({ ok: true, value: value.value }, value.buffers);
        else this.#answer({ ok: true, value }, []);
      } catch (error) {
        this.#answer(refusalOf(error), []);
      }
    }
  }

  #answer(given: Given, transfer: readonly ArrayBuffer[]): void {
    this.#port.post({ kind: 'answer', given }, transfer);
  }

  async #useKernels(wanted: boolean): Promise<void> {
    const { kernels } = this.#options;
    if (kernels !== undefined) use(wanted ? await kernels() : null);
  }

  async #need(name: unknown): Promise<unknown> {
    const request = this.#requests++;
    const given = await new Promise<Given>((resolve) => {
      this.#waiting.set(request, resolve);
      this.#port.post({ kind: 'need', request, name }, []);
    });
    return unwrap(given);
  }

  async #openModel(key: number): Promise<Model> {
    const name: NeededModel = { model: key };
    return Model.fromBytes((await this.#need(name)) as Uint8Array, { with: this.#options.parts ?? [] });
  }

  #keep<T>(key: number, make: () => T | Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known !== undefined) return known as Promise<T>;
    const made = Promise.resolve(make());
    this.#kept.set(key, made);
    // Made again next time.
    made.catch(() => this.#kept.delete(key));
    return made;
  }
}

/** The globals of a browser's worker. */
interface WorkerScope {
  readonly document?: unknown;
  readonly postMessage?: (message: unknown, transfer: ArrayBuffer[]) => void;
  readonly addEventListener?: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

function findPort(): Port | null {
  const port = nodeThreads()?.parentPort ?? null;
  if (port !== null) {
    return {
      post: (message, transfer) => port.postMessage(message, [...transfer]),
      listen: (listener) => port.on('message', listener),
    };
  }
  const scope = globalThis as WorkerScope;
  const { postMessage, addEventListener } = scope;
  if (scope.document !== undefined || postMessage === undefined || addEventListener === undefined) return null;
  return {
    post: (message, transfer) => postMessage.call(scope, message, [...transfer]),
    listen: (listener) => addEventListener.call(scope, 'message', ({ data }) => listener(data)),
  };
}
