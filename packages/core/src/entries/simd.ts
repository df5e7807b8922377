// Faster kernels, in WebAssembly with vector instructions: `use(simd)`.

export { type Simd, simd } from '../simd/simd.ts';
