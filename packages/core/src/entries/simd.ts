// Faster kernels, in WebAssembly with vector instructions: `use(simd)`.

export { simd } from '../simd/simd.ts';
