// Pairs of convex bodies of every kind the public entry takes, in every relation to each other, each body with a twin: the same
// points, which the library cannot know to be convex.

import { randomBetween, randomInteger, randomPose, type SeededRandom } from '@nearmiss/fixtures';
import { buildConvexBody } from '../../src/convex/convex-body.ts';
import { capsule, cone, cylinder, hull, sphere } from '../../src/entries/convex.ts';
import { box, icosphere } from '../../src/entries/shapes.ts';
import { disc, distance, Mesh, Model } from '../../src/index.ts';
import { inverted, partlyInverted, refined, scaled, shifted, unwelded } from './bodies.ts';
import { at, compose, LATTICE_TURNS, type PlainPose } from './scenes.ts';

export interface ConvexBodyCase {
  readonly kind: BodyKind;
  readonly model: Model;
  /** The general search: one face turned over leaves a closed mesh around the same points, without an orientation. */
  readonly twin: Model;
  /** Reach from the origin of the body. */
  readonly reach: number;
}

export interface ConvexScene {
  readonly relation: Relation;
  readonly a: ConvexBodyCase;
  readonly poseA: PlainPose;
  readonly b: ConvexBodyCase;
  readonly poseB: PlainPose;
}

function spherePoints(random: SeededRandom, count: number): number[] {
  return Array.from({ length: count }, () => {
    for (;;) {
      const [x, y, z] = Array.from({ length: 3 }, () => randomBetween(random, -1, 1));
      const length = Math.hypot(x, y, z);
      if (length > 0.1 && length <= 1) return [x / length, y / length, z / length];
    }
  }).flat();
}

function boxPoints(random: SeededRandom, count: number): number[] {
  return Array.from({ length: 3 * count }, () => randomBetween(random, -1, 1));
}

/** Whole numbers: facets of many triangles, points on edges, points twice. */
function latticePoints(random: SeededRandom, count: number): number[] {
  const corners = [-1, -1, -1, 1, 1, 1, 1, -1, 1, -1, 1, 1];
  return [...corners, ...Array.from({ length: 3 * count }, () => randomInteger(random, -2, 2))];
}

function hullMesh(points: readonly number[]): Mesh {
  const { vertices, triangles } = buildConvexBody(Float64Array.from(points));
  return new Mesh(vertices, triangles);
}

function boxMesh(random: SeededRandom): Mesh {
  return box({ size: [randomInteger(random, 1, 3), randomInteger(random, 1, 3), randomInteger(random, 1, 3)] });
}

/** Stretched along z. */
function stretched(mesh: Mesh, factor: number): Mesh {
  return new Mesh(
    mesh.positions.map((x, k) => (k % 3 === 2 ? factor * x : x)),
    mesh.triangles,
  );
}

const MESHES = {
  'hull of points': (random) => hull(spherePoints(random, randomInteger(random, 4, 40))).mesh,
  'hull of a lattice': (random) => hull(latticePoints(random, 12)).mesh,
  box: (random) =>
    Model.build(
      box({
        size: [...boxMesh(random).positions.slice(0, 3)].map((x) => 2 * Math.abs(x)) as [number, number, number],
      }),
    ).mesh,
  'convex mesh': (random) => hullMesh(boxPoints(random, randomInteger(random, 4, 24))),
  'mesh in parts': (random) => refined(refined(boxMesh(random))),
  'soup, inside out': (random) => inverted(unwelded(boxMesh(random))),
  'off centre': (random) => shifted(hullMesh(spherePoints(random, 16)), [100, -7, 0.3]),
  icosphere: (random) => icosphere({ subdivisions: randomInteger(random, 1, 2) }),
  needle: (random) => stretched(hullMesh(boxPoints(random, 8)), 1e4),
  plate: (random) => stretched(hullMesh(boxPoints(random, 12)), 1e-7),
  'flat polygon': (random) =>
    new Mesh([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, random() < 0.5 ? 1 : 3, 0], [0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0]),
  point: () => new Mesh([0.5, 0.25, 1], [0, 0, 0]),
} satisfies Record<string, (random: SeededRandom) => Mesh>;

const ROUND = {
  sphere: (random) => sphere({ radius: randomBetween(random, 0.5, 2) }),
  capsule: (random) => capsule({ radius: randomBetween(random, 0.2, 1), length: randomBetween(random, 0.5, 2) }),
  cylinder: (random) => cylinder({ radius: randomBetween(random, 0.2, 1), height: randomBetween(random, 0.5, 2) }),
  cone: (random) => cone({ radius: randomBetween(random, 0.2, 1), height: randomBetween(random, 0.5, 2) }),
} satisfies Record<string, (random: SeededRandom) => Model>;

export type BodyKind = keyof typeof MESHES | keyof typeof ROUND;
const MESH_KINDS = Object.keys(MESHES) as (keyof typeof MESHES)[];
const ROUND_KINDS = Object.keys(ROUND) as (keyof typeof ROUND)[];
export const BODY_KINDS: readonly BodyKind[] = [...MESH_KINDS, ...ROUND_KINDS];

