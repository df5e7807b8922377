// The worker: keeps the two models and answers one request after the other.

import { type Model, use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import type { Slot } from '../body.ts';
import { answerFor } from './answer.ts';
import { boxDepth } from './box-depth.ts';
import { groupFaces } from './group-faces.ts';
import type { Reply, Request } from './messages.ts';
import { openSource } from './open-source.ts';
import { refusalOf } from './refusal.ts';
import { traceOf } from './trace-of.ts';
import { watch } from './watch.ts';

// As a batch, a command and the copied program do: a depth is searched within a number of tests, which the kernels count differently.
use(simd);

const models: Partial<Record<Slot, Model>> = {};

// A file may take several turns of the event loop to read; what comes behind it waits.
let last: Promise<void> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Request>) => {
  last = last.then(() => handle(data));
});

async function handle(request: Request): Promise<void> {
  const { ticket } = request;
  try {
    if (request.kind === 'load') {
      const { model, shape } = await openSource(request.source);
      models[request.slot] = model;
      reply({ kind: 'loaded', ticket, shape }, [shape.positions.buffer, shape.triangles.buffer]);
      return;
    }
    const { a, b } = models;
    if (a === undefined || b === undefined) throw new Error('There are no two bodies yet.');
    if (request.kind === 'mesh') {
      const { positions, triangles } = { a, b }[request.slot].mesh;
      reply({ kind: 'mesh', ticket, positions, triangles });
    } else if (request.kind === 'group') {
      reply({ kind: 'grouped', ticket, groups: { a: groupFaces(a, request.shown), b: groupFaces(b, request.shown) } });
    } else if (request.kind === 'trace') {
      reply({ kind: 'traced', ticket, traced: traceOf({ a, b }, request.wanted) });
    } else {
      const { question } = request;
      // During a drag answers come fast enough.
      if (question.depth?.isHeld === false) {
        const upper = boxDepth({ a, b }, question.poses);
        if (upper !== null) reply({ kind: 'bounded', ticket, upper });
      }
      const answer = answerFor({ a, b }, question.poses);
      reply({ kind: 'answered', ticket, answer, show: question.show, watched: watch({ a, b }, question) });
    }
  } catch (error) {
    reply({ kind: 'refused', ticket, refusal: refusalOf(error) });
  }
}

function reply(message: Reply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
