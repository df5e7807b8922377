// The kernels, compiled on first use, and their memory.

import { exactSide } from '../primitive/corner-side.ts';
import { KERNEL_TEXT } from './kernel-bytes.ts';
import { bytesOfText } from './kernel-text.ts';

/** The exports of packages/core/kernels. */
interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  allocate(size: number): number;
  release(at: number): void;
  buildTreeSize(): number;
  buildTree(triangles: number, count: number, at: number, leafSize: number, level: number): number;
  treeDepth(): number;
  fitBoxes(links: number, nodes: number, triangles: number, boxes: number): void;
  buildTreeOf(vertices: number, triangles: number, count: number, at: number, leafSize: number): number;
  widenTree(narrow: number, count: number, branching: number, links: number, scratch: number): number;
  widenedDepth(): number;
  fitDiscs(
    links: number,
    last: number,
    triangles: number,
    moments: number,
    discs: number,
    starts: number,
    lists: number,
  ): number;
  boundVertices(positions: number, triangles: number, corners: number): number;
  moveVertices(positions: number, count: number, cx: number, cy: number, cz: number, scale: number): void;
  reachSq(positions: number, triangles: number, corners: number): number;
  weldVertices(positions: number, count: number, slots: number, slotCount: number, weld: number): void;
  isOriented(
    triangles: number,
    corners: number,
    weld: number,
    vertices: number,
    start: number,
    surplus: number,
    other: number,
  ): number;
  findComponents(
    triangles: number,
    corners: number,
    parents: number,
    vertices: number,
    numbers: number,
    anchors: number,
  ): number;
  prepareLists(starts: number, stamps: number, vertices: number, lists: number, capacity: number): void;
  gatherFaces(
    links: number,
    nodes: number,
    vertices: number,
    triangles: number,
    order: number,
    count: number,
    out: number,
  ): number;
  numberNodes(links: number, count: number, numbers: number, leafOfPack: number): number;
  writeModel(
    tree: number,
    count: number,
    discs: number,
    numbers: number,
    blocks: number,
    refs: number,
    leaves: number,
  ): void;
  querySize(): number;
  extremesSize(): number;
  writeExtremes(nodes: number, links: number, packs: number, to: number): void;
  searchNearest(query: number): number;
  within(query: number, isFromWorld: number): number;
  motionAt(): number;
  advance(query: number): number;
  searchAllContacts(query: number): number;
  firstContact(query: number, isFromWorld: number): number;
  convexQuerySize(): number;
  convexDistance(query: number): number;
  convexDepth(query: number): number;
  convexContacts(query: number, within: number): number;
  separatesConvex(query: number): number;
  nearestConvex(query: number, hasPose: number): number;
  searchNearLeaves(query: number): number;
  collideNear(query: number): number;
  searchNearPairs(query: number): number;
  nearestPointAt(): number;
  findNearest(nodes: number, links: number, packs: number, corners: number, limit: number, size: number): number;
  medialQuerySize(): number;
  searchMedial(query: number): number;
  writeLanes(tests: number): void;
  boundCells(tests: number): void;
  keepBalls(tests: number, reach: number): void;
  testBalls(tests: number): number;
  testDirections(tests: number): void;
  isOpenDirection(tests: number, direction: number): number;
  followBoxes(bounds: number, wide: number, end: number, small: number, leaving: number): number;
  decidePairs(
    small: number,
    bounds: number,
    as: number,
    bs: number,
    overlaps: number,
    count: number,
    changed: number,
  ): number;
  sortRows(block: number): number;
  sweepRows(block: number): number;
  selfSearchSize(): number;
  prepareSelf(search: number, faces: number): void;
  fitCell(search: number, faces: number): void;
  searchCell(search: number, faces: number, firstRow: number): number;
}

interface KernelInstance {
  readonly exports: unknown;
}

/** The part of WebAssembly that is used; core supports engines without it. */
interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => KernelInstance;
  readonly instantiate: (bytes: Uint8Array, imports: object) => Promise<{ readonly instance: KernelInstance }>;
}

/**
 * Bytes of a block at most. The kernels' memory ends at 2 GiB (scripts/build-kernels.mjs): calls return addresses as ints with a sign, and
 * sizes beyond that of an address would lose their upper bits.
 */
