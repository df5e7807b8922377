// Two meshes: every pair of nodes has its own time (advance-together.ts). Faces that cross prove a contact.

import { discVolume } from '../../bounds/disc.ts';
import { decideContact, writeContactWitness } from '../collide/collide-mesh-mesh.ts';
import { advanceByKernels } from './advance-together.ts';
import type { PairAdvance } from './pair-advance.ts';
import { proveContact } from './prove-contact.ts';

export const ADVANCE_MESH_MESH: PairAdvance = {
  statusAtStart: (w) => decideContact(w, discVolume, true, null),
  writeStart: (w, _, out) => writeContactWitness(w, out),
  advance: advanceByKernels,
  prove: proveContact,
};
