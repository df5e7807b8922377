// Certificates: the intervals on which each pair was proven apart, so that others can check them.

import type { JointPath } from '../path/joint-path.ts';
import { type PathContact, type PathContactOptions, pathContact } from '../proof/path-queries.ts';
import type { RobotScene } from '../robot.ts';

/**
 * One proof: the number of a pair, from when to when, and a lower bound of its gap meanwhile. It has half of what was proven beyond the
 * clearance, so that others can confirm it with bounds that are less tight. See {@link PathCertificate}.
 */
export type IntervalProof = readonly [pair: number, from: number, to: number, lower: number];

/** What a search has proven: each pair apart on intervals that cover the path from its start until `until`. See {@link Robot.certify}. */
export interface PathCertificate {
  readonly format: 'nearmiss-path-certificate';
  readonly version: 1;
  readonly status: PathContact['status'];
  /** The gap that is kept. */
  readonly clearance: number;
  readonly from: number;
  readonly until: number;
  /** The names of the two bodies of each pair. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly proofs: readonly IntervalProof[];
}

/** A result with its certificate. See {@link Robot.certify}. */
export interface CertifiedPath {
  readonly contact: PathContact;
  readonly certificate: PathCertificate;
}

export function certifyPath(scene: RobotScene, path: JointPath, options: PathContactOptions): CertifiedPath {
  const { clearance = 0 } = options;
  const proofs: IntervalProof[] = [];
  const contact = pathContact(scene, path, {
    ...options,
    order: 'first',
    onProof: (test, pair, from, to) => proofs.push([pair, from, to, clearance + (test.provenGap - clearance) / 2]),
  });
  const isProven = contact.status !== 'initially-in-contact';
  // With a clearance, a contact comes after the time at which the gap fell to it.
  const until = isProven ? Math.min(contact.lower, firstGap(scene, path, proofs, contact.lower)) : path.breaks[0];
  const pairs = scene.memory.pairs.map(({ a, b }): readonly [string, string] => [
    scene.bodies[a].name,
    scene.bodies[b].name,
  ]);
  return {
    contact,
    certificate: {
      ...{ format: 'nearmiss-path-certificate', version: 1, status: contact.status, clearance },
      ...{ from: path.breaks[0], until, pairs },
      proofs: proofs.filter(([, from]) => from < until),
    },
  };
}

/** The time until which the proofs cover every pair. */
function firstGap(
  { memory }: RobotScene,
  { breaks }: JointPath,
  proofs: readonly IntervalProof[],
  end: number,
): number {
  const covered = new Float64Array(memory.pairs.length).fill(breaks[0]);
  for (const [pair, from, to] of [...proofs].sort((one, other) => one[1] - other[1])) {
    if (from <= covered[pair]) covered[pair] = Math.max(covered[pair], to);
  }
  return covered.reduce((least, time) => Math.min(least, time), end);
}
