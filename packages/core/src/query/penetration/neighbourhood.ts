// Pairs collected around a translation x₀ of A, and the radius within which they replace the bodies.

import type { Probe } from './probe.ts';

export class Neighbourhood {
  /** Number of pairs collected. */
  count = 0;
  /** The radius around x₀ within which the pairs replace the bodies, in world units; 0 where nothing is known. */
  reach = 0;
  protected readonly x: Float64Array = new Float64Array(3);

  /** Moves A by `x`, around which pairs nearer than `reach` are collected. */
  protected settleAt(probe: Probe, x: Float64Array, reach: number): void {
    this.x.set(x);
    this.reach = reach;
    probe.moveTo(x);
  }

  /** Discards the pairs: they cover nothing. */
  clear(): void {
    this.count = 0;
    this.reach = 0;
  }

  /** How far A, moved by `x`, can move in any direction and touch only these pairs; negative beyond their reach. */
  clearanceAt(x: Float64Array): number {
    const dx = x[0] - this.x[0];
    const dy = x[1] - this.x[1];
    const dz = x[2] - this.x[2];
    return this.reach - Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
