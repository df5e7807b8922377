// Runs one time-of-contact method on every motion of a scene. Runs in an isolate of its own (see worker.ts).

import { timeEach } from '../peers/time-each.ts';
import type { Contact } from '../time-of-contact/contact.ts';
import { type Ask, type Between, type ContactMethod, openMethod } from '../time-of-contact/methods.ts';
import type { Scene } from './scenes.ts';

export interface MethodCase {
  /** Null: use the scene of the previous case. */
  readonly scene: Pick<Scene, 'a' | 'b'> | null;
  readonly between: Between;
  readonly motions: Scene['motions'];
  readonly warmUp: Scene['warmUp'];
}

export interface MethodAnswer {
  readonly microseconds: Float64Array;
  readonly contacts: readonly Contact[];
}

export function openAdvancement(method: ContactMethod): (asked: MethodCase) => MethodAnswer {
  let ask: Ask | null = null;
  return ({ scene, between, motions, warmUp }) => {
    if (scene !== null) ask = openMethod(method, scene.a, scene.b);
    if (ask === null) throw new Error('There is no scene to ask about.');
    const known = ask;
    for (const motion of warmUp) known(motion, between);
    const { microseconds, results } = timeEach(motions, (motion) => known(motion, between));
    return { microseconds, contacts: results };
  };
}
