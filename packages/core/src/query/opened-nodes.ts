// The nodes that the pair in hand opens into: set just before they are tested, and read there.

import { NodeBlock } from '../bounds/node-block.ts';
import { perWorkspace, type Workspace } from './workspace.ts';

export const openedNodes: (w: Workspace) => NodeBlock = /* @__PURE__ */ perWorkspace(() => new NodeBlock());
