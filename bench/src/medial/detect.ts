import { timeOfContact } from 'nearmiss';
import { medial } from 'nearmiss/medial';
import type { Detect } from './simulation.ts';

/** Gap at which bodies touch, in sizes of the models. */
const THRESHOLD = 1e-4;

/** By the medial axes of two shapes, or by their convex hulls. */
export const DETECT: Readonly<Record<'medial' | 'hull', Detect>> = {
  medial: (a, motionA, b, motionB) =>
    timeOfContact(a.model, motionA, b.model, motionB, { method: medial, threshold: THRESHOLD }),
  hull: (a, motionA, b, motionB) => timeOfContact(a.hull, motionA, b.hull, motionB, { threshold: THRESHOLD }),
};
