// Parts of two medial meshes, hulls of balls, that are tested pair by pair.

import { NodeBlock } from '../../bvh/node-block.ts';
import { BALL } from '../../medial/closest-balls.ts';
import { MOST_ENCLOSING } from '../../medial/enclosing-balls.ts';
import { MEDIAL_BRANCHING } from '../../medial/medial-body.ts';

export class HullBlock {
  /** Which parts, A the moving body. */
  readonly parts: NodeBlock = new NodeBlock();
  /** The balls and the spans of the moving ones in the resting frame, those of the first part first. */
  placed: Float64Array = new Float64Array(BALL * MOST_ENCLOSING * MEDIAL_BRANCHING);
  placedSpans: Float64Array = new Float64Array(BALL * MEDIAL_BRANCHING);
  /** Whether so much of a turn is left that rings are worth asking for. */
  rings = false;
  /** Whether a second direction is worth a try. */
  closer = false;
  /** [0]: a step that goes beyond what was found already. */
  readonly enough: Float64Array = new Float64Array(1);
}
