// The first stage of Kitamura et al. (1998): which bodies' boxes overlap, and where. The paper compares every box with every
// other; sorted along x, only those are compared whose intervals there overlap.

import { BOX } from './face-table.ts';

/** Two bodies, the lower number first, and the box that their boxes have in common. */
export interface BodyOverlap {
  readonly a: number;
  readonly b: number;
  readonly region: Float64Array;
}

/** All pairs of overlapping boxes, by number. */
export function overlappingBodies(boxes: readonly Float64Array[]): BodyOverlap[] {
  const order = boxes.map((_, body) => body).sort((p, q) => boxes[p][0] - boxes[q][0] || p - q);
  const overlaps: BodyOverlap[] = [];
  let active: number[] = [];
  for (const body of order) {
    const box = boxes[body];
    active = active.filter((other) => boxes[other][3] >= box[0]);
    for (const other of active) {
      const region = commonBox(boxes[other], box);
      if (region !== null) overlaps.push({ a: Math.min(body, other), b: Math.max(body, other), region });
    }
    active.push(body);
  }
  return overlaps.sort((p, q) => p.a - q.a || p.b - q.b);
}

/** The intersection of two boxes; null where they are apart. */
export function commonBox(p: Float64Array, q: Float64Array): Float64Array | null {
  const region = new Float64Array(BOX);
  for (let axis = 0; axis < 3; axis++) {
    region[axis] = Math.max(p[axis], q[axis]);
    region[3 + axis] = Math.min(p[3 + axis], q[3 + axis]);
    if (region[axis] > region[3 + axis]) return null;
  }
  return region;
}

/** The box around all regions. */
export function boxAround(overlaps: readonly BodyOverlap[]): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const { region } of overlaps) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], region[axis]);
      box[3 + axis] = Math.max(box[3 + axis], region[3 + axis]);
    }
  }
  return box;
}

/** For each body that overlaps another, in ascending order: its regions, flat. */
export function regionsByBody(overlaps: readonly BodyOverlap[]): Map<number, Float64Array> {
  const lists = new Map<number, Float64Array[]>();
  for (const { a, b, region } of overlaps) {
    for (const body of [a, b]) {
      const list = lists.get(body);
      if (list === undefined) lists.set(body, [region]);
      else list.push(region);
    }
  }
  const bodies = [...lists].sort(([p], [q]) => p - q);
  return new Map(bodies.map(([body, list]) => [body, Float64Array.from(list.flatMap((region) => [...region]))]));
}
