// Scenes in Rapier, body by body: boxes as its cuboids, meshes as its triangle meshes.

import RAPIER from '@dimforge/rapier3d-compat';
import type { Body, Scene } from '@nearmiss/dynamics';
import { collide, type Pose } from 'nearmiss';
import { isConvex } from 'nearmiss/convex';

export interface RapierScene {
  step(): void;
  /** Poses in the order of the scene's bodies. */
  poses(): Pose[];
  free(): void;
}

export async function rapierScene({ simulation, step }: Scene): Promise<RapierScene> {
  await RAPIER.init();
  const [x, y, z] = simulation.gravity;
  const world = new RAPIER.World({ x, y, z });
  world.timestep = step;
  const bodies = simulation.bodies.map((body) => addBody(world, body));
  return {
    step: () => world.step(),
    poses: () =>
      bodies.map((body) => {
        const [p, q] = [body.translation(), body.rotation()];
        return { position: [p.x, p.y, p.z], rotation: [q.x, q.y, q.z, q.w] };
      }),
    free: () => world.free(),
  };
}

function addBody(world: RAPIER.World, body: Body): RAPIER.RigidBody {
  const { position, rotation, velocity, angularVelocity, kind, model, friction, restitution } = body;
  const [qx, qy, qz, qw] = rotation;
  const description = (kind === 'static' ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic())
    .setTranslation(...position)
    .setRotation({ x: qx, y: qy, z: qz, w: qw })
    .setLinvel(...velocity)
    .setAngvel({ x: angularVelocity[0], y: angularVelocity[1], z: angularVelocity[2] });
  const added = world.createRigidBody(description);
  const positions = Float32Array.from(model.mesh.positions);
  const shape = isConvex(model)
    ? RAPIER.ColliderDesc.convexHull(positions)
    : RAPIER.ColliderDesc.trimesh(positions, Uint32Array.from(model.mesh.triangles));
  if (shape === null) throw new Error(`Rapier makes no shape of ${body.id}.`);
  world.createCollider(shape.setDensity(1000).setFriction(friction).setRestitution(restitution), added);
  return added;
}

/** How many pairs intersect by an exact test. */
export function intersectingPairs(bodies: readonly Body[], poses: readonly Pose[]): number {
  let count = 0;
  for (const [i, a] of bodies.entries()) {
    for (let j = i + 1; j < bodies.length; j++) {
      const b = bodies[j];
      if (a.kind !== 'dynamic' && b.kind !== 'dynamic') continue;
      const { status } = collide(a.model, poses[i], b.model, poses[j]);
      if (status !== 'separated' && status !== 'touching') count++;
    }
  }
  return count;
}
