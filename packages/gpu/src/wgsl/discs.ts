// Lower bounds of the distance of two discs in floats, as core has them in doubles (bounds/disc.ts): the largest gap along the line of
// the centres and the two axes.
//
// Along a direction n of length l the extent of a disc is h|m·n| + ρ√(l² − (m·n)²). The axis is off by 1.1u from its double and a
// moved one by 10.3u + 3.1u more (moved.ts), so m·n by 15u·l, and (m·n)² by 31u·l² with its own rounding. Under the root l² is
// raised by ALIGNMENT = 64u for that.
//
// Let L be the distance of the centres, E both extents along n, and the gap L − E not negative. Along the line of the centres the square
// is off by 5u, products h|m·n| by 19u and 4u for the product and sums, those of ρ by 13u with the root; a gap is divided by a length that
// is off by 11.5u, and the quotient and difference by 6u of it: 5uL + 23uE + 17.5u(L − E) ≤ 23u(L + E). Along an axis m·n is off by 19u, sums by
// 3u, and the extents by 22u. L + E is at most the extent S of everything, since discs are within the reach of their bodies. So a gap is
// too large by less than 24uS, plus twice the error of a moved centre: discMargin, which callers deduct.

export const DISCS = /* wgsl */ `
const RAISE = 1.0 + 64.0 * U;

struct Disc { centre: vec3f, half: f32, axis: vec3f, radius: f32 }

/** A lower bound of the distance, up to the margin; negative where they may overlap. */
fn gapOf(a: Disc, b: Disc) -> f32 {
  let d = b.centre - a.centre;
  let square = dot(d, d);
  let u = abs(dot(a.axis, d));
  let v = abs(dot(b.axis, d));
  let c = abs(dot(a.axis, b.axis));
  let s = sqrt(max(0.0, RAISE - c * c));
  let raised = square * RAISE;
  let reach = u * a.half + v * b.half + a.radius * sqrt(max(0.0, raised - u * u)) + b.radius * sqrt(max(0.0, raised - v * v));
  let along = max(u - a.half - b.half * c - b.radius * s, v - b.half - a.half * c - a.radius * s);
  let length = sqrt(square);
  return max(along, select(along, (square - reach) / length, length > LEAST));
}

/** How far a gap may be too large. */
fn discMargin(m: Moved) -> f32 { return 2.0 * m.error + 24.0 * U * m.scale; }
`;
