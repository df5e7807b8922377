// Two bodies and where they stand, drawn so that about half of the pairs meet.

import {
  type OracleBody,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
} from '@nearmiss/fixtures';
import { Mesh } from '../../src/index.ts';
import {
  anyBody,
  type Body,
  bodyOf,
  cornerOf,
  latticeSoup,
  SOLIDS,
  scaled,
  shifted,
  solidOf,
  type Triple,
} from './bodies.ts';

export type Turn = readonly [number, number, number, number];

export interface PlainPose {
  readonly position: Triple;
  readonly rotation: Turn;
}

export const IDENTITY: PlainPose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

/** A pose without rotation. */
export function at(x: number, y: number, z: number): PlainPose {
  return { position: [x, y, z], rotation: [0, 0, 0, 1] };
}

/** Rotations whose matrices are whole numbers: posed lattice points are lattice points. */
export const LATTICE_TURNS: readonly Turn[] = [
  [0, 0, 0, 1],
  [0.5, 0.5, 0.5, 0.5],
  [0.5, -0.5, 0.5, 0.5],
  [-0.5, -0.5, 0.5, 0.5],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
];

export interface Scene {
  readonly kind: SceneKind;
  readonly a: Body;
  readonly poseA: PlainPose;
  readonly b: Body;
  readonly poseB: PlainPose;
}

/** A body where it stands, as the oracles take it. */
export function oracle(body: Body, pose: PlainPose): OracleBody {
  return { positions: body.mesh.positions, triangles: body.mesh.triangles, pose };
}

export function nameOf(scene: Scene, index: number): string {
  return `${index} ${scene.kind}: ${scene.a.name} against ${scene.b.name}`;
}

/** v turned by q, in doubles. */
function turn(q: Turn, [x, y, z]: Triple): [number, number, number] {
  const [qx, qy, qz, qw] = q;
  const scale = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  const cx = qy * z - qz * y;
  const cy = qz * x - qx * z;
  const cz = qx * y - qy * x;
  return [
    x + scale * (qw * cx + qy * cz - qz * cy),
    y + scale * (qw * cy + qz * cx - qx * cz),
    z + scale * (qw * cz + qx * cy - qy * cx),
  ];
}

export function toWorld(pose: PlainPose, v: Triple): [number, number, number] {
  const [x, y, z] = turn(pose.rotation, v);
  return [x + pose.position[0], y + pose.position[1], z + pose.position[2]];
}

/** The pose after the rigid motion `motion`, in doubles. */
export function compose(motion: PlainPose, pose: PlainPose): PlainPose {
  const [ax, ay, az, aw] = motion.rotation;
  const [bx, by, bz, bw] = pose.rotation;
  return {
    position: toWorld(motion, pose.position),
    rotation: [
      aw * bx + ax * bw + ay * bz - az * by,
      aw * by - ax * bz + ay * bw + az * bx,
      aw * bz + ax * by - ay * bx + az * bw,
      aw * bw - ax * bx - ay * by - az * bz,
    ],
  };
}

export const SCENE_KINDS = [
  'plain',
  'lattice',
  'unequal sizes',
  'tiny',
  'huge',
  'shifted by 1e6',
  'shifted by 1e8',
  'vertices far from the origin',
  'unturned',
  'small among large',
] as const;

/** And those at the ends of what doubles can hold, or without any size. */
export const EVERY_SCENE_KIND = [...SCENE_KINDS, 'any scale', 'scales apart', 'points and lines'] as const;
export type SceneKind = (typeof EVERY_SCENE_KIND)[number];

/** The index chooses the kind, so a run over them meets every one. */
export function randomScene(random: SeededRandom, index: number, kinds: readonly SceneKind[] = SCENE_KINDS): Scene {
  const kind = kinds[index % kinds.length];
  if (kind === 'lattice') return latticeScene(random);
  if (kind === 'small among large') return smallAmongLarge(random);
  let a = anyBody(random);
  let b = anyBody(random);
  let size = 1;
  if (kind === 'unequal sizes') {
    const ratio = randomChoice(random, [1e2, 1e4, 1e6]);
    b = bodyOf(`${b.name} × ${ratio}`, scaled(b.mesh, ratio), b.solid);
  } else if (kind === 'tiny' || kind === 'huge') {
    size = kind === 'tiny' ? 1e-6 : 1e6;
    a = bodyOf(a.name, scaled(a.mesh, size), a.solid);
    b = bodyOf(b.name, scaled(b.mesh, size), b.solid);
  } else if (kind === 'any scale') {
    size = anyScale(random);
    a = scaledBody(a, size);
    b = scaledBody(b, size);
  } else if (kind === 'scales apart') {
    // The gap is one of the larger body, or of the smaller.
    const large = anyScale(random);
    const small = large * randomChoice(random, [0.1, 1e-3, 1e-9, 1e-30, 1e-60, 1e-120, 1e-180]);
    const isFirst = random() < 0.5;
    a = scaledBody(a, isFirst ? large : small);
    b = scaledBody(b, isFirst ? small : large);
    size = random() < 0.5 ? large : small;
  } else if (kind === 'points and lines') {
    size = anyScale(random);
    a = scaledBody(withoutArea(random), size);
    b =
      random() < 0.3
        ? scaledBody(withoutArea(random), size)
        : scaledBody(b, size * Number(`1e-${randomInteger(random, 0, 9)}`));
    if (random() < 0.5) [a, b] = [b, a];
  } else if (kind === 'vertices far from the origin') {
    a = bodyOf(a.name, shifted(a.mesh, farShift(random, 1e6)), a.solid);
    b = bodyOf(b.name, shifted(b.mesh, farShift(random, 1e6)), b.solid);
  }
  const far = kind === 'shifted by 1e6' ? 1e6 : kind === 'shifted by 1e8' ? 1e8 : 0;
  const rotationA: Turn = kind === 'unturned' ? IDENTITY.rotation : randomPose(random, 1).rotation;
  const rotationB: Turn = kind === 'unturned' ? IDENTITY.rotation : randomPose(random, 1).rotation;
  const poseB: PlainPose = { position: far === 0 ? [0, 0, 0] : farShift(random, far), rotation: rotationB };
  const position = positionNear(random, a, rotationA, b, poseB, size * randomChoice(random, [0, 0.3, 0.9, 1.5]));
  return { kind, a, poseA: { position, rotation: rotationA }, b, poseB };
}

