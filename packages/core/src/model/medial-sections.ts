// A medial axis among the saved sections of a model: all of its arrays, or none.

import type { MedialAxis } from '../medial/build.ts';
import { medialDefect } from '../medial/validate.ts';
import type { Section } from './bytes.ts';
import { LARGEST_RADIUS } from './frame.ts';
import { damaged, requireWithin, takeSection } from './sections.ts';

const SPHERES = 'medial-spheres';
const CONES = 'medial-cones';
const SLABS = 'medial-slabs';
const INNER = 'medial-inner';
/** Dilation, uncovered and overhang. */
const BOUNDS = 'medial-bounds';

/** Balls may stick out of the solid, but not leave its neighbourhood: a length in the model's unit. */
const LARGEST_NUMBER = 16 * LARGEST_RADIUS;

export function addMedialSections(sections: Map<string, Section>, axis: MedialAxis): void {
  sections.set(SPHERES, axis.spheres);
  sections.set(CONES, axis.cones);
  sections.set(SLABS, axis.slabs);
  sections.set(INNER, axis.innerBalls);
  sections.set(BOUNDS, Float64Array.of(axis.dilation, axis.uncovered, axis.overhang));
}

/** The medial axis of a model, or null if none was saved. */
export function takeMedialSections(sections: ReadonlyMap<string, Section>): MedialAxis | null {
  if (![SPHERES, CONES, SLABS, INNER, BOUNDS].some((name) => sections.has(name))) return null;
  const [dilation, uncovered, overhang] = takeSection(sections, BOUNDS, Float64Array, 3);
  const axis: MedialAxis = {
    spheres: takeSection(sections, SPHERES, Float64Array),
    cones: takeSection(sections, CONES, Uint32Array),
    slabs: takeSection(sections, SLABS, Uint32Array),
    innerBalls: takeSection(sections, INNER, Float64Array),
    dilation,
    uncovered,
    overhang,
  };
  requireWithin(SPHERES, axis.spheres, LARGEST_NUMBER);
  requireWithin(INNER, axis.innerBalls, LARGEST_NUMBER);
  requireWithin(BOUNDS, Float64Array.of(dilation, uncovered, overhang), LARGEST_NUMBER);
  const defect = medialDefect(axis);
  if (defect !== null) throw damaged('medial-…', defect);
  return axis;
}
