// A body of every kind that can move: as the library has it, and plainly, as triangles and a radius about them.

import { type PlainBody, randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { Mesh, Model } from 'nearmiss';
import { capsule, cone, cylinder, hull, sphere } from 'nearmiss/convex';
import { medialStructure } from 'nearmiss/medial';
import { box, icosphere, lShape, randomSolid, torus, uShape } from 'nearmiss/shapes';

export const BODY_KINDS = [
  'solid',
  'open surface',
  'convex mesh',
  'hull',
  'box',
  'sphere',
  'capsule',
  'cylinder',
  'cone',
] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/** Kinds that are round: they have no medial axis, and one path to be advanced. */
export const ROUND_KINDS: readonly BodyKind[] = ['sphere', 'capsule', 'cylinder', 'cone'];

export interface MotionBody {
  readonly kind: BodyKind;
  readonly name: string;
  readonly model: Model;
  readonly plain: PlainBody;
  /** How far the plain body can be inside the true one, at most. A length. */
  readonly inset: number;
  /** Whether it has an inside. */
  readonly closed: boolean;
  /** Whether it has a medial axis. */
  readonly medial: boolean;
}

/** Sides of the prisms and pyramids in cylinders and cones. */
const SIDES = 12;

/** All bodies that are drawn from, about 1 across, several of each kind; some lie beside their own origin. */
export function makeMotionBodies(): Record<BodyKind, readonly MotionBody[]> {
  const random = seeded(23);
  const off = (mesh: Mesh): Mesh => shifted(mesh, [0.9, -0.3, 0.4]);
  return {
    solid: [
      ofMesh('solid', 'l-shape', lShape()),
      ofMesh('solid', 'u-shape', scaled(uShape(), 0.8)),
      ofMesh('solid', 'u-shape off its origin', off(scaled(uShape(), 0.6))),
      ofMesh('solid', 'cross', union(box({ size: [2.4, 0.05, 0.05] }), box({ size: [0.04, 1.8, 0.04] }))),
      ofMesh('solid', 'rough ball', scaled(randomSolid({ seed: 4, triangles: 20, roughness: 0.7 }), 0.6)),
      ofMesh('solid', 'ring', torus({ majorSegments: 4, minorSegments: 3, majorRadius: 0.5, minorRadius: 0.12 })),
      ofMesh(
        'solid',
        'two boxes',
        union(box({ size: [0.3, 0.3, 0.3] }), shifted(box({ size: [0.2, 1, 0.1] }), [0.6, 0, 0])),
      ),
    ],
    'open surface': [
      ofMesh('open surface', 'one triangle', soup(random, 1)),
      ofMesh('open surface', 'large triangle', scaled(soup(random, 1), 2.5)),
      ofMesh('open surface', 'needle', new Mesh([-1, 0, 0, 1, 0, 0, 1, 0.01, 0], [0, 1, 2])),
      ofMesh('open surface', 'strip', strip(10, 0.25)),
      ofMesh('open surface', 'soup of 4', soup(random, 4)),
      ofMesh('open surface', 'soup of 9', soup(random, 9)),
      ofMesh('open surface', 'open box', someFaces(box({ size: [0.8, 0.6, 0.7] }), 2, 12)),
      ofMesh('open surface', 'open box off its origin', off(someFaces(box({ size: [0.5, 0.6, 0.4] }), 0, 9))),
    ],
    'convex mesh': [
      ofMesh('convex mesh', 'tetrahedron', new Mesh([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8], TETRAHEDRON)),
      ofMesh('convex mesh', 'rod', box({ size: [1.6, 0.02, 0.02] })),
      ofModel('convex mesh', 'long rod', Model.build(box({ size: [4, 0.02, 0.02] })), false),
      ofMesh('convex mesh', 'rod off its origin', shifted(box({ size: [1.2, 0.03, 0.03] }), [0.7, 0, 0])),
      ofModel('convex mesh', 'sheet', Model.build(box({ size: [1, 1, 1e-3] })), false),
      ofMesh('convex mesh', 'ball', icosphere({ subdivisions: 0, radius: 0.4 })),
      ofMesh('convex mesh', 'speck', scaled(icosphere({ subdivisions: 0 }), 0.02)),
    ],
    hull: [8, 12, 6].map((count, k) => ofHull(random, `hull of ${count}`, count, k === 2 ? 0.8 : 0)),
    box: [
      ofModel('box', 'cube', Model.build(box({ size: [0.6, 0.6, 0.6] }))),
      ofModel('box', 'brick', Model.build(box({ size: [0.9, 0.4, 0.25] }))),
    ],
    sphere: [0.1, 0.45].map((radius) => ({
      kind: 'sphere',
      name: `sphere of ${radius}`,
      model: sphere({ radius }),
      plain: { corners: new Float64Array(9), radius },
      inset: 0,
      closed: true,
      medial: false,
    })),
    capsule: [
      [0.05, 1.2],
      [0.3, 0.5],
    ].map(([radius, length]) => ({
      kind: 'capsule',
      name: `capsule ${radius}, ${length}`,
      model: capsule({ radius, length }),
      plain: { corners: Float64Array.of(0, 0, -length / 2, 0, 0, length / 2, 0, 0, length / 2), radius },
      inset: 0,
      closed: true,
      medial: false,
    })),
    cylinder: [
      [0.3, 0.7],
      [0.5, 0.1],
    ].map(([radius, height]) => ({
      kind: 'cylinder',
      name: `cylinder ${radius}, ${height}`,
      model: cylinder({ radius, height }),
      plain: { corners: frustum(radius, radius, height), radius: 0 },
      inset: insetOf(radius),
      closed: true,
      medial: false,
    })),
    cone: [
      [0.4, 0.7],
      [0.1, 1.3],
    ].map(([radius, height]) => ({
      kind: 'cone',
      name: `cone ${radius}, ${height}`,
      model: cone({ radius, height }),
      plain: { corners: frustum(radius, 0, height), radius: 0 },
      inset: insetOf(radius),
      closed: true,
      medial: false,
    })),
  };
}

const TETRAHEDRON = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

function scaled(mesh: Mesh, by: number): Mesh {
  return new Mesh(
    mesh.positions.map((x) => by * x),
    mesh.triangles,
  );
}

function shifted(mesh: Mesh, by: readonly number[]): Mesh {
  return new Mesh(
    mesh.positions.map((x, k) => x + by[k % 3]),
    mesh.triangles,
  );
}

function someFaces(mesh: Mesh, first: number, end: number): Mesh {
  return new Mesh(mesh.positions, mesh.triangles.slice(3 * first, 3 * end));
}

function union(a: Mesh, b: Mesh): Mesh {
  const second = Array.from(b.triangles, (v) => v + a.vertexCount);
  return new Mesh([...a.positions, ...b.positions], [...a.triangles, ...second]);
}

/** A narrow band along x, of `count` triangles. */
function strip(count: number, step: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let k = 0; k < count + 2; k++) positions.push(step * (k - (count + 1) / 2), k % 2 === 0 ? 0 : 0.04, 0);
  for (let k = 0; k < count; k++) triangles.push(k, k + 1, k + 2);
  return new Mesh(positions, triangles);
}

