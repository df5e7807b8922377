/** Marks the faces that a search has visited, for trees of tiles, where a face lies in several leaves. */
export class FaceMarks {
  #marks: Uint32Array = new Uint32Array(0);
  #search = 0;

  /** Starts a search among `faceCount` faces, none of them visited. */
  start(faceCount: number): void {
    this.#search++;
    if (this.#marks.length >= faceCount && this.#search < 2 ** 32) return;
    this.#marks = new Uint32Array(Math.max(faceCount, this.#marks.length));
    this.#search = 1;
  }

  /** True the first time a face is visited. */
  takeUnmarked(face: number): boolean {
    if (this.#marks[face] === this.#search) return false;
    this.#marks[face] = this.#search;
    return true;
  }
}
