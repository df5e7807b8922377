// With the stepper `events` nothing passes through anything: exact tests at every step.

import { energyOf, Simulation } from '@nearmiss/dynamics';
import { seeded } from '@nearmiss/fixtures';
import { Mesh, Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { icosphere, torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, GRAVITY, hollowBall, intersecting, run } from './scenes.ts';

/** Models of size 1. */
const BULLETS = [
  boxModel(1, 1, 1),
  boxModel(1, 0.4, 0.2),
  boxModel(1, 0.05, 0.02),
  ball(0.5),
  Model.build(icosphere({ radius: 0.5, subdivisions: 1 })),
  Model.build(torus({ majorRadius: 0.4, minorRadius: 0.1, majorSegments: 10, minorSegments: 5 })),
];
/** Plates, 400 by 400 sizes: 0.1 and 0.001 of a size thick, and two triangles without any thickness. */
const PLATES = [
  boxModel(400, 400, 0.1),
  boxModel(400, 400, 1e-3),
  Model.build(new Mesh([-200, -200, 0, 200, -200, 0, 200, 200, 0, -200, 200, 0], [0, 1, 2, 0, 2, 3])),
];

describe('a bullet at 10,000 sizes a second', () => {
  // 24 draws of angle, spin, shape, thickness, offset, restitution and the orientation of the plate.
  test.each([1, 2, 3, 4])('passes no thin plate, at any angle (seed %i)', (seed) => {
    const random = seeded(seed);
    const between = (a: number, b: number): number => a + (b - a) * random();
    let met = 0;
    for (const [k, model] of BULLETS.entries()) {
      const simulation = new Simulation({ materials: { friction: between(0, 1), restitution: between(0, 1) } });
      const axis = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
      const rotation = axis.map((x) => x / Math.hypot(...axis));
      simulation.addBody({ id: 'plate', model: PLATES[(k + seed) % 3], kind: 'static', pose: { rotation } });
      // In the plate's axes: up to 85 degrees from its normal, to a point off its middle.
      const [tilt, turned] = [between(0, 1.48), between(0, 2 * Math.PI)];
      const direction = [Math.sin(tilt) * Math.cos(turned), Math.sin(tilt) * Math.sin(turned), -Math.cos(tilt)];
      const time = between(3e-3, 5e-3);
      const aim = [between(-60, 60), between(-60, 60), 0];
      const bullet = simulation.addBody({
        id: 'bullet',
        model,
        pose: {
          position: turnedBy(
            rotation,
            aim.map((x, c) => x - 1e4 * time * direction[c]),
          ),
        },
        velocity: turnedBy(
          rotation,
          direction.map((x) => 1e4 * x),
        ),
        angularVelocity: [between(-2000, 2000), between(-2000, 2000), between(-2000, 2000)],
      });
      const height = () => turnedBy([-rotation[0], -rotation[1], -rotation[2], rotation[3]], bullet.position)[2];
      const sinking = () => turnedBy([-rotation[0], -rotation[1], -rotation[2], rotation[3]], bullet.velocity)[2];
      const { kinetic } = energyOf(simulation.bodies, simulation.gravity);
      for (let step = 0; step < 10; step++) {
        simulation.step(1e-3);
        expect(intersecting(simulation)).toEqual([]);
        // Impacts add nothing; the splitting of a free rotation of a radian an interval varies its energy, which comes back.
        expect(energyOf(simulation.bodies, simulation.gravity).kinetic).toBeLessThanOrEqual(kinetic * (1 + 1e-6));
        expect(height()).toBeGreaterThan(0);
      }
      // It does not fly on as it came.
      if (sinking() > -0.5e4 * Math.cos(tilt)) met++;
    }
    expect(met).toBe(BULLETS.length);
  });
});

function turnedBy([x, y, z, w]: readonly number[], [a, b, c]: readonly number[]): [number, number, number] {
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}

test('bodies shot about in a closed hollow ball stay inside', () => {
  const random = seeded(11);
  const simulation = new Simulation({ gravity: GRAVITY, materials: { friction: 0.2, restitution: 0.7 } });
  simulation.addBody({ id: 'shell', model: hollowBall(1.2, 1), kind: 'static' });
  const link = Model.build(torus({ majorRadius: 0.1, minorRadius: 0.03, majorSegments: 8, minorSegments: 5 }));
  for (let k = 0; k < 8; k++) {
    const angle = (k * Math.PI) / 4;
    const velocity = [random(), random(), random()].map((x) => 40 * (x - 0.5));
    const model = [boxModel(0.1, 0.12, 0.08), ball(0.06), link][k % 3];
    simulation.addBody({
      model,
      pose: { position: [0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0] },
      velocity,
      angularVelocity: velocity,
    });
  }
  let impacts = 0;
  for (let k = 0; k < 40; k++) {
    impacts += simulation.step(0.01).impacts;
    expect(intersecting(simulation)).toEqual([]);
    for (const { id, position } of simulation.bodies)
      if (id !== 'shell') expect(Math.hypot(...position)).toBeLessThan(1);
  }
  expect(impacts).toBeGreaterThan(10);
});

/** The Gauss linking number of the centre lines of two tori, as polygons. */
function linking(a: readonly number[][], b: readonly number[][]): number {
  let sum = 0;
  const cross = (u: number[], v: number[]) => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const minus = (u: readonly number[], v: readonly number[]) => u.map((x, k) => x - v[k]);
  const dot = (u: number[], v: number[]) => u.reduce((s, x, k) => s + x * v[k], 0);
  const unit = (u: number[]) => u.map((x) => x / Math.hypot(...u));
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      // The solid angle of the quadrilateral of differences.
      const [p, q, r, s] = [
        minus(a[i], b[j]),
        minus(a[i], b[(j + 1) % b.length]),
        minus(a[(i + 1) % a.length], b[(j + 1) % b.length]),
        minus(a[(i + 1) % a.length], b[j]),
      ];
      const normals = [cross(p, q), cross(q, r), cross(r, s), cross(s, p)].map(unit);
      let angle = 0;
      for (let k = 0; k < 4; k++) angle += Math.asin(Math.min(1, Math.max(-1, dot(normals[k], normals[(k + 1) % 4]))));
      const sign = Math.sign(dot(cross(minus(b[(j + 1) % b.length], b[j]), minus(a[(i + 1) % a.length], a[i])), p));
      sum += (sign * angle) / (4 * Math.PI);
    }
  }
  return sum;
}