const LARGEST_BLOCK: number = 2 ** 31 - 2 ** 16;

export class Kernel {
  readonly exports: KernelExports;
  /** Views of the whole memory. Recreated when it has grown. */
  #bytes: ArrayBuffer;
  doubles: Float64Array;
  /** Models written so far. */
  models = 0;
  floats: Float32Array;
  ints: Int32Array;

  constructor(exports: KernelExports) {
    this.exports = exports;
    this.#bytes = exports.memory.buffer;
    this.doubles = new Float64Array(this.#bytes);
    this.floats = new Float32Array(this.#bytes);
    this.ints = new Int32Array(this.#bytes);
  }

  /** Recreates the views if the memory has grown. */
  view(): void {
    const { buffer } = this.exports.memory;
    if (buffer === this.#bytes) return;
    this.#bytes = buffer;
    this.doubles = new Float64Array(buffer);
    this.floats = new Float32Array(buffer);
    this.ints = new Int32Array(buffer);
  }

  /** Memory initialized to zeros; null if there is no more. */
  allocate(size: number): number | null {
    const at = this.reserve(size);
    if (at !== null) this.ints.fill(0, at / 4, (at + size) / 4);
    return at;
  }

  /** Memory as it was left; null if there is no more. */
  reserve(size: number): number | null {
    if (!(size <= LARGEST_BLOCK)) return null;
    try {
      return this.exports.allocate(size);
    } catch {
      return null;
    } finally {
      this.view();
    }
  }

  release(at: number): void {
    this.exports.release(at);
  }
}

/** The reason while they are compiled in the background. */
export const COMPILING: string = 'The kernels are being compiled.';

/**
 * The kernels, or the reason for their absence: no WebAssembly, no vector instructions, or a policy that forbids compilation. Where an engine
 * compiles nothing at once, as some do on the main thread of a page, it compiles in the background, and `onCompiled` gets the result.
 */
export function loadKernel(onCompiled: (kernel: Kernel | string) => void): Kernel | string {
  const engine = (globalThis as { WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (engine === undefined) return 'This engine has no WebAssembly.';
  const bytes = bytesOfText(KERNEL_TEXT);
  const { imports, open } = connect();
  try {
    return open(new engine.Instance(new engine.Module(bytes), imports));
  } catch (error) {
    if (!(error instanceof RangeError)) return refusal(error);
    engine.instantiate(bytes, imports).then(
      ({ instance }) => onCompiled(open(instance)),
      (reason: unknown) => onCompiled(refusal(reason)),
    );
    return COMPILING;
  }
}

/** What the kernels import, and the kernels of an instance that has it. */
function connect(): { readonly imports: object; open(instance: KernelInstance): Kernel } {
  let kernel: Kernel | null = null;
  const abort = (): never => {
    throw new RangeError('The kernels have no more memory.');
  };
  const decideSide = (corners: number, a: number, b: number, c: number, d: number): number =>
    kernel === null ? 0 : sideOf(kernel.doubles, corners / 8, a, b, c, d);
  return {
    imports: { env: { abort }, epa: { exactSide: decideSide } },
    open: ({ exports }) => {
      kernel = new Kernel(exports as KernelExports);
      return kernel;
    },
  };
}

/** (Of policies, engines name the source 'unsafe-eval', which allows far more.) */
function refusal(error: unknown): string {
  return `The kernels cannot be compiled here, a policy needs 'wasm-unsafe-eval': ${String(error)}`;
}

/** Numbers of a corner in the memory of the kernels. */
const CORNER = 4;
const four = new Float64Array(12);

/** The sign of the side of a, b, c that corner d is on, exactly: positive on the outer one. */
function sideOf(doubles: Float64Array, at: number, a: number, b: number, c: number, d: number): number {
  for (let k = 0; k < 3; k++) {
    four[k] = doubles[at + CORNER * a + k];
    four[3 + k] = doubles[at + CORNER * b + k];
    four[6 + k] = doubles[at + CORNER * c + k];
    four[9 + k] = doubles[at + CORNER * d + k];
  }
  return Math.sign(exactSide(four, 0, 1, 2, 3));
}
