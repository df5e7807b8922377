// When bodies bounce within a step of `impulses`. Forces act until the impact and again after it, and the body goes to the contact and back:
// with the velocities of the start of the step alone, a rebound would begin above the ground, and be too high by as much.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { approachAt } from './impacts.ts';
import { addForces, predict } from './motion.ts';
import { multiply, normalise, writeTurn } from './rotation.ts';
import type { Island, Scales, Work } from './work.ts';

export class Rebounds {
  /** By the bodies' numbers: the time of the first impact in the step, 0 where there is none. */
  #times = new Float64Array(0);
  /** Velocities at the start of the step, before the impact and after it, six numbers each. */
  #starts = new Float64Array(0);
  #impacts = new Float64Array(0);
  #rebounds = new Float64Array(0);

  /** Finds the times of impacts of pairs that bounce in a step, and gives the bodies the velocities that they meet with. */
  begin(
    bodies: readonly Body[],
    bouncing: readonly BodyPair[],
    work: Work,
    gravity: Float64Array,
    duration: number,
    scales: Scales,
  ): void {
    const { velocities, inverseMasses } = work;
    if (this.#times.length < inverseMasses.length) {
      this.#times = new Float64Array(inverseMasses.length);
      this.#starts = new Float64Array(velocities.length);
      this.#impacts = new Float64Array(velocities.length);
      this.#rebounds = new Float64Array(velocities.length);
    }
    const times = this.#times;
    for (const { slot } of bodies) times[slot] = 0;
    for (const pair of bouncing) {
      const time = timeOfImpact(pair, work, gravity, duration, scales.slow);
      if (time === Infinity) continue;
      for (const { slot, inverseMass } of [pair.a, pair.b]) {
        if (inverseMass > 0 && (times[slot] === 0 || time < times[slot])) times[slot] = time;
      }
    }
    for (const body of bodies) {
      if (times[body.slot] === 0) continue;
      keep(velocities, body.slot, this.#starts);
      addForces(body, velocities, gravity, times[body.slot], true);
      keep(velocities, body.slot, this.#impacts);
    }
  }

  /** After the impacts: gives the bodies the forces of the time that is left of the step. */
  end({ bodies }: Island, { velocities }: Work, gravity: Float64Array, duration: number): void {
    for (const body of bodies) {
      keep(velocities, body.slot, this.#rebounds);
      addForces(body, velocities, gravity, duration - this.#times[body.slot], true);
    }
  }

  /** Moves a body that nothing presses on over the step: with the mean of its velocities to the impact, and from there on. Writes `next`. */
  fly(body: Body, work: Work, duration: number): void {
    const { slot, next } = body;
    const before = this.#times[slot];
    const after = duration - before;
    if (before > 0 && body.symmetry !== 'ball') this.#turn(body, before);
    predict(body, work, after);
    for (let k = 0; k < 3; k++) {
      const at = 6 * slot + k;
      const end = work.velocities[at];
      let farther = ((this.#rebounds[at] - end) / 2) * after;
      if (before > 0) farther += ((this.#starts[at] + this.#impacts[at]) / 2) * before;
      work.nextComs[3 * slot + k] += farther;
      next[k] += farther;
    }
  }

  /** Turns a body about its centre of mass as it turns until the impact. */
  #turn(body: Body, time: number): void {
    const { slot, pose, com } = body;
    const at = 6 * slot + 3;
    const turned = new Float64Array(4);
    writeTurn(time * this.#impacts[at], time * this.#impacts[at + 1], time * this.#impacts[at + 2], turned);
    multiply(turned, 0, pose, 3, pose, 3);
    normalise(pose, 3);
    body.writePosition(pose, com, 0);
    body.poseChanged();
  }
}

/** Copies the velocities of a body. */
function keep(velocities: Float64Array, slot: number, out: Float64Array): void {
  for (let k = 6 * slot; k < 6 * slot + 6; k++) out[k] = velocities[k];
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
