// Pointer and keyboard on a picture: bodies follow the pointer in the plane of the screen, arrow keys move them in steps.

import { Plane, Quaternion, Vector3 } from 'three';
import type { DemoPicture } from './demo-picture.ts';
import type { BodyPose } from './messages.ts';

/** What can be moved: it is named by `Grip`. */
export interface Movable<Grip> {
  find(clientX: number, clientY: number): { readonly grip: Grip; readonly point: Vector3 } | null;
  select(grip: Grip): void;
  selected(): Grip;
  poseOf(grip: Grip): BodyPose;
  move(grip: Grip, pose: BodyPose): void;
}

/** Units of the world a key press. */
const STEP = 0.05;
const FINE_STEP = 0.005;
/** Radians a key press. */
const TURN = Math.PI / 24;
/** Half a turn over this many pixels. */
const HALF_TURN = 300;

/** Directions of the camera: right, up, towards the eye. */
const MOVES: ReadonlyMap<string, Vector3> = new Map([
  ['ArrowLeft', new Vector3(-1, 0, 0)],
  ['ArrowRight', new Vector3(1, 0, 0)],
  ['ArrowUp', new Vector3(0, 1, 0)],
  ['ArrowDown', new Vector3(0, -1, 0)],
  ['PageUp', new Vector3(0, 0, -1)],
  ['PageDown', new Vector3(0, 0, 1)],
]);
/** Axes about which the same keys turn. */
const TURNS: ReadonlyMap<string, Vector3> = new Map([
  ['ArrowLeft', new Vector3(0, -1, 0)],
  ['ArrowRight', new Vector3(0, 1, 0)],
  ['ArrowUp', new Vector3(-1, 0, 0)],
  ['ArrowDown', new Vector3(1, 0, 0)],
  ['PageUp', new Vector3(0, 0, 1)],
  ['PageDown', new Vector3(0, 0, -1)],
]);

export function attachPointer<Grip>(picture: DemoPicture, bodies: Movable<Grip>): void {
  const { canvas } = picture;
  // Before the camera's own listener, which is not to see what is meant for a body.
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      const hit = bodies.find(event.clientX, event.clientY);
      if (hit === null) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      bodies.select(hit.grip);
      const turns = event.shiftKey || event.button === 2;
      followPointer(canvas, event, turns ? turning(picture, bodies, hit.grip) : dragged(picture, bodies, hit));
    },
    { capture: true },
  );
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointermove', ({ buttons, clientX, clientY }) => {
    if (buttons === 0) canvas.classList.toggle('over', bodies.find(clientX, clientY) !== null);
  });
  // A finger on a body moves it and does not scroll.
  const keep = (event: TouchEvent): void => {
    const touch = event.touches[0];
    if (touch !== undefined && bodies.find(touch.clientX, touch.clientY) !== null) event.preventDefault();
  };
  canvas.addEventListener('touchstart', keep, { passive: false });
}

/** Passes the moves of one pointer on, until it is released. */
function followPointer(canvas: HTMLCanvasElement, start: PointerEvent, onMove: (event: PointerEvent) => void): void {
  const follow = (event: PointerEvent): void => {
    if (event.pointerId === start.pointerId) onMove(event);
  };
  const release = ({ pointerId }: PointerEvent): void => {
    if (pointerId !== start.pointerId) return;
    canvas.removeEventListener('pointermove', follow);
    canvas.removeEventListener('pointerup', release);
    canvas.removeEventListener('pointercancel', release);
  };
  canvas.addEventListener('pointermove', follow);
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
}

function dragged<Grip>(
  picture: DemoPicture,
  bodies: Movable<Grip>,
  hit: { readonly grip: Grip; readonly point: Vector3 },
) {
  let point = hit.point.clone();
  return (event: PointerEvent): void => {
    const to = pointInPlane(picture, point, event);
    if (to === null) return;
    bodies.move(hit.grip, moved(bodies.poseOf(hit.grip), to.clone().sub(point)));
    point = to;
  };
}

function turning<Grip>(picture: DemoPicture, bodies: Movable<Grip>, grip: Grip) {
  return ({ movementX, movementY }: PointerEvent): void => {
    bodies.move(grip, turned(bodies.poseOf(grip), dragTurn(picture, movementX, movementY)));
  };
}

/** Arrow keys and page keys move the selected body, with Shift they turn it, with Alt in small steps. */
export function attachKeys<Grip>(picture: DemoPicture, bodies: Movable<Grip>): void {
  picture.canvas.tabIndex = 0;
  picture.canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const direction = (event.shiftKey ? TURNS : MOVES).get(event.key)?.clone();
    if (direction === undefined) return;
    direction.applyQuaternion(picture.camera.quaternion);
    const grip = bodies.selected();
    const pose = bodies.poseOf(grip);
    const turn = new Quaternion().setFromAxisAngle(direction, event.altKey ? TURN / 10 : TURN);
    const step = direction.clone().multiplyScalar(event.altKey ? FINE_STEP : STEP);
    bodies.move(grip, event.shiftKey ? turned(pose, turn) : moved(pose, step));
    event.preventDefault();
  });
}

function moved({ position: [x, y, z], rotation }: BodyPose, by: Vector3): BodyPose {
  return { position: [x + by.x, y + by.y, z + by.z], rotation };
}

function turned({ position, rotation }: BodyPose, turn: Quaternion): BodyPose {
  const { x, y, z, w } = turn.multiply(new Quaternion(...rotation)).normalize();
  return { position, rotation: [x, y, z, w] };
}

/** Where the pointer meets the plane through a point that faces the camera. */
function pointInPlane(picture: DemoPicture, point: Vector3, { clientX, clientY }: PointerEvent): Vector3 | null {
  const facing = picture.camera.getWorldDirection(new Vector3());
  const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point);
  return picture.ray(clientX, clientY).ray.intersectPlane(plane, new Vector3());
}

/** The turn of a drag, as of a ball under the pointer. */
function dragTurn(picture: DemoPicture, dx: number, dy: number): Quaternion {
  const axis = new Vector3(dy, dx, 0);
  const angle = (Math.PI * axis.length()) / HALF_TURN;
  return new Quaternion().setFromAxisAngle(axis.normalize().applyQuaternion(picture.camera.quaternion), angle);
}
