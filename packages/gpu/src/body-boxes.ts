// Culling of bodies by boxes: two bodies whose boxes are apart in every interval of a motion have no pair of primitives to test.
//
// The box of a body in its own frame is posed at both ends of an interval. Centres on chords are between the ends, so the box of both boxes has
// them all; arcs, rounding and the threshold are within the margin, as for balls (medial-motion.ts).

/** Least and greatest corner, in the frame of a body: x y z x y z. */
export type FrameBox = readonly number[];

/** Floats of a pose: rows of the rotation, each with a coordinate of the translation. */
const POSE = 12;

/** How far apart two bodies are along an axis over an interval; negative where they may overlap. `first` and `second` are where their poses start. */
function gapAlong(poses: Float32Array, first: number, a: FrameBox, second: number, b: FrameBox): number {
  let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const end of [0, POSE]) {
    lowA = Math.min(lowA, reach(poses, first + end, a, -1));
    highA = Math.max(highA, reach(poses, first + end, a, 1));
    lowB = Math.min(lowB, reach(poses, second + end, b, -1));
    highB = Math.max(highB, reach(poses, second + end, b, 1));
  }
  return Math.max(lowB - highA, lowA - highB);
}

/** The greatest coordinate of a posed box, or with a sense of −1 the least; `at` is where the row of the axis is. */
function reach(poses: Float32Array, at: number, box: FrameBox, sense: number): number {
  let sum = poses[at + 3];
  for (let c = 0; c < 3; c++) sum += poses[at + c] * box[sense * poses[at + c] > 0 ? 3 + c : c];
  return sum;
}

/** Whether two bodies may come nearer to each other than the margin; poses are those of A at the ends of the intervals, then those of B. */
export function mayTouch(poses: Float32Array, intervals: number, a: FrameBox, b: FrameBox, margin: number): boolean {
  for (let k = 0; k < intervals; k++) {
    const [first, second] = [POSE * k, POSE * (intervals + 1 + k)];
    const isApart = [0, 4, 8].some((row) => gapAlong(poses, first + row, a, second + row, b) > margin);
    if (!isApart) return true;
  }
  return false;
}
