// Kernels that compare the faces of one mesh cell by cell in place of those here. `use` installs them (query/acceleration.ts).

/** A mesh that is searched for what it has in common with itself. */
export interface SelfSearch {
  readonly positions: Float64Array;
  /** Three vertices a face, the same numbers for common corners (shared-corners.ts). */
  readonly joined: Int32Array;
  /** By the filter for these coordinates; infinite where doubles may not decide. */
  readonly coordinateError: number;
  /** Whether no product of two differences of coordinates underflows (primitive/exact-corners.ts). */
  readonly areInRange: boolean;
  /** Receives pairs that intersect, and pairs that doubles leave open, with the order of their corners. */
  found(faceA: number, faceB: number): void;
  open(faceA: number, faceB: number, order: number): void;
}

export interface SelfCells {
  /** The faces that are listed from `first` to `end`, of the cell whose box is at `at` of `bounds`. */
  compare(bounds: Float64Array, at: number, lists: Int32Array, first: number, end: number): void;
  /** After the last cell: all pairs have been received then. */
  finish(): void;
  close(): void;
}

export interface SelfKernels {
  /** @internal Null where these kernels do not apply. */
  openSelfSearch(search: SelfSearch): SelfCells | null;
}

/** The installed kernels: a setting of the program, which `use` alone changes. */
export const selfKernels: { kernels: SelfKernels | null } = { kernels: null };
