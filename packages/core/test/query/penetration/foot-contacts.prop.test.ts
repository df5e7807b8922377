// Foot contacts: local depths judged by how deep each foot was put, in every tessellation of the same surfaces.

import {
  baked,
  FOOT_KINDS,
  type FootKind,
  footScene,
  GROUND_KINDS,
  type PlainMesh,
  randomBetween,
  randomChoice,
  randomPose,
  type SeededRandom,
  seeded,
  TESSELLATIONS,
  type Tessellation,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import {
  closestPoint,
  contains,
  Mesh,
  Model,
  type PenetrationResult,
  type Pose,
  penetration,
} from '../../../src/index.ts';

const CONTACTS = Number(process.env.NEARMISS_FOOT_CONTACTS ?? 150);
const SEED = Number(process.env.NEARMISS_FOOT_SEED ?? 1);
/** Scenes before that of this contact are drawn and not asked. */
const FIRST = Number(process.env.NEARMISS_FOOT_FIRST ?? 0);
/** Poses of each scene: its models, and what they keep, are built once. */
const POSES = CONTACTS < 1000 ? 3 : 16;
/** Parts of the size. */
const EQUAL = 1e-9;

const PLACINGS = ['upright', 'posed', 'baked'] as const;
type Placing = (typeof PLACINGS)[number];
const SCALES = [1e-6, 1e-3, 1, 1, 2 ** 10, 1e6] as const;

type Rotation = readonly [number, number, number, number];

function turned([x, y, z, w]: Rotation, [px, py, pz]: readonly number[]): [number, number, number] {
  const tx = 2 * (y * pz - z * py);
  const ty = 2 * (z * px - x * pz);
  const tz = 2 * (x * py - y * px);
  return [px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx];
}

function modelOf({ positions, triangles }: PlainMesh): Model {
  return Model.build(new Mesh(positions, triangles));
}

interface PosedMesh {
  readonly placing: Placing;
  readonly scale: number;
  readonly rotation: Rotation;
  readonly position: readonly number[];
}

function drawPlacing(random: SeededRandom): PosedMesh {
  const placing = randomChoice(random, PLACINGS);
  const scale = randomChoice(random, SCALES);
  const pose = randomPose(random, 3 * scale);
  const isUpright = placing === 'upright';
  return {
    placing,
    scale,
    rotation: isUpright ? [0, 0, 0, 1] : pose.rotation,
    position: isUpright ? [0, 0, 0] : pose.position,
  };
}

/** Entries by depth and, where depths are one, by direction. */
function inOrder<T extends { depth: number; normal: readonly number[] }>(list: readonly T[], within: number): T[] {
  return [...list].sort((p, q) =>
    Math.abs(p.depth - q.depth) > within ? q.depth - p.depth : q.normal[0] - p.normal[0],
  );
}

function expectContacts(
  result: PenetrationResult,
  wanted: readonly { depth: number; normal: readonly number[] }[],
  isSwapped: boolean,
  [a, poseA, b, poseB]: readonly [Model, Pose, Model, Pose],
  what: string,
): void {
  const size = a.frame.radius * a.frame.unit + b.frame.radius * b.frame.unit;
  const within = EQUAL * size;
  expect(result.status, what).toBe('overlapping');
  expect(result.local.length, what).toBe(wanted.length);
  const sign = isSwapped ? -1 : 1;
  const found = inOrder(
    result.local.map((entry) => ({ ...entry, normal: entry.normal.map((x) => sign * x) })),
    within,
  );
  for (const [k, entry] of inOrder(wanted, within).entries()) {
    const { depth, normal, pointA, pointB } = found[k];
    expect(Math.abs(depth - entry.depth), `${what}: depth ${depth}, not ${entry.depth}`).toBeLessThanOrEqual(within);
    expect(depth, what).toBeLessThanOrEqual(result.upper);
    const off = Math.hypot(...normal.map((x, c) => x - entry.normal[c]));
    expect(off, `${what}: normal ${normal}, not ${entry.normal}`).toBeLessThan(1e-6);
    const along = pointA.reduce((sum, x, c) => sum + (x - pointB[c]) * sign * normal[c], 0);
    expect(Math.abs(along - depth), what).toBeLessThanOrEqual(within);
    // Each point is on its own body, and in the other one.
    expect(closestPoint(a, poseA, pointA).distance, what).toBeLessThanOrEqual(within);
    expect(closestPoint(b, poseB, pointB).distance, what).toBeLessThanOrEqual(within);
    expect(contains(b, poseB, pointA).contains || closestPoint(b, poseB, pointA).distance <= within, what).toBe(true);
  }
}

type Count = (kind: string, n: number) => void;

/** Draws a scene, asks it in several poses if it is to be asked, and returns the number of its contacts. */
function expectScene(
  random: SeededRandom,
  feet: FootKind,
  poses: number,
  isAsked: boolean,
  what: string,
  count: Count,
): number {
  const tessellated = () => randomChoice(random, TESSELLATIONS.slice(1));
  const kinds: Tessellation[] = ['plain', tessellated(), tessellated()];
  const scene = footScene(random, feet, kinds);
  const { placing, scale, rotation, position } = drawPlacing(random);
  const isBaked = placing === 'baked';
  const toModel = (mesh: PlainMesh): Model =>
    modelOf(isBaked ? baked(mesh, rotation, scale, position) : baked(mesh, [0, 0, 0, 1], scale, [0, 0, 0]));
  const bodies = isAsked ? scene.bodies.map(({ kind, a, b }) => ({ kind, a: toModel(a), b: toModel(b) })) : [];
  let contacts = 0;
  for (let n = 0; n < poses; n++) {
    const lift = randomBetween(random, 0, scene.play);
    const slide = () => randomBetween(random, -scene.slide, scene.slide);
    const isSwapped = random() < 0.5;
    const shift = turned(rotation, [slide() * scale, slide() * scale, lift * scale]);
    const poseUp: Pose = isBaked ? { position: shift } : { position: shift.map((x, c) => x + position[c]), rotation };
    const poseLow: Pose = isBaked ? {} : { position, rotation };
    const wanted = scene.contacts(lift).map(({ depth, normal }) => ({
      depth: depth * scale,
      normal: turned(rotation, normal),
    }));
    for (const { kind, a, b } of bodies) {
      const query = isSwapped ? ([b, poseLow, a, poseUp] as const) : ([a, poseUp, b, poseLow] as const);
      const name = `${what}, pose ${n}: ${scene.feet} on ${scene.ground}, ${kind}, ${placing}, scale ${scale}`;
      expectContacts(penetration(...query), wanted, isSwapped, query, name);
      count(kind, wanted.length);
    }
    for (const kind of [scene.feet, scene.ground, placing, isSwapped ? 'swapped' : 'as made', `scale ${scale}`]) {
      count(kind, wanted.length);
    }
    contacts += wanted.length;
  }
  return contacts;
}

test(`${CONTACTS} foot contacts: each region has its own depth, in every tessellation`, () => {
  const random = seeded(SEED);
  const drawn = new Map<string, number>();
  const count = (kind: string, n: number): void => void drawn.set(kind, (drawn.get(kind) ?? 0) + n);
  let contacts = 0;
  for (let scenes = 0; contacts < CONTACTS; scenes++) {
    const feet = FOOT_KINDS[scenes % FOOT_KINDS.length];
    const isAsked = contacts >= FIRST;
    contacts += expectScene(random, feet, POSES, isAsked, `seed ${SEED}, contacts from ${contacts}`, count);
  }
  console.log([...drawn].map(([kind, n]) => `${kind} ${n}`).join(', '));
  for (const kind of [...FOOT_KINDS, ...GROUND_KINDS, ...PLACINGS, ...TESSELLATIONS, 'swapped', 'as made']) {
    expect(drawn.get(kind) ?? 0, kind).toBeGreaterThan(0);
  }
}, 0);

test('a lying torus on refined plates leaves straight up, wherever their triangles end', () => {
  const random = seeded(1);
  for (let scenes = 0; scenes < 4; scenes++) {
    const scene = footScene(random, 'lying-torus', ['both']);
    const [{ a, b }] = scene.bodies.map((body) => ({ a: modelOf(body.a), b: modelOf(body.b) }));
    for (let n = 0; n < 8; n++) {
      const lift = randomBetween(random, 0, scene.play);
      const slide = () => randomBetween(random, -scene.slide, scene.slide);
      const poseUp: Pose = { position: [slide(), slide(), lift] };
      const { depth } = penetration(a, poseUp, b, {}, { local: false });
      expect(Math.abs(depth - scene.contacts(lift)[0].depth), `scene ${scenes}, slide ${n}`).toBeLessThan(1e-8);
    }
  }
});

test('normals are those of the faces, however narrow the last gap was', () => {
  const random = seeded(3);
  for (let scenes = 0; scenes < 32; scenes++) {
    const scene = footScene(random, 'lying-torus', ['even']);
    const { rotation, position } = randomPose(random, 3);
    const [{ a, b }] = scene.bodies.map((body) => ({
      a: modelOf(baked(body.a, rotation, 1, position)),
      b: modelOf(baked(body.b, rotation, 1, position)),
    }));
    for (let n = 0; n < 8; n++) {
      const lift = randomBetween(random, 0, scene.play);
      const slide = () => randomBetween(random, -scene.slide, scene.slide);
      const poseUp: Pose = { position: turned(rotation, [slide(), slide(), lift]) };
      const [{ normal }] = penetration(a, poseUp, b, {}).local;
      const up = turned(rotation, scene.contacts(lift)[0].normal);
      expect(Math.hypot(...normal.map((x, c) => x - up[c])), `scene ${scenes}, slide ${n}`).toBeLessThan(1e-6);
    }
  }
});

test('a wedge is held by both flanks of a groove, also where the second was just out of reach', () => {
  expectScene(seeded(686421702), 'wedge', 16, true, 'seed 686421702', () => {});
});
