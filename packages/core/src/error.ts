/**
 * The reason an input was refused, as `area/what-is-wrong`. Codes are part of the interface: they may grow, not change.
 *
 * @see {@link NearmissError}
 */
export type ErrorCode =
  | 'mesh/empty'
  | 'mesh/bad-length'
  | 'mesh/non-finite'
  | 'mesh/too-large'
  | 'mesh/index-out-of-range'
  | 'mesh/not-closed'
  | 'shape/bad-parameter'
  | 'pose/bad-position'
  | 'pose/bad-rotation'
  | 'pose/too-far'
  | 'pose/bad-form'
  | 'motion/bad-form'
  | 'motion/bad-velocity'
  | 'motion/bad-pivot'
  | 'motion/too-many-turns'
  | 'motion/turned-translation'
  | 'motion/bad-time'
  | 'vector/bad'
  | 'options/bad-value'
  | 'model/bad-argument'
  | 'model/not-a-model'
  | 'model/bad-version'
  | 'model/truncated'
  | 'model/damaged'
  | 'query/aborted'
  | 'query/bad-json'
  | 'query/bad-form'
  | 'query/too-long'
  | 'query/unsupported'
  | 'query/failed'
  | 'world/unknown-body'
  | 'world/full'
  | 'world/busy'
  | 'dynamics/bad-mass'
  | 'dynamics/bad-value'
  | 'dynamics/bad-joint'
  | 'dynamics/unknown-body'
  | 'dynamics/bad-snapshot'
  | 'clash/bad-set'
  | 'clash/unknown-model'
  | 'clash/bad-decisions'
  | 'clash/too-many'
  | 'gpu/no-adapter'
  | 'gpu/lost'
  | 'gpu/out-of-memory'
  | 'gpu/failed'
  | 'workers/died'
  | 'workers/closed'
  | 'robot/bad-urdf'
  | 'robot/xacro'
  | 'robot/cyclic'
  | 'robot/missing-mesh'
  | 'robot/no-limits'
  | 'robot/bad-srdf'
  | 'robot/unknown-link'
  | 'robot/unknown-joint'
  | 'robot/bad-values'
  | 'robot/bad-path'
  | 'robot/bad-scene'
  | 'robot/bad-certificate'
  | 'batch/worker-died'
  | 'io/unknown-format'
  | 'io/truncated'
  | 'io/syntax'
  | 'io/bad-number'
  | 'io/bad-count'
  | 'io/index-out-of-range'
  | 'io/too-large'
  | 'io/unsupported'
  | 'io/forbidden-reference'
  | 'io/missing-resource'
  | 'io/bad-json'
  | 'io/cyclic-nodes'
  | 'io/damaged'
  | 'three/bad-object'
  | 'three/bad-geometry'
  | 'three/mirrored'
  | 'three/non-uniform-scale'
  | 'three/sheared'
  | 'three/singular';

/**
 * The only error class of nearmiss: a stable `code` for programs and a helpful sentence for people.
 *
 * @example
 * try {
 *   new Mesh([0, 0, 0], [0, 0, 7]);
 * } catch (error) {
 *   if (error instanceof NearmissError) console.log(error.code); // mesh/index-out-of-range
 * }
 */
export class NearmissError extends Error {
  readonly code: ErrorCode;
  /** The position of the error in a file: `line 12`, `byte 84`, or a JSON pointer such as `/nodes/3/mesh`. */
  readonly location: string | undefined;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; location?: string }) {
    super(message, options);
    this.name = 'NearmissError';
    this.code = code;
    this.location = options?.location;
  }
}

/** A value as text for a message. A plain object's says nothing of it, and an object without a prototype has none. */
export function textOf(value: unknown): string {
  try {
    const text = String(value);
    return text === '[object Object]' ? 'an object' : text;
  } catch {
    return 'an object without text';
  }
}
