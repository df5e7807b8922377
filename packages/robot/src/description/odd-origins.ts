// What is odd about a description that can be read: lengths that are probably in millimetres, and joints that cannot move.

import type { RobotDescription, Transform } from './robot-description.ts';

/** What is longer than this is probably in millimetres, in metres. */
export const LONGEST = 100;

/** Sentences about joints and collision elements. */
export function oddOrigins({ links, joints }: RobotDescription): string[] {
  const far = ({ position: [x, y, z] }: Transform): number => Math.sqrt(x * x + y * y + z * z);
  return [
    ...links.flatMap(({ name, collisions }) =>
      collisions
        .filter(({ origin }) => far(origin) > LONGEST)
        .map(({ origin }) => `Link "${name}" has geometry ${metres(far(origin))} m from its origin.`),
    ),
    ...joints
      .filter(({ origin }) => far(origin) > LONGEST)
      .map(({ name, origin, parent }) => `Joint "${name}" is ${metres(far(origin))} m from the origin of "${parent}".`),
    ...joints
      .filter(({ lower, upper, mimic }) => lower === upper && mimic === null)
      .map(({ name, lower }) => `Joint "${name}" cannot move: both its limits are ${lower}.`),
  ];
}

function metres(length: number): number {
  return Number(length.toPrecision(3));
}
