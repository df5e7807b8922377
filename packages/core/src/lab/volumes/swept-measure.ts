/**
 * The measure of a swept-sphere volume, an estimate of how often it is hit: that of the poses in which a congruent copy overlaps
 * it, halved.
 *
 * The kinematic formula (Blaschke 1937; Santaló, Integral Geometry and Geometric Probability, §15.4) gives 2V + SM/2π for
 * two congruent convex bodies of volume V, surface S and mean curvature integral M. By Steiner's formulas a flat core of
 * the given area and perimeter (a segment has twice its length) swept by a sphere has
 *
 *   M = M₀ + 4πr    S = S₀ + 2M₀r + 4πr²    V = S₀r + M₀r² + 4πr³/3        with S₀ = 2·area, M₀ = π/2·perimeter
 *
 * Unlike volume, this distinguishes flat sets: a patch of surface has no volume, so its volume would not rank the boxes around it.
 */
export function sweptMeasure(area: number, perimeter: number, radius: number): number {
  const coreSurface = 2 * area;
  const coreCurvature = (Math.PI / 2) * perimeter;
  const ball = 4 * Math.PI * radius;
  const curvature = coreCurvature + ball;
  const surface = coreSurface + radius * (2 * coreCurvature + ball);
  const volume = radius * (coreSurface + radius * (coreCurvature + ball / 3));
  return volume + (surface * curvature) / (4 * Math.PI);
}
