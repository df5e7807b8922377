// The children of the current pair of nodes: set just before they are tested.

import { NodeBlock } from '../bounds/node-block.ts';
import { OPENED_NODES_SLOT } from './scratch-slots.ts';
import { perWorkspace, type Workspace } from './workspace.ts';

export const openedNodes: (w: Workspace) => NodeBlock = /* @__PURE__ */ perWorkspace(
  OPENED_NODES_SLOT,
  () => new NodeBlock(),
);
