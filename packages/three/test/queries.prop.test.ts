// A thousand random scenes with nested parents: the depth between two three.js objects, against the library asked about the same
// bodies. Poses and scales of the other side are multiplied out here with quaternions, not with the matrices of three.js.

import { Mesh, Model, type Pose, penetration } from 'nearmiss';
import { describe, expect, test } from 'vitest';
import { bodyFromObject } from '../src/body.ts';
import { meshFromGeometry } from '../src/geometry.ts';
import { penetrationObjects } from '../src/queries.ts';
import { VERSIONS } from './versions.ts';

/** For the newest version; the one before gets a tenth. NEARMISS_THREE_SCENES=1000 asks more. */
const SCENES = Number(process.env.NEARMISS_THREE_SCENES ?? 250);
const SEED = 16;
/** Bodies are as large as 1, and in double precision; single precision would be off by as much. */
const ERROR_BOUND = 1e-9;

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Quad = [number, number, number, number];
type Triple = [number, number, number];

function times([ax, ay, az, aw]: Quad, [bx, by, bz, bw]: Quad): Quad {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function rotate(q: Quad, [x, y, z]: Triple): Triple {
  const [i, j, k] = times(times(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [i, j, k];
}

/** A rotation, a translation and a uniform scale. */
interface Local {
  readonly position: Triple;
  readonly rotation: Quad;
  readonly scale: number;
}

function below(parent: Local, child: Local): Local {
  const [x, y, z] = rotate(parent.rotation, child.position);
  const { position, scale } = parent;
  return {
    position: [position[0] + scale * x, position[1] + scale * y, position[2] + scale * z],
    rotation: times(parent.rotation, child.rotation),
    scale: scale * child.scale,
  };
}

describe.each(VERSIONS)('three.js r%s', (revision, three) => {
  const scenes = revision === '187' ? SCENES : SCENES / 10;

  test(`the depth is that of the library in ${scenes} scenes of seed ${SEED}`, () => {
    const random = randomNumbers(SEED);
    const between = (low: number, high: number): number => low + (high - low) * random();
    const geometries = [
      new three.BoxGeometry(1, 1.4, 0.8),
      new three.SphereGeometry(0.7, 8, 6),
      new three.ConeGeometry(0.6, 1.5, 7),
      new three.TorusGeometry(0.6, 0.25, 4, 6),
    ];
    const material = new three.MeshBasicMaterial();
    const randomLocal = (reach: number): Local => {
      const raw: Quad = [between(-1, 1), between(-1, 1), between(-1, 1), between(0.1, 1)];
      const length = Math.hypot(...raw);
      return {
        position: [between(-reach, reach), between(-reach, reach), between(-reach, reach)],
        rotation: raw.map((x) => x / length) as Quad,
        scale: random() < 0.3 ? 1 : between(0.5, 1.6),
      };
    };
    const applied = (object: InstanceType<typeof three.Object3D>, { position, rotation, scale }: Local) => {
      object.position.set(...position);
      object.quaternion.set(...rotation);
      object.scale.setScalar(scale);
      return object;
    };
    /** A mesh under one to three parents, and its transform to the world. */
    const nested = (): { readonly mesh: InstanceType<typeof three.Mesh>; readonly world: Local } => {
      const geometry = geometries[Math.floor(random() * geometries.length)] ?? geometries[0];
      const mesh = new three.Mesh(geometry, material);
      let world = randomLocal(0.4);
      applied(mesh, world);
      let top: InstanceType<typeof three.Object3D> = mesh;
      const depth = 1 + Math.floor(3 * random());
      for (let k = 0; k < depth; k++) {
        const local = randomLocal(0.3);
        top = applied(new three.Group().add(top), local);
        world = below(local, world);
      }
      return { mesh, world };
    };
    let same = 0;
    let overlapping = 0;
    let scaled = 0;
    for (let scene = 0; scene < scenes; scene++) {
      const [a, b] = [nested(), nested()];
      const { depth, status, lower, upper } = penetrationObjects(a.mesh, b.mesh);

      const asked = [a, b].map(({ mesh, world }) => {
        const { positions, triangles } = meshFromGeometry(mesh.geometry);
        const model = Model.build(
          new Mesh(
            positions.map((x) => world.scale * x),
            triangles,
          ),
        );
        return { model, pose: { position: world.position, rotation: world.rotation } satisfies Pose };
      });
      const [A, B] = asked as [(typeof asked)[0], (typeof asked)[0]];
      const reference = penetration(A.model, A.pose, B.model, B.pose);

      // Two roundings of one scene: the same decision, and brackets with a depth in common. In bodies that are not convex, rounding can
      // lead the search to another local optimum, so not every depth is the same.
      expect(status, `scene ${scene}`).toBe(reference.status);
      expect(lower).toBeLessThanOrEqual(reference.upper + ERROR_BOUND);
      expect(reference.lower).toBeLessThanOrEqual(upper + ERROR_BOUND);
      if (Math.abs(depth - reference.depth) <= ERROR_BOUND) same++;

      // Asked about the very model and pose, the library gives the same bits.
      const [posedA, posedB] = [bodyFromObject(a.mesh), bodyFromObject(b.mesh)];
      if (scene % 10 === 0) expect(penetration(posedA.model, posedA.pose, posedB.model, posedB.pose).depth).toBe(depth);
      for (const [k, posed] of [posedA, posedB].entries()) {
        const { pose, world } = { pose: posed.pose, world: k === 0 ? a.world : b.world };
        pose.position.forEach((x, axis) => {
          expect(x).toBeCloseTo(world.position[axis] ?? Number.NaN, 12);
        });
        expect(pose.scale).toBeCloseTo(world.scale, 10);
      }
      if (status === 'overlapping') overlapping++;
      if (posedA.pose.scale !== 1) scaled++;
    }
    expect(same).toBeGreaterThan(0.97 * scenes);
    expect(overlapping).toBeGreaterThan(scenes / 4);
    expect(overlapping).toBeLessThan(scenes);
    expect(scaled).toBeGreaterThan(scenes / 2);
  });
});
