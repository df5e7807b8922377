import { collide, distance, Model, type Pose } from 'nearmiss';
import { torus, torusKnot } from 'nearmiss/shapes';

/** A few answers of the library, every digit of them. */
export function answers(): string {
  const knot = Model.build(torusKnot({ triangles: 720 }));
  const ring = Model.build(torus());
  const poses: Pose[] = [
    { position: [1.5, 0.25, 0], rotation: [0.48, 0.36, -0.48, 0.64] },
    { position: [0.25, 0, 0.125] },
    { position: [1e6, 0, 0], rotation: [0, 0, 0.6, 0.8] },
  ];
  return JSON.stringify(
    poses.map((pose) => [
      collide(knot, pose, ring, {}, { contacts: 'all', stats: true }),
      distance(knot, pose, ring, {}, { stats: true }),
      distance(Model.fromBytes(knot.toBytes()), pose, ring, {}),
    ]),
  );
}
