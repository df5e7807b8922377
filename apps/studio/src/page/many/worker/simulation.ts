import type { Drawing, Frame, Scenery } from '../messages.ts';

/** A scene that goes on step by step. The same settings give the same steps. */
export interface Simulation {
  /** What a step consists of, as it is told. */
  readonly stages: readonly string[];
  readonly scenery: Scenery;
  /** Makes a step, and says what of it begins. */
  advance(mark: (stage: string) => void): void;
  counts(): Frame['counts'];
  drawing(): Drawing;
}
