// Blocks of pairs of parts of two medial meshes. A part is a hull of balls.

import { NodeBlock } from '../../bounds/node-block.ts';
import { BALL } from '../../medial/closest-balls.ts';
import { MOST_ENCLOSING } from '../../medial/enclosing-balls.ts';
import { MEDIAL_BRANCHING, type MedialBody } from '../../medial/medial-body.ts';
import { TurningScratch } from './turning-scratch.ts';

/**
 * Sets a block to the children of two parts: those of the larger part, or of both where their sizes are similar. A part without
 * children stays itself. `ratio` scales the query body.
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
  /** The parts. A is the query body. */
  readonly parts: NodeBlock = new NodeBlock();
  /** The balls and the spans of the query body in the reference frame, starting with those of the first part. */
  posed: Float64Array = new Float64Array(BALL * MOST_ENCLOSING * MEDIAL_BRANCHING);
  posedSpans: Float64Array = new Float64Array(BALL * MEDIAL_BRANCHING);
  /** Whether the remaining rotation is large enough for swept circles. */
  usesCircles = false;
  /** Whether to try a second direction. */
  closer = false;
  /** [0]: a step that leads beyond the contact found so far. */
  readonly enough: Float64Array = new Float64Array(1);
  readonly turning: TurningScratch = new TurningScratch();
}
