// Which build method suits trees of spheres? The figures of docs/lab/volumes-sphere-trees.md:
//
//   node bench/dist/sphere-trees.js [volume]     sphere by default
//
// Generated shapes alone, so that everyone can repeat it. Volume and triangle tests depend on nothing but the sources; times
// are the least of ROUNDS interleaved rounds, on the machine at hand.

import { collide, distance, Mesh, Model } from 'nearmiss';
import { TREE_RULES, type TreeRuleName, VOLUMES, type VolumeName } from 'nearmiss/lab';
import { box, icosphere, torusKnot } from 'nearmiss/shapes';
import type { BodyPose } from './body-pose.ts';
import { fitToUnit } from './generated-workloads.ts';
import { timeEach } from './peers/time-each.ts';
import { mixedPoses, separatedPoses } from './pose-generator.ts';
import { alignColumns, number } from './report/format.ts';
import { mean } from './statistics.ts';

const RULES = Object.keys(TREE_RULES) as TreeRuleName[];
const NAMES: readonly VolumeName[] = ['sphere', 'aabb', 'obb', 'rss', 'disc'];
const ROUNDS = 5;
const POSES = 100;
const SEED = 7;
const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

const unit = ({ positions, triangles }: Mesh): Mesh => new Mesh(fitToUnit(positions), triangles);
const block = unit(box());
const knot = unit(torusKnot({ p: 2, q: 3, triangles: 11_520 }));
const ball = unit(icosphere({ subdivisions: 5 }));

const SCENES: readonly (readonly [string, Mesh, Mesh])[] = [
  ['knot (11,520) and knot', knot, knot],
  ['icosphere (20,480) and knot', ball, knot],
  ['box (12) and knot', block, knot],
];

type Ask = (pose: BodyPose) => { readonly stats?: { readonly volumeTests: number; readonly triangleTests: number } };

/** Distance of separated bodies, then all contacts of bodies of which half touch; surfaces alone. */
function questions(a: Model, b: Model, volume: VolumeName): readonly (readonly [readonly BodyPose[], Ask])[] {
  const options = { volume: VOLUMES[volume], stats: true, solid: false } as const;
  return [
    // Both bodies are within the block, so that a plane between two blocks is between them.
    [separatedPoses(block, POSES, SEED), (pose) => distance(a, pose, b, IDENTITY, options)],
    [mixedPoses(POSES, SEED), (pose) => collide(a, pose, b, IDENTITY, { ...options, contacts: 'all' })],
  ];
}

function report([name, meshA, meshB]: (typeof SCENES)[number], volume: VolumeName): string {
  const variants = RULES.map((rule) => {
    const start = performance.now();
    const [a, b] = [meshA, meshB].map((mesh) =>
      Model.build(mesh, { split: TREE_RULES[rule], branching: 2, with: [VOLUMES[volume]] }),
    );
    return { rule, built: performance.now() - start, asked: questions(a, b, volume), best: [Infinity, Infinity] };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { asked, best } of variants) {
      asked.forEach(([poses, ask], k) => {
        best[k] = Math.min(best[k], mean(timeEach(poses, ask).microseconds));
      });
    }
  }
  const rows = variants.map(({ rule, built, asked, best }) => [
    rule,
    number(built),
    ...asked.flatMap(([poses, ask], k) => {
      const stats = poses.map((pose) => ask(pose).stats ?? { volumeTests: Number.NaN, triangleTests: Number.NaN });
      return [
        number(Math.round(mean(stats.map(({ volumeTests }) => volumeTests)))),
        number(Math.round(mean(stats.map(({ triangleTests }) => triangleTests)))),
        number(best[k]),
      ];
    }),
  ]);
  const head = ['', 'build ms', 'distance: volumes', 'triangles', 'µs', 'all contacts: volumes', 'triangles', 'µs'];
  return `${name}, ${volume}\n${alignColumns([head, ...rows])}\n`;
}

const volume = NAMES.find((name) => name === process.argv[2]) ?? 'sphere';
for (const scene of SCENES) console.log(report(scene, volume));