/** Any size from 1e-300 to 1e149; no power of two. */
export function anyScale(random: SeededRandom): number {
  return randomBetween(random, 1, 10) * Number(`1e${randomInteger(random, -300, 148)}`);
}

export function scaledBody(body: Body, factor: number): Body {
  return bodyOf(`${body.name} × ${factor}`, scaled(body.mesh, factor), body.solid);
}

/** A point, at its origin or away from it, or a segment, in one triangle or in several. */
function withoutArea(random: SeededRandom): Body {
  const [p, q] = [farShift(random, 1), farShift(random, 1)];
  const middle = p.map((x, k) => (x + q[k]) / 2);
  const pick = randomInteger(random, 0, 4);
  if (pick === 0) return bodyOf('point', new Mesh([0, 0, 0], [0, 0, 0]));
  if (pick === 1) return bodyOf('point away', new Mesh([...p, ...p], [0, 1, 0, 1, 1, 0]));
  return bodyOf('line', new Mesh([...p, ...q, ...middle], pick === 2 ? [0, 1, 1] : [0, 1, 2, 2, 0, 0, 1, 1, 2]));
}

function farShift(random: SeededRandom, size: number): [number, number, number] {
  return [0, 1, 2].map(() => size * randomBetween(random, -1, 1)) as [number, number, number];
}

/** Where A has to stand for a point of its surface to be `gap` from a point of B's, in a direction at random. */
function positionNear(
  random: SeededRandom,
  a: Body,
  rotationA: Turn,
  b: Body,
  poseB: PlainPose,
  gap: number,
): [number, number, number] {
  const onA = turn(rotationA, surfacePoint(random, a));
  const onB = toWorld(poseB, surfacePoint(random, b));
  const direction = turn(randomPose(random, 1).rotation, [1, 0, 0]);
  return [0, 1, 2].map((k) => onB[k] - onA[k] + gap * direction[k]) as [number, number, number];
}

function surfacePoint(random: SeededRandom, body: Body): [number, number, number] {
  const face = randomInteger(random, 0, body.mesh.triangleCount - 1);
  const [p, q, r] = [0, 1, 2].map((corner) => cornerOf(body.mesh, face, corner));
  return [0, 1, 2].map((k) => (p[k] + q[k] + r[k]) / 3) as [number, number, number];
}

/** Bodies on a lattice, where faces, edges and corners coincide exactly. */
function latticeScene(random: SeededRandom): Scene {
  const body = (): Body => {
    if (random() < 0.5) return bodyOf('lattice soup', latticeSoup(random, 12));
    const solid = randomChoice(random, SOLIDS.slice(0, 2));
    // Eighths: corners of the boxes are at ±4, ±1.2 (rounded) and ±0.4 (rounded).
    return solidOf(`${solid.name} × 8`, scaled(solid.mesh, 8));
  };
  const pose = (reach: number): PlainPose => ({
    position: [0, 1, 2].map(() => randomInteger(random, -reach, reach)) as [number, number, number],
    rotation: randomChoice(random, LATTICE_TURNS),
  });
  return { kind: 'lattice', a: body(), poseA: pose(5), b: body(), poseB: pose(1) };
}

/** A body among triangles many times its size, as a part is in a building; either may be A. */
function smallAmongLarge(random: SeededRandom): Scene {
  const kind = 'small among large';
  const solid = randomChoice(random, SOLIDS);
  const small = solidOf(`small ${solid.name}`, scaled(solid.mesh, randomChoice(random, [0.1, 1, 3])));
  const large = bodyOf('large soup', latticeSoup(random, 40, 9));
  const smallPose: PlainPose = randomPose(random, 10);
  const largePose: PlainPose = { position: [0, 0, 0], rotation: randomPose(random, 1).rotation };
  return random() < 0.5
    ? { kind, a: small, poseA: smallPose, b: large, poseB: largePose }
    : { kind, a: large, poseA: largePose, b: small, poseB: smallPose };
}
