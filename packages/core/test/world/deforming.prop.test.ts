// Bodies of a world that deform, against brute force in exact arithmetic: the bodies that touch, and every pair of their faces.

import {
  bruteForcePairs,
  randomBetween,
  randomChoice,
  randomInteger,
  type SeededRandom,
  seeded,
  touchingBodies,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import type { DeformingMethod } from '../../src/entries/deforming.ts';
import { box, icosphere, torus } from '../../src/entries/shapes.ts';
import { type BodyId, type BodyPair, collide, Mesh, Model, type Pose, World } from '../../src/index.ts';
import { COORDINATES, shaken, soup } from '../deform/scenes.ts';

const METHODS: readonly DeformingMethod[] = ['auto', 'octree', 'bintree', 'refit'];
const STEPS = 40;
const EXACT_EVERY = 20;
/** A pose that several bodies share, and one that no other has. */
const SHARED: Pose = { position: [0.5, -2, 1], rotation: [0.1, 0.1, 0.7, 0.7] };
const OTHER: Pose = { position: [0.1, 0.2, 0.05], rotation: [0.1, -0.7, 0.1, 0.7] };

interface Known {
  model: Model;
  readonly pose: Pose;
  /** Pulls the mesh about. */
  readonly shapes: (random: SeededRandom) => ArrayLike<number>;
  readonly isRigid: boolean;
}

const plain = ({ position = [0, 0, 0], rotation = [0, 0, 0, 1] }: Pose) => ({ position, rotation });

class Scene {
  readonly world: World;
  readonly known = new Map<BodyId, Known>();
  readonly #random: SeededRandom;

  constructor(random: SeededRandom, margin: number) {
    this.#random = random;
    this.world = new World({ contacts: 'all', margin });
  }

  add(mesh: Mesh, pose: Pose, shapes: Known['shapes'] | null): BodyId {
    const model = Model.build(mesh);
    const id = this.world.add(model, pose, { deforming: randomChoice(this.#random, METHODS) });
    this.known.set(id, { model, pose, shapes: shapes ?? (() => mesh.positions), isRigid: shapes === null });
    return id;
  }

  /** Deforms all bodies but rigid ones and, by chance, `spared` in four. */
  deform(spared: number): void {
    for (const [id, body] of this.known) {
      if (body.isRigid || randomInteger(this.#random, 0, 3) < spared) continue;
      const positions = body.shapes(this.#random);
      this.world.deform(id, positions);
      body.model = body.model.refit(positions);
    }
  }

  /** Steps, and judges what the step says; `exactly`: also by brute force, which takes long. Returns how the pairs meet. */
  step(exactly = true): string[] {
    const { begin, stay } = this.world.step();
    const told = [...begin, ...stay].sort((p, q) => p.bodyA - q.bodyA || p.bodyB - q.bodyB);
    const names = told.map(({ bodyA, bodyB }) => [bodyA, bodyB]);
    expect(names).toEqual(this.#collidingBodies());
    for (const pair of told) this.#judge(pair);
    if (!exactly) return told.map(({ status }) => status);

    const bodies = new Map(
      [...this.known].map(([id, { model, pose }]) => {
        const { positions, triangles } = model.mesh;
        return [id, { positions, triangles, pose: plain(pose), isSolid: model.closed }];
      }),
    );
    expect(names).toEqual(touchingBodies(bodies));
    for (const pair of told) {
      const a = bodies.get(pair.bodyA);
      const b = bodies.get(pair.bodyB);
      if (a === undefined || b === undefined) throw new Error('a pair of bodies that are not there');
      expect(inOrder(pair.contact?.pairs)).toEqual(bruteForcePairs(a, b));
    }
    return told.map(({ status }) => status);
  }

  #collidingBodies(): [BodyId, BodyId][] {
    const bodies = [...this.known];
    return bodies.flatMap(([a, bodyA], i) =>
      bodies
        .slice(i + 1)
        .filter(([, bodyB]) => collide(bodyA.model, bodyA.pose, bodyB.model, bodyB.pose).colliding)
        .map(([b]): [BodyId, BodyId] => [a, b]),
    );
  }

  /** The same in every other respect as `collide` for models of the bodies. */
  #judge({ bodyA, bodyB, status, contact }: BodyPair): void {
    const a = this.known.get(bodyA);
    const b = this.known.get(bodyB);
    if (a === undefined || b === undefined || contact === null) throw new Error('a pair without a contact');
    const asked = collide(a.model, a.pose, b.model, b.pose, { contacts: 'all' });
    expect(status).toBe(asked.status);
    expect(contact.status).toBe(asked.status);
    expect([contact.colliding, contact.pairCount]).toEqual([true, asked.pairCount]);
    expect(inOrder(contact.pairs)).toEqual(inOrder(asked.pairs));
    expect([contact.interpretationA, contact.interpretationB]).toEqual([asked.interpretationA, asked.interpretationB]);
    expect(contact.pointA === null).toBe(asked.pointA === null);
    if (contact.pointA === null || contact.pointB === null || contact.pairCount === 0) return;
    expect(contact.pairs).toContainEqual([contact.faceA, contact.faceB]);
    expect([...contact.pointA, ...contact.pointB].every(Number.isFinite)).toBe(true);
  }
}

function inOrder(pairs: readonly [number, number][] = []): [number, number][] {
  return [...pairs].sort(([a, b], [c, d]) => a - c || b - d);
}

describe('touching bodies and face pairs are those of brute force', () => {
  test.each(Object.entries(COORDINATES))('soups, %s', (_, draw) => {
    const random = seeded(21);
    let count = 0;
    for (let n = 0; n < 5; n++) {
      const scene = new Scene(random, 0);
      for (let k = 0; k < 3; k++) {
        const mesh = soup(random, draw, randomInteger(random, 1, 8));
        scene.add(mesh, {}, () => mesh.positions.map(() => draw(random)));
      }
      for (let step = 0; step < 3; step++) {
        scene.deform(1);
        count += scene.step().length;
      }
    }
    expect(count).toBeGreaterThan(10);
  });

  test.each([0, 0.1])('solids that shake, beside rigid ones and others in another pose, margin %d', (margin) => {
    const random = seeded(22);
    const scene = new Scene(random, margin);
    const ball = icosphere({ radius: 0.5, subdivisions: 1 });
    const ring = torus({ majorRadius: 0.5, minorRadius: 0.2, majorSegments: 7, minorSegments: 4 });
    const bead = icosphere({ radius: 0.05, subdivisions: 0 });
    const shaking = (mesh: Mesh, offset: number) => (from: SeededRandom) => shaken(mesh, from, offset, 0.03);
    for (const pose of [{}, SHARED]) {
      scene.add(ball, pose, shaking(ball, 0.4));
      scene.add(ring, pose, shaking(ring, 0.4));
      scene.add(bead, pose, shaking(bead, 0.3)); // now and then inside the ball
      scene.add(box({ size: [0.4, 0.4, 0.4] }), pose, null);
    }
    scene.add(ball, OTHER, shaking(ball, 0.2));
    scene.add(box({ size: [0.3, 0.3, 0.3] }), OTHER, null);
    const statuses = new Map<string, number>();
    for (let step = 0; step < STEPS; step++) {
      scene.deform(1);
      for (const status of scene.step(step % EXACT_EVERY === 0)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get('intersecting')).toBeGreaterThan(STEPS);
    expect(statuses.get('b-inside-a')).toBeGreaterThan(0);
  });

  test('boxes on a lattice, which touch as often as they cross', () => {
    const random = seeded(23);
    const scene = new Scene(random, 0);
    const mesh = box({ size: [2, 2, 2] });
    const slot = (from: SeededRandom) => {
      const sides = [0, 1, 2].map(() => [randomInteger(from, -3, 1), randomInteger(from, 1, 2)]);
      return mesh.positions.map((x, k) => sides[k % 3][0] + (x > 0 ? sides[k % 3][1] : 0));
    };
    for (let k = 0; k < 5; k++) scene.add(mesh, {}, slot);
    const statuses: string[] = [];
    for (let step = 0; step < 12; step++) {
      scene.deform(1);
      statuses.push(...scene.step());
    }
    expect(statuses.filter((status) => status === 'touching').length).toBeGreaterThan(3);
    expect(statuses.filter((status) => status === 'intersecting').length).toBeGreaterThan(3);
  });

  test('a seam that closes makes a solid, and opens again', () => {
    const random = seeded(24);
    const scene = new Scene(random, 0);
    const { positions, triangles } = icosphere({ radius: 1, subdivisions: 0 });
    // Every face with vertices of its own, pulled towards its middle: closed only where `open` is 0.
    const corners = Array.from(triangles).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3)));
    const burst = (open: number) =>
      corners.map((x, k) => {
        const first = 9 * Math.floor(k / 9) + (k % 3);
        return x + open * ((corners[first] + corners[first + 3] + corners[first + 6]) / 3 - x);
      });
    let open = 0;
    scene.add(new Mesh(corners, Array.from(triangles.keys())), {}, () => burst(open));
    const bead = icosphere({ radius: 0.1, subdivisions: 0 });
    scene.add(bead, {}, (from) => bead.positions.map((x) => x * randomBetween(from, 0.9, 1.1)));
    const found: string[] = [];
    for (const next of [0.1, 0, 0, 0.1, 0.1, 0]) {
      open = next;
      scene.deform(0);
      found.push(scene.step()[0] ?? 'apart');
    }
    expect(found).toEqual(['apart', 'b-inside-a', 'b-inside-a', 'apart', 'apart', 'b-inside-a']);
  });
});
