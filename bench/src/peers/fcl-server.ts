import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The conversation with native/fcl.cpp: one command a line; the protocol is described at the head of that file. */
export class FclServer {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<void>;

  constructor(binary: string) {
    this.#process = spawn(binary, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#ended = new Promise((resolve, reject) => {
      this.#process.once('error', reject);
      this.#process.once('exit', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(`FCL ended with ${signal ?? `code ${code}`}.`));
      });
    });
    // A crash is told by the next read; without this, Node would call it an unhandled rejection first.
    this.#ended.catch(() => {});
  }

  /** Sends a command and returns the words of its reply after `ok NAME`. */
  async ask(command: string): Promise<string[]> {
    this.#process.stdin.write(`${command}\n`);
    const reply = await this.nextLine();
    const [status, name, ...words] = reply.split(' ');
    if (status !== 'ok' || name !== command.split(' ')[0]) throw new Error(`FCL answered "${reply}" to "${command}".`);
    return words;
  }

  async nextLine(): Promise<string> {
    const next = await this.#lines.next();
    if (next.done === true) {
      await this.#ended;
      throw new Error('FCL closed the conversation.');
    }
    return next.value;
  }

  async close(): Promise<void> {
    this.#process.stdin.end('quit\n');
    await this.#ended;
  }
}
