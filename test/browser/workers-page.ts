// A page that asks a pool of one worker, one of three, and none, and writes down the answers, whether models went to workers in shared
// memory, and the hash of a large model that all threads built.

import { openWorkers } from 'nearmiss/workers';
import { largeModelHash } from './large-model.ts';
import { manyAnswers } from './many-answers.ts';

/** Models sent, by the kind of their memory. */
const sent = { shared: 0, copied: 0 };

function countBytes(value: unknown): void {
  if (value instanceof Uint8Array) sent[value.buffer instanceof ArrayBuffer ? 'copied' : 'shared']++;
  else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) countBytes(part);
}

/** As the pool sends them. */
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (
  message: unknown,
  options?: StructuredSerializeOptions | Transferable[],
): void {
  countBytes(message);
  Reflect.apply(postMessage, this, [message, options]);
};

const answers = [await manyAnswers()];
for (const count of [1, 3]) {
  const workers = openWorkers({ count });
  answers.push(await manyAnswers(workers));
  await workers.close();
}
document.body.dataset.isolated = String(crossOriginIsolated);
document.body.dataset.sent = JSON.stringify(sent);
const workers = openWorkers({ count: 2 });
document.body.dataset.large = await largeModelHash(workers);
await workers.close();
document.body.textContent = JSON.stringify(answers);
document.body.dataset.done = 'true';
