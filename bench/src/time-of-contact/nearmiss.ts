import type { Model } from 'nearmiss';
import { modelOf } from '../peers/nearmiss.ts';
import { timeEach } from '../peers/time-each.ts';
import type { Contact } from './contact.ts';
import { askLibrary } from './methods.ts';
import type { BodyMotion } from './motion.ts';
import type { MotionPass, MotionPeer } from './peer.ts';

/** The compiler needs both repetitions and time to reach its last tier. Milliseconds. */
const WARM_UP_MS = 500;

function openNearmiss(model: Model): (motion: BodyMotion) => Contact {
  const ask = askLibrary('default', model, model);
  return (motion) => ask(motion, 'linear');
}

export const NEARMISS_MOTIONS: MotionPeer = {
  name: 'nearmiss',
  open: async ({ mesh, motions, warmUp }) => {
    const model = modelOf(mesh);
    const ask = openNearmiss(model);
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
