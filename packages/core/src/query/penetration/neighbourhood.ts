// What was collected around a translation x₀ of A, and how far around it that answers for the bodies.

import type { Probe } from './probe.ts';

export class Neighbourhood {
  /** Number of pairs collected. */
  count = 0;
  /** How far around x₀ the pairs answer for the bodies, in world units; 0 where nothing is known. */
  reach = 0;
  protected readonly x: Float64Array = new Float64Array(3);

  /** Moves A by `x`, around which pairs nearer than `reach` are to be collected. */
  protected settleAt(probe: Probe, x: Float64Array, reach: number): void {
    this.x.set(x);
    this.reach = reach;
    probe.moveTo(x);
  }

  /** Forgets the pairs: they cover nothing. */
  clear(): void {
    this.count = 0;
    this.reach = 0;
  }

  /** How far A moved by `x` can go in any direction and still meet none but these pairs; negative beyond their reach. */
  clearanceAt(x: Float64Array): number {
    const dx = x[0] - this.x[0];
    const dy = x[1] - this.x[1];
    const dz = x[2] - this.x[2];
    return this.reach - Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
