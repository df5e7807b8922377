// Convex volumes that together hold a surface: medial primitives, oriented boxes, spheres. Each as a cloud of points of its own surface: enough to
// measure how far it sticks out of the solid, and to draw it.

import type { VolumeName } from 'nearmiss/lab';
import type { MedialAxis } from 'nearmiss/medial';
import type { Vector } from '../body-pose.ts';
import { LINKS, PrimitiveTree } from '../core-internals.ts';
import type { OpenedModel } from '../traversal/opened-model.ts';
import { dot, minus, plus, scaled } from '../vector.ts';

export type Cloud = readonly Vector[];

export interface Volumes {
  readonly clouds: readonly Cloud[];
  /** Whether one of them holds a point. */
  holds(point: Vector): boolean;
}

/** Directions of a ball, steps along a side of a box's face and of a slab: none leaves more than a few hundredths of a volume's size unseen. */
const DIRECTIONS = 200;
const BOX_STEPS = 8;
const SLAB_STEPS = 4;

/** Nearly even over the sphere: on a spiral, by the golden angle. */
const SPIRAL: readonly Vector[] = Array.from({ length: DIRECTIONS }, (_, k) => {
  const z = 1 - (2 * k + 1) / DIRECTIONS;
  const angle = k * Math.PI * (3 - Math.sqrt(5));
  const out = Math.sqrt(1 - z * z);
  return [out * Math.cos(angle), out * Math.sin(angle), z];
});

function ballCloud(centre: Vector, radius: number): Cloud {
  return SPIRAL.map((direction) => plus(centre, scaled(direction, radius)));
}

/** A box by its centre and its three half sides. */
function boxCloud(centre: Vector, sides: readonly Vector[]): Cloud {
  const cloud: Vector[] = [];
  const part = (step: number): number => (2 * step) / BOX_STEPS - 1;
  for (let axis = 0; axis < 3; axis++) {
    const [across, along, up] = [0, 1, 2].map((k) => sides[(axis + k) % 3]);
    for (const face of [minus(centre, across), plus(centre, across)]) {
      for (let i = 0; i <= BOX_STEPS; i++) {
        for (let j = 0; j <= BOX_STEPS; j++) {
          cloud.push(plus(face, plus(scaled(along, part(i)), scaled(up, part(j)))));
        }
      }
    }
  }
  return cloud;
}

/** The cones and slabs of a medial axis, dilated by what makes them hold the surface. */
export function medialVolumes(axis: MedialAxis): Volumes {
  const { cones, slabs, dilation } = axis;
  const spheres = axis.spheres.map((x, k) => (k % 4 === 3 ? x + dilation : x));
  const centreOf = (ball: number): Vector => [spheres[4 * ball], spheres[4 * ball + 1], spheres[4 * ball + 2]];
  const cloudOf = (a: number, b: number, c: number): Cloud => {
    const cloud: Vector[] = [];
    for (let i = 0; i <= SLAB_STEPS; i++) {
      for (let j = 0; i + j <= (b === c ? i : SLAB_STEPS); j++) {
        const [u, v] = [i / SLAB_STEPS, j / SLAB_STEPS];
        const w = 1 - u - v;
        const centre = plus(plus(scaled(centreOf(a), u), scaled(centreOf(c), v)), scaled(centreOf(b), w));
        const radius = u * spheres[4 * a + 3] + v * spheres[4 * c + 3] + w * spheres[4 * b + 3];
        cloud.push(...ballCloud(centre, radius));
      }
    }
    return cloud;
  };
  const clouds: Cloud[] = [];
  for (let k = 0; k < cones.length; k += 2) clouds.push(cloudOf(cones[k], cones[k + 1], cones[k + 1]));
  for (let k = 0; k < slabs.length; k += 3) clouds.push(cloudOf(slabs[k], slabs[k + 1], slabs[k + 2]));
  const tree = new PrimitiveTree({ spheres, cones, slabs });
  return { clouds, holds: (point) => tree.outside(Float64Array.from(point), 0, 1, 0) <= 0 };
}

/** A node's volume. */
interface NodeVolume {
  readonly cloud: Cloud;
  holds(point: Vector): boolean;
}

/**
 * So many nodes of a tree that together hold the surface: from the root on, the node that is worst by `cost` gives path to its children. Leaves stay.
 */
export function treeVolumes(
  opened: OpenedModel,
  kind: Extract<VolumeName, 'obb' | 'sphere'>,
  count: number,
  cost: (cloud: Cloud) => number,
): Volumes {
  const { links } = opened.tree;
  const entry = (node: number): { node: number; volume: NodeVolume; cost: number } => {
    const volume = kind === 'obb' ? boxOf(opened, node) : sphereOf(opened, node);
    return { node, volume, cost: links[LINKS * node] === 0 ? -Infinity : cost(volume.cloud) };
  };
  const front = [entry(0)];
  while (front.length < count) {
    front.sort((a, b) => a.cost - b.cost);
    const worst = front.pop();
    if (worst === undefined || worst.cost === -Infinity) throw new Error(`The tree has fewer than ${count} leaves.`);
    const child = links[LINKS * worst.node];
    front.push(entry(child), entry(child + 1));
  }
  return {
    clouds: front.map(({ volume }) => volume.cloud),
    holds: (point) => front.some(({ volume }) => volume.holds(point)),
  };
}

/** Volumes begin with their centre, in the model's frame and unit. */
function centreAt({ volumes, unit, centre }: OpenedModel, at: number): Vector {
  return [unit * volumes[at] + centre[0], unit * volumes[at + 1] + centre[1], unit * volumes[at + 2] + centre[2]];
}

function sphereOf(opened: OpenedModel, node: number): NodeVolume {
  const centre = centreAt(opened, 4 * node);
  const radius = opened.unit * opened.volumes[4 * node + 3];
  return { cloud: ballCloud(centre, radius), holds: (point) => Math.hypot(...minus(point, centre)) <= radius };
}

function boxOf(opened: OpenedModel, node: number): NodeVolume {
  const { volumes, unit } = opened;
  const at = 15 * node;
  const centre = centreAt(opened, at);
  const axes = [3, 6, 9].map((k): Vector => [volumes[at + k], volumes[at + k + 1], volumes[at + k + 2]]);
  const halves = [12, 13, 14].map((k) => unit * volumes[at + k]);
  return {
    cloud: boxCloud(
      centre,
      axes.map((axis, k) => scaled(axis, halves[k])),
    ),
    holds: (point) => axes.every((axis, k) => Math.abs(dot(axis, minus(point, centre))) <= halves[k]),
  };
}
