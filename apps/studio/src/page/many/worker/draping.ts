// A cloth that falls over a ball and a block, and a hand that closes around another ball.

import { type FacePair, Mesh } from 'nearmiss';
import { collideAllDeforming, DeformingMesh, selfCollide } from 'nearmiss/deforming';
import { icosphere } from 'nearmiss/shapes';
import { Vector3 } from 'three';
import type { Drawing, Frame, Scenery } from '../messages.ts';
import type { DeformingSettings } from '../settings.ts';
import { block } from './block.ts';
import { ballObstacle, blockObstacle, Cloth } from './cloth.ts';
import { Hand } from './hand.ts';
import type { Simulation } from './simulation.ts';

/** Steps until the cloth falls anew. */
const FALL = 260;
/** Steps in which the hand closes and opens. */
const GRASP = 180;

const BALL = { centre: new Vector3(-1.45, -0.15, -0.15), radius: 0.55 };
const BLOCK = { centre: new Vector3(-0.75, -0.45, 0.5), half: new Vector3(0.28, 0.34, 0.28) };
const HELD = { centre: new Vector3(1.25, 0.15, 0.53), radius: 0.42 };
const PALM = new Vector3(1.25, -0.2, 0);
const CLOTH = { middle: new Vector3(-1.2, 0.9, 0.1), side: 2.1, cells: 36 };

/** How far the threads stay from what they lie on: less than their faces sag between them, so that some of these meet it. */
const THICKNESS = 0.001;

/** The index of each body. */
const INDEX = { cloth: 0, ball: 1, block: 2, hand: 3, held: 4 } as const;
/** The pairs of bodies that come to meet, by what the page calls them. */
const CONTACT_PAIRS: readonly (readonly [name: string, a: number, b: number])[] = [
  ['cloth on ball', INDEX.cloth, INDEX.ball],
  ['cloth on block', INDEX.cloth, INDEX.block],
  ['hand on ball', INDEX.hand, INDEX.held],
];

export class Draping implements Simulation {
  readonly stages = ['deforming', 'regions', 'faces', 'cells', 'pairs', 'trees', 'cloth itself'] as const;
  readonly scenery: Scenery;
  readonly #settings: Omit<DeformingSettings, 'scene'>;
  readonly #cloth = new Cloth(CLOTH.middle, CLOTH.side, CLOTH.cells);
  readonly #hand = new Hand(PALM, HELD.radius);
  readonly #clothBody = new DeformingMesh(this.#cloth.mesh);
  readonly #handBody = new DeformingMesh(this.#hand.mesh);
  /** In the order of their indices. */
  readonly #bodies: readonly DeformingMesh[];
  readonly #obstacles = [
    ballObstacle(BALL.centre, BALL.radius + THICKNESS),
    blockObstacle(BLOCK.centre, BLOCK.half.clone().addScalar(THICKNESS)),
  ];
  #step = 0;
  #pairs: readonly { readonly a: number; readonly b: number; readonly pairs: readonly FacePair[] }[] = [];
  #self: readonly FacePair[] = [];
  #cells: (readonly number[])[] = [];

  constructor(settings: Omit<DeformingSettings, 'scene'>) {
    this.#settings = settings;
    this.#bodies = [
      this.#clothBody,
      new DeformingMesh(moved(icosphere({ radius: BALL.radius, subdivisions: 4 }), BALL.centre)),
      new DeformingMesh(block(BLOCK.centre, BLOCK.half, 3)),
      this.#handBody,
      new DeformingMesh(moved(icosphere({ radius: HELD.radius, subdivisions: 3 }), HELD.centre)),
    ];
    this.scenery = {
      kind: 'deforming',
      meshes: this.#bodies.map(({ positions, triangles }) => ({ positions: Float32Array.from(positions), triangles })),
      rigid: [INDEX.ball, INDEX.block, INDEX.held],
    };
    this.#search(() => {});
  }

  advance(mark: (stage: string) => void): void {
    mark('deforming');
    this.#step++;
    if (this.#step % FALL === 0) this.#cloth.restart();
    else this.#cloth.fall(this.#obstacles);
    this.#clothBody.deform(this.#cloth.positions());
    const closing = (1 - Math.cos((2 * Math.PI * this.#step) / GRASP)) / 2;
    this.#handBody.deform(this.#hand.positions(closing));
    this.#search(mark);
  }

  counts(): Frame['counts'] {
    const facePairs = this.#pairs.reduce((sum, { pairs }) => sum + pairs.length, 0);
    const contacts = CONTACT_PAIRS.map(([name, a, b]) => {
      const contacts = this.#pairs.find((pair) => pair.a === a && pair.b === b);
      return [name, contacts?.pairs.length ?? 0] as const;
    });
    return {
      'face pairs': facePairs,
      ...Object.fromEntries(contacts),
      'cloth on itself': this.#self.length,
      cells: this.#cells.length,
    };
  }

  drawing(): Drawing {
    const faces = this.#bodies.map(() => new Set<number>());
    for (const { a, b, pairs } of this.#pairs) {
      for (const [faceA, faceB] of pairs) {
        faces[a]?.add(faceA);
        faces[b]?.add(faceB);
      }
    }
    for (const face of this.#self.flat()) faces[INDEX.cloth]?.add(face);
    return {
      kind: 'deforming',
      positions: this.#bodies.map(({ positions }) => Float32Array.from(positions)),
      faces: faces.map((set) => Uint32Array.from(set)),
      cells: this.#settings.cells === 'drawn' ? Float32Array.from(this.#cells.flat()) : new Float32Array(),
    };
  }

  #search(mark: (stage: string) => void): void {
    const { method, depth } = this.#settings;
    this.#cells = [];
    const trace = { stage: mark, cell: (cell: readonly number[]) => this.#cells.push(cell) };
    this.#pairs = collideAllDeforming(this.#bodies, { method, depth, trace });
    mark('cloth itself');
    this.#self = selfCollide(this.#clothBody);
  }
}

function moved({ positions, triangles }: Mesh, by: Vector3): Mesh {
  const shift = by.toArray();
  return new Mesh(
    positions.map((x, k) => x + (shift[k % 3] ?? 0)),
    triangles,
  );
}