test.each(['events', 'impulses'] as const)('linked tori stay linked with %s', (stepper) => {
  const simulation = new Simulation({ gravity: GRAVITY, stepper, materials: { friction: 0.3 } });
  const link = Model.build(torus({ majorRadius: 0.5, minorRadius: 0.1, majorSegments: 16, minorSegments: 6 }));
  const turned = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
  const level = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
  const links = [0, 1, 2].map((k) =>
    simulation.addBody({
      model: link,
      kind: k === 0 ? 'static' : 'dynamic',
      density: 100,
      pose: { position: [0, 0, -0.7 * k], rotation: k % 2 === 0 ? turned : level },
    }),
  );
  const line = (k: number) =>
    Array.from({ length: 24 }, (_, n) => {
      const { position, rotation } = links[k];
      const [x, y, z, w] = rotation;
      const [c, s] = [0.5 * Math.cos((n * Math.PI) / 12), 0.5 * Math.sin((n * Math.PI) / 12)];
      return [
        position[0] + c * (1 - 2 * (y * y + z * z)) + s * 2 * (x * y - w * z),
        position[1] + c * 2 * (x * y + w * z) + s * (1 - 2 * (x * x + z * z)),
        position[2] + c * 2 * (x * z - w * y) + s * 2 * (y * z + w * x),
      ];
    });
  // Adding 0 turns −0 into 0.
  const linkingNumbers = () =>
    [
      [0, 1],
      [1, 2],
      [0, 2],
    ].map(([a, b]) => Math.round(linking(line(a), line(b))) + 0);
  const before = linkingNumbers();
  expect(before.map(Math.abs)).toEqual([1, 1, 0]);
  run(simulation, 0.01, 1, () => {
    if (stepper === 'events') expect(intersecting(simulation)).toEqual([]);
  });
  expect(linkingNumbers()).toEqual(before);
  expect(links[2].position[2]).toBeGreaterThan(-2.5);
});

