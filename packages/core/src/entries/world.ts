// `nearmiss/world`: broad phases to choose from, and how long a gap lasts, for programs that schedule bodies themselves. The class
// is in `nearmiss`.

export { dynamicTree } from '../space/dynamic-tree.ts';
export { freeTime, type MotionBounds, pairFreeTime } from '../space/free-time.ts';
export { grid } from '../space/grid.ts';
export { rTree } from '../space/r-tree.ts';
export { spaceTime } from '../space/space-time.ts';
export { sweepAndPrune } from '../space/sweep-and-prune.ts';
