import { RoundBody } from '../convex/round-body.ts';
import { ROUND_SCRATCH_SLOT } from './scratch-slots.ts';
import { perWorkspace, type Workspace } from './workspace.ts';

/** Bodies of a query that are round, without their skins. */
class RoundScratch {
  readonly roundQ: RoundBody = new RoundBody();
  readonly roundR: RoundBody = new RoundBody();
}

export const roundScratchOf: (w: Workspace) => RoundScratch = /* @__PURE__ */ perWorkspace(
  ROUND_SCRATCH_SLOT,
  () => new RoundScratch(),
);
