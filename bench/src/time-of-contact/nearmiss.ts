import { modelOf } from '../peers/nearmiss.ts';
import { timeEach } from '../peers/time-each.ts';
import { askDefault } from './methods.ts';
import type { MotionPass, MotionPeer } from './peer.ts';

/** The compiler needs both repetitions and time to reach its last tier. Milliseconds. */
const WARM_UP_MS = 500;

export const NEARMISS_MOTIONS: MotionPeer = {
  name: 'nearmiss',
  open: async ({ mesh, motions, warmUp }) => {
    const model = modelOf(mesh);
    const ask = askDefault(model);
    const warmEnough = performance.now() + WARM_UP_MS;
    do warmUp.forEach(ask);
    while (performance.now() < warmEnough);
    return {
      pass: async (): Promise<MotionPass> => {
        warmUp.forEach(ask);
        const { microseconds, results } = timeEach(motions, ask);
        return { microseconds, contacts: results };
      },
      close: async () => {},
    };
  },
};
