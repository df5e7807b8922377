import { serve } from '../isolate.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import type { Pass } from '../peers/peer.ts';
import { openVariant, type Round, type Variant, type VariantBuild, type VariantWork } from './variant.ts';

export interface VariantSetting {
  readonly mesh: TriangleMesh;
  readonly variant: Variant;
}

export type VariantQuestion = { readonly build: true } | { readonly pass: Round } | { readonly work: Round };

export interface VariantAnswer {
  readonly build?: VariantBuild;
  readonly pass?: Pass;
  readonly work?: VariantWork;
}

serve<VariantSetting, VariantQuestion, VariantAnswer>(({ mesh, variant }) => {
  const host = openVariant(mesh, variant);
  return (question) => {
    if ('build' in question) return { build: host.build() };
    if ('pass' in question) return { pass: host.pass(question.pass) };
    return { work: host.work(question.work) };
  };
});
