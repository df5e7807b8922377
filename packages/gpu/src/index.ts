// `@nearmiss/gpu`: queries by the million on the GPU, decided as exactly as on the CPU.

export { collideMany, type ManyOptions, type ManyReport } from './collide-many.ts';
export { Gpu, type GpuOptions, openGpu } from './gpu.ts';
