/** Where an input was refused, as `area/what-is-wrong`. Codes are part of the interface: they may grow, not change. */
export type ErrorCode =
  | 'mesh/empty'
  | 'mesh/bad-length'
  | 'mesh/non-finite'
  | 'mesh/too-large'
  | 'mesh/index-out-of-range'
  | 'mesh/not-closed'
  | 'shape/bad-parameter'
  | 'pose/bad-position'
  | 'pose/bad-rotation'
  | 'pose/too-far'
  | 'vector/bad'
  | 'options/bad-value'
  | 'model/bad-argument'
  | 'model/not-a-model'
  | 'model/bad-version'
  | 'model/truncated'
  | 'model/damaged'
  | 'query/aborted';

/** The one error class of nearmiss: a stable `code` for programs and a sentence that helps for people. */
export class NearmissError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'NearmissError';
    this.code = code;
  }
}
