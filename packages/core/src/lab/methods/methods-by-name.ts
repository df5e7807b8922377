import { hulls } from '../../query/advance/hulls-method.ts';
import type { AdvanceMethod } from '../../query/advance/methods.ts';
import type { CollideMethod } from '../../query/collide/collide.ts';
import type { DistanceMethod } from '../../query/distance/distance-method.ts';
import { medial } from '../../query/medial/medial-method.ts';
import { controlled } from './controlled.ts';
import { patches } from './patches.ts';
import { voronoiMarching } from './voronoi-marching.ts';

/** The names of {@link COLLIDE_METHODS}. */
export type CollideMethodName = 'auto' | 'volumes' | 'medial';
/** The names of {@link DISTANCE_METHODS}. */
export type DistanceMethodName = 'auto' | 'volumes' | 'hulls' | 'voronoi-marching' | 'medial';
/** The names of {@link ADVANCE_METHODS}. */
export type AdvanceMethodName = 'pairs' | 'controlled' | 'hulls' | 'patches' | 'medial';

/**
 * The methods of `collide`, by name.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(collide(cube, {}, cube, {}, { method: COLLIDE_METHODS.volumes }).colliding); // true
 */
export const COLLIDE_METHODS: Readonly<Record<CollideMethodName, 'auto' | 'volumes' | CollideMethod>> = {
  auto: 'auto',
  volumes: 'volumes',
  medial,
};

/**
 * The methods of `distance`, by name.
 *
 * @example
 * const cube = Model.build(box());
 * const { status } = distance(cube, {}, cube, { position: [3, 0, 0] }, { method: DISTANCE_METHODS.volumes });
 * console.log(status); // separated
 */
export const DISTANCE_METHODS: Readonly<Record<DistanceMethodName, 'auto' | 'volumes' | DistanceMethod>> = {
  auto: 'auto',
  volumes: 'volumes',
  hulls,
  'voronoi-marching': voronoiMarching,
  medial,
};

/**
 * The methods of `timeOfContact`, by name.
 *
 * @example
 * const cube = Model.build(box());
 * const motion = { from: { position: [3, 0, 0] }, to: { position: [-3, 0, 0] } } as const;
 * console.log(timeOfContact(cube, motion, cube, {}, { method: ADVANCE_METHODS.controlled }).status); // contact
 */
export const ADVANCE_METHODS: Readonly<Record<AdvanceMethodName, 'pairs' | AdvanceMethod>> = {
  pairs: 'pairs',
  controlled,
  hulls,
  patches,
  medial,
};
