import { describe, expect, test } from 'vitest';
import { capsule, sphere } from '../../src/entries/convex.ts';
import { box, cup, icosphere, torus } from '../../src/entries/shapes.ts';
import {
  type BodyId,
  collide,
  type ErrorCode,
  Mesh,
  Model,
  NearmissError,
  type Pose,
  type StepResult,
  World,
} from '../../src/index.ts';

const cube = Model.build(box());
const ball = sphere({ radius: 0.5 });
const ring = Model.build(torus());
const FAR = 10;

function at(x: number, y = 0, z = 0): { position: [number, number, number] } {
  return { position: [x, y, z] };
}

function names(pairs: StepResult['begin'] | StepResult['near']): string[] {
  return pairs.map(({ bodyA, bodyB }) => `${bodyA}:${bodyB}`);
}

function codeOf(call: () => unknown): ErrorCode | 'nothing thrown' {
  try {
    call();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('steps', () => {
  test('tell of their stages as they begin', () => {
    const world = new World();
    const queryBody = world.add(cube, at(FAR));
    world.add(cube);
    const stages: string[] = [];
    world.step({ onStage: (stage) => stages.push(stage) });
    expect(stages).toEqual(['broad', 'waking', 'narrow', 'report']);
    expect(codeOf(() => world.step({ onStage: () => world.remove(queryBody) }))).toBe('world/busy');
    expect(codeOf(() => world.step({ onStage: 'broad' as never }))).toBe('options/bad-value');
  });

  test.each(['broad', 'waking', 'narrow', 'report'] as const)('that fail while told of %s lose nothing', (failing) => {
    const world = new World();
    const a = world.add(cube);
    const b = world.add(cube, at(FAR));
    world.step();
    world.move(b, at(0.9));
    const onStage = (stage: string): void => {
      if (stage === failing) throw new Error('no clock');
    };
    expect(() => world.step({ onStage })).toThrow('no clock');
    const { begin, stay } = world.step();
    expect([names(begin), names(stay)]).toEqual([[`${a}:${b}`], []]);
  });

  test('tell what begins, stays and ends', () => {
    const world = new World();
    const a = world.add(cube);
    const b = world.add(cube, at(FAR));
    expect(world.step().begin).toEqual([]);
    world.move(b, at(0.9));
    const [begun] = world.step().begin;
    expect([begun?.bodyA, begun?.bodyB, begun?.status]).toEqual([a, b, 'intersecting']);
    expect(begun?.contact?.pointA).not.toBeNull();
    const second = world.step();
    expect(second.begin).toEqual([]);
    expect(second.stay).toEqual([begun]);
    expect(second.measured).toBe(0); // nothing moved
    world.move(b, at(1));
    expect(world.step().stay[0]?.status).toBe('touching');
    world.move(b, at(1.001));
    const last = world.step();
    expect(last.end).toEqual([begun]);
    expect(names(last.stay)).toEqual([]);
    expect(world.step().end).toEqual([]);
  });

  test('tell only of changes where that is asked, and write into an old result', () => {
    const world = new World({ margin: 1 });
    world.add(cube);
    const b = world.add(cube, at(1.5));
    world.add(cube, at(0, 0.5));
    const all = world.step();
    expect(names(all.begin)).toEqual(['0:2']);
    expect(names(all.near)).toEqual(['0:1', '1:2']);
    expect(all.near[0]?.distance.distance).toBeCloseTo(0.5, 12);
    const again = world.step({ changesOnly: true }, all);
    expect(again).toBe(all);
    expect([all.begin, all.stay, all.end, all.near]).toEqual([[], [], [], []]);
    world.move(b, at(FAR));
    expect(names(world.step({}, all).near)).toEqual([]);
    expect(names(all.stay)).toEqual(['0:2']);
  });

  test('do not depend on the order in which bodies were added and moved', () => {
    const slots = [at(0), at(0.8), at(1.7), at(FAR), at(0.1, 0.9), at(-0.7, -0.2)];
    const models = [cube, ring, ball, cube, ball, ring];
    const touching = (order: readonly number[]): string[] => {
      const world = new World();
      const body = new Map<BodyId, number>();
      for (const k of order) body.set(world.add(models[k], at(50 + 3 * k)), k);
      world.step();
      for (const [id, k] of [...body].reverse()) world.move(id, slots[k]);
      return world
        .step()
        .begin.map(({ bodyA, bodyB }) => [body.get(bodyA), body.get(bodyB)].sort().join())
        .sort();
    };
    const expected = touching([0, 1, 2, 3, 4, 5]);
    expect(expected.length).toBeGreaterThan(3);
    expect(touching([5, 3, 1, 0, 2, 4])).toEqual(expected);
    expect(touching([2, 0, 5, 4, 1, 3])).toEqual(expected);
  });

  test.each([
    ['rings', ring],
    ['long boxes', Model.build(box({ size: [2, 0.1, 0.1] }))],
    ['capsules', capsule({ length: 2, radius: 0.1 })],
  ])('let %s sleep that are far, and wake them before they touch', (_, model) => {
    const world = new World();
    // Head on, both at the same speed, and nobody is faster: the least that the schedule can count on. Turned, so that boxes overlap.
    const poses = (height: number): [Pose, Pose] => [
      { position: [0, 0, -height], rotation: [0, 0.3826834323650898, 0, 0.9238795325112867] },
      { position: [0.1, 0.02, height], rotation: [0, 0.3826834323650898, 0, 0.9238795325112867] },
    ];
    const [startA, startB] = poses(1);
    const a = world.add(model, startA);
    const b = world.add(model, startB);
    world.step();
    let measured = 0;
    let steps = 0;
    let touched = false;
    for (let height = 0.5; height > 0 && !touched; height -= 0.0005, steps++) {
      const [poseA, poseB] = poses(height);
      world.move(a, poseA);
      world.move(b, poseB);
      const result = world.step();
      touched = collide(model, poseA, model, poseB).colliding === true;
      expect(result.begin.length).toBe(touched ? 1 : 0);
      measured += result.measured;
    }
    expect(touched).toBe(true);
    expect(measured).toBeLessThan(steps / 2);
  });

  test('know a solid from its surface: a body in another touches it', () => {
    const world = new World();
    world.add(Model.build(box({ size: [4, 4, 4] })));
    world.add(cube);
    expect(world.step().begin[0]?.status).toBe('b-inside-a');
  });
});

describe('filters', () => {
  test('static bodies are never paired with each other', () => {
    const world = new World();
    world.add(cube, {}, { static: true });
    world.add(cube, at(0.5), { static: true });
    const queryBody = world.add(cube, at(0.2));
    expect(names(world.step().begin)).toEqual([`0:${queryBody}`, `1:${queryBody}`]);
  });

  test('groups and masks have to agree on both sides, and may change', () => {
    const world = new World();
    const a = world.add(cube, {}, { group: 1, mask: 2 });
    const b = world.add(cube, at(0.5), { group: 2, mask: 4 });
    expect(names(world.step().begin)).toEqual([]);
    world.setFilter(b, { mask: 0x80000001 });
    expect(names(world.step().begin)).toEqual([`${a}:${b}`]);
    world.setFilter(a, { group: 8 });
    expect(names(world.step().end)).toEqual([`${a}:${b}`]);
  });

  test('a pair can be left out of consideration, and taken in again', () => {
    const world = new World();
    const a = world.add(cube);
    const b = world.add(cube, at(0.5));
    const c = world.add(cube, at(0.7));
    world.ignore(b, a);
    expect(names(world.step().begin)).toEqual([`${a}:${c}`, `${b}:${c}`]);
    world.ignore(a, b, false);
    expect(names(world.step().begin)).toEqual([`${a}:${b}`]);
    world.ignore(a, b);
    world.inSphere([0, 0, 0], 1);
    world.ignore(a, b, false);
    const { begin, stay, end } = world.step();
    expect([names(begin), names(stay), names(end)]).toEqual([[], [`${a}:${b}`, `${a}:${c}`, `${b}:${c}`], []]);
  });

  test('a predicate decides, is not asked again without need, and may fail without harm', () => {
    const asked: string[] = [];
    let mood: 'fine' | 'angry' | 'meddling' = 'fine';
    const world: World = new World({
      predicate: (a, b) => {
        if (mood === 'angry') throw new Error('not today');
        if (mood === 'meddling') world.remove(a);
        asked.push(`${a}:${b}`);
        return a === 0;
      },
    });
    world.add(cube);
    const b = world.add(cube, at(0.5));
    world.add(cube, at(0.7));
    expect(names(world.step().begin)).toEqual(['0:1', '0:2']);
    world.move(b, at(0.4));
    world.step();
    expect(asked.sort()).toEqual(['0:1', '0:2', '1:2']);

    const d = world.add(cube, at(-0.5));
    world.move(b, at(FAR));
    mood = 'angry';
    expect(() => world.step()).toThrow('not today');
    mood = 'meddling';
    expect(codeOf(() => world.step())).toBe('world/busy');
    mood = 'fine';
    const result = world.step();
    expect(names(result.begin)).toEqual([`0:${d}`]);
    expect(names(result.end)).toEqual(['0:1']);
    expect(world.size).toBe(4);
  });
});

describe('queries', () => {
  function scene(): { world: World; cubes: BodyId[] } {
    const world = new World();
    const cubes = [0, 3, 6, 9].map((x) => world.add(cube, at(x), { group: x === 3 ? 2 : 1 }));
    return { world, cubes };
  }

  test('a ray finds the first body, and sees moves without a step between', () => {
    const { world, cubes } = scene();
    const hit = world.raycast([-5, 0.1, 0.2], [2, 0, 0]);
    expect([hit.status, hit.body, hit.distance, hit.point]).toEqual(['hit', cubes[0], 4.5, [-0.5, 0.1, 0.2]]);
    world.move(cubes[0], at(0, FAR));
    expect(world.raycast([-5, 0.1, 0.2], [2, 0, 0]).body).toBe(cubes[1]);
    expect(world.raycast([-5, 0.1, 0.2], [2, 0, 0], { mask: 1 }).body).toBe(cubes[2]);
    expect(world.raycast([-5, 0.1, 0.2], [2, 0, 0], { maxDistance: 7 })).toMatchObject({ status: 'miss', body: null });
    expect(world.raycast([-5, 0.1, 0.2], [-1, 0, 0]).status).toBe('miss');
  });

  test('a sphere, a box and a model find what they touch', () => {
    const { world, cubes } = scene();
    expect(world.inSphere([1.5, 0, 0], 0.99)).toEqual([]);
    expect(world.inSphere([1.5, 0, 0], 1.01)).toEqual([cubes[0], cubes[1]]);
    expect(world.inBox([0.5, -1, -1], [6, 1, 1])).toEqual([cubes[0], cubes[1], cubes[2]]);
    expect(world.inBox([0.6, -1, -1], [6, 1, 1], { mask: 2 })).toEqual([cubes[1]]);
    expect(world.touching(ring, at(9))).toEqual([cubes[3]]);
    expect(world.inBox([3, 0, 0], [3, 0, 0])).toEqual([cubes[1]]); // a point inside a solid
  });

  test('the closest body is found, with the distance', () => {
    const { world, cubes } = scene();
    const found = world.closest(ball, at(4.6));
    expect(found.body).toBe(cubes[2]);
    expect(found.distance?.distance).toBeCloseTo(0.4, 12);
    expect(world.closestToPoint([1.5, 0, 0]).body).toBe(cubes[0]); // as near as the next one; the lower number counts
    expect(world.closestToPoint([3.1, 0, 0]).distance?.distance).toBe(0);
    expect(world.closestToPoint([1.6, 0, 0], { maxDistance: 0.5 })).toEqual({ body: null, distance: null });
    expect(new World().closestToPoint([0, 0, 0]).body).toBeNull();
  });

  test('a model in motion finds whom it meets first, and when', () => {
    const { world, cubes } = scene();
    const past = { from: at(-4, 0, 0), to: at(11, 0, 0) };
    const first = world.sweep(ball, past);
    expect(first.body).toBe(cubes[0]);
    expect(first.contact?.toc).toBeCloseTo(3 / 15, 4);
    const masked = world.sweep(ball, past, { mask: 2, threshold: 1e-3 });
    expect(masked.body).toBe(cubes[1]);
    expect(masked.contact?.toc).toBeCloseTo(6 / 15, 3);
    expect(world.sweep(ball, { from: at(-4, 1.1, 0), to: at(11, 1.1, 0) })).toEqual({ body: null, contact: null });
    expect(world.sweep(ball, at(3)).contact?.status).toBe('initially-in-contact');
    // A rod that turns about its far end sweeps over what it never passes.
    const rod = Model.build(box({ size: [6, 0.2, 0.2] }));
    const turning = { from: at(3, 5), angularVelocity: [0, 0, Math.PI], pivot: [-3, 0, 0] } as const;
    expect(world.sweep(rod, turning).body).toBeNull();
    expect(world.sweep(rod, { ...turning, angularVelocity: [0, 0, -Math.PI] }).body).toBe(cubes[1]);
    const reel = { pose: (t: number) => at(6, 3 - 3 * t), speed: 3, angularSpeed: 0 };
    expect(world.sweep(ball, reel).body).toBe(cubes[2]);
    expect(codeOf(() => world.sweep(ball, { from: at(Number.NaN), to: at(0) }))).toBe('pose/bad-position');
  });

  test('a query between two steps takes nothing from the next', () => {
    const { world, cubes } = scene();
    world.step();
    world.move(cubes[1], at(0.5));
    expect(names(world.step().begin)).toEqual([`${cubes[0]}:${cubes[1]}`]);
    world.move(cubes[1], at(FAR, FAR));
    world.raycast([0, 0, 0], [1, 0, 0]);
    world.move(cubes[1], at(0.5));
    const result = world.step();
    expect([names(result.begin), names(result.stay), names(result.end)]).toEqual([[], ['0:1'], []]);
  });
});

describe('faults leave the world as it was', () => {
  function pairOfCubes(): { world: World; a: BodyId; b: BodyId } {
    const world = new World();
    const a = world.add(cube);
    const b = world.add(cube, at(0.5));
    world.step();
    return { world, a, b };
  }

  test('a body removed while paired ends its pairs, and its number is never used again', () => {
    const { world, a, b } = pairOfCubes();
    world.remove(b);
    expect(world.size).toBe(1);
    for (const call of [
      () => world.remove(b),
      () => world.move(b, at(1)),
      () => world.deform(b, []),
      () => world.ignore(a, b),
      () => world.setFilter(b, {}),
      () => world.modelOf(b),
      () => world.poseOf(-1),
      () => world.move(0.5, {}),
      () => world.move(Number.NaN, {}),
    ]) {
      expect(codeOf(call)).toBe('world/unknown-body');
    }
    const again = world.add(cube, at(0.5));
    expect(again).not.toBe(b);
    const result = world.step();
    expect(names(result.end)).toEqual([`${a}:${b}`]);
    expect(names(result.begin)).toEqual([`${a}:${again}`]);
    world.remove(again);
    world.step();
    const third = world.add(cube, at(0.5));
    expect(new Set([a, b, again, third]).size).toBe(4);
    expect(world.has(again)).toBe(false);
    expect(names(world.step().begin)).toEqual([`${a}:${third}`]);
  });

  test('poses that are none', () => {
    const { world, a } = pairOfCubes();
    expect(codeOf(() => world.move(a, { position: [0, Number.NaN, 0] }))).toBe('pose/bad-position');
    expect(codeOf(() => world.move(a, { rotation: [0, 0, 0, 2] }))).toBe('pose/bad-rotation');
    expect(codeOf(() => world.move(a, at(1e200)))).toBe('pose/too-far');
    expect(codeOf(() => world.add(cube, { position: [Infinity, 0, 0] }))).toBe('pose/bad-position');
    expect(names(world.step().stay)).toEqual(['0:1']);
    expect(world.size).toBe(2);
  });

  test('deformations that do not fit', () => {
    const { world, a } = pairOfCubes();
    expect(codeOf(() => world.deform(a, [0, 0, 0]))).toBe('mesh/bad-length');
    const broken = cube.mesh.positions.map((x, k) => (k === 5 ? Number.NaN : x));
    expect(codeOf(() => world.deform(a, broken))).toBe('mesh/non-finite');
    const round = world.add(ball, at(FAR));
    expect(codeOf(() => world.deform(round, []))).toBe('model/bad-argument');
    expect(world.step().stay[0]?.status).toBe('intersecting');
  });

  test('arguments that are none', () => {
    const { world, a, b } = pairOfCubes();
    // @ts-expect-error a mesh is no model
    expect(codeOf(() => world.add(new Mesh([0, 0, 0], [0, 0, 0])))).toBe('model/bad-argument');
    expect(codeOf(() => world.add(cube, {}, { group: 0.5 }))).toBe('options/bad-value');
    expect(codeOf(() => world.setFilter(a, { mask: 2 ** 33 }))).toBe('options/bad-value');
    expect(codeOf(() => new World({ margin: -1 }))).toBe('options/bad-value');
    // @ts-expect-error no such structure
    expect(codeOf(() => new World({ broadPhase: 'quadtree' }))).toBe('options/bad-value');
    // @ts-expect-error no such method
    expect(codeOf(() => world.add(cube, {}, { deforming: 'quadtree' }))).toBe('options/bad-value');
    expect(codeOf(() => world.raycast([0, 0, 0], [0, 0, 0]))).toBe('vector/bad');
    expect(codeOf(() => world.inBox([0, 0, 0], [1, -1, 1]))).toBe('vector/bad');
    expect(names(world.step().stay)).toEqual([`${a}:${b}`]);
  });
});

describe('deformation', () => {
  test('is followed by boxes and pairs', () => {
    const world = new World();
    const a = world.add(Model.build(icosphere()));
    world.add(cube, at(3));
    expect(world.step().begin).toEqual([]);
    const { positions } = world.modelOf(a).mesh;
    world.deform(
      a,
      positions.map((x) => 5 * x),
    );
    expect(names(world.step().begin)).toEqual(['0:1']);
    world.deform(a, positions);
    expect(names(world.step().end)).toEqual(['0:1']);
  });

  test('a body may be hollow, and what stands in it is free', () => {
    const world = new World();
    world.add(Model.build(cup()));
    world.add(sphere({ radius: 0.05 }), at(0, 0, 0.1));
    expect(world.step().boxPairs).toBe(1);
  });
});
