// Points of contact as a program sees them, to draw or to measure.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Contact } from './contact.ts';

/**
 * A point where two bodies are in contact. See {@link Simulation}.
 *
 * @example
 * const simulation = new Simulation({ gravity: [0, 0, -9.81] });
 * simulation.addBody({ model: Model.build(box()), kind: 'static' });
 * simulation.addBody({ model: Model.build(box()), pose: { position: [0, 0, 1.001] } });
 * for (let k = 0; k < 10; k++) simulation.step(0.01);
 * const force = simulation.contacts.reduce((sum, contact) => sum + contact.force[2], 0);
 * console.log(simulation.contacts.length, (force / 9810).toFixed(3)); // 4 1.000
 */
export interface ContactPoint {
  readonly a: Body;
  readonly b: Body;
  /** In the world, in the middle between both bodies. */
  readonly point: readonly [number, number, number];
  /** Unit vector from A to B. */
  readonly normal: readonly [number, number, number];
  /** Distance along the normal; negative where they overlap. */
  readonly gap: number;
  /** The force on B, in the world: the impulse of the last part of a step over its time. The impulses of impacts are not in it. */
  readonly force: readonly [number, number, number];
}

/** Whether features are in contact: within the threshold, or pressed on each other. Others are only foreseen. */
export function isClosed({ gap, pressed }: Contact, threshold: number): boolean {
  return gap <= threshold || pressed > 0;
}

/** The points at which bodies are in contact. */
export function contactPointsOf(pairs: Iterable<BodyPair>, threshold: number): ContactPoint[] {
  const points: ContactPoint[] = [];
  for (const { a, b, contacts } of pairs) {
    for (const contact of contacts) {
      if (!isClosed(contact, threshold)) continue;
      const { armA, normal, gap, pressed, impulse } = contact;
      const point = [a.com[0] + armA[0], a.com[1] + armA[1], a.com[2] + armA[2]] as const;
      const force = [0, 1, 2].map((k) => pressed * normal[k] + impulse[k]);
      points.push({ a, b, point, normal: triple(normal), gap, force: triple(force) });
    }
  }
  return points;
}

function triple(v: ArrayLike<number>): [number, number, number] {
  return [v[0], v[1], v[2]];
}
