/** Faces in runs: run r is `faces[starts[r]] … faces[starts[r + 1] − 1]`. */
export interface FaceRuns {
  readonly count: number;
  /** Every face once. */
  readonly faces: Uint32Array;
  /** One more than there are runs. */
  readonly starts: Uint32Array;
}

/** Faces connected over half-edges that `isOpen`, each run breadth first from its lowest face. */
export function connectedFaces(opposite: Int32Array, isOpen: (half: number) => boolean): FaceRuns {
  const faceCount = opposite.length / 3;
  const faces = new Uint32Array(faceCount);
  const starts = new Uint32Array(faceCount + 1);
  const isMet = new Uint8Array(faceCount);
  let count = 0;
  let end = 0;
  for (let seed = 0; seed < faceCount; seed++) {
    if (isMet[seed] === 1) continue;
    isMet[seed] = 1;
    faces[end++] = seed;
    for (let next = starts[count]; next < end; next++) {
      for (let half = 3 * faces[next]; half < 3 * faces[next] + 3; half++) {
        if (!isOpen(half)) continue;
        const other = Math.floor(opposite[half] / 3);
        if (isMet[other] === 1) continue;
        isMet[other] = 1;
        faces[end++] = other;
      }
    }
    starts[++count] = end;
  }
  return { count, faces, starts: starts.slice(0, count + 1) };
}
