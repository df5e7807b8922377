// Checks a certificate, interval by interval, without the bounds that made it: the distance in the middle of an interval by the exact query,
// and how far the corners of both boxes can be from where they are then, by interval arithmetic. A displacement is affine in the point, so no
// point of a body is displaced by more than the farthest corner of its box. Where that does not suffice, the interval is split.

import { distance, NearmissError } from 'nearmiss';
import type { JointPath } from '../path/joint-path.ts';
import type { RobotScene } from '../robot.ts';
import type { IntervalProof, PathCertificate } from './certificate.ts';
import { chainMatrix, type Interval, movedPoint, poseMatrix, times } from './interval-kinematics.ts';

/** What a check has found. See {@link Robot.verify}. */
export interface CertificateCheck {
  /** Whether all proofs were confirmed, and cover every pair. */
  readonly verified: boolean;
  /** How many proofs were confirmed. */
  readonly confirmed: number;
  /** What is wrong, in a sentence; null where nothing is. */
  readonly fault: string | null;
}

/** How often an interval is split. */
const DEEPEST = 24;
/** Error of a computed pose in parts of the coordinates: the distance is that of poses in doubles. Dimensionless. */
const POSE_ERROR: number = 2 ** -40;
/** It counts once more for each so many frames, and for each radian: see proof/pose-error.ts, which has less. */
const FRAMES = 16;

export function verifyCertificate(scene: RobotScene, path: JointPath, given: PathCertificate): CertificateCheck {
  requireCertificate(scene, path, given);
  const { clearance, from, until, proofs, pairs } = given;
  const covered = new Float64Array(pairs.length).fill(from);
  let confirmed = 0;
  for (const proof of [...proofs].sort((one, other) => one[1] - other[1])) {
    const [pair, begin, end] = proof;
    const names = pairs[pair].join(' and ');
    if (begin > covered[pair])
      return { verified: false, confirmed, fault: `${names} are not covered at ${covered[pair]}.` };
    if (!confirmProof(scene, path, proof, clearance)) {
      return { verified: false, confirmed, fault: `${names} are not proven apart from ${begin} to ${end}.` };
    }
    covered[pair] = Math.max(covered[pair], end);
    confirmed++;
  }
  const short = covered.findIndex((time) => time < until);
  if (short < 0) return { verified: true, confirmed, fault: null };
  return { verified: false, confirmed, fault: `${pairs[short].join(' and ')} are not covered at ${covered[short]}.` };
}

function requireCertificate({ memory, bodies }: RobotScene, { breaks }: JointPath, given: PathCertificate): void {
  const isOne = given !== null && typeof given === 'object' && given.format === 'nearmiss-path-certificate';
  if (!isOne || given.version !== 1 || !Array.isArray(given.pairs) || !Array.isArray(given.proofs)) {
    throw new NearmissError('robot/bad-certificate', 'This is no certificate of a path, or one of another version.');
  }
  const { pairs, proofs, from, until, clearance, status } = given;
  const end = breaks[breaks.length - 1];
  const isSame =
    from === breaks[0] &&
    (status === 'free' ? until === end : until >= from && until <= end) &&
    pairs.length === memory.pairs.length &&
    memory.pairs.every(({ a, b }, k) => pairs[k][0] === bodies[a].name && pairs[k][1] === bodies[b].name);
  const areNumbers =
    clearance >= 0 &&
    proofs.every(
      (proof) => Number.isInteger(proof[0]) && proof[0] >= 0 && proof[0] < pairs.length && proof[1] < proof[2],
    );
  if (isSame && areNumbers) return;
  throw new NearmissError('robot/bad-certificate', 'The certificate is of another robot, path or scene.');
}

function confirmProof(scene: RobotScene, path: JointPath, [pair, from, to]: IntervalProof, clearance: number): boolean {
  const { breaks } = path;
  let segment = 0;
  while (segment + 2 < breaks.length && breaks[segment + 1] <= from) segment++;
  if (from < breaks[segment] || to > breaks[segment + 1]) return false;
  return confirmInterval(scene, path, pair, segment, [from, to], clearance, 0);
}

function confirmInterval(
  scene: RobotScene,
  path: JointPath,
  pair: number,
  segment: number,
  [from, to]: Interval,
  clearance: number,
  depth: number,
): boolean {
  const { state, memory, bodies, size } = scene;
  const { a, b, padding } = memory.pairs[pair];
  const values = new Float64Array(path.size);
  const speeds = new Float64Array(path.size);
  const scratch = new Float64Array(path.size);
  const middle = from + (to - from) / 2;
  path.write(segment, middle, values, scratch);
  path.writeBounds(segment, from, to, speeds, scratch);
  state.update(values, middle);
  const half = Math.max(middle - from, to - middle) * (1 + POSE_ERROR);
  const reach = Array.from(values, (value, v): Interval => [value - speeds[v] * half, value + speeds[v] * half]);
  const moved = [a, b].map((body) => displacement(scene, body, memory.pairs[pair].common, values, reach, half));
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const poseError = POSE_ERROR * size * (1 + scene.tree.frameCount / FRAMES) * (1 + largest);
  const needed = clearance + padding + moved[0] + moved[1] + poseError;
  const { shape: shapeA } = bodies[a];
  const { shape: shapeB } = bodies[b];
  const found = distance(shapeA.model, state.poses[a], shapeB.model, state.poses[b], { maxDistance: needed });
  if (found.status === 'beyond' || found.lower > needed) return true;
  if (depth >= DEEPEST || middle <= from || middle >= to || found.lower <= clearance + padding) return false;
  return (
    confirmInterval(scene, path, pair, segment, [from, middle], clearance, depth + 1) &&
    confirmInterval(scene, path, pair, segment, [middle, to], clearance, depth + 1)
  );
}

/** No point of a body is farther from where it is in the middle, seen from the common frame. */
function displacement(
  { tree, bodies }: RobotScene,
  body: number,
  common: number,
  values: Float64Array,
  reach: readonly Interval[],
  half: number,
): number {
  const { frame, offset, shape, motion } = bodies[body];
  const { centre, halves, radius } = shape;
  if (motion !== null) {
    return half * (motion.speed + motion.angularSpeed * (Math.hypot(centre[0], centre[1], centre[2]) + radius));
  }
  if (frame === common) return 0;
  const own = poseMatrix([...offset]);
  const then = times(chainMatrix(tree, frame, common, reach), own);
  const now = times(
    chainMatrix(
      tree,
      frame,
      common,
      Array.from(values, (value): Interval => [value, value]),
    ),
    own,
  );
  let most = 0;
  for (let corner = 0; corner < 8; corner++) {
    const point = [0, 1, 2].map((c) => centre[c] + (corner & (1 << c) ? halves[c] : -halves[c]));
    const [there, here] = [movedPoint(then, point), movedPoint(now, point)];
    const parts = there.map(([low, high], c) => Math.max(Math.abs(high - here[c][0]), Math.abs(here[c][1] - low)));
    most = Math.max(most, Math.hypot(...parts) * (1 + POSE_ERROR));
  }
  return most;
}
