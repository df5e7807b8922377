// A video of the stage: what is drawn between two presses of a button, as WebM.

/** Frames a second of the video; the picture is drawn when it changes, and then taken in. */
const FRAME_RATE = 30;
/** How long it waits for a first frame, and how often. Milliseconds. */
const WAIT = 100;
const MOST_WAITS = 50;
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

export class Recording {
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];

  private constructor(recorder: MediaRecorder) {
    this.#recorder = recorder;
    recorder.addEventListener('dataavailable', ({ data }) => this.#parts.push(data));
    recorder.start();
  }

  /** Starts to record a canvas; null where the browser cannot. */
  static start(canvas: HTMLCanvasElement): Recording | null {
    if (!('MediaRecorder' in globalThis)) return null;
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    if (mimeType === undefined) return null;
    return new Recording(new MediaRecorder(canvas.captureStream(FRAME_RATE), { mimeType }));
  }

  /** Ends it; the whole video. A busy machine may not have taken in a single frame yet: `paint` then draws the canvas once more. */
  async stop(paint: () => void): Promise<Blob> {
    for (let k = 0; k < MOST_WAITS && this.#parts.every(({ size }) => size === 0); k++) {
      paint();
      await new Promise((resolve) => setTimeout(resolve, WAIT));
      this.#recorder.requestData();
      await new Promise((resolve) => this.#recorder.addEventListener('dataavailable', resolve, { once: true }));
    }
    return new Promise((resolve) => {
      this.#recorder.addEventListener('stop', () => resolve(new Blob(this.#parts, { type: 'video/webm' })));
      this.#recorder.stop();
      for (const track of this.#recorder.stream.getTracks()) track.stop();
    });
  }
}
