// Checks a certificate, interval by interval, without the bounds and the kinematics that made it: the exact distance where interval arithmetic
// has both bodies in the middle of an interval, and how far the corners of their boxes can be from there meanwhile. A displacement is affine in
// the point, so no point of a body is displaced by more than the farthest corner of its box. Where that does not suffice, the interval is split.

import { distance, NearmissError, type Pose, quaternionFromMatrix } from 'nearmiss';
import { modelBox } from 'nearmiss/bodies';
import type { JointPath } from '../path/joint-path.ts';
import { PATH_STATUSES } from '../proof/path-queries.ts';
import type { RobotScene } from '../robot.ts';
import type { IntervalProof, PathCertificate } from './certificate.ts';
import { about, type Interval, middleOf, sizeOf, subtract } from './interval.ts';
import { chainMatrix, movedPoint, offsetMatrix, poseMatrix, times } from './interval-kinematics.ts';
import { valuesOn } from './interval-path.ts';

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
/** Rounding of sums and roots of a few lengths, as a part of them. Dimensionless. */
const GROWN: number = 1 + 2 ** -48;

export function verifyCertificate(scene: RobotScene, path: JointPath, given: PathCertificate): CertificateCheck {
  requireCertificate(scene, path, given);
  const { from, until, proofs, pairs } = given;
  const covered = new Float64Array(pairs.length).fill(from);
  let confirmed = 0;
  for (const proof of [...proofs].sort((one, other) => one[1] - other[1])) {
    const [pair, begin, end] = proof;
    const names = pairs[pair].join(' and ');
    if (begin > covered[pair])
      return { verified: false, confirmed, fault: `${names} are not covered at ${covered[pair]}.` };
    if (!confirmProof(scene, path, proof)) {
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
    PATH_STATUSES.includes(status) &&
    (status === 'free' ? until === end : until >= from && until < end) &&
    pairs.length === memory.pairs.length &&
    memory.pairs.every(({ a, b }, k) => pairs[k]?.[0] === bodies[a].name && pairs[k]?.[1] === bodies[b].name);
  const isProof = (proof: unknown): boolean => {
    if (!Array.isArray(proof) || !proof.every((value) => Number.isFinite(value))) return false;
    const [pair, begin, finish, lower] = proof;
    return Number.isInteger(pair) && pair >= 0 && pair < pairs.length && begin < finish && lower >= clearance;
  };
  const areNumbers = Number.isFinite(clearance) && clearance >= 0 && proofs.every(isProof);
  if (isSame && areNumbers) return;
  throw new NearmissError('robot/bad-certificate', 'The certificate is of another robot, path or scene.');
}

function confirmProof(scene: RobotScene, path: JointPath, [pair, from, to, lower]: IntervalProof): boolean {
  const { breaks } = path;
  let segment = 0;
  while (segment + 2 < breaks.length && breaks[segment + 1] <= from) segment++;
  if (from < breaks[segment] || to > breaks[segment + 1]) return false;
  const { a, b } = scene.memory.pairs[pair];
  const corners = [a, b].map((body) => boxCorners(scene.bodies[body].shape.model));
  return confirmInterval({ scene, path, segment, pair, lower, corners }, from, to, 0);
}

/** That the gap of a pair is more than `lower`, on intervals of a segment. */
interface Claim {
  readonly scene: RobotScene;
  readonly path: JointPath;
  readonly segment: number;
  readonly pair: number;
  readonly lower: number;
  /** Of the boxes of both bodies. */
  readonly corners: readonly (readonly Interval[])[][];
}

function confirmInterval(claim: Claim, from: number, to: number, depth: number): boolean {
  const { bodies, memory } = claim.scene;
  const { a, b, padding } = memory.pairs[claim.pair];
  const [rangeA, rangeB] = [a, b].map((body, k) => rangeOf(claim, body, claim.corners[k], from, to));
  const needed = (claim.lower + padding + rangeA.displacement + rangeB.displacement) * GROWN;
  const { model: modelA } = bodies[a].shape;
  const { model: modelB } = bodies[b].shape;
  const found = distance(modelA, rangeA.pose, modelB, rangeB.pose, { maxDistance: needed });
  if (found.status === 'beyond' || found.lower > needed) return true;
  const middle = middleOf([from, to]);
  if (depth >= DEEPEST || middle <= from || middle >= to) return false;
  return confirmInterval(claim, from, middle, depth + 1) && confirmInterval(claim, middle, to, depth + 1);
}

/** A pose in the frame that both bodies move with, and how far a point of the body can be from where that has it. */
interface BodyRange {
  readonly pose: Pose;
  readonly displacement: number;
}

function rangeOf(
  { scene, path, segment, pair }: Claim,
  body: number,
  corners: readonly (readonly Interval[])[],
  from: number,
  to: number,
): BodyRange {
  const { tree, bodies, memory } = scene;
  const { common } = memory.pairs[pair];
  const { frame, offset, motion } = bodies[body];
  const middle = middleOf([from, to]);
  if (motion !== null) {
    const half = Math.max(middle - from, to - middle);
    const farthest = Math.max(...corners.map((corner) => lengthOf(corner)));
    return { pose: motion.pose(middle), displacement: half * (motion.speed + motion.angularSpeed * farthest) * GROWN };
  }
  const own = offsetMatrix(tree, offset);
  const matrixOn = (begin: number, end: number) =>
    times(chainMatrix(tree, frame, common, valuesOn(path, segment, begin, end)), own);
  const now = matrixOn(middle, middle).map((row) => row.map(middleOf));
  const position = now.map((row) => row[3]);
  const rotation = quaternionFromMatrix(now.flatMap((row) => row.slice(0, 3)));
  const here = poseMatrix([...position, ...rotation]);
  const then = matrixOn(from, to);
  const displacements = corners.map((corner) => {
    const [there, where] = [movedPoint(then, corner), movedPoint(here, corner)];
    return lengthOf(there.map((part, c) => subtract(part, where[c])));
  });
  return { pose: { position, rotation }, displacement: Math.max(...displacements) };
}

function boxCorners(model: Parameters<typeof modelBox>[0]): Interval[][] {
  const { low, high } = modelBox(model);
  return Array.from({ length: 8 }, (_, corner) => low.map((least, c) => about(corner & (1 << c) ? high[c] : least)));
}

/** The greatest length of a vector of intervals. */
function lengthOf(parts: readonly Interval[]): number {
  return Math.sqrt(parts.reduce((sum, part) => sum + sizeOf(part) ** 2, 0)) * GROWN;
}
