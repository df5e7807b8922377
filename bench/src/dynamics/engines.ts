// The engines, each made ready with a scene: what is timed is their own step alone.

import type { ColliderDesc } from '@dimforge/rapier3d-compat';
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
import { type Mesh, Model, use } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { simd } from 'nearmiss/simd';
import { openRapier, type Rapier, type RapierBuild } from '../rapier-builds.ts';
import { ringParts } from './ring-parts.ts';
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

/** By a stepper; with a number of primitives, bodies collide as their medial enclosures. */
export function nearmissEngine(stepper: StepperName, medial?: number): Engine {
  return {
    name: medial === undefined ? `nearmiss ${stepper}` : `nearmiss ${stepper}, medial`,
    open: async ({ meshes, starts }) => {
      const simulation = new Simulation({ gravity: [0, 0, -GRAVITY], stepper, materials: { friction: FRICTION } });
      const floor = Model.build(box({ size: [FLOOR_SIZE, FLOOR_SIZE, 1] }));
      simulation.addBody({ model: floor, kind: 'static', pose: { position: [0, 0, -0.5] } });
      const models = meshes.map((mesh) => Model.build(mesh));
      const bodies = starts.map((pose, k) =>
        simulation.addBody({ model: models[k % models.length], density: DENSITY, pose, medial }),
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

/** The same with the kernels, which are a setting of the program: other engines take their steps without them. */
export function withKernels({ name, open }: Engine): Engine {
  return {
    name: `${name}, simd`,
    open: async (scene) => {
      const { step, heights } = await open(scene);
      return {
        step: () => {
          use(simd);
          step();
          use(null);
        },
        heights,
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

/** Makes the colliders of a body of a scene. */
type MakeColliders = (mesh: Mesh, rapier: Rapier) => ColliderDesc[];

function rapierEngine(name: string, build: RapierBuild, makeColliders: MakeColliders): Engine {
  return {
    name,
    open: async ({ meshes, starts }) => {
      const RAPIER = await openRapier(build);
      const world = new RAPIER.World({ x: 0, y: 0, z: -GRAVITY });
      world.timestep = STEP;
      const half = FLOOR_SIZE / 2;
      const floor = RAPIER.ColliderDesc.cuboid(half, half, 0.5);
      world.createCollider(floor.setTranslation(0, 0, -0.5).setFriction(FRICTION));
      const bodies = starts.map(({ position: [x, y, z], rotation }, k) => {
        const turned = { x: rotation[0], y: rotation[1], z: rotation[2], w: rotation[3] };
        const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setRotation(turned));
        for (const shape of makeColliders(meshes[k % meshes.length], RAPIER)) {
          world.createCollider(shape.setDensity(DENSITY).setFriction(FRICTION), body);
        }
        return body;
      });
      return { step: () => world.step(), heights: () => bodies.map((body) => body.translation().z) };
    },
  };
}

export const RAPIER_TRIMESH: Engine = rapierEngine('rapier trimesh', 'plain', ({ positions, triangles }, rapier) => [
  rapier.ColliderDesc.trimesh(Float32Array.from(positions), Uint32Array.from(triangles)),
]);

/** Rings of convex parts, each the hull of one part of a ring. */
export const RAPIER_PARTS: Engine = rapierEngine('rapier convex parts', 'plain', (mesh, rapier) =>
  ringParts(mesh).map((points) => hullOf(points, rapier)),
);

/** With vector instructions. A box is a box there too. */
export const RAPIER_SIMD: Engine = rapierEngine('rapier simd', 'simd', ({ positions }, rapier) => [
  positions.length === 24
    ? rapier.ColliderDesc.cuboid(extent(positions, 0), extent(positions, 1), extent(positions, 2))
    : hullOf(positions, rapier),
]);

function hullOf(points: ArrayLike<number>, { ColliderDesc }: Rapier): ColliderDesc {
  const part = ColliderDesc.convexHull(Float32Array.from(points));
  if (part === null) throw new Error('Rapier made no hull.');
  return part;
}
