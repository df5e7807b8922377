// The engines, each made ready with a scene: what is timed is their own step alone.

import RAPIER from '@dimforge/rapier3d-compat';
import { Simulation, type StepperName } from '@nearmiss/dynamics';
import {
  addBroadphaseLayer,
  addObjectLayer,
  convexHull,
  box as crashcatBox,
  createWorld,
  createWorldSettings,
  enableCollision,
  MotionType,
  registerAll,
  rigidBody,
  updateWorld,
} from 'crashcat';
import { Model } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { DENSITY, FLOOR_SIZE, FRICTION, GRAVITY, type PileScene, STEP } from './scenes.ts';

/** A scene in an engine. */
interface Run {
  step(): void;
  /** Heights of the bodies' origins: a pile that fell through the floor is no pile. */
  heights(): number[];
}

export interface Engine {
  readonly name: string;
  open(scene: PileScene): Promise<Run>;
}

export function nearmissEngine(stepper: StepperName): Engine {
  return {
    name: `nearmiss ${stepper}`,
    open: async ({ meshes, starts }) => {
      const simulation = new Simulation({ gravity: [0, 0, -GRAVITY], stepper, materials: { friction: FRICTION } });
      const floor = Model.build(box({ size: [FLOOR_SIZE, FLOOR_SIZE, 1] }));
      simulation.addBody({ model: floor, kind: 'static', pose: { position: [0, 0, -0.5] } });
      const models = meshes.map((mesh) => Model.build(mesh));
      const bodies = starts.map((pose, k) =>
        simulation.addBody({ model: models[k % models.length], density: DENSITY, pose }),
      );
      return {
        step: () => {
          simulation.step(STEP);
        },
        heights: () => bodies.map(({ position }) => position[2]),
      };
    },
  };
}

export const CRASHCAT: Engine = {
  name: 'crashcat',
  open: async ({ meshes, starts }) => {
    registerAll();
    const settings = createWorldSettings();
    const [dynamicLayer, staticLayer] = [addBroadphaseLayer(settings), addBroadphaseLayer(settings)];
    const [bodyLayer, floorLayer] = [addObjectLayer(settings, dynamicLayer), addObjectLayer(settings, staticLayer)];
    enableCollision(settings, bodyLayer, floorLayer);
    enableCollision(settings, bodyLayer, bodyLayer);
    settings.gravity = [0, 0, -GRAVITY];
    const world = createWorld(settings);
    rigidBody.create(world, {
      motionType: MotionType.STATIC,
      shape: crashcatBox.create({ halfExtents: [FLOOR_SIZE / 2, FLOOR_SIZE / 2, 0.5] }),
      objectLayer: floorLayer,
      position: [0, 0, -0.5],
      friction: FRICTION,
    });
    // A box is a box there, which is faster than its hull.
    const shapes = meshes.map(({ positions }) =>
      positions.length === 24
        ? crashcatBox.create({ halfExtents: [extent(positions, 0), extent(positions, 1), extent(positions, 2)] })
        : convexHull.create({ positions: [...positions], density: DENSITY }),
    );
    const bodies = starts.map(({ position, rotation }, k) =>
      rigidBody.create(world, {
        motionType: MotionType.DYNAMIC,
        shape: shapes[k % shapes.length],
        objectLayer: bodyLayer,
        position: [...position],
        quaternion: [...rotation],
        friction: FRICTION,
      }),
    );
    return {
      step: () => updateWorld(world, undefined, STEP),
      heights: () => bodies.map(({ position }) => position[2]),
    };
  },
};

/** The largest coordinate along an axis. */
function extent(positions: ArrayLike<number>, axis: number): number {
  let most = 0;
  for (let k = axis; k < positions.length; k += 3) most = Math.max(most, positions[k]);
  return most;
}

export const RAPIER_TRIMESH: Engine = {
  name: 'rapier trimesh',
  open: async ({ meshes, starts }) => {
    await RAPIER.init();
    const world = new RAPIER.World({ x: 0, y: 0, z: -GRAVITY });
    world.timestep = STEP;
    const half = FLOOR_SIZE / 2;
    world.createCollider(RAPIER.ColliderDesc.cuboid(half, half, 0.5).setTranslation(0, 0, -0.5).setFriction(FRICTION));
    const bodies = starts.map(({ position: [x, y, z], rotation }, k) => {
      const { positions, triangles } = meshes[k % meshes.length];
      const turned = { x: rotation[0], y: rotation[1], z: rotation[2], w: rotation[3] };
      const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setRotation(turned));
      const shape = RAPIER.ColliderDesc.trimesh(Float32Array.from(positions), Uint32Array.from(triangles));
      world.createCollider(shape.setDensity(DENSITY).setFriction(FRICTION), body);
      return body;
    });
    return { step: () => world.step(), heights: () => bodies.map((body) => body.translation().z) };
  },
};
