import { type Model, type Pose, quaternionFromMatrix } from 'nearmiss';

/** A model where it is. See {@link pairFacts}. */
export interface PosedModel {
  readonly model: Model;
  readonly pose: Pose;
}

/** How far |q|² may be from 1 to be divided out; queries refuse what is farther. Dimensionless. */
const QUATERNION_ERROR = 2e-3;

/**
 * The body with a pose that all functions here take: its rotation a quaternion of length 1, up to rounding. Of a pose that is none, the queries
 * say so.
 */
export function unitPosed(body: PosedModel): PosedModel {
  const pose = unitPose(body.pose);
  return pose === body.pose ? body : { ...body, pose };
}

/** A pose with a quaternion of length 1, up to rounding, in place of a matrix or of another quaternion. */
export function unitPose(given: Pose): Pose {
  if (given === null || typeof given !== 'object') return given;
  const { matrix, ...pose } = given;
  if (matrix === undefined) return unitRotation(given);
  return given.rotation === undefined ? { ...pose, rotation: quaternionFromMatrix(matrix) } : given;
}

function unitRotation(pose: Pose): Pose {
  const { rotation } = pose;
  if (rotation === undefined || rotation === null || rotation.length !== 4) return pose;
  const [x, y, z, w] = Array.from(rotation);
  const square = x * x + y * y + z * z + w * w;
  if (square === 1 || !(Math.abs(square - 1) <= QUATERNION_ERROR)) return pose;
  const length = Math.sqrt(square);
  return { ...pose, rotation: [x / length, y / length, z / length, w / length] };
}

/** A point of a body in the world, rounded: for what is shown, and for distances far above rounding. */
export function worldPoint({ pose }: PosedModel, p: ArrayLike<number>): [number, number, number] {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = pose;
  const [qx, qy, qz, qw] = Array.from(rotation);
  const tx = 2 * (qy * p[2] - qz * p[1]);
  const ty = 2 * (qz * p[0] - qx * p[2]);
  const tz = 2 * (qx * p[1] - qy * p[0]);
  return [
    p[0] + qw * tx + qy * tz - qz * ty + position[0],
    p[1] + qw * ty + qz * tx - qx * tz + position[1],
    p[2] + qw * tz + qx * ty - qy * tx + position[2],
  ];
}

// How far coordinates about a point are off, before their own last rounding. They are made of a vertex that is turned and of the translation, which may
// cancel each other. By counting, in units of 2⁻⁵³: a quaternion q that was divided by its length is off from 1 by 4. What is computed of it is
// I + |q|² (R − I), which is off from R by 2 · 4 |R − I|, at most 16 parts of the vertex. A body that is not turned has none of that.

/** Products and sums of `worldPoint`: 36 parts of the vertex more. */
const POINT_TURN = 2 ** -47;
/** A row of the matrix, 5 parts of the vertex more, times the vertex, another 4. */
const ROW_TURN = 2 ** -48;
/** The rounding of the translation about the point, and of the sum: 2 parts. */
const MOVE = 2 ** -51;

/** How far a point of a body as `worldPoint` computes it about another point is off, at most. */
export function pointRounding(body: PosedModel, about: ArrayLike<number>): number {
  return POINT_TURN * turnedLength(body) + MOVE * moveLength(body, about);
}

/** How far a coordinate about a point is off that is a row of the matrix times the vertex, plus the translation. */
export function rowRounding(body: PosedModel, about: ArrayLike<number>): number {
  return ROW_TURN * turnedLength(body) + MOVE * moveLength(body, about);
}

function turnedLength({ model, pose: { rotation = [0, 0, 0, 1] } }: PosedModel): number {
  const isTurned = rotation[0] !== 0 || rotation[1] !== 0 || rotation[2] !== 0;
  return isTurned ? longest(model.mesh.positions, model.mesh.triangles) : 0;
}

function moveLength({ pose: { position = [0, 0, 0] } }: PosedModel, about: ArrayLike<number>): number {
  return Math.hypot(position[0] - about[0], position[1] - about[1], position[2] - about[2]);
}

/** A function of its own, as {@link extentAlong}. */
function longest(positions: Float64Array, triangles: Uint32Array): number {
  let most = 0;
  for (let k = 0; k < triangles.length; k++) {
    const at = 3 * triangles[k];
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    const square = x * x + y * y + z * z;
    if (square > most) most = square;
  }
  return Math.sqrt(most);
}

/** Least and greatest corner of a body in the world. */
export function worldBox(body: PosedModel): number[] {
  const { positions, triangles } = body.model.mesh;
  const { position: origin = [0, 0, 0] } = body.pose;
  const turned = { ...body, pose: { ...body.pose, position: [0, 0, 0] } };
  const axes = [worldPoint(turned, [1, 0, 0]), worldPoint(turned, [0, 1, 0]), worldPoint(turned, [0, 0, 1])];
  const box = emptyBox();
  for (let row = 0; row < 3; row++) {
    const extent = extentAlong(positions, triangles, axes[0][row], axes[1][row], axes[2][row]);
    box[row] = extent.least + origin[row];
    box[row + 3] = extent.greatest + origin[row];
  }
  return box;
}

/** A function of its own: a loop that the engine compiles while it runs should have nothing around it. */
function extentAlong(
  positions: Float64Array,
  triangles: Uint32Array,
  x: number,
  y: number,
  z: number,
): { readonly least: number; readonly greatest: number } {
  let least = Infinity;
  let greatest = -Infinity;
  for (let k = 0; k < triangles.length; k++) {
    const at = 3 * triangles[k];
    const value = x * positions[at] + y * positions[at + 1] + z * positions[at + 2];
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { least, greatest };
}

export function emptyBox(): number[] {
  return [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
}

export function growBox(box: number[], point: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k], point[k]);
    box[k + 3] = Math.max(box[k + 3], point[k]);
  }
}

export function commonBox(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.map((x, k) => (k < 3 ? Math.max(x, b[k]) : Math.min(x, b[k])));
}

/** The unit normal of a face in the world, rounded; null for a face without area. */
export function worldNormal(body: PosedModel, face: number): number[] | null {
  const { positions, triangles } = body.model.mesh;
  const [p, q, r] = [0, 1, 2].map((k) => {
    const vertex = 3 * triangles[3 * face + k];
    return worldPoint({ ...body, pose: { ...body.pose, position: [0, 0, 0] } }, positions.subarray(vertex, vertex + 3));
  });
  const [u, v] = [q.map((x, k) => x - p[k]), r.map((x, k) => x - p[k])];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n);
  return length > 0 ? n.map((x) => x / length) : null;
}
