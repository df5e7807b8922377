import { serve } from '../isolate.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { askFirstContact, buildModel } from '../peers/nearmiss.ts';
import type { Pass } from '../peers/peer.ts';
import type { Workload } from '../workload.ts';

export interface ColdSetting {
  readonly mesh: TriangleMesh;
}

/** Building a model is all that ran here before the first question. */
serve<ColdSetting, Workload['poses'], Pass>(({ mesh }) => {
  const model = buildModel(mesh);
  return (poses) => askFirstContact(model, poses);
});
