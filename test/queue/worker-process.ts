import { type ChildProcess, spawn } from 'node:child_process';
import { COMMAND } from './run-command.ts';

/** A line of a worker's log. */
export interface Event {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** `nearmiss worker` as a process of its own, and what it logs. */
export class WorkerProcess {
  readonly events: Event[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #waiting: { readonly test: (event: Event) => boolean; readonly resolve: (event: Event) => void }[] = [];

  /** @param limit what a shell does before it becomes the worker */
  constructor(args: readonly string[], environment: NodeJS.ProcessEnv = {}, limit?: string) {
    const words = [process.execPath, COMMAND, 'worker', ...args];
    const [program = '', ...rest] = limit === undefined ? words : ['sh', '-c', `${limit}; exec "$0" "$@"`, ...words];
    this.#child = spawn(program, rest, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve));
    let begun = '';
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (begun + text).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('{')) this.#take(JSON.parse(line));
    });
  }

  /** The first event of that name, past or to come. */
  until(name: string): Promise<Event> {
    const test = ({ event }: Event): boolean => event === name;
    const past = this.events.find(test);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve) => this.#waiting.push({ test, resolve }));
  }

  count(name: string): number {
    return this.events.filter(({ event }) => event === name).length;
  }

  /** Its exit status. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }

  #take(event: Event): void {
    this.events.push(event);
    for (const { test, resolve } of this.#waiting) if (test(event)) resolve(event);
  }
}
