// The robots that paths are measured with, from ../shared: their URDF, and which pairs of links count.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Robot, readSrdf } from '@nearmiss/robot';
import { loadRobot } from '@nearmiss/robot/node';
import { SHARED_ROBOTS_DIR } from '../paths.ts';

export interface BenchRobot {
  readonly name: string;
  readonly urdf: string;
  readonly srdf: string | null;
}

const PANDA = 'moveit_resources_panda_description/urdf';

export const BENCH_ROBOTS: readonly BenchRobot[] = [
  { name: 'UR5', urdf: 'ur5/ur5.urdf', srdf: null },
  { name: 'Panda', urdf: `${PANDA}/panda.urdf`, srdf: `${PANDA}/panda.srdf` },
];

export function hasBenchRobots(): boolean {
  return BENCH_ROBOTS.every(({ urdf }) => existsSync(join(SHARED_ROBOTS_DIR, urdf)));
}

export function openRobot({ urdf, srdf }: BenchRobot): Promise<Robot> {
  return loadRobot(join(SHARED_ROBOTS_DIR, urdf), {
    srdf: srdf === null ? undefined : join(SHARED_ROBOTS_DIR, srdf),
    packages: SHARED_ROBOTS_DIR,
  });
}

/** Pairs of links whose contacts count: those that are neither joined nor disabled. */
export function countedLinks({ description }: Robot, { srdf }: BenchRobot): (readonly [number, number])[] {
  const disabled =
    srdf === null ? [] : readSrdf(readFileSync(join(SHARED_ROBOTS_DIR, srdf), 'utf8'), description).disabledPairs;
  const joined = description.joints.map(({ parent, child }) => [parent, child] as const);
  const ignored = new Set([...disabled, ...joined].flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const names = description.links.map(({ name }) => name);
  return names.flatMap((a, i) =>
    names.flatMap((b, j) => (i < j && !ignored.has(`${a} ${b}`) ? [[i, j] as const] : [])),
  );
}
