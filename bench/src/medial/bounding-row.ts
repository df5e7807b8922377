// How closely volumes enclose a solid: how far they stick out of it, and how much.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { closestPoint, contains, type Mesh, Model } from 'nearmiss';
import { MEDIAL_DEFAULTS, medialAxis } from 'nearmiss/medial';
import type { Vector } from '../body-pose.ts';
import { openModel } from '../traversal/opened-model.ts';
import { type Cloud, medialVolumes, treeVolumes, type Volumes } from './clouds.ts';
import type { MedialSubject } from './models.ts';

/** Samples of the medial axis, and random points to measure volumes by. */
const THOROUGH = { samples: MEDIAL_DEFAULTS.samples, points: 300_000 } as const;
const SEED = 23;

export const BOUNDINGS = ['medial', 'obb', 'sphere'] as const;
export type Bounding = (typeof BOUNDINGS)[number];

/** Volumes that together hold a surface. */
interface Enclosure {
  readonly clouds: readonly Cloud[];
  /** How far the farthest of their points is from the solid. */
  readonly error: number;
  /** How much of them is outside the solid, in parts of the solid. */
  readonly surplus: number;
}

export interface BoundingRow {
  readonly model: string;
  /** Its longest side is 1. */
  readonly mesh: Mesh;
  readonly kinds: Readonly<Record<Bounding, Enclosure>>;
  /** Of the medial axis before it is dilated: the larger of the two one-sided errors. */
  readonly hausdorff: number;
}

export function boundingRow(
  { name, mesh }: Pick<MedialSubject, 'name' | 'mesh'>,
  count: number,
  { samples, points }: { readonly samples: number; readonly points: number } = THOROUGH,
): BoundingRow {
  const model = Model.build(mesh);
  const axis = medialAxis(model, { primitives: count, samples });
  const error = (cloud: Cloud): number => farthestOut(cloud, model);
  const enclosure = (volumes: Volumes): Enclosure => {
    const farthest = Math.max(...volumes.clouds.map(error));
    return { clouds: volumes.clouds, error: farthest, surplus: surplusOf(volumes, mesh, model, farthest, points) };
  };
  return {
    model: name,
    mesh,
    kinds: {
      medial: enclosure(medialVolumes(axis)),
      obb: enclosure(treeVolumes(openModel(mesh, 'obb'), 'obb', count, error)),
      sphere: enclosure(treeVolumes(openModel(mesh, 'sphere'), 'sphere', count, error)),
    },
    hausdorff: Math.max(axis.uncovered, axis.overhang),
  };
}

/** How far the farthest of some points is outside a solid. */
function farthestOut(cloud: Cloud, model: Model): number {
  let farthest = 0;
  for (const point of cloud) {
    const { distance } = closestPoint(model, {}, point);
    if (distance > farthest && !contains(model, {}, point).contains) farthest = distance;
  }
  return farthest;
}

/** How much of the volumes is outside the solid, by random points of a box around all: so much larger than the mesh's on every side. */
function surplusOf({ holds }: Volumes, { positions }: Mesh, model: Model, around: number, points: number): number {
  const random = seeded(SEED);
  const low = [0, 1, 2].map((axis) => positions.reduce((x, y, k) => (k % 3 === axis ? Math.min(x, y) : x), Infinity));
  const high = [0, 1, 2].map((axis) => positions.reduce((x, y, k) => (k % 3 === axis ? Math.max(x, y) : x), -Infinity));
  const along = (axis: number): number => randomBetween(random, low[axis] - around, high[axis] + around);
  let inside = 0;
  let beside = 0;
  for (let k = 0; k < points; k++) {
    const point: Vector = [along(0), along(1), along(2)];
    if (contains(model, {}, point).contains) inside++;
    else if (holds(point)) beside++;
  }
  return beside / inside;
}
