// When bodies bounce within a step of `impulses`. Forces act until the impact and again after it, and the body goes to the contact and back:
// with the velocities of the start of the step alone, a rebound would begin above the ground, and be too high by as much.

import type { BodyPair } from './body-pair.ts';
import { approachAt } from './impacts.ts';
import { addForces } from './motion.ts';
import type { Island, Scales, Work } from './work.ts';

export class Rebounds {
  /** By the bodies' numbers: the time of the first impact in the step, 0 where there is none. */
  #times = new Float64Array(0);
  /** Velocities at the start of the step, three numbers each. */
  #starts = new Float64Array(0);

  /** Finds the times of impacts in a step, and gives the bodies the velocities that they meet with. */
  begin(island: Island, work: Work, gravity: Float64Array, duration: number, scales: Scales): void {
    if (this.#times.length < work.inverseMasses.length) {
      this.#times = new Float64Array(work.inverseMasses.length);
      this.#starts = new Float64Array(3 * work.inverseMasses.length);
    }
    const times = this.#times;
    for (const { slot } of island.bodies) times[slot] = 0;
    for (const pair of island.pairs) {
      if (pair.restitution === 0 || pair.contacts.length === 0) continue;
      const time = timeOfImpact(pair, work, gravity, duration, scales.slow);
      if (time === Infinity) continue;
      for (const { slot, inverseMass } of [pair.a, pair.b]) {
        if (inverseMass > 0 && (times[slot] === 0 || time < times[slot])) times[slot] = time;
      }
    }
    for (const body of island.bodies) {
      const { slot } = body;
      if (times[slot] === 0) continue;
      this.#starts.set(work.velocities.subarray(6 * slot, 6 * slot + 3), 3 * slot);
      addForces(body, work.velocities, gravity, times[slot], true);
    }
  }

  /** The time of the step that is left to a body, by its number, after its first impact. */
  timeLeft(slot: number, duration: number): number {
    return duration - this.#times[slot];
  }

  /**
   * How much farther a body goes along an axis than the velocity that it ends the step with says; `acceleration` acts before and after the impact.
   */
  correction(slot: number, axis: number, acceleration: number, end: number, duration: number): number {
    const before = this.#times[slot];
    const after = duration - before;
    if (before === 0) return (-acceleration * duration * duration) / 2;
    const rebound = end - acceleration * after;
    const gone = this.#starts[3 * slot + axis] * before + (acceleration * before * before) / 2;
    return gone + rebound * after + (acceleration * after * after) / 2 - end * duration;
  }
}

/** When the first features of a pair meet that approach fast enough to bounce; infinite where none do within the step. */
function timeOfImpact(pair: BodyPair, work: Work, gravity: Float64Array, duration: number, slow: number): number {
  const { a, b } = pair;
  let first = Infinity;
  for (const contact of pair.contacts) {
    const { normal, gap } = contact;
    let closing = 0;
    for (let k = 0; k < 3; k++) {
      const ofA = a.inverseMass > 0 ? gravity[k] + a.load[k] * a.inverseMass : 0;
      const ofB = b.inverseMass > 0 ? gravity[k] + b.load[k] * b.inverseMass : 0;
      closing += normal[k] * (ofA - ofB);
    }
    // gap = v t + k t²/2
    const speed = approachAt(pair, contact, work);
    const root = speed * speed + 2 * closing * gap;
    if (!(gap > 0 && root > slow * slow)) continue;
    const time = (2 * gap) / (speed + Math.sqrt(root));
    if (time > 0 && time <= duration) first = Math.min(first, time);
  }
  return first;
}
