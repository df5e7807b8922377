import { type Model, NearmissError, type Point, type Pose } from 'nearmiss';
import { hull } from 'nearmiss/convex';
import { Quaternion, Vector3 } from 'three';

/** The Minkowski difference A − B of two convex bodies, in the world: the hull of all differences of their points. */
export interface Difference {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
  /** Whether it is the difference itself; else it is made of support points along evenly spread directions, and lies within it. */
  readonly isExact: boolean;
}

/** With more pairs of vertices than this, support points are taken instead. */
const MOST_PAIRS = 3000;
const DIRECTIONS = 800;
/** Radians from one direction to the next, about the axis: the golden angle spreads them evenly. */
const GOLDEN_ANGLE: number = Math.PI * (3 - Math.sqrt(5));

/** Null where the difference has no volume. */
export function minkowskiDifference(a: Model, poseA: Pose, b: Model, poseB: Pose): Difference | null {
  const verticesA = worldVertices(a, poseA);
  const verticesB = worldVertices(b, poseB);
  const isExact = verticesA.length * verticesB.length <= MOST_PAIRS;
  const points = isExact
    ? verticesA.flatMap((p) => verticesB.map((q) => p.clone().sub(q)))
    : directions().map((direction) =>
        support(verticesA, direction).clone().sub(support(verticesB, direction.clone().negate())),
      );
  try {
    const { mesh } = hull(points.flatMap((point) => point.toArray()));
    return { vertices: Float64Array.from(mesh.positions), triangles: Uint32Array.from(mesh.triangles), isExact };
  } catch (error) {
    if (error instanceof NearmissError) return null;
    throw error;
  }
}

function worldVertices({ mesh: { positions } }: Model, { position, rotation }: Pose): Vector3[] {
  const turn = new Quaternion(...triple(rotation), rotation?.[3] ?? 1);
  const shift = new Vector3(...triple(position));
  return Array.from({ length: positions.length / 3 }, (_, k) =>
    new Vector3(...triple(positions.subarray(3 * k))).applyQuaternion(turn).add(shift),
  );
}

function triple(list: ArrayLike<number> | undefined): Point {
  return [list?.[0] ?? 0, list?.[1] ?? 0, list?.[2] ?? 0];
}

function directions(): Vector3[] {
  return Array.from({ length: DIRECTIONS }, (_, k) => {
    const z = 1 - (2 * k + 1) / DIRECTIONS;
    const radius = Math.sqrt(1 - z * z);
    return new Vector3(radius * Math.cos(k * GOLDEN_ANGLE), radius * Math.sin(k * GOLDEN_ANGLE), z);
  });
}

/** The farthest of points along a direction. */
function support(points: readonly Vector3[], direction: Vector3): Vector3 {
  let best = new Vector3();
  let most = -Infinity;
  for (const point of points) {
    const along = point.dot(direction);
    if (along <= most) continue;
    most = along;
    best = point;
  }
  return best;
}
