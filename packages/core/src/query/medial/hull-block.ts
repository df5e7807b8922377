// Parts of two medial meshes, hulls of balls, that are tested pair by pair.

import { NodeBlock } from '../../bounds/node-block.ts';
import { BALL } from '../../medial/closest-balls.ts';
import { MOST_ENCLOSING } from '../../medial/enclosing-balls.ts';
import { MEDIAL_BRANCHING, type MedialBody } from '../../medial/medial-body.ts';

/**
 * Sets a block to what two parts open into: the larger of them, or both where they are alike, into its children, unless it has none;
 * `ratio` scales the query body.
 */
export function openParts(
  parts: NodeBlock,
  medialQ: MedialBody,
  partQ: number,
  ratio: number,
  medialR: MedialBody,
  partR: number,
): void {
  const opensQ = partQ < medialQ.nodes;
  const opensR = partR < medialR.nodes;
  const larger = medialQ.spans[BALL * partQ + 3] * ratio - medialR.spans[BALL * partR + 3];
  const openQ = opensQ && (!opensR || larger >= 0);
  const openR = opensR && (!opensQ || larger <= 0);
  parts.set(
    openQ ? medialQ.children[2 * partQ] : partQ,
    openQ ? medialQ.children[2 * partQ + 1] : partQ + 1,
    openR ? medialR.children[2 * partR] : partR,
    openR ? medialR.children[2 * partR + 1] : partR + 1,
  );
}

export class HullBlock {
  /** Which parts, A the query body. */
  readonly parts: NodeBlock = new NodeBlock();
  /** The balls and the spans of the query body in the reference frame, those of the first part first. */
  posed: Float64Array = new Float64Array(BALL * MOST_ENCLOSING * MEDIAL_BRANCHING);
  posedSpans: Float64Array = new Float64Array(BALL * MEDIAL_BRANCHING);
  /** Whether so much of a turn is left that swept circles are worth asking for. */
  usesCircles = false;
  /** Whether a second direction is worth a try. */
  closer = false;
  /** [0]: a step that goes beyond what was found already. */
  readonly enough: Float64Array = new Float64Array(1);
}
