// `@nearmiss/debug`: results as line and point buffers. It needs no renderer, so that three.js, Babylon.js and plain WebGL share it.

export type { DebugBuffers } from './buffers.ts';
export { DEBUG_COLORS, type DebugColor, type DebugRole } from './colors.ts';
export { debugFaces } from './debug-faces.ts';
export { type DebugOptions, type DebugResult, debugLines } from './debug-lines.ts';
