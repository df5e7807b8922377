// Bodies and simulations that several tests use.

import { type Body, type BodyOptions, Simulation, type SimulationOptions } from '@nearmiss/dynamics';
import { collide, Mesh, Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { box, icosphere } from 'nearmiss/shapes';

export const GRAVITY = [0, 0, -9.81] as const;
export const G = 9.81;

export function boxModel(x: number, y: number, z: number): Model {
  return Model.build(box({ size: [x, y, z] }));
}

export function ball(radius: number): Model {
  return makeConvex(`sphere(radius=${radius})`);
}

/** A simulation with a floor whose top is z = 0. */
export function onFloor(options: SimulationOptions = {}, floor: Partial<BodyOptions> = {}): Simulation {
  const simulation = new Simulation({ gravity: GRAVITY, ...options });
  simulation.addBody({
    id: 'floor',
    model: boxModel(40, 40, 1),
    kind: 'static',
    pose: { position: [0, 0, -0.5] },
    ...floor,
  });
  return simulation;
}

export function run(
  simulation: Simulation,
  step: number,
  duration: number,
  watch: (t: number) => void = () => {},
): void {
  const steps = Math.round(duration / step);
  for (let k = 1; k <= steps; k++) {
    simulation.step(step);
    watch(k * step);
  }
}

/** The pairs of bodies that an exact test says intersect, or are in each other. */
export function intersecting({ bodies }: Simulation): string[] {
  const found: string[] = [];
  bodies.forEach((a, i) => {
    for (const b of bodies.slice(i + 1)) {
      if (a.kind !== 'dynamic' && b.kind !== 'dynamic') continue;
      const { status } = collide(a.model, poseOf(a), b.model, poseOf(b));
      if (status !== 'separated' && status !== 'touching') found.push(`${a.id} ${b.id} ${status}`);
    }
  });
  return found;
}

function poseOf({ position, rotation }: Body) {
  return { position, rotation };
}

/** A closed hollow ball: an outer shell, and an inner one that faces inwards. */
export function hollowBall(outer: number, inner: number): Model {
  const far = icosphere({ radius: outer });
  const near = icosphere({ radius: inner });
  const count = far.positions.length / 3;
  const turned: number[] = [];
  for (let k = 0; k < near.triangles.length; k += 3) {
    turned.push(near.triangles[k] + count, near.triangles[k + 2] + count, near.triangles[k + 1] + count);
  }
  return Model.build(new Mesh([...far.positions, ...near.positions], [...far.triangles, ...turned]));
}
