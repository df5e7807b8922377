// The paper's three scenes (Figs. 5 to 7): bodies that fall onto thin pillars and each other, two T-rexes that collide, and rings that fall onto a spider. Sizes are
// those of the models, 1, unless a size is given; z is up.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { disc, Mesh, Model } from 'nearmiss';
import { hull } from 'nearmiss/convex';
import { type MedialOptions, medialAxis, medialStructure } from 'nearmiss/medial';
import { prism, torus } from 'nearmiss/shapes';
import { type BodyPose, poseFromQuaternion, type Quaternion, type Vector } from '../body-pose.ts';
import { randomDirection, randomRotation } from '../pose-generator.ts';
import { scaled } from '../vector.ts';
import { type PaperModel, subjectOf } from './models.ts';
import type { Body, Shape } from './rigid-body.ts';
import { ACCELERATIONS, type Scene } from './simulation.ts';

/** Of the paper's Tables 1 and 2. */
interface PaperScene {
  readonly triangles: number;
  readonly spheres: number;
  readonly primitives: number;
  /** Elementary ones. */
  readonly pairs: number;
  /** Seconds. */
  readonly init: number;
  /** Of collision detection, of the response, and of the update, milliseconds a frame. */
  readonly ms: number;
  readonly response: number;
  readonly update: number;
  /** Frames a second, rendered. */
  readonly fps: number;
}

/** A scene that can begin again and again: its shapes are made once. */
export interface SceneSource {
  readonly name: string;
  readonly frames: number;
  readonly paper: PaperScene;
  /** Every shape of the scene, with how many bodies have it. */
  readonly shapes: readonly (readonly [Shape, number])[];
  begin(): Scene;
}

const SEED = 2014;
const UPRIGHT: Quaternion = [0, 0, 0, 1];

const { falling, together } = ACCELERATIONS;

/** A shape about its middle with a medial axis. */
export function shapeOf(name: string, mesh: Mesh, medial: MedialOptions, size = 1): Shape {
  const ends = ([0, 1, 2] as const).map((axis) => {
    const along = mesh.positions.filter((_, k) => k % 3 === axis);
    return along.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);
  });
  const middle = ends.map(([low, high]) => (low + high) / 2);
  const positions = mesh.positions.map((x, k) => size * (x - middle[k % 3]));
  const model = Model.build(new Mesh(positions, mesh.triangles), { with: [disc, medialStructure(medial)] });
  const { spheres, dilation } = medialAxis(model);
  const reach = (axis: 0 | 1 | 2): number => {
    let most = 0;
    for (let k = 0; k < spheres.length; k += 4) {
      most = Math.max(most, Math.abs(spheres[k + axis]) + spheres[k + 3] + dilation);
    }
    return most;
  };
  const halves: Vector = [reach(0), reach(1), reach(2)];
  return { name, model, hull: hull(positions), halves, radius: Math.hypot(...halves) };
}

const paperShape = (name: PaperModel, primitives: number, size?: number): Shape =>
  shapeOf(name, subjectOf(name).mesh, { primitives }, size);

export const reference = (shape: Shape, position: Vector): Body => ({
  shape,
  fixed: true,
  pose: poseFromQuaternion(position, UPRIGHT),
  velocity: [0, 0, 0],
  spin: [0, 0, 0],
});

export const thrown = (shape: Shape, pose: BodyPose, velocity: Vector, spin: Vector): Body => ({
  shape,
  fixed: false,
  pose,
  velocity,
  spin,
});

/** Pillars a hundredth of a model thick, each one cone; two of every model above them, a layer of two after the other. */
export function multiBodies(): SceneSource {
  const models = (['bug', 'bear', 'dolphin', 'spider', 'armadillo'] as const).map((name) => paperShape(name, 220));
  const corners = Array.from({ length: 12 }, (_, k) => (k * Math.PI) / 6);
  const outline = corners.flatMap((angle) => [0.005 * Math.cos(angle), 0.005 * Math.sin(angle)]);
  const pillar = shapeOf('pillar', prism({ outline, height: 1.5 }), { primitives: 1 });
  const slots = [-0.75, -0.25, 0.25, 0.75];
  const pillars = slots.flatMap((x) => slots.map((y) => reference(pillar, [x, y, 0])));
  return {
    name: 'multi-bodies',
    frames: 150,
    paper: {
      triangles: 276_643,
      spheres: 5_214,
      primitives: 2_263,
      pairs: 8_581_733,
      init: 13.781,
      ms: 6.3,
      response: 0.016,
      update: 1.489,
      fps: 56,
    },
    shapes: [...models.map((shape) => [shape, 2] as const), [pillar, pillars.length]],
    begin: () => {
      const random = seeded(SEED);
      const bodies = [...models, ...models].map((shape, k) => {
        const slot: Vector = [
          k % 2 === 0 ? -0.6 : 0.6,
          randomBetween(random, -0.5, 0.5),
          1.8 + 1.5 * Math.floor(k / 2),
        ];
        return thrown(shape, poseFromQuaternion(slot, randomRotation(random)), [0, 0, -1], randomDirection(random));
      });
      return { name: 'multi-bodies', bodies: [...bodies, ...pillars], acceleration: falling };
    },
  };
}

/** Two that pull each other together. */
export function twoTrexes(): SceneSource {
  const trex = paperShape('T-rex', 1236);
  return {
    name: 'T-rex',
    frames: 150,
    paper: {
      triangles: 200_004,
      spheres: 5_878,
      primitives: 2_472,
      pairs: 74_755_481,
      init: 10.343,
      ms: 9.57,
      response: 0.038,
      update: 0.829,
      fps: 35,
    },
    shapes: [[trex, 2]],
    begin: () => {
      const random = seeded(SEED);
      const bodies = [-1, 1].map((side) => {
        const pose = poseFromQuaternion([0.9 * side, 0, 0], randomRotation(random));
        return thrown(trex, pose, [-side, 0, 0], scaled(randomDirection(random), 2));
      });
      return { name: 'T-rex', bodies, acceleration: together };
    },
  };
}

/** Fifteen above a spider that has its legs up and twice its size. */
export function fallingRings(): SceneSource {
  const spider = paperShape('spider', 200, 2);
  const ring = shapeOf('ring', torus({ majorRadius: 0.25, minorRadius: 0.03, majorSegments: 40, minorSegments: 10 }), {
    primitives: 27,
  });
  return {
    name: 'falling rings',
    frames: 150,
    paper: {
      triangles: 19_115,
      spheres: 876,
      primitives: 433,
      pairs: 101_192,
      init: 0.438,
      ms: 3.28,
      response: 0.035,
      update: 0.137,
      fps: 75,
    },
    shapes: [
      [spider, 1],
      [ring, 15],
    ],
    begin: () => {
      const random = seeded(SEED);
      const rings = Array.from({ length: 15 }, (_, k) => {
        const slot: Vector = [randomBetween(random, -0.5, 0.5), randomBetween(random, -0.7, 0.7), 1.5 + 0.62 * k];
        return thrown(ring, poseFromQuaternion(slot, randomRotation(random)), [0, 0, -1], randomDirection(random));
      });
      return { name: 'falling rings', bodies: [...rings, reference(spider, [0, 0, 0])], acceleration: falling };
    },
  };
}
