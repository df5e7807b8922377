import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mesh, Model } from 'nearmiss';
import { medialAxis } from 'nearmiss/medial';
import { box, icosphere, makeShape, torus } from 'nearmiss/shapes';
// What the experiments on medial axes measure, on shapes whose answers are known.

import { describe, expect, test } from 'vitest';
import { poseFromQuaternion, type Vector } from '../src/body-pose.ts';
import { boundingRow } from '../src/medial/bounding-row.ts';
import { medialVolumes, treeVolumes } from '../src/medial/clouds.ts';
import { DETECT } from '../src/medial/detect.ts';
import { elementaryPairs } from '../src/medial/elementary-pairs.ts';
import { ghostRows } from '../src/medial/ghosts.ts';
import { withMedialOfBalls } from '../src/medial/medial-of-balls.ts';
import { subjectOf } from '../src/medial/models.ts';
import { type Body, bounce, closingSpeed } from '../src/medial/rigid-body.ts';
import { reference, type SceneSource, shapeOf, thrown } from '../src/medial/scenes.ts';
import { scenePageTables, sceneRow } from '../src/medial/scenes-over-time.ts';
import { type Scene, simulate } from '../src/medial/simulation.ts';
import { surfacePoints } from '../src/medial/surface-points.ts';
import { PAGES_DIR } from '../src/paths.ts';
import { boundingPicture } from '../src/report/bounding-picture.ts';
import { fillTables } from '../src/report/page-tables.ts';
import { openModel } from '../src/traversal/opened-model.ts';

const QUICK = { samples: 800, points: 20_000 } as const;
const PAPER = {
  triangles: 1,
  spheres: 2,
  primitives: 1,
  pairs: 1,
  init: 3,
  ms: 1,
  response: 4,
  update: 5,
  fps: 6,
};

test('elementary pairs are counted as in the paper: 1, 5 and 15', () => {
  const mesh = (cones: number, slabs: number): Parameters<typeof elementaryPairs>[0] => ({
    spheres: new Float64Array(0),
    cones: new Uint32Array(2 * cones),
    slabs: new Uint32Array(3 * slabs),
  });
  expect(elementaryPairs(mesh(2, 0), mesh(3, 0))).toBe(6);
  expect(elementaryPairs(mesh(2, 0), mesh(0, 3))).toBe(30);
  expect(elementaryPairs(mesh(1, 2), mesh(3, 4))).toBe(3 + 5 * (4 + 6) + 15 * 8);
});

test('points of a surface lie on it, on large faces more of them', () => {
  const points = [...surfacePoints(box({ size: [4, 1, 1] }), 9000, 1)];
  expect(points.length).toBe(9000);
  const onEnd = points.filter(([x]) => Math.abs(Math.abs(x) - 2) < 1e-12).length;
  expect(onEnd).toBe(1000); // 2 of 18 parts of the area
  for (const [x, y, z] of points) {
    expect(Math.max(Math.abs(x) / 4, Math.abs(y), Math.abs(z))).toBeCloseTo(0.5, 12);
  }
});

test('about as many balls as wished', () => {
  const model = Model.build(torus());
  const { spheres } = medialAxis(withMedialOfBalls(model, 60, 600));
  expect(Math.abs(spheres.length / 4 - 60)).toBeLessThanOrEqual(4);
});

describe('volumes around a surface', () => {
  const knot = makeShape('torus-knot(triangles=720)');
  const model = Model.build(knot);
  const volumes = {
    medial: medialVolumes(medialAxis(model, { primitives: 60, samples: QUICK.samples })),
    obb: treeVolumes(openModel(knot, 'obb'), 'obb', 60, (cloud) => cloud.length),
    sphere: treeVolumes(openModel(knot, 'sphere'), 'sphere', 60, (cloud) => cloud.length),
  };

  test.each(Object.entries(volumes))('%s: as many as asked for, and they hold it', (_name, { clouds, holds }) => {
    expect(clouds.length).toBeLessThanOrEqual(60);
    expect(clouds.length).toBeGreaterThan(55);
    for (const point of surfacePoints(knot, 2000, 3)) expect(holds(point)).toBe(true);
    expect(holds([9, 9, 9])).toBe(false);
  });

  test('how far they stick out is known of a cube', () => {
    const { kinds } = boundingRow({ name: 'cube', mesh: box() }, 1, QUICK);
    expect(kinds.obb.error).toBeLessThan(1e-12);
    expect(kinds.obb.surplus).toBe(0);
    expect(kinds.sphere.error).toBeCloseTo(Math.sqrt(3) / 2 - 0.5, 2);
    expect(Math.abs(kinds.sphere.surplus - ((Math.PI * Math.sqrt(3)) / 2 - 1))).toBeLessThan(0.1);
    // The medial primitives end at corners; what is dilated is round there.
    expect(kinds.medial.error).toBeGreaterThan(0.05);
  });

  test('more volumes are closer, and the picture shows each', () => {
    const rows = [8, 40].map((count) => boundingRow({ name: 'knot', mesh: knot }, count, QUICK));
    for (const kind of ['medial', 'obb', 'sphere'] as const) {
      expect(rows[1].kinds[kind].error).toBeLessThan(rows[0].kinds[kind].error);
    }
    const picture = boundingPicture(rows);
    expect(picture.match(/<path/g)).toHaveLength(2 * 4);
    expect(picture).not.toContain('NaN');
  });
});

