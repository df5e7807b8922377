// The benchmarks of the FAST paper (Zhang, Lee & Kim, "Interactive continuous collision detection for non-convex polyhedra", 2006,
// §6.2), figure by figure. Its Santa cannot be had: the bunny replaces it, and where the stored models are missing a rough
// solid takes the bunny's. B stays at the identity.

import { Mesh, Model } from 'nearmiss';
import { box, randomSolid, ring } from 'nearmiss/shapes';
import { poseFromQuaternion, type Vector } from '../body-pose.ts';
import { decimateTriangles } from '../decimation/decimate.ts';
import { fitToUnit } from '../generated-workloads.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import type { BodyMotion } from '../time-of-contact/motion.ts';
import { generateMotionWorkload, type MotionWorkload } from '../time-of-contact/workload.ts';
import type { WorkloadSource } from '../workload-source.ts';
import { dropTrace } from './drop.ts';

export interface Scene {
  readonly name: string;
  readonly a: TriangleMesh;
  readonly b: TriangleMesh;
  readonly motions: readonly BodyMotion[];
  readonly warmUp: readonly BodyMotion[];
  /** What the motions are numbered by; without it they come in no order. */
  readonly steps: string | null;
}

export interface Figure {
  /** Of the experiment and its plot. */
  readonly name: string;
  readonly title: string;
  scenes(source: WorkloadSource): Scene[];
}

/** The paper's board is thin and has 12 triangles. */
const BOARD: Vector = [2, 0.02, 2];
const BOARD_PLACES = 120;
/** How far the body is swept, in its own sizes, and how it turns meanwhile: a quarter, about a slanted axis. */
const SWEEP = 5;
const SWEEP_TURN = Math.PI / 2;
const SWEEP_AXIS: Vector = [0.48, 0.6, 0.64];

const DROP_STEPS = 250;
/** Triangles of the bunny that falls, as in the paper. */
const DROPPED = 26_000;
const DROP_SEED = 2006;

export const FIGURES: readonly Figure[] = [
  {
    name: 'board-sweep',
    title: 'A body swept towards a thin board (Fig. 4)',
    scenes: (source) => [boardSweep(source)],
  },
  { name: 'bunny-bunny', title: 'A bunny shot at a bunny (Fig. 5)', scenes: (source) => [shots(bunnyShots(source))] },
  { name: 'knot-knot', title: 'Torus knots shot at torus knots (Fig. 7)', scenes: knotShots },
  { name: 'falling', title: 'Bodies that fall onto their like (Fig. 8)', scenes: (source) => falls(source) },
];

function boardSweep(source: WorkloadSource): Scene {
  const { positions, triangles } = box({ size: BOARD });
  const { name, mesh } = bunnyOrSo(source);
  // From before the body's start to beyond its end, the board comes with it.
  const slots = Array.from({ length: BOARD_PLACES }, (_, k) => 0.7 + (k * SWEEP) / (BOARD_PLACES - 1));
  return {
    name: `${name}, board`,
    a: mesh,
    b: { positions, triangles },
    motions: slots.map(sweepPast),
    warmUp: slots.map((slot) => sweepPast(slot + 0.01)),
    steps: 'position of the board along the sweep',
  };
}

/** The board lies at the identity, so it is the sweep that is moved: it begins so far above the board. */
function sweepPast(slot: number): BodyMotion {
  const half = SWEEP_TURN / 2;
  const [x, y, z] = SWEEP_AXIS;
  const sine = Math.sin(half);
  return {
    from: poseFromQuaternion([0, slot, 0], [0, 0, 0, 1]),
    to: poseFromQuaternion([0, slot - SWEEP, 0], [sine * x, sine * y, sine * z, Math.cos(half)]),
  };
}

function shots({ model, mesh, motions, warmUp }: MotionWorkload): Scene {
  return { name: model, a: mesh, b: mesh, motions, warmUp, steps: null };
}

function bunnyShots(source: WorkloadSource): MotionWorkload {
  const { name, mesh } = bunnyOrSo(source);
  return source.motionModels.includes(name) ? source.loadMotions(name) : generateMotionWorkload(name, mesh);
}

function knotShots(source: WorkloadSource): Scene[] {
  const knots = source.motionModels.filter((model) => model.includes('knot'));
  return knots.map((model) => shots(source.loadMotions(model)));
}

function falls(source: WorkloadSource): Scene[] {
  const bunny = bunnyOrSo(source);
  const { positions, triangles } = ring();
  return [
    fallOf(bunny.name, decimateTriangles(bunny.mesh, DROPPED), [0, 1, 0]),
    fallOf('ring', { positions, triangles }, [0, 0, 1]),
  ];
}

function fallOf(name: string, mesh: TriangleMesh, up: Vector): Scene {
  const model = Model.build(new Mesh(mesh.positions, mesh.triangles));
  const trace = (seed: number): BodyMotion[] => dropTrace(mesh, model, up, DROP_STEPS, seed);
  return {
    name: `${name}, falling`,
    a: mesh,
    b: mesh,
    motions: trace(DROP_SEED),
    warmUp: trace(DROP_SEED + 1),
    steps: 'step',
  };
}

function bunnyOrSo(source: WorkloadSource): { readonly name: string; readonly mesh: TriangleMesh } {
  if (source.motionModels.includes('bunny')) return { name: 'bunny', mesh: source.mesh('bunny') };
  const { positions, triangles } = randomSolid({ seed: 1, triangles: 20_480 });
  return { name: 'rough solid', mesh: { positions: fitToUnit(positions), triangles } };
}
