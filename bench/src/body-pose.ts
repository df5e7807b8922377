// A pose in the two forms the peers take: matrix and translation for FCL and three-mesh-bvh, quaternion and position for
// nearmiss. The forms agree to rounding, about 1e-16 of the model's size.

export type Vector = readonly [number, number, number];
/** x, y, z, w. */
export type Quaternion = readonly [number, number, number, number];

export interface BodyPose {
  readonly position: Vector;
  readonly rotation: Quaternion;
  /** Rotation matrix row by row, then the translation: 12 numbers. */
  readonly row: Float64Array;
}

const ROW_LENGTH = 12;

export function poseFromRow(row: ArrayLike<number>, what: string): BodyPose {
  if (row.length !== ROW_LENGTH) throw new Error(`${what} has ${row.length} numbers; a pose has ${ROW_LENGTH}.`);
  const numbers = Float64Array.from(row);
  if (!numbers.every(Number.isFinite)) throw new Error(`${what} holds something that is not a finite number.`);
  return withRow([numbers[9], numbers[10], numbers[11]], quaternionOfMatrix(numbers), numbers);
}

/** nearmiss refuses properties that a pose does not have, so the row is not among those that are listed. */
function withRow(position: Vector, rotation: Quaternion, row: Float64Array): BodyPose {
  return Object.defineProperty({ position, rotation, row }, 'row', { enumerable: false });
}

export function poseFromQuaternion(position: Vector, rotation: Quaternion): BodyPose {
  const [x, y, z, w] = rotation;
  const row = Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
    ...position,
  );
  return withRow(position, rotation, row);
}

/**
 * The same poses one after the other in memory, as FCL has them in one array and a program has those it just computed. Engines move the objects of a
 * pose apart, and a query of half a microsecond waits 0.2 for them.
 */
export function laidOut(poses: readonly BodyPose[]): BodyPose[] {
  return poses.map(({ position: [px, py, pz], rotation: [x, y, z, w], row }) =>
    withRow([px, py, pz], [x, y, z, w], Float64Array.from(row)),
  );
}

/** Shepperd's method: the largest of the four components is found first, so that nothing is divided by a small number. */
function quaternionOfMatrix(m: Float64Array): Quaternion {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = m;
  const trace = xx + yy + zz;
  if (trace >= xx && trace >= yy && trace >= zz) return normalised(zy - yz, xz - zx, yx - xy, 1 + trace);
  if (xx >= yy && xx >= zz) return normalised(1 + xx - yy - zz, xy + yx, xz + zx, zy - yz);
  if (yy >= zz) return normalised(xy + yx, 1 + yy - xx - zz, yz + zy, xz - zx);
  return normalised(xz + zx, yz + zy, 1 + zz - xx - yy, yx - xy);
}

export function normalised(x: number, y: number, z: number, w: number): Quaternion {
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
}

/** The rotation b followed by a. */
export function times([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return normalised(
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  );
}

/** The rotation about an axis by as many radians as the vector along it is long. */
export function turnBy([x, y, z]: Vector): Quaternion {
  const angle = Math.hypot(x, y, z);
  const part = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  return [part * x, part * y, part * z, Math.cos(angle / 2)];
}
