// The example scenes of packages/dynamics/scenes: what each is there to show, and that no two bodies intersect by an exact test.
//
// Here each runs for a few steps; with NEARMISS_SCENES=whole to its end.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Body, readTrajectory, type Simulation } from '@nearmiss/dynamics';
import { expect, test } from 'vitest';
import { intersecting, linkingNumber } from '../scripts/soak/exact-pairs.mjs';
import { openSceneFile } from '../scripts/soak/scene-files.mjs';
import { emptyFolder, ROOT } from './build.ts';

const FOLDER = join(ROOT, 'packages/dynamics/scenes');
const IS_WHOLE = process.env.NEARMISS_SCENES === 'whole';
/** How often a scene is tested for intersections. */
const TESTS = 5;

interface Example {
  /** Steps of the short form. */
  readonly steps: number;
  /** What is asked after each step. */
  readonly watch?: (simulation: Simulation) => void;
  /** What holds at the end; of a whole run, or of a short one too. */
  readonly claim: (simulation: Simulation, steps: number) => void;
}

/** The direction of a body's z axis. */
function axisOf({ rotation: [x, y, z, w] }: Body): [number, number, number] {
  return [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
}

const MAJOR_RADIUS = 0.25;

function expectLinks(simulation: Simulation): void {
  const links = simulation.bodies.filter(({ id }) => id.startsWith('link'));
  expect(links.slice(1).map((link, k) => Math.abs(linkingNumber(links[k], link, MAJOR_RADIUS)))).toEqual([
    1, 1, 1, 1, 1,
  ]);
}

/** The turn of the nut since the start, without jumps. */
let turns = 0;
let angleBefore = Number.NaN;

function watchNut(simulation: Simulation): void {
  const { rotation } = simulation.body('nut');
  const angle = 2 * Math.atan2(rotation[2], rotation[3]);
  if (!Number.isNaN(angleBefore)) turns += Math.asin(Math.sin((angle - angleBefore) / 2)) / Math.PI;
  angleBefore = angle;
}

/** Both bodies fly apart, or lie still, after they met. */
function expectCollision(simulation: Simulation): void {
  const [left, right] = [simulation.body('left'), simulation.body('right')];
  // They start at 3 towards each other; without a collision they would keep it.
  expect(left.velocity[0] - right.velocity[0]).toBeLessThan(1.5);
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'falling-tori': { steps: 25, claim: expectLinks },
  'falling-tori-medial': { steps: 25, claim: expectLinks },
  pillars: {
    steps: 14,
    claim: (simulation) => {
      // The plate lies on pillars of radius 0.004, whose tops are at 1.
      expect(simulation.body('body0').position[2]).toBeGreaterThan(1.04);
    },
  },
  dinosaurs: { steps: 60, claim: expectCollision },
  'pair-torus': { steps: 80, claim: expectCollision },
  'pair-hare': { steps: 80, claim: expectCollision },
  'pair-golf-club': { steps: 170, claim: expectCollision },
  'pair-santa': { steps: 80, claim: expectCollision },
  spider: {
    steps: 20,
    claim: (simulation) => {
      // The first torus lies on the back of the spider.
      expect(simulation.body('torus0').position[2]).toBeGreaterThan(0.6);
    },
  },
  'spider-medial': {
    steps: 10,
    claim: (simulation) => {
      expect(simulation.body('spider').isMedial).toBe(true);
      expect(simulation.body('torus0').position[2]).toBeGreaterThan(0.6);
    },
  },
  'spider-hulls': {
    steps: 8,
    claim: (simulation) => {
      // On the hull nothing comes between the legs.
      for (const { position } of simulation.bodies.filter(({ kind }) => kind === 'dynamic')) {
        expect(position[2]).toBeGreaterThan(0.6);
      }
    },
  },
  'spoon-in-cup': {
    steps: 250,
    claim: (simulation) => {
      const [cup, spoon] = [simulation.body('cup'), simulation.body('spoon')];
      expect(cup.position[2]).toBeCloseTo(0.45, 3);
      // In a cup of radius 0.4: whatever lies beside it would be farther out, or lower.
      expect(Math.hypot(spoon.position[0], spoon.position[1])).toBeLessThan(0.4);
      expect(spoon.position[2]).toBeGreaterThan(0.1);
    },
  },
  'nut-on-bolt': {
    steps: 40,
    watch: watchNut,
    claim: (simulation) => {
      const down = 0.02 - simulation.body('nut').position[2];
      expect(down).toBeGreaterThan(0.0003);
      // The lead times the turns, within the play of the thread along the axis.
      expect(Math.abs(down + 0.012 * turns)).toBeLessThan(0.0004);
    },
  },
  gears: {
    steps: 100,
    claim: ({ joints: [driver, driven] }, steps) => {
      expect(driver.value).toBeGreaterThan(0.9 * 3 * 0.005 * (steps - 10));
      // 12 teeth drive 18, within the backlash of 0.16 modules: in the turn of the driver 0.16 · 2 / 12.
      expect(Math.abs(driver.value + (driven.value * 18) / 12)).toBeLessThan(0.16 * (2 / 12) * 1.5);
    },
  },
  dominoes: {
    steps: 100,
    claim: (simulation, steps) => {
      const fallen = simulation.bodies.filter((body) => body.kind === 'dynamic' && axisOf(body)[2] < 0.98);
      expect(fallen.length).toBe(steps === 100 ? 1 : 12);
      expect(axisOf(simulation.body('domino1'))[2]).toBeLessThan(1 - 1e-5);
    },
  },
  tower: {
    steps: 60,
    claim: (simulation) => {
      for (const { id, position, isAsleep } of simulation.bodies.filter(({ kind }) => kind === 'dynamic')) {
        const at = 0.125 + 0.25 * Number(id.slice(3));
        expect(Math.hypot(position[0], position[1], position[2] - at)).toBeLessThan(1e-3 * 5);
        expect(isAsleep).toBe(true);
      }
    },
  },
  'knots-in-tray': {
    steps: 32,
    claim: (simulation) => {
      expect(simulation.gap(0.01) ?? 0).toBeGreaterThan(-1e-3);
      for (const { position } of simulation.bodies) expect(Math.max(...position.map(Math.abs))).toBeLessThan(9);
    },
  },
  'tippe-top': {
    steps: 3000,
    claim: (simulation) => {
      // The heavy side began below and is above.
      expect(axisOf(simulation.body('top'))[2]).toBeLessThan(-0.7);
    },
  },
};

test('every scene has an example here, and is what the script writes', () => {
  const scenes = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  expect(scenes.map((file) => basename(file, '.json')).sort()).toEqual(Object.keys(EXAMPLES).sort());
  const script = join(ROOT, 'scripts/dynamics-scenes.mjs');
  const { stderr, status } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
});

test('nearmiss simulate runs them, and what it writes can be replayed', async () => {
  const [file, out] = [join(FOLDER, 'gears.json'), join(emptyFolder('example-scenes'), 'gears.jsonl')];
  const command = join(ROOT, 'packages/cli/bin/nearmiss.mjs');
  const { stderr, status } = spawnSync(process.execPath, [command, 'simulate', file, '-o', out], { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
  const frames = readTrajectory(readFileSync(out, 'utf8'));
  expect(frames.length).toBe(51);
  expect(frames.at(-1)?.t).toBe(2);
  // At the end the motor turns the driver, and the driver its wheel.
  const { driver, driven } = frames.at(-1)?.bodies ?? {};
  expect(driver?.angularVelocity[2]).toBeCloseTo(3, 1);
  expect(Math.abs((driven?.angularVelocity[2] ?? 0) + 2)).toBeLessThan(0.2);
});

test.each(Object.entries(EXAMPLES))('%s', async (name, { steps, watch, claim }) => {
  const { simulation, step, duration } = await openSceneFile(join(FOLDER, `${name}.json`), FOLDER);
  const count = IS_WHOLE ? Math.round(duration / step) : steps;
  const every = Math.ceil(count / TESTS);
  turns = 0;
  angleBefore = Number.NaN;
  let contacts = 0;
  for (let k = 1; k <= count; k++) {
    const { violated } = simulation.step(step);
    contacts = Math.max(contacts, simulation.contactCount);
    watch?.(simulation);
    if (simulation.stepper !== 'events') {
      // With impulses bodies may overlap a little within a step. Pairs that collide are measured after every one.
      const isMeasured = name.startsWith('pair-') || k % every === 0 || k === count;
      if (isMeasured) expect(simulation.gap(step) ?? 0, `the gap after step ${k}`).toBeGreaterThan(-2e-3);
      continue;
    }
    expect(violated).toEqual([]);
    if (k % every === 0 || k === count) expect(intersecting(simulation)).toEqual([]);
  }
  // Bodies that meet nothing prove nothing.
  expect(contacts).toBeGreaterThan(0);
  claim(simulation, count);
});
