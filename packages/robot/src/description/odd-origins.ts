// What is odd about a description that can be read: lengths that are probably in millimetres, joints that cannot move, and
// joints that leave their limits by following another.

import type { JointDescription, RobotDescription, Transform } from './robot-description.ts';

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
    ...joints.flatMap((joint) => leavesLimits(joint, joints)),
  ];
}

/** Values that follow another joint are not cut off at limits: what is proven is for the values as they are. */
function leavesLimits({ name, lower, upper, mimic }: JointDescription, joints: readonly JointDescription[]): string[] {
  const other = joints.find((each) => each.name === mimic?.joint);
  if (mimic === null || other === undefined) return [];
  const ends = [other.lower, other.upper].map((value) => mimic.multiplier * value + mimic.offset);
  const [least, greatest] = [Math.min(...ends), Math.max(...ends)];
  // Limits are often rounded to a few digits.
  const slip = 1e-3 * (upper - lower);
  if (!(least < lower - slip || greatest > upper + slip)) return [];
  return [
    `Joint "${name}" goes from ${least} to ${greatest} with "${other.name}", beyond its limits ${lower} and ${upper}.`,
  ];
}

function metres(length: number): number {
  return Number(length.toPrecision(3));
}
