// How long two hulls of balls are proven apart without rotation: the query body has one velocity w relative to the reference body.
//
// Along a direction q they are apart until the gap between the highest ball of one and the lowest ball of the other is closed at
// the speed q·w: a quotient. Three directions are tried: the line of the spans' centres at the time when the spans touch; the part
// of that line orthogonal to the path, which shows hulls that pass each other; and the first direction again, turned by the lateral
// offset of the balls that would touch first along it.

import { BALL } from '../../medial/closest-balls.ts';
import type { MedialBody } from '../../medial/medial-body.ts';
import { QUERY_VELOCITY, REFERENCE_VELOCITY } from '../../motion/relative-motion.ts';
import { STEP_SHRINK } from '../advance/disc-steps.ts';
import type { HullBlock } from './hull-block.ts';

/**
 * Writes to `out`, pair by pair, a time for which a part of the query body and a part of the reference body are proven apart: 0 if
 * none, infinite if they never touch. The parts are those of a block. withheld[0] is the error bound of a gap.
 */
export function writeStraightHullSteps(
  state: Float64Array,
  bodyA: MedialBody,
  bodyB: MedialBody,
  block: HullBlock,
  withheld: Float64Array,
  out: Float64Array,
): void {
  const { posed: a, posedSpans: spansA, enough } = block;
  const { firstA, endA, firstB, endB } = block.parts;
  const firstsA = bodyA.firsts;
  const firstsB = bodyB.firsts;
  const b = bodyB.balls;
  const spansB = bodyB.spans;
  const wx = state[QUERY_VELOCITY] - state[REFERENCE_VELOCITY];
  const wy = state[QUERY_VELOCITY + 1] - state[REFERENCE_VELOCITY + 1];
  const wz = state[QUERY_VELOCITY + 2] - state[REFERENCE_VELOCITY + 2];
  const ww = wx * wx + wy * wy + wz * wz;
  const epsilon = withheld[0];
  const sufficient = enough[0];
  let k = 0;
  for (let partA = firstA; partA < endA; partA++) {
    const i = BALL * (partA - firstA);
    const fromA = BALL * (firstsA[partA] - firstsA[firstA]);
    const toA = BALL * (firstsA[partA + 1] - firstsA[firstA]);
    for (let partB = firstB; partB < endB; partB++, k++) {
      const j = BALL * partB;
      const fromB = BALL * firstsB[partB];
      const toB = BALL * firstsB[partB + 1];
      const dx = spansB[j] - spansA[i];
      const dy = spansB[j + 1] - spansA[i + 1];
      const dz = spansB[j + 2] - spansA[i + 2];
      const spans = spansA[i + 3] + spansB[j + 3];
      const dw = dx * wx + dy * wy + dz * wz;
      const discriminant = dw * dw - ww * (dx * dx + dy * dy + dz * dz - spans * spans);
      const touch = discriminant > 0 ? (dw - Math.sqrt(discriminant)) / ww : dw / ww;
      const ahead = touch > 0 ? touch : 0;
      let qx = dx - ahead * wx;
      let qy = dy - ahead * wy;
      let qz = dz - ahead * wz;
      let turnedX = 0;
      let turnedY = 0;
      let turnedZ = 0;
      let best = 0;
      for (let boundSupport = 0; ; boundSupport++) {
        const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
        let high = -Infinity;
        let top = fromA;
        for (let at = fromA; at < toA; at += BALL) {
          const height = a[at] * qx + a[at + 1] * qy + a[at + 2] * qz + a[at + 3] * length;
          if (height > high) {
            high = height;
            top = at;
          }
        }
        let low = Infinity;
        let bottom = fromB;
        for (let at = fromB; at < toB; at += BALL) {
          const height = b[at] * qx + b[at + 1] * qy + b[at + 2] * qz - b[at + 3] * length;
          if (height < low) {
            low = height;
            bottom = at;
          }
        }
        const gap = low - high - epsilon * length;
        const closing = qx * wx + qy * wy + qz * wz;
        const step = gap > 0 ? (closing > 0 ? gap / closing : Infinity) : 0;
        if (step > best) best = step;
        if (best >= sufficient || boundSupport === 2 || !(length > 0 && spans > 0)) break;
        if (boundSupport === 0) {
          const x = b[bottom] - a[top] - step * wx;
          const y = b[bottom + 1] - a[top + 1] - step * wy;
          const z = b[bottom + 2] - a[top + 2] - step * wz;
          const along = (x * qx + y * qy + z * qz) / (length * length);
          const part = length / spans;
          turnedX = qx + part * (x - along * qx);
          turnedY = qy + part * (y - along * qy);
          turnedZ = qz + part * (z - along * qz);
          if (discriminant > 0 && dw > 0) {
            const pass = dw / ww;
            qx = dx - pass * wx;
            qy = dy - pass * wy;
            qz = dz - pass * wz;
            continue;
          }
          boundSupport = 1;
        }
        qx = turnedX;
        qy = turnedY;
        qz = turnedZ;
      }
      out[k] = best * STEP_SHRINK;
    }
  }
}
