// Which faces of a mesh are nearer to a round body than a clearance? A round body is face 0.

import { LARGEST_LENGTH } from '../../scalar/tolerances.ts';
import { roundSearchOf, searchRound } from '../round/round-search.ts';
import type { Workspace } from '../workspace.ts';
import type { ClearanceRequest } from './clearance.ts';
import type { ListedPairs } from './listed-pairs.ts';

/** Lists the pairs of the bodies posed in `w`, of which at least one is round. */
export function clearanceRoundMesh(
  w: Workspace,
  { volume, clearance, limit }: ClearanceRequest,
  out: ListedPairs,
): void {
  w.contacts.start(false, 'surface', 'surface');
  const { queryBody, reference } = w;
  const unit = w.unit[0];
  const search = roundSearchOf(w);
  search.start(Math.min(clearance / unit, LARGEST_LENGTH), 0, 0);
  search.list = true;
  search.mostPairs = limit;
  const end = searchRound(w, volume, search);
  search.distances.forEach((distance, k) => {
    const faceQ = queryBody.tree.faces[search.slots[2 * k]];
    const faceR = reference.tree.faces[search.slots[2 * k + 1]];
    out.add(w, faceQ, faceR, distance * unit);
    if (distance > 0) out.setWitness(w, search.witnesses, 6 * k, 'face', 'face');
  });
  out.status = end === 'done' ? 'complete' : end === 'stopped' ? 'limit' : 'iteration-limit';
}
