// The worker of the page of a robot.

import { refusalOf } from '../../worker/refusal.ts';
import type { Reply, Request } from '../messages.ts';
import { RobotSession } from './robot-session.ts';

let session: RobotSession | null = null;
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
    const opened = await RobotSession.open(request.files);
    session = opened;
    return { kind: 'opened', scenery: opened.scenery, path: opened.path() };
  }
  const current = session;
  if (current === null) throw new Error('There is no robot yet.');
  if (request.kind === 'move') return { kind: 'moved', configuration: current.at(request.values) };
  current.plan(request.seed);
  return { kind: 'planned', path: current.path() };
}
