// The worker that makes medial axes: opens bodies, keeps what their axes are simplified from, and makes one after the other.

import { NearmissError } from 'nearmiss';
import { medialAxis, medialStructure } from 'nearmiss/medial';
import { type Opened, openSource } from '../../worker/open-source.ts';
import { refusalOf } from '../../worker/refusal.ts';
import type { AxisReply, AxisRequest, MadeAxis } from '../messages.ts';
import { axisFacts, drawnAxis } from './drawn-axis.ts';

/** Shares of the work between two words about it: more would be more than a bar of progress shows. */
const TELLING_STEP = 0.01;

const bodies = new Map<number, Opened>();

addEventListener('message', async ({ data }: MessageEvent<AxisRequest>) => {
  const { ticket, wish } = data;
  try {
    const made = await makeAxis(data);
    // Bodies before this one will not be wished for again.
    for (const body of bodies.keys()) if (body < wish.body) bodies.delete(body);
    reply({ kind: 'made', ticket, made }, [made.model.buffer]);
  } catch (error) {
    if (error instanceof NearmissError && error.code === 'query/aborted') {
      reply({ kind: 'abandoned', ticket });
      return;
    }
    bodies.delete(wish.body);
    reply({ kind: 'refused', ticket, refusal: refusalOf(error) });
  }
});

async function makeAxis({ ticket, wish, wanted }: AxisRequest): Promise<MadeAxis> {
  const opened = bodies.get(wish.body) ?? (await openSource(wish.source));
  bodies.set(wish.body, opened);
  const { model, shape } = opened;
  let told = 0;
  const onProgress = (done: number): void => {
    if (done < told + TELLING_STEP) return;
    told = done;
    reply({ kind: 'progress', ticket, done });
  };
  const signal = {
    get aborted(): boolean {
      return wanted !== null && Atomics.load(wanted, 0) !== ticket;
    },
  };
  const { primitives, samples } = wish;
  const start = performance.now();
  const withAxis = model.with(medialStructure({ primitives, samples, keep: true, signal, onProgress }));
  const milliseconds = performance.now() - start;
  const axis = medialAxis(withAxis);
  return {
    wish,
    shape,
    drawn: drawnAxis(axis, shape),
    facts: { ...axisFacts(axis, model.mesh), milliseconds },
    model: new Uint8Array(withAxis.toBytes()),
  };
}

function reply(message: AxisReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
