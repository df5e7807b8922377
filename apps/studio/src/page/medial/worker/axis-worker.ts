// The worker that makes medial axes: opens bodies, keeps what their axes are simplified from, and makes one after the other.

import { type AbortSignalLike, NearmissError } from 'nearmiss';
import { type MedialRecord, medialAxis, medialStructure } from 'nearmiss/medial';
import { type Opened, openSource } from '../../worker/open-source.ts';
import { refusalOf } from '../../worker/refusal.ts';
import { countAt } from '../count-scale.ts';
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
    recordErrors(data);
  } catch (error) {
    if (isAborted(error)) {
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
  const signal = signalOf(ticket, wanted);
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

/** The body and the sample whose errors were recorded last: they do not depend on the size of the axis. */
let recorded = '';

/** Simplifies down to the fewest primitives for the errors at larger numbers, once for each body and sample; a later wish ends it. */
function recordErrors({ ticket, wish, wanted }: AxisRequest): void {
  const { body, samples } = wish;
  const opened = bodies.get(body);
  if (opened === undefined || recorded === `${body} ${samples}`) return;
  const records: MedialRecord[] = [];
  const onSimplified = (record: MedialRecord): void => {
    records.push(record);
  };
  const options = { primitives: countAt(0), samples, keep: true, signal: signalOf(ticket, wanted), onSimplified };
  try {
    medialAxis(opened.model, options);
  } catch (error) {
    if (isAborted(error)) return;
    throw error;
  }
  recorded = `${body} ${samples}`;
  reply({ kind: 'curve', ticket, curve: { body, samples, records } });
}

/** Aborted once another ticket is wanted. */
function signalOf(ticket: number, wanted: Int32Array | null): AbortSignalLike {
  return {
    get aborted(): boolean {
      return wanted !== null && Atomics.load(wanted, 0) !== ticket;
    },
  };
}

function isAborted(error: unknown): boolean {
  return error instanceof NearmissError && error.code === 'query/aborted';
}

function reply(message: AxisReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
