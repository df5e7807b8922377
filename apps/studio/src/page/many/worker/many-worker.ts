// The worker of the scenes of many bodies: keeps one and goes on with it when it is told to.

import { refusalOf } from '../../worker/refusal.ts';
import type { Frame, Reply, Request } from '../messages.ts';
import type { Settings } from '../settings.ts';
import { Crowd } from './crowd.ts';
import { Draping } from './draping.ts';
import type { Simulation } from './simulation.ts';
import { Stopwatch } from './stopwatch.ts';

const watch = new Stopwatch();
let scene: Simulation | null = null;
let step = 0;

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  try {
    postMessage(handle(data));
  } catch (error) {
    postMessage({ kind: 'refused', refusal: refusalOf(error) } satisfies Reply);
  }
});

function handle(request: Request): Reply {
  if (request.kind === 'start') {
    scene = begin(request.settings);
    step = 0;
    while (step < request.step) advance(scene);
    return { kind: 'started', scenery: scene.scenery, stages: scene.stages, frame: frameOf(scene) };
  }
  if (scene === null) throw new Error('There is no scene yet.');
  advance(scene);
  return { kind: 'advanced', frame: frameOf(scene) };
}

function begin(settings: Settings): Simulation {
  return settings.scene === 'crowd' ? new Crowd(settings) : new Draping(settings);
}

function advance(simulated: Simulation): void {
  watch.take([]);
  simulated.advance(watch.mark);
  step++;
}

function frameOf(simulated: Simulation): Frame {
  return { step, counts: simulated.counts(), times: watch.take(simulated.stages), drawing: simulated.drawing() };
}
