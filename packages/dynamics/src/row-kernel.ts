// The kernels of the contact solver (packages/dynamics/kernels), with a memory for one solver: what it has of bodies, then the rows.

import { KERNEL_DIGITS } from './kernel-bytes.ts';
import { CONTACT } from './row-layout.ts';
import type { SolverBodies } from './solver.ts';

/** Numbers of a body: velocities, inverse mass, inverse inertia. */
const BODY = 16;
/** Bytes in front that the kernels' own are in. */
const OWN = 1024;
const PAGE = 65536;

/** The exports of packages/dynamics/kernels. */
interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  open(rows: number, a: number, b: number, velocities: number, masses: number, inertias: number): void;
  writeRows(count: number, time: number): void;
  warmStart(count: number): void;
  sweep(count: number): number;
}

/** The part of WebAssembly that is used. */
interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

export class RowKernel {
  numbers: Float64Array = new Float64Array(0);
  bodyA: Int32Array = new Int32Array(0);
  bodyB: Int32Array = new Int32Array(0);
  readonly #exports: KernelExports;
  #bodies = 0;
  #velocities: Float64Array = new Float64Array(0);
  #inverseMasses: Float64Array = new Float64Array(0);
  #inverseInertias: Float64Array = new Float64Array(0);

  constructor(exports: KernelExports) {
    this.#exports = exports;
  }

  /** Null where an engine does not compile them. */
  static open(): RowKernel | null {
    const engine = (globalThis as { WebAssembly?: WebAssemblyLike }).WebAssembly;
    if (engine === undefined) return null;
    const bytes = Uint8Array.from({ length: KERNEL_DIGITS.length / 2 }, (_, k) =>
      Number.parseInt(KERNEL_DIGITS.slice(2 * k, 2 * k + 2), 16),
    );
    try {
      return new RowKernel(new engine.Instance(new engine.Module(bytes), {}).exports as KernelExports);
    } catch {
      return null;
    }
  }

  /** Makes space for so many contacts and bodies. What is known of contacts stays; arrays that were taken before are void. */
  reserve(contacts: number, bodies: number): void {
    if (contacts <= this.bodyA.length && bodies <= this.#bodies) return;
    const { memory } = this.#exports;
    const size = Math.max(contacts, this.bodyA.length);
    const [numbers, bodyA, bodyB] = [this.numbers.slice(), this.bodyA.slice(), this.bodyB.slice()];
    this.#bodies = Math.max(bodies, this.#bodies);
    const velocities = OWN;
    const masses = velocities + 8 * 6 * this.#bodies;
    const inertias = masses + 8 * this.#bodies;
    const rows = OWN + 8 * BODY * this.#bodies;
    const a = rows + 8 * CONTACT * size;
    const b = a + 4 * size;
    const missing = b + 4 * size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    const { buffer } = memory;
    this.#velocities = new Float64Array(buffer, velocities, 6 * this.#bodies);
    this.#inverseMasses = new Float64Array(buffer, masses, this.#bodies);
    this.#inverseInertias = new Float64Array(buffer, inertias, 9 * this.#bodies);
    this.numbers = new Float64Array(buffer, rows, CONTACT * size);
    this.bodyA = new Int32Array(buffer, a, size);
    this.bodyB = new Int32Array(buffer, b, size);
    this.numbers.set(numbers);
    this.bodyA.set(bodyA);
    this.bodyB.set(bodyB);
    this.#exports.open(rows, a, b, velocities, masses, inertias);
  }

  /**
   * Makes rows of so many contacts, with impulses over a time, and solves them: see `ContactSolver.solve`. Returns the largest change of a speed in the
   * last sweep.
   */
  solve(bodies: SolverBodies, count: number, time: number, sweeps: number, tolerance: number): number {
    this.#velocities.set(bodies.velocities);
    this.#inverseMasses.set(bodies.inverseMasses);
    this.#inverseInertias.set(bodies.inverseInertias);
    this.#exports.writeRows(count, time);
    this.#exports.warmStart(count);
    let change = Infinity;
    for (let k = 0; k < sweeps && !(change <= tolerance); k++) change = this.#exports.sweep(count);
    bodies.velocities.set(this.#velocities.subarray(0, bodies.velocities.length));
    return change;
  }
}
