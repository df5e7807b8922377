// The worker of the page of dynamics: keeps one scene and goes on with it when it is told to.

import { readTrajectory, writeTrajectory } from '@nearmiss/dynamics';
import { refusalOf } from '../../worker/refusal.ts';
import type { Frame, Reply, Request } from '../messages.ts';
import { RunningScene } from './running-scene.ts';

let scene: RunningScene | null = null;
/** Requests are answered one after the other. */
let queue: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  queue = queue.then(async () => {
    try {
      postMessage(await handle(data));
    } catch (error) {
      postMessage({ kind: 'refused', refusal: refusalOf(error) } satisfies Reply);
    }
  });
});

async function handle(request: Request): Promise<Reply> {
  if (request.kind === 'open') {
    const opened = await RunningScene.open(request.text, request.files);
    scene = opened;
    const frames: Frame[] = [opened.first()];
    for (let step = 0; step < request.step; step++) frames.push(opened.advance(null));
    return { kind: 'opened', scenery: opened.scenery, frames };
  }
  const running = scene;
  if (running === null) throw new Error('There is no scene yet.');
  switch (request.kind) {
    case 'advance':
      return { kind: 'advanced', frame: running.advance(request.pull) };
    case 'rewind':
      return { kind: 'rewound', step: running.rewind(request.step) };
    case 'save':
      return { kind: 'saved', text: writeTrajectory(running.frames) };
    case 'replay': {
      const recorded = readTrajectory(request.text);
      const [first] = recorded;
      if (first === undefined) throw new Error('A trajectory that was read has frames.');
      return { kind: 'replayed', frames: recorded.map((frame, step) => running.replayed(frame, first, step)) };
    }
  }
}