describe('what no event ended before', () => {
  test('a torque or a motor from rest stops at a post, however far it would turn in a step', () => {
    for (const drive of ['torque', 'motor']) {
      const simulation = new Simulation();
      simulation.addBody({ id: 'post', model: boxModel(0.1, 0.1, 1), kind: 'static', pose: { position: [0, 0.8, 0] } });
      const bar = simulation.addBody({ id: 'bar', model: boxModel(2, 0.1, 0.1), mass: 1 });
      const hinge = simulation.addJoint({ kind: 'hinge', a: bar, axis: [0, 0, 1] });
      // Without the post it would come round to 0.3 radians below where it started, in one step of 0.01 s.
      if (drive === 'motor') hinge.motor = { speed: (2 * Math.PI - 0.3) / 0.01, force: 1e9 };
      else bar.applyTorque([0, 0, ((2 * Math.PI - 0.3) / 0.01 ** 2) * 2 * (1 / 12) * (4 + 0.01)]);
      simulation.step(0.01);
      expect(intersecting(simulation)).toEqual([]);
      expect(hinge.value, drive).toBeGreaterThan(-Math.PI / 2);
      expect(hinge.value, drive).toBeLessThan(Math.PI / 2);
    }
  });

  test('a kinematic plate pushes bullets before it', () => {
    for (const [tilt, speed] of [
      [1.1, 8],
      [1.2745, 15],
      [1.45, 15],
    ]) {
      const simulation = new Simulation({ materials: { friction: 0.3, restitution: 0 } });
      const plate = simulation.addBody({ model: boxModel(1, 1, 1e-3), kind: 'kinematic', velocity: [0, 0, speed] });
      const bullet = simulation.addBody({
        model: makeConvex('capsule(radius=0.001,length=0.01)'),
        pose: {
          position: [-0.3 * Math.sin(tilt), 0, 0.3 * Math.cos(tilt)],
          rotation: [0.5, 0.1, 0.3, Math.sqrt(0.65)],
        },
        velocity: [46 * Math.sin(tilt), 0, -46 * Math.cos(tilt)],
      });
      for (let step = 0; step < 2; step++) {
        expect(simulation.step(0.01).violated).toEqual([]);
        expect(bullet.position[2]).toBeGreaterThan(plate.position[2]);
        expect(intersecting(simulation)).toEqual([]);
      }
    }
  });

  test('an impact runs through forty marbles within a step', () => {
    const simulation = new Simulation({ materials: { friction: 0, restitution: 1 } });
    const marbles = Array.from({ length: 40 }, (_, k) =>
      simulation.addBody({
        model: ball(0.005),
        pose: { position: [k * 0.0105 - (k === 0 ? 1e-3 : 0), 0, 0] },
        velocity: [k === 0 ? 3 : 0, 0, 0],
      }),
    );
    expect(simulation.step(0.01).stoppedTime).toBe(0);
    expect(marbles[39].velocity[0]).toBeCloseTo(3, 6);
    expect(intersecting(simulation)).toEqual([]);
  });

  test('medial bodies that lie on each other come to rest', () => {
    const simulation = new Simulation({ gravity: GRAVITY, materials: { friction: 0.3, restitution: 0.2 } });
    simulation.addBody({ model: boxModel(4, 4, 1), kind: 'static', pose: { position: [0, 0, -0.5] } });
    const model = Model.build(torus({ majorRadius: 0.4, minorRadius: 0.1, majorSegments: 24, minorSegments: 12 }));
    for (const z of [0.3, 0.55]) simulation.addBody({ model, medial: 27, pose: { position: [0, 0, z] } });
    let stopped = 0;
    for (let k = 0; k < 150; k++) stopped += simulation.step(0.01).stoppedTime;
    expect(stopped).toBe(0);
    expect(simulation.bodies.slice(1).every(({ isAsleep }) => isAsleep)).toBe(true);
  });

  test('bodies that are moved apart at the start are not moved into others', () => {
    const simulation = new Simulation();
    simulation.addBody({ id: 'block', model: boxModel(0.2, 0.2, 0.2), kind: 'static' });
    for (const [id, x, z] of [
      ['b', 0.11, 0],
      ['c', 0.26, 0.095],
      ['d', 0.3, 0],
    ] as const) {
      simulation.addBody({
        id,
        model: boxModel(0.2, 0.2, 0.2 - (id === 'b' ? 0 : 0.1)),
        pose: { position: [x, 0, z] },
      });
    }
    simulation.step(0.01);
    expect(intersecting(simulation).length).toBe(simulation.violated.length);
  });
});
