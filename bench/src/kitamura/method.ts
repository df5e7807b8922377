import type { RigidScene, Row } from './rigid-scene.ts';

/** One cycle for bodies in these poses; returns how many pairs of bodies touch. */
type Cycle = (rows: readonly Row[]) => number;

/** Makes ready what a method needs of the bodies. */
export type Method = (scene: Pick<RigidScene, 'meshes' | 'world'>) => Cycle;

export type MethodName = 'paper' | 'octree' | 'nearmiss' | 'planes' | 'update' | 'distance';
