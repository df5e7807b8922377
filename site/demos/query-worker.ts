// Builds the models of a demo and answers its questions, beside the page.

import { Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import type { Slot } from '../../apps/studio/src/page/body.ts';
import { bodyShape } from '../../apps/studio/src/page/worker/body-shape.ts';
import { traceOf } from '../../apps/studio/src/page/worker/trace-of.ts';
import { answer } from './answer.ts';
import type { Reply, Request } from './messages.ts';

const models: Partial<Record<Slot, Model>> = {};

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  try {
    handle(data);
  } catch (error) {
    reply({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
});

function handle(request: Request): void {
  if (request.kind === 'shape') {
    const model = Model.build(makeShape(request.shape));
    models[request.slot] = model;
    reply({ kind: 'shape', slot: request.slot, shape: bodyShape(model) });
    return;
  }
  const { a, b } = models;
  if (a === undefined || b === undefined) throw new Error('There are no two bodies yet.');
  if (request.kind === 'trace') {
    const { wanted } = request;
    reply({ kind: 'traced', wanted, traced: traceOf({ a, b }, wanted) });
    return;
  }
  reply({ kind: 'answer', ticket: request.ticket, answer: answer({ a, b }, request.question) });
}

function reply(message: Reply): void {
  postMessage(message);
}
