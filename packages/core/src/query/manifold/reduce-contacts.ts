// The few contacts that matter.
//
// 1. Contacts near each other are one: several faces tell of the same vertex, and a vertex beside the border of a face is told by
//    that face and by its edge. The one with the higher rank stays, unless the other is nearer.
// 2. Contacts with one normal bear a body as the hull of their points does, so of each normal the corners of that hull stay.
//    Vertices that a refinement adds inside a flat face, or on its border, are no corners: the manifold is the same. Contacts nearer than all
//    corners are kept alike: a torus that lies on a floor touches it between its inner and its outer border.

import { alignment, apartSq, type ContactPoint, ON_BORDER } from './contact-point.ts';

/** Contacts nearer to each other than this many search distances count as one. Dimensionless. */
const ONE_POINT = 4;
/** The cosine above which two contacts near each other tell the same, whatever their rank. Dimensionless. */
const SAME_NORMAL = 0.9999;
/**
 * The cosine above which two edges yield to a vertex over a face that is nearer. On a border any normal does: a corner beside a face has
 * one that is tilted the more, the nearer the bodies are, and bears nothing that the face does not. Dimensionless.
 */
const TILTED_NORMAL = 0.5;
/** A gap below this part of another one is nearer, and not just rounded otherwise. Dimensionless. */
const NEARER: number = 1 - 2 ** -20;
/** The cosine above which contacts bear a body together, 2 degrees. Dimensionless. */
const ONE_GROUP = 0.9994;
/** Gaps that differ by less than this part of the search distance are the same. Dimensionless. */
const LEAST_NEARER = 1e-6;
/** The most contacts that are kept of a group: a polygon of as many corners has 90 % of a disc's area. */
const MOST_IN_GROUP = 8;
/** How far a corner stands out of a hull to count as one, in parts of the group's extent. Dimensionless. */
const LEAST_CORNER = 1e-6;

/** The contacts that matter, those of higher rank first; `within` is the distance they were searched in. */
export function reduceContacts(found: readonly ContactPoint[], within: number): ContactPoint[] {
  const distinct = mergeNear(found, within);
  const groups: ContactPoint[][] = [];
  for (const contact of distinct) {
    const group = groups.find(([first]) => alignment(first, contact) > ONE_GROUP);
    if (group === undefined) groups.push([contact]);
    else group.push(contact);
  }
  const kept = new Set(groups.flatMap((group) => bearing(group, LEAST_NEARER * within)));
  return distinct.filter((contact) => kept.has(contact));
}

function mergeNear(found: readonly ContactPoint[], within: number): ContactPoint[] {
  const near = ONE_POINT * within;
  const sorted = found.toSorted((a, b) => b.rank - a.rank || a.gap - b.gap);
  const kept: ContactPoint[] = [];
  for (const contact of sorted) {
    const same = kept.findIndex((other) => impliesOther(other, contact, near));
    if (same < 0) kept.push(contact);
    // Of two with one normal the nearer one counts: bodies that lie on each other are never quite parallel.
    else if (contact.gap < kept[same].gap) kept[same] = { ...contact, rank: kept[same].rank };
  }
  return kept;
}

/** Whether a contact that is kept makes another one of no higher rank superfluous. */
function impliesOther(kept: ContactPoint, other: ContactPoint, near: number): boolean {
  if (apartSq(kept, other) > near * near) return false;
  const cosine = alignment(kept, other);
  if (cosine > SAME_NORMAL) return true;
  if (kept.rank <= other.rank || other.gap < kept.gap * NEARER) return false;
  return cosine > (other.rank === ON_BORDER ? 0 : TILTED_NORMAL);
}

/**
 * The contacts of one normal that bear a body: the corners of their hull and, where others are nearer than all of these, which is so below
 * a body that is not flat, those that bear it among the nearer ones. Gaps that differ by `same` are the same.
 */
function bearing(group: readonly ContactPoint[], same: number): readonly ContactPoint[] {
  if (group.length <= 2) return group;
  const corners = hullCorners(group);
  const least = corners.reduce((gap, corner) => Math.min(gap, corner.gap), Infinity) - same;
  const nearer = group.filter(({ gap }) => gap < least);
  return nearer.length === 0 ? corners : [...corners, ...bearing(nearer, same)];
}

interface Planar {
  readonly contact: ContactPoint;
  readonly x: number;
  readonly y: number;
}

/** The corners of the hull of contacts with one normal, seen along it. */
function hullCorners(group: readonly ContactPoint[]): ContactPoint[] {
  const [nx, ny, nz] = group[0].numbers.subarray(6, 9);
  // Two directions across the normal, from the axis that is farthest from it.
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  const [ex, ey, ez] = ax <= ay && ax <= az ? [0, -nz, ny] : ay <= az ? [nz, 0, -nx] : [-ny, nx, 0];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const [ux, uy, uz] = [ex / length, ey / length, ez / length];
  const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
  const points = group.map((contact): Planar => {
    const [x, y, z] = contact.numbers;
    return { contact, x: x * ux + y * uy + z * uz, y: x * vx + y * vy + z * vz };
  });
  const { sorted, extent } = sortedAlong(points);
  const least = LEAST_CORNER * extent * extent;
  const hull = [...chain(sorted, least), ...chain(sorted.toReversed(), least)];
  while (hull.length > MOST_IN_GROUP) hull.splice(smallestCorner(hull), 1);
  return hull.map(({ contact }) => contact);
}

/** The points in coordinates along their largest extent, in its order: those of a line across it would be in no order at all. */
function sortedAlong(points: readonly Planar[]): { readonly sorted: Planar[]; readonly extent: number } {
  const [start] = points;
  const lengthTo = ({ x, y }: Planar): number =>
    Math.sqrt((x - start.x) * (x - start.x) + (y - start.y) * (y - start.y));
  const far = points.reduce((best, p) => (lengthTo(p) > lengthTo(best) ? p : best), start);
  const extent = lengthTo(far);
  if (extent === 0) return { sorted: [...points], extent };
  const c = (far.x - start.x) / extent;
  const s = (far.y - start.y) / extent;
  const turned = points.map(({ contact, x, y }) => ({ contact, x: c * x + s * y, y: c * y - s * x }));
  return { sorted: turned.sort((p, q) => p.x - q.x || p.y - q.y), extent };
}

/** Half of the hull of sorted points, without its last one (Andrew's monotone chain). */
function chain(points: readonly Planar[], least: number): Planar[] {
  const half: Planar[] = [];
  for (const p of points) {
    while (half.length >= 2 && turn(half[half.length - 2], half[half.length - 1], p) <= least) half.pop();
    half.push(p);
  }
  half.pop();
  return half;
}

/** Twice the area of a triangle, positive where it turns left. */
function turn(p: Planar, q: Planar, r: Planar): number {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/** The corner that takes the least area with it. */
function smallestCorner(hull: readonly Planar[]): number {
  let best = 0;
  let smallest = Infinity;
  hull.forEach((corner, k) => {
    const area = turn(hull[(k + hull.length - 1) % hull.length], corner, hull[(k + 1) % hull.length]);
    if (area < smallest) {
      smallest = area;
      best = k;
    }
  });
  return best;
}
