// A hand made of a palm, a wrist and five fingers that bend: upright, its palm towards +z.

import { Mesh } from 'nearmiss';
import { Vector3 } from 'three';
import { block } from './block.ts';

interface Finger {
  /** Where it begins, and where it points when it is straight. */
  readonly base: Vector3;
  readonly straight: Vector3;
  /** Where it bends to, square to `straight`. */
  readonly inward: Vector3;
  readonly length: number;
  readonly radius: number;
  /** One over the radius of the arc that it is bent to in a closed hand; nothing for one that does not bend. */
  readonly bend: number;
}

/** Half the sides of the palm. */
const PALM: Vector3 = new Vector3(0.42, 0.44, 0.12);
const FINGER = 0.085;
/** Points around a finger, circles along it, and of these the circles of the rounded tip. */
const AROUND = 12;
const CIRCLES = 20;
const TIP_CIRCLES = 5;
/** How much thinner a finger is at its tip. */
const TAPER = 0.22;
/** An arc less bent than this is straight: one over its radius. */
const STRAIGHT = 1e-6;

export class Hand {
  readonly mesh: Mesh;
  readonly #at: Vector3;
  readonly #palm: Mesh;
  readonly #fingers: readonly Finger[];

  /** A hand whose palm is at `at`, and which closes around a ball before its upper edge. */
  constructor(at: Vector3, ballRadius: number) {
    this.#at = at;
    this.#palm = block(at, PALM, 3);
    const up = new Vector3(0, 1, 0);
    const inward = new Vector3(0, 0, 1);
    const fingers = [
      { across: -0.31, length: 0.86 },
      { across: -0.105, length: 1 },
      { across: 0.105, length: 0.95 },
      { across: 0.31, length: 0.74 },
    ].map(({ across, length }): Finger => {
      // Bent so far, a finger lies on the circle in which its plane cuts the ball, and a little in it.
      const circle = Math.sqrt(Math.max(0, ballRadius * ballRadius - across * across));
      const base = new Vector3(across, PALM.y - FINGER, 0);
      return { base, straight: up, inward, length, radius: FINGER, bend: 1.04 / (circle + 0.9 * FINGER) };
    });
    const thumb: Finger = {
      base: new Vector3(-0.3, -0.2, 0.03),
      straight: new Vector3(-1, 1, 0).normalize(),
      inward: new Vector3(0.4, 0.4, 1).normalize(),
      length: 0.86,
      radius: 1.1 * FINGER,
      bend: 2,
    };
    const wrist: Finger = {
      base: new Vector3(0, -0.2, 0),
      straight: new Vector3(0, -1, 0),
      inward,
      length: 0.75,
      radius: 0.25,
      bend: 0,
    };
    this.#fingers = [...fingers, thumb, wrist];
    this.mesh = new Mesh(this.positions(0), this.#triangles());
  }

  /** Open at 0, closed at 1. */
  positions(closing: number): Float64Array {
    const points = this.#fingers.flatMap((finger) => fingerPoints(finger, closing));
    return Float64Array.of(...this.#palm.positions, ...points.flatMap((point) => point.add(this.#at).toArray()));
  }

  #triangles(): number[] {
    const triangles = [...this.#palm.triangles];
    let first = this.#palm.vertexCount;
    for (const _ of this.#fingers) {
      for (let k = 0; k < AROUND; k++) {
        const next = (k + 1) % AROUND;
        for (let circle = 0; circle + 1 < CIRCLES; circle++) {
          const [a, b] = [first + circle * AROUND + k, first + circle * AROUND + next];
          triangles.push(a, b, a + AROUND, b, b + AROUND, a + AROUND);
        }
        const [base, tip] = [first + CIRCLES * AROUND, first + CIRCLES * AROUND + 1];
        const last = first + (CIRCLES - 1) * AROUND;
        triangles.push(base, first + next, first + k, tip, last + k, last + next);
      }
      first += CIRCLES * AROUND + 2;
    }
    return triangles;
  }
}

/** Circles about an arc, then its two ends. */
function fingerPoints(finger: Finger, closing: number): Vector3[] {
  const { straight, inward, length, radius } = finger;
  const side = new Vector3().crossVectors(inward, straight);
  const circles = Array.from({ length: CIRCLES }, (_, circle) => {
    const { along, thickness } = profile(circle, length, radius);
    const { at, outward } = pointOnArc(finger, closing, along);
    return Array.from({ length: AROUND }, (_point, k) => {
      const angle = (2 * Math.PI * k) / AROUND;
      return at
        .clone()
        .addScaledVector(outward, thickness * Math.cos(angle))
        .addScaledVector(side, thickness * Math.sin(angle));
    });
  });
  return [...circles.flat(), pointOnArc(finger, closing, 0).at, pointOnArc(finger, closing, length).at];
}

/** How far along a finger a circle is, and how thick the finger there: the tip is half a ball. */
function profile(circle: number, length: number, radius: number): { along: number; thickness: number } {
  const tip = radius * (1 - TAPER);
  const straightCircles = CIRCLES - TIP_CIRCLES;
  if (circle < straightCircles) {
    const share = circle / (straightCircles - 1);
    return { along: share * (length - tip), thickness: radius * (1 - TAPER * share) };
  }
  const angle = ((circle - straightCircles + 1) / (TIP_CIRCLES + 1)) * (Math.PI / 2);
  return { along: length - tip + tip * Math.sin(angle), thickness: tip * Math.cos(angle) };
}

/** A point of the middle line of a finger, and the direction from the middle of its arc. */
function pointOnArc(
  { base, straight, inward, bend }: Finger,
  closing: number,
  along: number,
): { at: Vector3; outward: Vector3 } {
  const curvature = bend * closing;
  const angle = curvature * along;
  const isStraight = curvature < STRAIGHT;
  const forward = isStraight ? along : Math.sin(angle) / curvature;
  const aside = isStraight ? 0 : (1 - Math.cos(angle)) / curvature;
  return {
    at: base.clone().addScaledVector(straight, forward).addScaledVector(inward, aside),
    outward: inward.clone().multiplyScalar(-Math.cos(angle)).addScaledVector(straight, Math.sin(angle)),
  };
}
