import { use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import { serve } from '../isolate.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { askDistance, askFirstContact, buildModel } from '../peers/nearmiss.ts';
import type { Pass } from '../peers/peer.ts';
import type { Workload } from '../workload.ts';
import type { ColdKind } from './suite.ts';

export interface ColdSetting {
  readonly mesh: TriangleMesh;
  readonly kind: ColdKind;
  readonly withKernels: boolean;
}

/** Building a model is all that ran here before the first question. */
serve<ColdSetting, Workload['poses'], Pass>(({ mesh, kind, withKernels }) => {
  if (withKernels) use(simd);
  const model = buildModel(mesh);
  const ask = kind === 'W1' ? askDistance : askFirstContact;
  return (poses) => ask(model, poses);
});
