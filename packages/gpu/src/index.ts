// `@nearmiss/gpu`: queries by the million on the GPU, decided as exactly as on the CPU.

export { openWorkers, Workers, type WorkersOptions } from 'nearmiss/workers';
export { collideMany, type ManyReport } from './collide-many.ts';
export { type DistanceManyOptions, distanceMany } from './distance-many.ts';
export { Gpu, type GpuOptions, openGpu } from './gpu.ts';
export { type GpuBroadPhaseKind, gpuBroadPhase } from './gpu-broad-phase.ts';
export type { ManyOptions } from './many-inputs.ts';
export {
  claimMedialContact,
  type MedialClaim,
  type MedialContactOptions,
  type MotionPair,
  medialTimeOfContact,
  medialTimesOfContact,
} from './medial-time-of-contact.ts';
export { type TimeOfContactManyOptions, timeOfContactMany } from './time-of-contact-many.ts';
