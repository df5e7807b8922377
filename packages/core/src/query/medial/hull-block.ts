// Parts of two medial meshes, hulls of balls, that are tested pair by pair.

import { NodeBlock } from '../../bounds/node-block.ts';
import { BALL } from '../../medial/closest-balls.ts';
import { MOST_ENCLOSING } from '../../medial/enclosing-balls.ts';
import { MEDIAL_BRANCHING, type MedialBody } from '../../medial/medial-body.ts';

/**
 * Sets a block to what two parts open into: the larger of them, or both where they are alike, into its children, unless it has none;
 * `ratio` scales the moving one.
 */
export function openParts(
  parts: NodeBlock,
  moving: MedialBody,
  partM: number,
  ratio: number,
  resting: MedialBody,
  partR: number,
): void {
  const opensM = partM < moving.nodes;
  const opensR = partR < resting.nodes;
  const larger = moving.spans[BALL * partM + 3] * ratio - resting.spans[BALL * partR + 3];
  const openM = opensM && (!opensR || larger >= 0);
  const openR = opensR && (!opensM || larger <= 0);
  parts.set(
    openM ? moving.children[2 * partM] : partM,
    openM ? moving.children[2 * partM + 1] : partM + 1,
    openR ? resting.children[2 * partR] : partR,
    openR ? resting.children[2 * partR + 1] : partR + 1,
  );
}

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
