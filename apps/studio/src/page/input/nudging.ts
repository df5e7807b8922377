// The keyboard on the picture: what the pointer does, in small steps.

import { Quaternion, Vector3 } from 'three';
import { type BodyPose, type Handle, SLOTS } from '../body.ts';
import { movedBy, turnedBy } from '../body-poses.ts';
import type { Hand, HandStage } from './dragging.ts';

/** One step, as a part of the size of the scene. */
const STEP = 1 / 64;
const FINE_STEP: number = STEP / 16;
/** The turn of one step. Radians. */
const TURN: number = Math.PI / 36;
const FINE_TURN: number = TURN / 16;

/** Directions of the camera: right, up, towards the eye. */
const MOVES: ReadonlyMap<string, Vector3> = new Map([
  ['ArrowLeft', new Vector3(-1, 0, 0)],
  ['ArrowRight', new Vector3(1, 0, 0)],
  ['ArrowUp', new Vector3(0, 1, 0)],
  ['ArrowDown', new Vector3(0, -1, 0)],
  ['PageUp', new Vector3(0, 0, -1)],
  ['PageDown', new Vector3(0, 0, 1)],
]);

/** Axes about which the same keys turn: the nearest side of the body goes where the arrow points. */
const TURNS: ReadonlyMap<string, Vector3> = new Map([
  ['ArrowLeft', new Vector3(0, -1, 0)],
  ['ArrowRight', new Vector3(0, 1, 0)],
  ['ArrowUp', new Vector3(-1, 0, 0)],
  ['ArrowDown', new Vector3(1, 0, 0)],
  ['PageUp', new Vector3(0, 0, 1)],
  ['PageDown', new Vector3(0, 0, -1)],
]);

/** What the keys A, B and E choose of two bodies: one of them, or the end of its motion. */
export function handleNamed(key: string, selected: Handle): Handle | null {
  const slot = SLOTS.find((name) => name === key);
  if (slot !== undefined) return { slot, isEnd: false };
  return key === 'e' ? { ...selected, isEnd: true } : null;
}

/** `named` says what a key chooses. */
export function attachNudging<Grip>(
  target: HTMLElement,
  stage: HandStage,
  hand: Hand<Grip>,
  selected: () => Grip,
  named: (key: string, selected: Grip) => Grip | null,
): void {
  target.tabIndex = 0;
  target.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const chosen = named(event.key.toLowerCase(), selected());
    if (chosen !== null) hand.select(chosen);
    else {
      const pose = nudged(stage, hand, selected(), event);
      if (pose === null) return;
      hand.move(selected(), pose);
    }
    event.preventDefault();
  });
}

/** The pose a key leads to, or null for a key that means nothing here. */
function nudged<Grip>(stage: HandStage, hand: Hand<Grip>, grip: Grip, event: KeyboardEvent): BodyPose | null {
  const body = hand.body(grip);
  const turns = event.shiftKey !== hand.turns();
  const direction = (turns ? TURNS : MOVES).get(event.key)?.clone().applyQuaternion(stage.camera.quaternion);
  if (body === null || direction === undefined) return null;
  if (turns) return turnedBy(body, new Quaternion().setFromAxisAngle(direction, event.altKey ? FINE_TURN : TURN));
  return movedBy(body.pose, direction.multiplyScalar((event.altKey ? FINE_STEP : STEP) * stage.unit));
}
