// The extent of volumes from their centres along a vector (`VolumeKind.extent`): the sum of the extents of their parts.

/** |d| for the vector d[k..k+2]: the extent of a ball of radius 1. */
export function extentOfBall(d: Float64Array, k: number): number {
  return Math.sqrt(d[k] * d[k] + d[k + 1] * d[k + 1] + d[k + 2] * d[k + 2]);
}

/** |axis·d| for the axis at v[at..at+2]: the extent of a segment of half length 1. */
export function extentOfAxis(v: Float64Array, at: number, d: Float64Array, k: number): number {
  return Math.abs(v[at] * d[k] + v[at + 1] * d[k + 1] + v[at + 2] * d[k + 2]);
}
