import { hulls } from '../../query/advance/hulls-method.ts';
import type { AdvanceMethod } from '../../query/advance/methods.ts';
import type { CollideMethod } from '../../query/collide/collide.ts';
import type { DistanceMethod } from '../../query/distance/distance-method.ts';
import { medial } from '../../query/medial/medial-method.ts';
import { controlled } from './controlled.ts';
import { patches } from './patches.ts';
import { voronoiMarching } from './voronoi-marching.ts';

export type CollideMethodName = 'auto' | 'volumes' | 'medial';
export type DistanceMethodName = 'auto' | 'volumes' | 'hulls' | 'voronoi-marching' | 'medial';
export type AdvanceMethodName = 'pairs' | 'controlled' | 'hulls' | 'patches' | 'medial';

/** What `collide` can search on, by name. */
export const COLLIDE_METHODS: Readonly<Record<CollideMethodName, 'auto' | 'volumes' | CollideMethod>> = {
  auto: 'auto',
  volumes: 'volumes',
  medial,
};

/** What `distance` can search on, by name. */
export const DISTANCE_METHODS: Readonly<Record<DistanceMethodName, 'auto' | 'volumes' | DistanceMethod>> = {
  auto: 'auto',
  volumes: 'volumes',
  hulls,
  'voronoi-marching': voronoiMarching,
  medial,
};

/** How `timeOfContact` can advance bodies, by name. */
export const ADVANCE_METHODS: Readonly<Record<AdvanceMethodName, 'pairs' | AdvanceMethod>> = {
  pairs: 'pairs',
  controlled,
  hulls,
  patches,
  medial,
};