/** Triangles here and there. */
function soup(random: SeededRandom, count: number): Mesh {
  const positions: number[] = [];
  for (let k = 0; k < count; k++) {
    const centre = [0, 1, 2].map(() => randomBetween(random, -0.4, 0.4));
    for (let corner = 0; corner < 3; corner++)
      positions.push(...centre.map((x) => x + randomBetween(random, -0.3, 0.3)));
  }
  return new Mesh(
    positions,
    Array.from({ length: 3 * count }, (_, v) => v),
  );
}

function ofMesh(kind: BodyKind, name: string, mesh: Mesh): MotionBody {
  return ofModel(kind, name, Model.build(mesh));
}

function ofHull(random: SeededRandom, name: string, count: number, off: number): MotionBody {
  const points = Array.from({ length: 3 * count }, () => off + randomBetween(random, -0.5, 0.5));
  return ofModel('hull', name, hull(points));
}

/** Some are too thin for a medial axis of few samples. */
function ofModel(kind: BodyKind, name: string, model: Model, isThick = true): MotionBody {
  const { positions, triangles } = model.mesh;
  const corners = new Float64Array(3 * triangles.length);
  triangles.forEach((v, k) => {
    corners.set(positions.subarray(3 * v, 3 * v + 3), 3 * k);
  });
  const closed = kind !== 'open surface';
  const medial = closed && isThick;
  // Small, so that times of contact by it are cheap; that it is rough makes them early, never late.
  const own = medial ? model.with(medialStructure({ primitives: 8, samples: 120 })) : model;
  return { kind, name, model: own, plain: { corners, radius: 0 }, inset: 0, closed, medial };
}

/** How far a regular polygon of SIDES is inside its circle. */
function insetOf(radius: number): number {
  return radius * (1 - Math.cos(Math.PI / SIDES)) * 1.001;
}

/** The triangles of a prism or pyramid in a cylinder or cone about z, from `low` at the bottom to `high` at the top. */
function frustum(low: number, high: number, height: number): Float64Array {
  const corners: number[] = [];
  const at = (radius: number, k: number, z: number): number[] => {
    const angle = (2 * Math.PI * k) / SIDES;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  };
  const [bottom, top] = [-height / 2, height / 2];
  for (let k = 0; k < SIDES; k++) {
    corners.push(0, 0, bottom, ...at(low, k + 1, bottom), ...at(low, k, bottom));
    corners.push(...at(low, k, bottom), ...at(low, k + 1, bottom), ...at(high, k, top));
    if (high === 0) continue;
    corners.push(...at(low, k + 1, bottom), ...at(high, k + 1, top), ...at(high, k, top));
    corners.push(0, 0, top, ...at(high, k, top), ...at(high, k + 1, top));
  }
  return Float64Array.from(corners);
}
