// The program of a worker: keeps models, and answers blocks of queries about them one by one.

import { Model, NearmissError } from 'nearmiss';
import { round } from 'nearmiss/convex';
import { answerBlock } from './cpu-block.ts';
import { type FromWorker, NODE_THREADS, type ToWorker } from './worker-protocol.ts';

const models = new Map<number, Model>();

function modelOf(key: number): Model {
  const model = models.get(key);
  if (model === undefined)
    throw new NearmissError('workers/died', 'A worker was asked about a model it does not have.');
  return model;
}

function answer(message: ToWorker): FromWorker | null {
  try {
    if (message.kind === 'model') {
      models.set(message.model, Model.fromBytes(message.bytes, { with: [round] }));
      return null;
    }
    const results = answerBlock(message.query, modelOf(message.a), modelOf(message.b), message.inputs);
    return { kind: 'results', results };
  } catch (error) {
    const code = error instanceof NearmissError ? error.code : 'workers/died';
    return { kind: 'refused', code, message: error instanceof Error ? error.message : String(error) };
  }
}

interface Port {
  postMessage(message: FromWorker): void;
  on(event: 'message', listener: (message: ToWorker) => void): void;
}

function hasPort(module: unknown): module is { readonly parentPort: Port } {
  return typeof module === 'object' && module !== null && 'parentPort' in module && module.parentPort !== null;
}

if (typeof globalThis.postMessage === 'function') {
  globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    const reply = answer(data);
    if (reply !== null) globalThis.postMessage(reply);
  });
} else {
  void import(/* @vite-ignore */ NODE_THREADS).then((module: unknown) => {
    if (!hasPort(module)) throw new Error('This program is that of a worker.');
    const { parentPort } = module;
    parentPort.on('message', (message) => {
      const reply = answer(message);
      if (reply !== null) parentPort.postMessage(reply);
    });
  });
}
