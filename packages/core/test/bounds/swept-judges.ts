// Whether a point lies in a swept-sphere volume, in whole numbers (multiples of 2⁻¹⁰⁷⁴), so that nothing rounds. A
// definition that speaks of the nearest point of the core is judged by some point of it, chosen by rounded weights: what
// is near enough to that is near enough.

import { ONE } from './samples.ts';

export type Whole = readonly bigint[];

export const dot = (p: Whole, q: Whole): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const cross = (p: Whole, q: Whole): bigint[] => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
export const offset = (v: Whole, p: Whole): bigint[] => [p[0] - v[0], p[1] - v[1], p[2] - v[2]];
const clamp = (t: bigint, low: bigint, high: bigint): bigint => (t > high ? high : t < low ? low : t);

/** Whether d is within `radius` of s·u + t·v. */
function within(d: Whole, s: bigint, u: Whole, t: bigint, v: Whole, radius: bigint): boolean {
  const away = d.map((x, k) => x * ONE - s * u[k] - t * v[k]);
  return dot(away, away) <= (radius * ONE) ** 2n;
}

export function enclosesLss(v: Whole, p: Whole): boolean {
  const d = offset(v, p);
  const axis = v.slice(3, 6);
  return within(d, clamp(dot(d, axis) / ONE, -v[6], v[6]), axis, 0n, axis, v[7]);
}

export function enclosesRss(v: Whole, p: Whole): boolean {
  const d = offset(v, p);
  const [first, second] = [v.slice(3, 6), v.slice(6, 9)];
  const s = clamp(dot(d, first) / ONE, -v[12], v[12]);
  const t = clamp(dot(d, second) / ONE, -v[13], v[13]);
  return within(d, s, first, t, second, v[14]);
}

export function enclosesTss(v: Whole, p: Whole): boolean {
  const corners = [v.slice(3, 6), v.slice(6, 9), v.slice(9, 12)];
  const [a, b, c] = corners;
  const besideEdge = corners.some((corner, k) => {
    const edge = offset(corner, corners[(k + 1) % 3]);
    const d = offset(corner, p);
    const edgeSq = dot(edge, edge);
    const s = edgeSq === 0n ? 0n : clamp((dot(d, edge) * ONE) / edgeSq, 0n, ONE);
    return within(d, s, edge, 0n, edge, v[12]);
  });
  if (besideEdge) return true;
  const [d, u, w] = [offset(a, p), offset(a, b), offset(a, c)];
  const normal = cross(u, w);
  const normalSq = dot(normal, normal);
  if (normalSq === 0n) return false;
  const s = (dot(cross(d, w), normal) * ONE) / normalSq;
  const t = (dot(cross(u, d), normal) * ONE) / normalSq;
  return s >= 0n && t >= 0n && s + t <= ONE && within(d, s, u, t, w, v[12]);
}
