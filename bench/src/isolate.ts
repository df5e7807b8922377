import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * A thread with an engine of its own. What is compiled in it, and what the compiler has learnt about types there, is not
 * touched by anything that ran elsewhere: contestants that share source code can so be kept from spoiling each other.
 *
 * `Setting` is what it is started with, `Question` and `Answer` what is said to it. The three must be those of its entry.
 */
export class Isolate<Setting, Question, Answer> {
  readonly #worker: Worker;

  constructor(entry: URL, setting: Setting) {
    this.#worker = new Worker(entry, { workerData: setting });
  }

  /** One question at a time. */
  async ask(question: Question): Promise<Answer> {
    const reply = once(this.#worker, 'message');
    this.#worker.postMessage(question);
    const [answer] = await reply;
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The other side: to be called by an isolate's entry, once. */
export function serve<Setting, Question, Answer>(
  open: (setting: Setting) => (question: Question) => Answer | Promise<Answer>,
): void {
  const answer = open(workerData);
  parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await answer(question)));
}
