// The requested peers that are available.

import type { PeerName } from './command-line.ts';
import type { Contest, Contestant } from './contest.ts';
import { FCL_NAME, fclPeer } from './peers/fcl.ts';
import { compileFcl } from './peers/native-binary.ts';
import type { Peer } from './peers/peer.ts';
import type { MotionPeer } from './time-of-contact/peer.ts';
import { warmUpPoses } from './warm-up.ts';
import { isConvexKind, type Workload } from './workload.ts';

export interface Lineup {
  readonly peers: readonly Peer[];
  readonly fclBinary: string | null;
  readonly skipped: readonly string[];
}

/** A peer's code is loaded only when it takes part. */
export async function lineUp(wanted: ReadonlySet<PeerName>, outDir: string): Promise<Lineup> {
  const peers: Peer[] = [];
  const skipped: string[] = [];
  let fclBinary: string | null = null;
  if (wanted.has('nearmiss')) {
    const { NEARMISS, NEARMISS_SIMD } = await import('./peers/nearmiss.ts');
    peers.push(NEARMISS, NEARMISS_SIMD);
  }
  if (wanted.has('fcl')) {
    const binary = compileFcl(outDir);
    if ('path' in binary) {
      fclBinary = binary.path;
      peers.push(fclPeer(binary.path));
    } else {
      skipped.push(binary.missing);
    }
  }
  if (wanted.has('crashcat')) peers.push((await import('./peers/crashcat.ts')).CRASHCAT);
  if (wanted.has('three-mesh-bvh')) peers.push((await import('./peers/three-mesh-bvh.ts')).THREE_MESH_BVH);
  return { peers, fclBinary, skipped };
}

/** The peers that compute a time of contact. */
export async function motionLineUp(wanted: ReadonlySet<PeerName>, fclBinary: string | null): Promise<MotionPeer[]> {
  const peers: MotionPeer[] = [];
  if (wanted.has('nearmiss')) {
    const { NEARMISS_MOTIONS, NEARMISS_SIMD_MOTIONS } = await import('./time-of-contact/nearmiss.ts');
    peers.push(NEARMISS_MOTIONS, NEARMISS_SIMD_MOTIONS);
  }
  if (fclBinary !== null) peers.push((await import('./time-of-contact/fcl.ts')).fclMotionPeer(fclBinary));
  return peers;
}

export async function contestOf(workload: Workload, peers: readonly Peer[]): Promise<Contest> {
  const contestants: Contestant[] = peers
    .filter((peer) => peer.answers(workload.kind))
    .map((peer) => ({ label: peer.name, peer, workload }));
  if (isConvexKind(workload.kind) && contestants.some(({ label }) => label === 'nearmiss')) {
    // Second contestant: a hull instead of the mesh; for W5walk, a pair that starts from its last result.
    const { COHERENT, HULL } = await import('./peers/nearmiss-convex.ts');
    const peer = workload.kind === 'W5walk' ? COHERENT : HULL;
    contestants.splice(1, 0, { label: peer.name, peer, workload });
  }
  if (workload.kind !== 'tolerance') return { workload, contestants, base: FCL_NAME };

  // No peer has a tolerance query, so nearmiss' own distance query on the same poses is the baseline. FCL's is beside it.
  const distances: Workload = { ...workload, kind: 'W1', warmUp: warmUpPoses('W1', workload.mesh), expected: null };
  const base = 'nearmiss distance';
  const own = contestants.map(({ peer }) => ({ label: base, peer, workload: distances }));
  const fcl = peers
    .filter(({ name }) => name === FCL_NAME)
    .map((peer) => ({ label: `${FCL_NAME} distance`, peer, workload: distances }));
  return { workload, contestants: [...contestants, ...own, ...fcl], base };
}
