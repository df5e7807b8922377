import type { Mesh } from 'nearmiss';
import type { Row } from './rigid-scene.ts';

/** One cycle for bodies in these poses; returns how many pairs of bodies touch. */
export type Cycle = (rows: readonly Row[]) => number;

/** Makes ready what a method needs of the bodies. */
export type Method = (meshes: readonly Mesh[]) => Cycle;

export type MethodName = 'paper' | 'octree' | 'nearmiss' | 'planes' | 'update' | 'distance';
