// A thread that answers the lines it receives. It builds inline meshes itself; named models come prebuilt from the main thread.

import { parentPort, workerData } from 'node:worker_threads';
import { Model, NearmissError } from 'nearmiss';
import { round } from 'nearmiss/convex';
import { answerLine } from './answer.ts';
import { Models, type Opened } from './models.ts';
import type { FromWorker, OpenedContent, ToWorker } from './protocol.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread.');
const port = parentPort;
const { cacheBytes }: { cacheBytes: number } = workerData;
const waiting = new Map<number, (content: OpenedContent) => void>();
let requests = 0;

const models = new Models(async (name): Promise<Opened> => {
  const request = requests++;
  const content = await new Promise<OpenedContent>((resolve) => {
    waiting.set(request, resolve);
    send({ kind: 'open', request, name });
  });
  if (!content.ok) throw new NearmissError(content.code, content.message);
  return { hash: content.hash, build: () => Model.fromBytes(content.bytes, { with: [round] }) };
}, cacheBytes);

port.on('message', (message: ToWorker) => {
  if (message.kind === 'lines') {
    void answerAll(message.lines);
    return;
  }
  waiting.get(message.request)?.(message.content);
  waiting.delete(message.request);
});

async function answerAll(lines: readonly (string | null)[]): Promise<void> {
  // One by one, although that takes longer: the next line may take long, or crash the thread.
  for (const line of lines) send({ kind: 'answer', answer: await answerLine(line, models) });
}

function send(message: FromWorker): void {
  port.postMessage(message);
}
