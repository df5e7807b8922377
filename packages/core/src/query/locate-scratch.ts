import { FaceMarks } from '../bvh/face-marks.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';

/** The scratch of point locations (point/locate.ts). It serves any model. */
export class LocateScratch {
  stack: Int32Array = new Int32Array(0);
  /** The point and the three corners of a face. */
  readonly corners: DoubleCorners = new DoubleCorners(4);
  readonly closest: Float64Array = new Float64Array(4);
  readonly counted: FaceMarks = new FaceMarks();
}