export function isRoundKind(kind: BodyKind): kind is keyof typeof ROUND {
  return kind in ROUND;
}

/** Bodies made once. */
const made = new Map<string, ConvexBodyCase>();
const VARIANTS = 3;

/** A body of a kind, and its twin; both `scale` times as large. */
function bodyCase(kind: BodyKind, random: SeededRandom, scale: number): ConvexBodyCase {
  const name = `${kind} ${randomInteger(random, 1, VARIANTS)} ${scale}`;
  const body = made.get(name) ?? makeBody(kind, random, scale);
  made.set(name, body);
  return body;
}

function makeBody(kind: BodyKind, random: SeededRandom, scale: number): ConvexBodyCase {
  if (isRoundKind(kind)) {
    const model = ROUND[kind](random);
    return { kind, model, twin: model, reach: model.frame.radius * model.frame.unit };
  }
  const mesh = scaled(MESHES[kind](random), scale);
  const model = Model.build(mesh);
  const twin = Model.build(mesh.triangleCount < 4 ? mesh : partlyInverted(mesh, (face) => face === 1));
  let reach = 0;
  for (let k = 0; k < mesh.positions.length; k += 3)
    reach = Math.max(reach, Math.hypot(...mesh.positions.subarray(k, k + 3)));
  return { kind, model, twin, reach };
}

/** How far a mesh reaches along an axis, or against it. */
function farthest({ mesh }: Model, axis: number, sign = 1): number {
  return mesh.positions.reduce((most, x, k) => (k % 3 === axis ? Math.max(most, sign * x) : most), -Infinity);
}

export const RELATIONS = [
  'apart',
  'far',
  'kissing',
  'touching',
  'overlapping a little',
  'overlapping',
  'inside',
  'tiny',
  'huge',
  'uneven',
] as const;
type Relation = (typeof RELATIONS)[number];

/** Without a common divisor with the number of scenes: the first few hundred have some of everything. */
const STRIDE = 1013;

/** The scene of a number: after all of them, every kind was with every other in every relation. */
export function convexScene(number: number, random: SeededRandom): ConvexScene {
  const kinds = BODY_KINDS.length;
  const index = (STRIDE * number) % (RELATIONS.length * kinds * kinds);
  const relation = RELATIONS[index % RELATIONS.length];
  const kindA = BODY_KINDS[Math.floor(index / RELATIONS.length) % kinds];
  const kindB = BODY_KINDS[Math.floor(index / RELATIONS.length / kinds) % kinds];
  const small = relation === 'inside' ? 0.05 : 1;
  const all = relation === 'tiny' ? 1e-6 : relation === 'huge' ? 1e6 : 1;
  const a = bodyCase(kindA, random, relation === 'uneven' ? 1e-6 : all * small);
  const b = bodyCase(kindB, random, relation === 'uneven' ? 1e6 : all);
  const poseB =
    relation === 'touching' ? at(0, 0, 0) : randomPose(random, relation === 'far' ? 1e6 : a.reach + b.reach);
  const { position, rotation } = randomPose(random, 1);
  const length = Math.hypot(...position);
  /** A posed relative to B, `gap` of both reaches away. */
  const posed = (gap: number): PlainPose => {
    const far = (gap * (a.reach + b.reach)) / length;
    return compose(poseB, { position: [position[0] * far, position[1] * far, position[2] * far], rotation });
  };
  if (relation === 'touching') {
    // On a lattice: faces on faces, edges on edges, vertices on faces, exactly where the coordinates are whole.
    const [x, y, z] = Array.from({ length: 3 }, () => randomInteger(random, -3, 3) / 2);
    const turned = LATTICE_TURNS[randomInteger(random, 0, LATTICE_TURNS.length - 1)];
    if (random() < 0.25) return { relation, a, poseA: { position: [x, y, z], rotation: turned }, b, poseB };
    const aside = [farthest(b.model, 0) + farthest(a.model, 0, -1), y / 2, z / 2] as const;
    return { relation, a, poseA: { position: aside, rotation: [0, 0, 0, 1] }, b, poseB };
  }
  if (relation === 'inside') return { relation, a, poseA: posed(0.02), b, poseB };
  if (relation === 'overlapping') return { relation, a, poseA: posed(0.2), b, poseB };
  const apart = posed(randomBetween(random, 1.05, 2));
  if (relation !== 'kissing' && relation !== 'overlapping a little') return { relation, a, poseA: apart, b, poseB };
  const found = distance(a.twin, apart, b.twin, poseB, { volume: disc });
  const normal = found.normal ?? [1, 0, 0];
  const left = 10 ** -randomInteger(random, 3, 16) * (a.reach + b.reach) * (relation === 'kissing' ? 1 : -1);
  const [px, py, pz] = apart.position;
  const step = found.distance - left;
  const poseA = { ...apart, position: [px + step * normal[0], py + step * normal[1], pz + step * normal[2]] } as const;
  return { relation, a, poseA, b, poseB };
}