describe('bodies that fall', () => {
  const ball = shapeOf('ball', icosphere({ subdivisions: 2, radius: 0.1 }), { primitives: 1, samples: 200 });
  const cup = shapeOf('cup', makeShape('u-shape'), { primitives: 120, samples: 2500 });

  const at = (shape: typeof ball, position: Vector, velocity: Vector): Body =>
    thrown(shape, poseFromQuaternion(position, [0, 0, 0, 1]), velocity, [0, 0, 0]);

  test('an impulse keeps momentum and turns closing into parting', () => {
    const [a, b] = [at(ball, [-0.2, 0, 0], [1, 0, 0]), at(ball, [0.2, 0.1, 0], [-0.5, 0, 0])];
    const touch = { point: [0, 0.05, 0], normal: [1, 0, 0] } as const;
    const before = closingSpeed(a, b, touch);
    bounce(a, b, touch);
    expect(closingSpeed(a, b, touch)).toBeCloseTo(-0.4 * before, 12);
    expect(a.velocity[0] + b.velocity[0]).toBeCloseTo(0.5, 12);
  });

  test('two balls meet where their enclosures do, and part', () => {
    const scene: Scene = {
      name: 'balls',
      bodies: [at(ball, [-1, 0, 0], [2, 0, 0]), at(ball, [1, 0, 0], [-2, 0, 0])],
      acceleration: () => [0, 0, 0],
    };
    const frames = simulate(scene, DETECT.medial, 40);
    expect(frames.flatMap(({ contacts }) => contacts)).toHaveLength(1);
    expect(frames.filter(({ pairs }) => pairs.length > 0).length).toBeLessThan(40);
    expect(scene.bodies[0].velocity[0]).toBeCloseTo(-0.8, 3);
    // 0.9 at 2 a second, the enclosures a little larger, and the rest of 0.8 seconds at 0.8.
    expect(scene.bodies[0].pose.position[0]).toBeLessThan(-0.37);
    expect(scene.bodies[0].pose.position[0]).toBeGreaterThan(-0.42);
  });

  const source: SceneSource = {
    name: 'ball into a cup',
    frames: 60,
    paper: PAPER,
    shapes: [
      [ball, 1],
      [cup, 1],
    ],
    begin: () => ({
      name: 'ball into a cup',
      bodies: [at(ball, [0, 2, 0], [0, -1, 0]), reference(cup, [0, 0, 0])],
      acceleration: () => [0, -4, 0],
    }),
  };

  test('a row has every frame of the scene', () => {
    const row = sceneRow(source, 1);
    expect(row.milliseconds).toHaveLength(60);
    expect(row.triangles).toBe(ball.model.triangleCount + cup.model.triangleCount);
    expect(row.overlaps).toBe(0);
    expect(row.contacts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    expect(Math.max(...row.active)).toBe(elementaryPairs(medialAxis(ball.model), medialAxis(cup.model)));
    expect(row.active[0]).toBe(0);
    // Two bodies: all pairs are those of the two, and the stages are timed frame by frame.
    expect(row.elementary).toBe(Math.max(...row.active));
    expect(row.spheres).toBe((medialAxis(ball.model).spheres.length + medialAxis(cup.model).spheres.length) / 4);
    expect([row.response.length, row.update.length]).toEqual([60, 60]);
    expect(row.init).toBeGreaterThan(0);
    const page = readFileSync(join(PAGES_DIR, 'medial-experiments.md'), 'utf8');
    const filled = fillTables(page, scenePageTables([row]));
    for (const cell of [row.elementary.toLocaleString('en-US'), '(rendered 6)']) expect(filled).toContain(cell);
  });

  test('the hull of a cup is full of ghosts', () => {
    const [hull, medial] = ghostRows(source);
    expect(hull.displacement).toBe('hull');
    expect(hull.ghosts).toBe(hull.gaps.length);
    expect(hull.gaps.length).toBeGreaterThan(0);
    expect([hull.within, medial.within]).toEqual([0, medial.gaps.length]);
    expect(medial.gaps.length).toBeGreaterThan(0);
    expect(Math.max(...medial.gaps)).toBeLessThan(Math.min(...hull.gaps));
    const errors = [ball, cup].map(({ model }) => medialAxis(model)).map((axis) => axis.dilation + axis.overhangBound);
    expect(Math.max(...medial.gaps)).toBeLessThanOrEqual(errors[0] + errors[1] + 1e-4);
  });
});

test('what stands for a model of the paper has the longest side 1', () => {
  const { mesh } = subjectOf('T-rex');
  expect(mesh).toBeInstanceOf(Mesh);
  const sides = [0, 1, 2].map((axis) => {
    const along = mesh.positions.filter((_, k) => k % 3 === axis);
    return along.reduce((most, x) => Math.max(most, x), 0) - along.reduce((least, x) => Math.min(least, x), 1);
  });
  expect(Math.max(...sides)).toBeCloseTo(1, 12);
});
