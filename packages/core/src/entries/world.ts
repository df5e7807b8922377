// `nearmiss/world`: how long a gap lasts, for programs that schedule bodies themselves. The class is in `nearmiss`.

export { freeTime, type MotionBounds, pairFreeTime } from '../space/free-time.ts';
