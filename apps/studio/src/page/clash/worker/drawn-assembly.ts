// An assembly as it is drawn: about the middle of all its boxes, in single precision.

import type { Assembly, Clash } from '@nearmiss/clash';
import type { Mesh } from 'nearmiss';
import type { DrawnMesh } from '../../many/messages.ts';
import type { DrawnAssembly } from '../messages.ts';

type Triple = readonly [number, number, number];

/** What boxes are about. */
interface Frame {
  readonly origin: Triple;
  readonly half: Triple;
  readonly reach: number;
}

export function drawnAssembly({ elements, shapes, warnings }: Assembly, up: Triple, isMetric: boolean): DrawnAssembly {
  const { origin, half, reach } = frameOf(elements.map(({ box }) => box));
  const [ox, oy, oz] = origin;
  return {
    shapes: shapes.map(({ mesh }) => drawnMesh(mesh)),
    elements: elements.map(({ model, id, name, class: own, storey, shape, pose, box }) => {
      const [x = 0, y = 0, z = 0] = Array.from(pose.position ?? []);
      const [qx = 0, qy = 0, qz = 0, qw = 1] = Array.from(pose.rotation ?? []);
      const { origin: centre, reach: radius } = frameOf([box]);
      return {
        model,
        id,
        name,
        ...(own === undefined ? {} : { class: own }),
        ...(storey === undefined ? {} : { storey }),
        shape,
        position: [x - ox, y - oy, z - oz] as const,
        rotation: [qx, qy, qz, qw] as const,
        middle: [centre[0] - ox, centre[1] - oy, centre[2] - oz] as const,
        radius,
      };
    }),
    origin,
    half,
    reach,
    up,
    isMetric,
    warnings,
  };
}

/** No elements, where a result came without its models: the frame is around its clashes. */
export function drawnAlone(clashes: readonly Clash[], up: Triple): DrawnAssembly {
  const corners = clashes.flatMap(({ box, point }) => box ?? (point === undefined ? [] : [point]));
  const frame = frameOf(corners.map((corner) => [...corner, ...corner]));
  return { shapes: [], elements: [], ...frame, up, isMetric: false, warnings: [] };
}

function drawnMesh({ positions, triangles }: Mesh): DrawnMesh {
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** The middle of boxes, and half the diagonal of the box around them; 1 where that is nothing. */
function frameOf(boxes: readonly (readonly number[])[]): Frame {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k] ?? 0, box[k] ?? 0);
      high[k] = Math.max(high[k] ?? 0, box[k + 3] ?? 0);
    }
  }
  if (boxes.length === 0) return { origin: [0, 0, 0], half: [1, 1, 1], reach: 1 };
  const middle = (k: number): number => (low[k] ?? 0) / 2 + (high[k] ?? 0) / 2;
  const extent = (k: number): number => (high[k] ?? 0) / 2 - (low[k] ?? 0) / 2;
  const half = [extent(0), extent(1), extent(2)] as const;
  return { origin: [middle(0), middle(1), middle(2)], half, reach: Math.hypot(...half) || 1 };
}
