// A chain of linked tori that hangs from both of its ends: its linking numbers stay as they are.

import { Simulation } from '@nearmiss/dynamics';
import { Model } from 'nearmiss';
import { torus } from 'nearmiss/shapes';
import { intersecting, linkingNumber } from './exact-pairs.mjs';

/** @typedef {{ links: number, seconds: number, stepper: 'events' | 'impulses', step?: number, every?: number }} ChainOptions */
/** @typedef {{ step: number, linking: number[], crossing: string[], lowest: number, stopped: number, milliseconds: number, asleep: number }} ChainFrame */

const RADIUS = 0.25;
/** From link to link at the start: a little less than taut, so that the chain sags. */
const SPACING = 0.35;
/** Seconds a step. */
const STEP = 0.01;

/**
 * @param {ChainOptions} options
 * @returns {Generator<ChainFrame>} the first before any step
 */
export function* hangChain({ links, seconds, stepper, step = STEP, every = 1 }) {
  const simulation = new Simulation({ gravity: [0, 0, -9.81], stepper, materials: { friction: 0.3 } });
  const model = Model.build(torus({ majorRadius: RADIUS, minorRadius: 0.05, majorSegments: 20, minorSegments: 8 }));
  const bodies = Array.from({ length: links }, (_, k) =>
    simulation.addBody({
      id: `link${k}`,
      model,
      kind: k === 0 || k === links - 1 ? 'static' : 'dynamic',
      pose: {
        position: [SPACING * k, 0, 0],
        rotation: k % 2 === 0 ? [0, 0, 0, 1] : [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      },
    }),
  );
  let [stopped, spent] = [0, 0];
  const frame = (/** @type {number} */ k) => ({
    step: k,
    linking: bodies.slice(1).map((body, at) => linkingNumber(bodies[at], body, RADIUS)),
    crossing: stepper === 'events' ? intersecting(simulation) : [],
    lowest: Math.min(...bodies.map(({ position }) => position[2])),
    stopped,
    milliseconds: k === 0 ? 0 : spent / k,
    asleep: bodies.filter(({ isAsleep }) => isAsleep).length,
  });
  yield frame(0);
  const steps = Math.round(seconds / step);
  for (let k = 1; k <= steps; k++) {
    const start = process.cpuUsage().user;
    const { stoppedTime } = simulation.step(step);
    spent += (process.cpuUsage().user - start) / 1000;
    stopped = Math.max(stopped, stoppedTime);
    if (k % every === 0 || k === steps) yield frame(k);
  }
}
