import { type Model, motionPose, NearmissError, type Pose } from 'nearmiss';
import { BufferWriter, cross, type DebugBuffers, plus, type Triple } from './buffers.ts';
import { DEBUG_COLORS, type DebugColor } from './colors.ts';

/**
 * The outlines of faces of a posed body, for results that name faces: `pairs` of `collide` and `clearance`, `faceA` and `faceB`.
 *
 * ```ts
 * const { pairs } = clearance(a, poseA, b, poseB, { clearance: 0.1 });
 * const { lines } = debugFaces(a, poseA, pairs.map(([face]) => face));
 * ```
 *
 * @see {@link debugLines}
 */
export function debugFaces(
  model: Pick<Model, 'mesh'>,
  pose: Pose,
  faces: Iterable<number>,
  options: { readonly origin?: Triple | undefined; readonly color?: DebugColor | undefined } = {},
): DebugBuffers {
  const writer = new BufferWriter(options.origin);
  const color = options.color ?? DEBUG_COLORS.contact;
  const toWorld = transformOf(pose);
  const { positions, triangles } = model.mesh;
  for (const face of new Set(faces)) {
    if (!Number.isInteger(face) || face < 0 || 3 * face >= triangles.length) {
      const sentence = `There is no face ${face}: the mesh has ${triangles.length / 3} faces, counted from 0.`;
      throw new NearmissError('options/bad-value', sentence);
    }
    const corners = [0, 1, 2].map((k) => {
      const vertex = triangles[3 * face + k] ?? 0;
      return toWorld([positions[3 * vertex] ?? 0, positions[3 * vertex + 1] ?? 0, positions[3 * vertex + 2] ?? 0]);
    });
    const [a, b, c] = corners as [Triple, Triple, Triple];
    writer.line(a, b, color);
    writer.line(b, c, color);
    writer.line(c, a, color);
  }
  return writer.buffers();
}

/** position + v + 2/|Q|² (w q × v + q × (q × v)) for the quaternion Q = (q, w). `motionPose` checks the pose and completes it. */
function transformOf(pose: Pose): (point: Triple) => Triple {
  const { position, rotation } = motionPose(pose, 0);
  const [x, y, z, w] = rotation;
  const axis: Triple = [x, y, z];
  const factor = 2 / (x * x + y * y + z * z + w * w);
  return (point) => {
    const turn = cross(axis, point);
    return plus(plus(plus(point, turn, factor * w), cross(axis, turn), factor), position, 1);
  };
}
