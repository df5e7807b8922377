// Pictures that a graphics card was given and has not drawn yet, counted by fences of WebGL 2. Asking a fence never waits.

/** One is drawn while the next is prepared; more would only be shown later. */
const MOST_AT_ONCE = 2;

export class SubmittedFrames {
  readonly #context: WebGL2RenderingContext | null;
  /** Fences behind the pictures, the oldest first. */
  readonly #fences: WebGLSync[] = [];

  constructor(context: WebGLRenderingContext | WebGL2RenderingContext) {
    this.#context = context instanceof WebGL2RenderingContext ? context : null;
  }

  /** Whether another picture would have to wait for those before it. */
  get isFull(): boolean {
    const context = this.#context;
    if (context === null) return false;
    while (this.#fences[0] !== undefined && isPassed(context, this.#fences[0])) {
      context.deleteSync(this.#fences[0]);
      this.#fences.shift();
    }
    return this.#fences.length >= MOST_AT_ONCE;
  }

  /** Counts the picture that was given to the graphics card just now. */
  add(): void {
    const fence = this.#context?.fenceSync(this.#context.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
    if (fence === null) return;
    this.#fences.push(fence);
    this.#context?.flush();
  }
}

/** A context that the browser took away has no status of fences: nothing is waited for then. */
function isPassed(context: WebGL2RenderingContext, fence: WebGLSync): boolean {
  return context.getSyncParameter(fence, context.SYNC_STATUS) !== context.UNSIGNALED;
}
