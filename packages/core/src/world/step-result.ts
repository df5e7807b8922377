import type { FacePair } from '../mesh/face-pairs.ts';
import type { CollideResult, CollideStatus } from '../query/collide/collide.ts';
import type { DistanceResult } from '../query/distance/distance.ts';
import type { ContactManifold } from '../query/manifold/contact-manifold.ts';
import type { BodyId } from './bodies.ts';

/** What is reported of bodies that touch: that they do, one common point, every pair of faces that meets, or the contact manifold. See {@link StepOptions}. */
export type ContactDetail = 'none' | 'first' | 'all' | 'manifold';

/** Two bodies that touch, the lower number first. The same object as long as they do. See {@link World}. */
export class BodyPair {
  readonly bodyA: BodyId;
  readonly bodyB: BodyId;
  /** Their contact status; for bodies that have separated, the last one. */
  status: CollideStatus = 'touching';
  /** Their contact, or the result of `collide` after they separated; null if the world does not report contacts. */
  readonly contact: CollideResult | null;
  /** The contact manifold, of a world with `contacts: "manifold"`; ids stay from step to step. Otherwise null. */
  manifold: ContactManifold | null = null;

  constructor(bodyA: BodyId, bodyB: BodyId, contact: CollideResult | null) {
    this.bodyA = bodyA;
    this.bodyB = bodyB;
    this.contact = contact;
  }
}

/** Two bodies that do not touch but are within the margin, the lower number first. See {@link World}. */
export class NearBodies {
  readonly bodyA: BodyId;
  readonly bodyB: BodyId;
  readonly distance: DistanceResult;
  /** The contacts within the margin, of a world with `contacts: "manifold"`. Otherwise null. */
  manifold: ContactManifold | null = null;

  constructor(bodyA: BodyId, bodyB: BodyId, distance: DistanceResult) {
    this.bodyA = bodyA;
    this.bodyB = bodyB;
    this.distance = distance;
  }
}

/** A deformed body whose own faces touch. See {@link World}. */
export interface SelfContacts {
  readonly body: BodyId;
  /** The pairs that `selfCollide` lists. */
  readonly pairs: readonly FacePair[];
}

/** The result of a step. Every list is in the order of the bodies' numbers. See {@link World}. */
export class StepResult {
  /** Pairs that touch now and did not after the step before. */
  readonly begin: BodyPair[] = [];
  /** Pairs that touch now and did before; not listed with the option `changesOnly`. */
  readonly stay: BodyPair[] = [];
  /** Pairs that touched after the step before and do not now. */
  readonly end: BodyPair[] = [];
  /** Pairs that are within the margin of the world and do not touch; not listed with the option `changesOnly`. */
  readonly near: NearBodies[] = [];
  /** Bodies that touch themselves, with the option for it. */
  readonly self: SelfContacts[] = [];
  /** Bodies, pairs of boxes that overlap, and of these pairs how many were measured and how many sleep. */
  bodies = 0;
  boxPairs = 0;
  measured = 0;
  sleeping = 0;
}

/** The order of the bodies' numbers. */
export function byBodies(p: BodyPair | NearBodies, q: BodyPair | NearBodies): number {
  return p.bodyA - q.bodyA || p.bodyB - q.bodyB;
}
