import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';

/** Steps towards the farthest ball: the radius is then within a few hundredths of the least. */
const STEPS = 48;

/** What the distance of two centres and a sum can lose, relative to both. Dimensionless. */
const GROWTH = 1 + 16 * UNIT_ROUNDOFF;

/**
 * Writes to out[at…] a small ball around the balls [first, end), 4 doubles each: from the middle of their box always a shorter
 * step towards the farthest (Bădoiu and Clarkson, "Smaller core-sets for balls", 2003), the best centre on the way.
 */
export function encloseBalls(balls: Float64Array, first: number, end: number, out: Float64Array, at: number): void {
  let x = middleAlong(balls, first, end, 0);
  let y = middleAlong(balls, first, end, 1);
  let z = middleAlong(balls, first, end, 2);
  out[at + 3] = Infinity;
  for (let step = 0; step < STEPS; step++) {
    let reach = -1;
    let farthest = first;
    let apart = 0;
    for (let ball = first; ball < end; ball++) {
      const dx = balls[4 * ball] - x;
      const dy = balls[4 * ball + 1] - y;
      const dz = balls[4 * ball + 2] - z;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length + balls[4 * ball + 3] <= reach) continue;
      reach = length + balls[4 * ball + 3];
      farthest = ball;
      apart = length;
    }
    if (reach * GROWTH < out[at + 3]) {
      out[at] = x;
      out[at + 1] = y;
      out[at + 2] = z;
      out[at + 3] = reach * GROWTH;
    }
    // Around the centre of the farthest ball: nothing can be smaller.
    if (apart === 0) return;
    const part = reach / apart / (step + 3);
    x += part * (balls[4 * farthest] - x);
    y += part * (balls[4 * farthest + 1] - y);
    z += part * (balls[4 * farthest + 2] - z);
  }
}

function middleAlong(balls: Float64Array, first: number, end: number, axis: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 4 * first; k < 4 * end; k += 4) {
    low = Math.min(low, balls[k + axis] - balls[k + 3]);
    high = Math.max(high, balls[k + axis] + balls[k + 3]);
  }
  return low + (high - low) / 2;
}
