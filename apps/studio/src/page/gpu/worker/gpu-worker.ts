// The worker of the page of the GPU: has the GPU, or the CPU where there is none, and answers one request after the other.

import { distanceMany, type Gpu, openGpu, openWorkers, type Workers } from '@nearmiss/gpu';
import { Model, NearmissError } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { drawnModel } from '../../dynamics/worker/drawn-model.ts';
import { RunningScene } from '../../dynamics/worker/running-scene.ts';
import { refusalOf } from '../../worker/refusal.ts';
import { movedMesh, radiusOf, sideOf } from '../map-plane.ts';
import type { MapSettings, Processor } from '../map-settings.ts';
import type { Reply, Request, ToriStep } from '../messages.ts';
import { type Ask, computeMap, Pace } from './clearance-map.ts';
import { forecastOf } from './forecast.ts';

/** The widest bracket, in cells: the distance changes by as much within one. */
const TOLERANCE = 0.5;

interface Pair {
  readonly a: Model;
  readonly b: Model;
  readonly side: number;
  readonly paces: Readonly<Record<Processor, Pace>>;
}

let notice = '';
const opened: Promise<Gpu> = openGpu({
  notice: (sentence) => {
    notice = sentence;
    void tellComputer();
  },
});
let workers: Workers | null | undefined;
const models = new Map<string, Model>();
const pairs = new Map<string, Pair>();
/** The pair that the page draws. */
let shown = '';
let scene: RunningScene | null = null;
/** The scene whose medial axes the GPU has. */
let uploaded: RunningScene | null = null;
/** The number of the last request. */
let last = 0;
let queue: Promise<void> = tellComputer();

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const number = ++last;
  queue = queue.then(async () => {
    try {
      await handle(data, () => number !== last);
    } catch (error) {
      reply({ kind: 'refused', refusal: refusalOf(error) });
    }
  });
});

function reply(message: Reply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

async function tellComputer(): Promise<void> {
  const { kind, adapter } = await opened;
  const computer = { adapter: kind === 'gpu' ? adapter : null, notice, threads: threads()?.count ?? 1 };
  reply({ kind: 'ready', computer });
}

/** All cores; this thread alone where a worker cannot have workers of its own. */
function threads(): Workers | undefined {
  if (workers === undefined) {
    try {
      workers = openWorkers();
    } catch {
      workers = null;
    }
  }
  return workers ?? undefined;
}

async function handle(request: Request, isStale: () => boolean): Promise<void> {
  if (request.kind === 'map') {
    if (!isStale()) await answerMap(request, isStale);
    return;
  }
  if (request.kind === 'open') {
    const running = await RunningScene.open(request.text, request.files);
    scene = running;
    const first = running.first();
    let frame = first;
    for (let step = 0; step < request.step; step++) frame = running.advance(null);
    reply({ kind: 'opened', scenery: running.scenery, first, step: await stepOf(running, frame, request.on) });
    return;
  }
  if (scene === null) throw new Error('There is no scene yet.');
  reply({ kind: 'advanced', step: await stepOf(scene, scene.advance(null), request.on) });
}

async function stepOf(running: RunningScene, frame: ToriStep['frame'], on: Processor): Promise<ToriStep> {
  const gpu = await opened;
  if (on === 'cpu' || gpu.kind === 'cpu') return { frame, forecast: await forecastOf(running.bodies, undefined) };
  // The first time it waits for the kernels to be compiled and the axes to be uploaded.
  if (uploaded !== running) await forecastOf(running.bodies, gpu);
  uploaded = running;
  return { frame, forecast: await forecastOf(running.bodies, gpu) };
}

async function answerMap(
  { number, settings, on }: Extract<Request, { readonly kind: 'map' }>,
  isStale: () => boolean,
): Promise<void> {
  const pair = pairOf(settings);
  const ask = await askerOf(pair, settings, on);
  await computeMap(settings, pair.side, ask, pair.paces[on], {
    isStale,
    progress: (part) => reply({ kind: 'progress', number, part }),
    level: (cells, bounds, cost) =>
      reply({ kind: 'level', number, level: { settings, on, cells, bounds, cost } }, [bounds.buffer]),
  });
}

function modelOf(name: string, isMoved: boolean): Model {
  const key = `${name} ${isMoved}`;
  const model = models.get(key) ?? Model.build(isMoved ? movedMesh(makeShape(name)) : makeShape(name));
  models.set(key, model);
  return model;
}

function pairOf({ a, b }: MapSettings): Pair {
  const name = `${a} ${b}`;
  const [modelA, modelB] = [modelOf(a, true), modelOf(b, false)];
  const known = pairs.get(name);
  const side = known?.side ?? sideOf(radiusOf(modelA.mesh.positions), radiusOf(modelB.mesh.positions));
  const pair = known ?? { a: modelA, b: modelB, side, paces: { gpu: new Pace(), cpu: new Pace() } };
  pairs.set(name, pair);
  if (shown !== name) {
    shown = name;
    reply({ kind: 'bodies', bodies: { a, b, meshA: drawnModel(modelA), meshB: drawnModel(modelB), side } });
  }
  return pair;
}

async function askerOf({ a, b, side, paces }: Pair, settings: MapSettings, on: Processor): Promise<Ask> {
  const tolerance = (TOLERANCE * side) / settings.cells;
  const pool = threads();
  if (on === 'cpu')
    return (poses, out) => onThreads((own) => distanceMany(a, b, poses, out, { workers: own, tolerance }));
  const gpu = await opened;
  const ask: Ask = (poses, out) => distanceMany(a, b, poses, out, { gpu, workers: pool, tolerance });
  // The first query of a pair waits for its kernels to be compiled, which is no part of a map.
  if (paces.gpu.rate === 0) await ask(Float64Array.of(0, 0, 0, 0, 0, 0, 1), new Float64Array(2));
  return ask;
}

/** With the pool; where its threads cannot be started after all, in this one. */
async function onThreads<T>(work: (pool: Workers | undefined) => Promise<T>): Promise<T> {
  const pool = threads();
  try {
    return await work(pool);
  } catch (error) {
    if (pool === undefined || !(error instanceof NearmissError && error.code === 'workers/died')) throw error;
    workers = null;
    return work(undefined);
  }
}
