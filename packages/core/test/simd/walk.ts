// Two bodies that rest, take steps and jump, and three pairs that are asked about them: one without kernels, one with them, and one that has them every
// now and then. Each remembers its own last answers.

import { randomBetween, randomChoice, randomPose, type SeededRandom } from '@nearmiss/fixtures';
import { simd } from '../../src/entries/simd.ts';
import { Pair, use } from '../../src/index.ts';
import type { PlainPose, Scene } from '../query/scenes.ts';

/** How a walk goes on. Steps are in parts of the distance between the two frames, and turns as large. */
const STEPS = {
  rest: 0,
  creep: 1e-6,
  'short step': 1e-3,
  step: 0.03,
  'long step': 0.3,
  jump: Infinity,
} as const;
export type StepName = keyof typeof STEPS;
export const STEP_NAMES = Object.keys(STEPS) as StepName[];

export class Walk {
  readonly #scene: Scene;
  readonly #plain: Pair;
  readonly #kernels: Pair;
  readonly #mixed: Pair;
  #pose: PlainPose;

  constructor(scene: Scene) {
    const { a, b, poseA } = scene;
    this.#scene = scene;
    this.#pose = poseA;
    [this.#plain, this.#kernels, this.#mixed] = [0, 1, 2].map(() => new Pair(a.model, b.model)) as [Pair, Pair, Pair];
  }

  /** Moves A: a jump goes where `jump` says. */
  step(random: SeededRandom, name: StepName, jump: () => PlainPose): void {
    if (name === 'rest') return;
    this.#pose = name === 'jump' ? jump() : this.#near(random, STEPS[name]);
  }

  /** What each pair says where the bodies are now; the plain one first. */
  ask<T>(random: SeededRandom, query: (pair: Pair, poseA: PlainPose, poseB: PlainPose) => T): readonly T[] {
    const { poseB } = this.#scene;
    use(null);
    const plain = query(this.#plain, this.#pose, poseB);
    use(simd);
    const kernels = query(this.#kernels, this.#pose, poseB);
    if (random() < 0.5) use(null);
    return [plain, kernels, query(this.#mixed, this.#pose, poseB)];
  }

  #near(random: SeededRandom, part: number): PlainPose {
    const { position, rotation } = this.#pose;
    const reach = Math.hypot(...position.map((x, k) => x - this.#scene.poseB.position[k]));
    const shift = randomPose(random, reach * part);
    const isTurned = random() < 0.7;
    const turned = rotation.map((x) => x + (isTurned ? part * randomBetween(random, -1, 1) : 0));
    const length = Math.hypot(...turned);
    const moved = position.map((x, k) => x + randomChoice(random, [0, 1, 1]) * shift.position[k]);
    return {
      position: moved as [number, number, number],
      rotation: turned.map((x) => x / length) as [number, number, number, number],
    };
  }
}
