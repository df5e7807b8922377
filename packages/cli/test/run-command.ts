import { type ChildProcess, type ChildProcessWithoutNullStreams, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));
export const COMMAND: string = join(ROOT, 'packages/cli/bin/nearmiss.mjs');

const SERVER = fileURLToPath(new URL('./command-server.mjs', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as it was built, to its end. */
export function runCommand(args: readonly string[], input = '', environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...environment } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Runs the command many times in one process that stays open: for commands that need neither stdin nor a process of their own. */
export class CommandServer {
  #child: ChildProcess | null = null;
  #exited: Promise<never> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  run(args: readonly string[]): Promise<Ended> {
    const ended = this.#last.then(async () => {
      const child = this.#child ?? this.#start();
      const answered = once(child, 'message');
      child.send(args);
      const [answer] = await Promise.race(this.#exited === null ? [answered] : [answered, this.#exited]);
      return answer as Ended;
    });
    this.#last = ended.catch(() => {});
    return ended;
  }

  #start(): ChildProcess {
    const child = fork(SERVER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    this.#exited = once(child, 'exit').then(() => Promise.reject(new Error('The command ended its process.')));
    // Of interest only while a command runs.
    this.#exited.catch(() => {});
    return child;
  }

  close(): void {
    this.#child?.disconnect();
    this.#child = null;
  }
}

/** A batch that stays open: each line is answered before the next one is written. */
export class OpenBatch {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #stderr: Promise<string>;

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, [COMMAND, 'batch', '-', ...args]);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#stderr = text(this.#child.stderr);
  }

  /** The line that answers a line. */
  async ask(line: string): Promise<string> {
    this.#child.stdin.write(`${line}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`The batch ended: ${await this.#stderr}`);
    return value;
  }

  /** Ends the input; what the command wrote to stderr and its exit status. */
  async close(): Promise<Omit<Ended, 'stdout'>> {
    const closed = once(this.#child, 'close');
    this.#child.stdin.end();
    const [status] = await closed;
    return { status, stderr: await this.#stderr };
  }
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nearmiss-cli-'));
}
