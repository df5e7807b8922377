// Kernels that test balls inside two bodies in place of penetration/ball-cover.ts and direction-tests.ts. `use` installs them (acceleration.ts).

/** The grid of what the balls of a body cover. */
export interface BallGridValues {
  /** Of this grid alone. */
  readonly number: number;
  /** Points along each axis. */
  readonly counts: Int32Array;
  readonly spacing: number;
  readonly values: Float32Array;
}

/** What a test of many directions leaves. */
export interface DirectionGaps {
  /** For each direction the depth of the balls that block it, or minus the least distance of two. */
  readonly gaps: Float64Array;
  /** The directions that no balls block. */
  readonly open: Int32Array;
  openCount: number;
}

/** The posed balls of one query, in spacings of the grid. All results are those of the library, to the bit. */
export interface BallTests {
  /** Takes the first `end` numbers of the balls, and the grid of the others; false if there is no memory. */
  takeBalls(balls: Float64Array, end: number, grid: BallGridValues): boolean;
  /** Leaves out the balls that displacements no longer than `reach` do not bring to another ball. */
  keepWithin(reach: number): void;
  /** Whether the balls overlap when displaced by `offset`. */
  isBlocked(offset: Float64Array): boolean;
  /** Sets the frame in which directions are given: the rows of its matrix, and its unit. No direction has a blocker yet. */
  setFrame(rows: Float64Array, unit: number): void;
  /** Tests one in `step` of the directions, at this length. */
  testAll(directions: Float64Array, length: number, step: number, out: DirectionGaps): void;
  /** Whether no balls block one of the directions tested last, at another length. */
  isOpen(direction: number, length: number): boolean;
}
