// What the program of a thread does: it answers the lines it is sent. Models with a name come ready built from the thread that reads.

import { parentPort, workerData } from 'node:worker_threads';
import { Model, NearmissError } from 'nearmiss';
import { round } from 'nearmiss/convex';
import type { Answer } from './answer.ts';
import { Models, type Opened } from './models.ts';
import type { FromWorker, OpenedContent, ToWorker } from './protocol.ts';

/** Answers every line that the thread is sent, one by one. */
export function serveLines(answer: (line: string | null, models: Models) => Promise<Answer>): void {
  if (parentPort === null) throw new Error('This file runs as a worker thread.');
  const port = parentPort;
  const { cacheBytes }: { cacheBytes: number } = workerData;
  const waiting = new Map<number, (content: OpenedContent) => void>();
  let requests = 0;
  const send = (message: FromWorker): void => port.postMessage(message);

  const models = new Models(async (name): Promise<Opened> => {
    const request = requests++;
    const content = await new Promise<OpenedContent>((resolve) => {
      waiting.set(request, resolve);
      send({ kind: 'open', request, name });
    });
    if (!content.ok) throw new NearmissError(content.code, content.message);
    return { hash: content.hash, build: () => Model.fromBytes(content.bytes, { with: [round] }) };
  }, cacheBytes);

  const answerAll = async (lines: readonly (string | null)[]): Promise<void> => {
    // One by one, though that takes longer: what comes next may be long in coming, or kill.
    for (const line of lines) send({ kind: 'answer', answer: await answer(line, models) });
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'lines') {
      void answerAll(message.lines);
      return;
    }
    waiting.get(message.request)?.(message.content);
    waiting.delete(message.request);
  });
}
