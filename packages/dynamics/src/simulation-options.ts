// What a simulation is made with.

import type { Material } from './body.ts';
import {
  requireFlag,
  requireKeys,
  requireNumber,
  requireNumbers,
  requirePositive,
  requireRestitution,
  requireWord,
} from './input.ts';

/** How steps are made. See {@link SimulationOptions}. */
export type StepperName = 'events' | 'impulses';

const STEPPERS: readonly StepperName[] = ['events', 'impulses'];

/** Options of a {@link Simulation}. */
export interface SimulationOptions {
  /** Acceleration of all bodies; none by default. */
  readonly gravity?: ArrayLike<number> | undefined;
  readonly stepper?: StepperName | undefined;
  /** Contacts begin and end within this distance; by default 1e-4 of the size of the smallest body. */
  readonly threshold?: number | undefined;
  /** Defaults of bodies: friction 0.5, restitution 0. */
  readonly materials?:
    | { readonly friction?: number | undefined; readonly restitution?: number | undefined }
    | undefined;
  /** Whether bodies that have come to rest sleep: yes by default. */
  readonly sleeping?: boolean | undefined;
}

const SIMULATION_KEYS = ['gravity', 'stepper', 'threshold', 'materials', 'sleeping'] as const;

/** The options of a simulation, checked and completed. */
export interface CheckedOptions {
  readonly gravity: Float64Array;
  readonly stepper: StepperName;
  /** Null where the bodies' sizes decide. */
  readonly threshold: number | null;
  readonly material: Material;
  readonly sleeping: boolean;
}

export function checkOptions(options: SimulationOptions): CheckedOptions {
  requireKeys(options, SIMULATION_KEYS, 'A simulation');
  const { gravity, stepper, threshold, materials = {}, sleeping } = options;
  requireKeys(materials, ['friction', 'restitution'], 'materials');
  const friction = requireNumber(materials.friction ?? 0.5, 'materials.friction', 0);
  const restitution = requireRestitution(materials.restitution ?? 0, 'materials.restitution');
  return {
    gravity: gravity === undefined ? new Float64Array(3) : requireNumbers(gravity, 3, 'gravity'),
    stepper: stepper === undefined ? 'events' : requireWord(stepper, STEPPERS, 'stepper'),
    threshold: threshold === undefined ? null : requirePositive(threshold, 'threshold'),
    material: { friction, restitution },
    sleeping: sleeping === undefined || requireFlag(sleeping, 'sleeping'),
  };
}
