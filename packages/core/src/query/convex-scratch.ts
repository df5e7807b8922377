import { ConvexResult, ConvexWorkspace } from '../convex/gjk.ts';

/** The scratch of a query about two convex bodies. */
export class ConvexScratch {
  readonly work: ConvexWorkspace = new ConvexWorkspace();
  /** For queries without memory. */
  readonly own: ConvexResult = new ConvexResult();
  /** [0]: the search may end once the bodies are proven this far apart, in the reference unit. */
  readonly enough: Float64Array = new Float64Array(1);
  /** What kernels have found in the world: points of the query body and of the reference body, the unit vector from A's to B's; their faces, or −1. */
  readonly world: Float64Array = new Float64Array(9);
  readonly faces: Int32Array = new Int32Array(2);
  /** A point in the query body's frame, and the nearest point to it. */
  readonly point: Float64Array = new Float64Array(3);
  readonly foot: Float64Array = new Float64Array(4);
}

/** What a `Pair` keeps for convex bodies: the nearest features of the last query. Most pairs never allocate it. */
export class ConvexMemory {
  #result: ConvexResult | null = null;

  get result(): ConvexResult {
    this.#result ??= new ConvexResult();
    return this.#result;
  }

  clear(): void {
    this.#result = null;
  }
}
