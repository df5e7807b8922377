// A medial axis among the saved sections of a model, all of its arrays or none; and in the coordinates of the body.

import type { Section } from '../model/bytes.ts';
import { type Frame, LARGEST_RADIUS } from '../model/model-frame.ts';
import { damaged, requireWithin, takeSection } from '../model/sections.ts';
import type { StructureReader } from '../model/structure.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import type { MedialAxis } from './build-medial.ts';
import { medialDefect } from './validate-medial.ts';

// Names of at most twelve characters, as the container has it.
const SPHERES = 'medial-balls';
const CONES = 'medial-cones';
const SLABS = 'medial-slabs';
const INNER = 'medial-inner';
/** Dilation, uncovered, overhang and its bound. */
const BOUNDS = 'medial-sizes';

/** Balls may stick out of the solid, but not leave its neighbourhood: a length in the model's unit. */
const LARGEST_NUMBER = 16 * LARGEST_RADIUS;

export function addMedialSections(sections: Map<string, Section>, axis: MedialAxis): void {
  sections.set(SPHERES, axis.spheres);
  sections.set(CONES, axis.cones);
  sections.set(SLABS, axis.slabs);
  sections.set(INNER, axis.innerBalls);
  sections.set(BOUNDS, Float64Array.of(axis.dilation, axis.uncovered, axis.overhang, axis.overhangBound));
}

/** The medial axis stored in a model, if any. */
export const savedMedialAxis: StructureReader<MedialAxis> = { name: 'medial', read: takeMedialSections };

/** The medial axis of a model, or undefined if none was saved. */
function takeMedialSections(sections: ReadonlyMap<string, Section>): MedialAxis | undefined {
  if (![SPHERES, CONES, SLABS, INNER, BOUNDS].some((name) => sections.has(name))) return undefined;
  const bounds = takeSection(sections, BOUNDS, Float64Array, 4);
  const [dilation, uncovered, overhang, overhangBound] = bounds;
  const axis: MedialAxis = {
    spheres: takeSection(sections, SPHERES, Float64Array),
    cones: takeSection(sections, CONES, Uint32Array),
    slabs: takeSection(sections, SLABS, Uint32Array),
    innerBalls: takeSection(sections, INNER, Float64Array),
    dilation,
    uncovered,
    overhang,
    overhangBound,
  };
  requireWithin(SPHERES, axis.spheres, LARGEST_NUMBER);
  requireWithin(INNER, axis.innerBalls, LARGEST_NUMBER);
  requireWithin(BOUNDS, bounds, LARGEST_NUMBER);
  const defect = medialDefect(axis);
  if (defect !== null) throw damaged('medial-…', defect);
  return axis;
}

/**
 * Error of the transformation of coordinates into the frame and back, in parts of the largest of the body: a rounding each for the
 * corner's difference and for the ball's product and sum, in three coordinates, doubled. Dimensionless.
 */
const FRAME_ROUNDING = 16 * UNIT_ROUNDOFF;

/** The axis in body coordinates, with its proven bounds widened by that rounding. */
export function medialInBody(axis: MedialAxis, { centre, unit }: Frame): MedialAxis {
  const far = Math.max(Math.abs(centre[0]), Math.abs(centre[1]), Math.abs(centre[2]));
  const errorBound = FRAME_ROUNDING * (far + LARGEST_NUMBER * unit);
  const inBody = (balls: Float64Array, less: number): Float64Array =>
    balls.map((x, k) => (k % 4 === 3 ? Math.max(0, x * unit - less) : x * unit + centre[k % 4]));
  return {
    spheres: inBody(axis.spheres, 0),
    cones: axis.cones.slice(),
    slabs: axis.slabs.slice(),
    dilation: axis.dilation * unit + errorBound,
    uncovered: axis.uncovered * unit,
    overhang: axis.overhang * unit,
    overhangBound: axis.overhangBound * unit + errorBound,
    innerBalls: inBody(axis.innerBalls, errorBound),
  };
}
