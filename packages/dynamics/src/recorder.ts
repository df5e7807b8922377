// Recordings: the frames of a simulation, each with a snapshot, so that it can be rewound to any of them.

import { NearmissError } from 'nearmiss';
import { type Frame, frameOf } from './frames.ts';
import { requireCount, requireKeys, requirePositive } from './input.ts';
import type { Simulation, StepReport } from './simulation.ts';
import type { Snapshot } from './snapshot.ts';

/** Options of {@link Recorder}. */
export interface RecorderOptions {
  /** Seconds a step. */
  readonly step: number;
  /** A frame is kept each so many steps; 1 by default. */
  readonly every?: number | undefined;
}

/**
 * Makes the steps of a simulation and keeps its trajectory: the frames that `nearmiss simulate` writes, the first of them at once. A
 * simulation whose bodies or joints were exchanged cannot be rewound to what was before.
 *
 * @example
 * const simulation = new Simulation({ gravity: [0, 0, -9.81] });
 * const ball = simulation.addBody({ model: makeConvex('sphere(radius=0.1)') });
 * const recorder = new Recorder(simulation, { step: 0.01 });
 * for (let k = 0; k < 100; k++) recorder.advance();
 * recorder.rewind(50);
 * console.log(recorder.frames.length, ball.velocity[2].toFixed(3)); // 51 -4.905
 */
export class Recorder {
  readonly simulation: Simulation;
  /** Seconds a step. */
  readonly step: number;
  readonly #every: number;
  readonly #frames: Frame[] = [];
  readonly #snapshots: Snapshot[] = [];
  /** Steps since the last frame. */
  #sinceFrame = 0;

  constructor(simulation: Simulation, options: RecorderOptions) {
    requireKeys(options, ['step', 'every'], 'The options of a recorder');
    const { step, every = 1 } = options;
    this.simulation = simulation;
    this.step = requirePositive(step, 'step');
    this.#every = requireCount(every, 'every');
    this.#keep();
  }

  /** What was recorded, the newest frame last. */
  get frames(): readonly Frame[] {
    return this.#frames;
  }

  /** Makes one step, and keeps a frame where one is due. */
  advance(): StepReport {
    const report = this.simulation.step(this.step);
    this.#sinceFrame++;
    if (this.#sinceFrame === this.#every) this.#keep();
    return report;
  }

  /** Puts the simulation back to a frame, by its number, and drops the frames after it. What follows is the same to the bit. */
  rewind(frame: number): void {
    const snapshot = this.#snapshots[frame];
    if (snapshot === undefined) {
      const last = this.#frames.length - 1;
      throw new NearmissError('dynamics/bad-value', `There is no frame ${frame}; there are frames 0 to ${last}.`);
    }
    this.simulation.restore(snapshot);
    this.#frames.length = frame + 1;
    this.#snapshots.length = frame + 1;
    this.#sinceFrame = 0;
  }

  #keep(): void {
    const { simulation, step } = this;
    // Static bodies are in the first frame only, as in a file.
    this.#frames.push(frameOf(simulation, simulation.time, step, this.#frames.length === 0));
    this.#snapshots.push(simulation.snapshot());
    this.#sinceFrame = 0;
  }
}
