import { type DebugOptions, type DebugResult, debugLines } from '@nearmiss/debug';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
  SRGBColorSpace,
} from 'three';

/** Drawn after everything else. */
const LAST = 1000;
/** Size of points on the screen, in pixels. */
const POINT_SIZE = 7;

/**
 * An object that shows results as lines and points, through everything else:
 *
 * ```ts
 * const lines = new ResultLines();
 * scene.add(lines);
 * lines.show(penetrationObjects(a, b));
 * ```
 *
 * Add it to the scene itself: results are in world coordinates.
 *
 * @see {@link collideObjects}
 */
export class ResultLines extends Group {
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #points: Points<BufferGeometry, PointsMaterial>;

  constructor() {
    super();
    const through = { vertexColors: true, depthTest: false, transparent: true };
    this.#lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial(through));
    const size = { size: POINT_SIZE, sizeAttenuation: false };
    this.#points = new Points(new BufferGeometry(), new PointsMaterial({ ...through, ...size }));
    for (const object of [this.#lines, this.#points]) {
      object.renderOrder = LAST;
      object.frustumCulled = false;
    }
    this.name = 'nearmiss results';
    this.add(this.#lines, this.#points);
    this.clearResults();
  }

  /** Shows a result in place of the last one. Far from the world's origin, `options.origin` keeps the precision. */
  show(result: DebugResult, options: DebugOptions = {}): this {
    const { lines, lineColors, points, pointColors } = debugLines(result, options);
    this.position.set(...(options.origin ?? [0, 0, 0]));
    write(this.#lines, lines, lineColors);
    write(this.#points, points, pointColors);
    return this;
  }

  /** Shows nothing. */
  clearResults(): this {
    for (const object of [this.#lines, this.#points]) write(object, new Float32Array(), new Float32Array());
    return this;
  }

  /** Frees what is on the graphics card. */
  override dispose(): void {
    for (const { geometry, material } of [this.#lines, this.#points]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

/** New attributes each time, as their lengths differ. Colours of vertices are linear in three.js. */
function write(
  object: LineSegments<BufferGeometry> | Points<BufferGeometry>,
  positions: Float32Array,
  colors: Float32Array,
): void {
  const linear = new Float32Array(colors.length);
  const color = new Color();
  for (let k = 0; k < colors.length; k += 3) {
    const [red = 0, green = 0, blue = 0] = colors.subarray(k, k + 3);
    color.setRGB(red, green, blue, SRGBColorSpace).toArray(linear, k);
  }
  object.geometry.dispose();
  object.geometry = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setAttribute('color', new BufferAttribute(linear, 3));
  object.visible = positions.length > 0;
}
