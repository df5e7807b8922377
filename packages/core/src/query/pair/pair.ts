import { CHILD_END, FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import { NearmissError } from '../../error.ts';
import { Model } from '../../model/model.ts';
import type { Motion } from '../../motion/motion.ts';
import { POSE_SIZE, type Pose, readPose } from '../../scalar/pose.ts';
import { installed } from '../acceleration.ts';
import {
  COLLIDE_DEFAULTS,
  type CollideAnswer,
  type CollideOptions,
  CollideResult,
  collideFrom,
} from '../collide/collide.ts';
import { collideAny, WITH_ROUND } from '../collide/collide-round-mesh.ts';
import { ConvexMemory } from '../convex-scratch.ts';
import {
  type DirectionalAnswer,
  type DirectionalOptions,
  DirectionalResult,
  directional,
} from '../directional/directional.ts';
import {
  DISTANCE_DEFAULTS,
  type DistanceAnswer,
  type DistanceMemory,
  type DistanceOptions,
  DistanceResult,
  distance,
  distanceFrom,
} from '../distance/distance.ts';
import { Front, type FrontVisitor } from '../front.ts';
import { type ContactManifold, type ContactManifoldOptions, contactManifold } from '../manifold/contact-manifold.ts';
import { KeptContacts } from '../manifold/kept-contacts.ts';
import {
  PENETRATION_DEFAULTS,
  type PenetrationOptions,
  penetration,
  penetrationFrom,
} from '../penetration/penetration.ts';
import { type PenetrationAnswer, PenetrationResult } from '../penetration/penetration-result.ts';
import { TranslationMemory } from '../penetration/translation-memory.ts';
import { isQueryBodyB } from '../posed-pair.ts';
import {
  type TimeOfContactAnswer,
  type TimeOfContactOptions,
  TimeOfContactResult,
  timeOfContact,
} from '../time-of-contact/time-of-contact.ts';
import {
  type ToleranceAnswer,
  type ToleranceOptions,
  ToleranceResult,
  tolerance,
  toleranceFrom,
} from '../tolerance/tolerance.ts';
import { type NodesOption, nodesOf } from './node-faces.ts';

/** Two nodes, one of each body, where a distance search ended. See {@link Pair}. */
export interface FrontPair {
  /** Numbers of the nodes in the trees of A and B; the root is 0. */
  readonly nodeA: number;
  readonly nodeB: number;
  /** Depth of the nodes below the roots. */
  readonly levelA: number;
  readonly levelB: number;
  /** Proven lower bound of the distance between the faces of the two nodes, in the last poses. */
  readonly lower: number;
}

/**
 * Two bodies that are queried repeatedly while they move. Keeps results of one query to speed up the next; an outdated memory costs
 * time, never correctness. With `out`, a query of meshes allocates nothing, except where exact arithmetic has to decide. A nested
 * query of the same pair, from a getter or an abort signal of the caller, neither reads nor writes the memory: both return what
 * they would return alone.
 *
 * @example
 * const cube = Model.build(box());
 * const pair = new Pair(cube, cube);
 * console.log(pair.distance({}, { position: [3, 0, 0] }).status); // separated
 * console.log(pair.distance({}, { position: [3.1, 0, 0] }).status); // separated
 */
export class Pair {
  readonly a: Model;
  readonly b: Model;
  /** Created by the first distance query: its front takes more space than all else. */
  #nearest: DistanceMemory | null = null;
  #convex = new ConvexMemory();
  #contact = { leafQuery: -1, leafReference: -1, convex: this.#convex };
  #near = { leafQuery: -1, leafReference: -1, convex: this.#convex };
  #translations = new TranslationMemory();
  /** Made by the first query for a contact manifold. */
  #contacts: KeptContacts | null = null;
  /** A query of this pair is in progress: the memory is its own. */
  #isBusy = false;

  constructor(a: Model, b: Model) {
    if (!(a instanceof Model) || !(b instanceof Model)) {
      throw new NearmissError('model/bad-argument', 'A Pair is made of two Models.');
    }
    this.a = a;
    this.b = b;
  }

  /** The distance of the two bodies, as `distance`. */
  distance(
    poseA: Pose,
    poseB: Pose,
    options: DistanceOptions = DISTANCE_DEFAULTS,
    out: DistanceResult = new DistanceResult(),
  ): DistanceAnswer {
    if (this.#isBusy) return distance(this.a, poseA, this.b, poseB, options, out);
    this.#nearest ??= {
      leafQuery: -1,
      leafReference: -1,
      gap: new Float64Array(1),
      start: 'seed',
      overlaps: 0,
      front: new Front(),
      traversal: null,
      convex: this.#convex,
    };
    this.#isBusy = true;
    try {
      return distanceFrom(this.a, poseA, this.b, poseB, options, out, this.#nearest) as DistanceAnswer;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Whether the two bodies touch, as `collide`. */
  collide(
    poseA: Pose,
    poseB: Pose,
    options: CollideOptions = COLLIDE_DEFAULTS,
    out: CollideResult = new CollideResult(),
  ): CollideAnswer {
    // From the poses alone kernels answer sooner than the two bodies are related here, which the last leaves need; in steady contact these are sooner.
    if (this.#isBusy || installed.kernels?.isFirstAlone(options) === true)
      return collideAny(this.a, poseA, this.b, poseB, options, out);
    this.#isBusy = true;
    try {
      return collideFrom(this.a, poseA, this.b, poseB, options, out, this.#contact, WITH_ROUND) as CollideAnswer;
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * The contact manifold of the two bodies, as `contactManifold` of `nearmiss/bodies`. A contact keeps its id from query to query for as long
   * as it stays.
   *
   * @example
   * const cube = Model.build(box());
   * const pair = new Pair(cube, cube);
   * const { contacts } = pair.contactManifold({}, { position: [0, 0, 1.005] }, { within: 0.01 });
   * console.log(contacts.map(({ id }) => id)); // [ 0, 1, 2, 3 ]
   */
  contactManifold(poseA: Pose, poseB: Pose, options: ContactManifoldOptions): ContactManifold {
    const manifold = contactManifold(this.a, poseA, this.b, poseB, options);
    const pose = new Float64Array(POSE_SIZE);
    readPose(poseA, pose, 'poseA');
    this.#contacts ??= new KeptContacts();
    return this.#contacts.identify(manifold, pose, options.within);
  }

  /** Whether the two bodies are within a distance, as `tolerance`. */
  tolerance(
    poseA: Pose,
    poseB: Pose,
    options: ToleranceOptions,
    out: ToleranceResult = new ToleranceResult(),
  ): ToleranceAnswer {
    if (this.#isBusy) return tolerance(this.a, poseA, this.b, poseB, options, out);
    this.#isBusy = true;
    try {
      return toleranceFrom(this.a, poseA, this.b, poseB, options, out, this.#near) as ToleranceAnswer;
    } finally {
      this.#isBusy = false;
    }
  }

  /** The penetration depth of the two bodies, as `penetration`. */
  penetration(
    poseA: Pose,
    poseB: Pose,
    options: PenetrationOptions = PENETRATION_DEFAULTS,
    out: PenetrationResult = new PenetrationResult(),
  ): PenetrationAnswer {
    if (this.#isBusy) return penetration(this.a, poseA, this.b, poseB, options, out);
    this.#isBusy = true;
    try {
      return penetrationFrom(this.a, poseA, this.b, poseB, options, out, this.#translations) as PenetrationAnswer;
    } finally {
      this.#isBusy = false;
    }
  }

  /** When the two moving bodies first touch, as `timeOfContact`. */
  timeOfContact(
    motionA: Motion,
    motionB: Motion,
    options: TimeOfContactOptions = {},
    out: TimeOfContactResult = new TimeOfContactResult(),
  ): TimeOfContactAnswer {
    if (this.#isBusy) return timeOfContact(this.a, motionA, this.b, motionB, options, out);
    this.#isBusy = true;
    try {
      return timeOfContact(this.a, motionA, this.b, motionB, options, out);
    } finally {
      this.#isBusy = false;
    }
  }

  /** How far A can move along a direction before it touches B, as `directional`. */
  directional(
    poseA: Pose,
    poseB: Pose,
    options: DirectionalOptions,
    out: DirectionalResult = new DirectionalResult(),
  ): DirectionalAnswer {
    if (this.#isBusy) return directional(this.a, poseA, this.b, poseB, options, out);
    this.#isBusy = true;
    try {
      return directional(this.a, poseA, this.b, poseB, options, out);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Number of pairs of tree nodes on the front of the last distance query; 0 while a front would cost more than it saves. */
  get frontSize(): number {
    return this.#isBusy ? 0 : (this.#nearest?.front.count ?? 0);
  }

  /**
   * The front of the last distance query with `method`, kept for the next one: the pairs of nodes where it ended, which together
   * cover all pairs of faces; empty while a query of this pair is in progress. `nodeFaces` lists the faces of a node.
   */
  front(method: NodesOption = 'volumes'): FrontPair[] {
    const { a, b } = this;
    const nodesA = nodesOf(a, method);
    const nodesB = nodesOf(b, method);
    if (this.#isBusy) return [];
    const swapped = isQueryBodyB(a, b);
    const { unit } = (swapped ? a : b).frame;
    const levelsA = nodeLevels(nodesA.links, method);
    const levelsB = nodeLevels(nodesB.links, method);
    const pairs: FrontPair[] = [];
    const visit: FrontVisitor = (queryNode, referenceNode, bound) => {
      const nodeA = swapped ? referenceNode : queryNode;
      const nodeB = swapped ? queryNode : referenceNode;
      const lower = Math.max(0, bound) * unit;
      pairs.push({ nodeA, nodeB, levelA: levelsA[nodeA], levelB: levelsB[nodeB], lower });
    };
    if (this.#nearest === null) return pairs;
    if (method === 'volumes') this.#nearest.front.forEach(visit);
    else method.forEachOnFront?.(this.#nearest, visit);
    return pairs;
  }

  /** Clears the memory. A query in progress continues with what it has. */
  reset(): void {
    this.#nearest = null;
    this.#translations = new TranslationMemory();
    this.#convex = new ConvexMemory();
    this.#contact = { leafQuery: -1, leafReference: -1, convex: this.#convex };
    this.#near = { leafQuery: -1, leafReference: -1, convex: this.#convex };
  }
}

/** The depth of each node below the root. Nodes of trees other than that of bounding volumes have two children each. */
function nodeLevels(links: Int32Array, method: NodesOption): Uint32Array {
  const levels = new Uint32Array(links.length / LINKS);
  for (let node = 0; node < levels.length; node++) {
    const child = links[LINKS * node + FIRST_CHILD];
    const end = child === 0 ? 0 : method === 'volumes' ? links[LINKS * node + CHILD_END] : child + 2;
    levels.fill(levels[node] + 1, child, end);
  }
  return levels;
}
