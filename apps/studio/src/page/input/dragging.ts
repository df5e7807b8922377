// The pointer on the picture: a body follows it in the plane of the screen, or turns; the background is the camera's.

import { Plane, Quaternion, Vector3 } from 'three';
import type { BodyPose } from '../body.ts';
import { movedBy, type PosedBody, turnedBy } from '../body-poses.ts';
import { roundedAt } from '../rounded-at.ts';
import type { Picture } from '../view/picture.ts';

/** A picture of bodies that can be moved. */
export interface HandStage extends Pick<Picture, 'canvas' | 'camera' | 'rayThrough'> {
  /** World units that are one unit of the view. */
  readonly unit: number;
}

/** What can be taken hold of is named by `Grip`. */
export interface Hand<Grip> {
  /** What is under a point of the window, and where that is in the view. */
  find(clientX: number, clientY: number): (Grip & { readonly point: Vector3 }) | null;
  body(grip: Grip): PosedBody | null;
  select(grip: Grip): void;
  move(grip: Grip, pose: BodyPose): void;
  /** A drag has begun, or is over. */
  hold?(isHeld: boolean): void;
  /** Whether a press here is meant for the handles of a body. */
  isHandle?(event: Pick<PointerEvent, 'clientX' | 'clientY'>): boolean;
  /** Whether a plain drag turns a body instead of moving it. */
  turns(): boolean;
}

const RIGHT_BUTTON = 2;

export function attachDragging<Grip>(stage: HandStage, hand: Hand<Grip>): void {
  const { canvas } = stage;
  // Before the camera's own listener, which is not to see what is meant for a body.
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (hand.isHandle?.(event) === true) return;
      const hit = hand.find(event.clientX, event.clientY);
      if (hit === null || event.button > RIGHT_BUTTON) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add('holding');
      hand.select(hit);
      hand.hold?.(true);
      const turns = hand.turns() || event.shiftKey || event.button === RIGHT_BUTTON;
      follow(stage, hand, hit, event, turns ? null : hit.point);
    },
    { capture: true },
  );
  // In a page that scrolls a finger on a body moves that and does not scroll.
  const keep = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (touch === undefined) return;
    if (hand.isHandle?.(touch) === true || hand.find(touch.clientX, touch.clientY) !== null) event.preventDefault();
  };
  canvas.addEventListener('touchstart', keep, { passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0) return;
    const isHandle = hand.isHandle?.(event) === true;
    canvas.classList.toggle('on-handle', isHandle);
    canvas.classList.toggle('over', !isHandle && hand.find(event.clientX, event.clientY) !== null);
  });
}

/** Follows one pointer until it is let go: moves the body by the point it was taken at, or, without one, turns it. */
function follow<Grip>(
  stage: HandStage,
  hand: Hand<Grip>,
  grip: Grip,
  start: PointerEvent,
  grabbed: Vector3 | null,
): void {
  const { canvas } = stage;
  let last = start;
  const taken = hand.body(grip)?.pose;
  const onMove = (event: PointerEvent): void => {
    const body = hand.body(grip);
    if (event.pointerId !== start.pointerId || body === null || taken === undefined) return;
    if (grabbed === null) hand.move(grip, turnedBy(body, dragTurn(stage, last, event)));
    else {
      const point = pointInPlane(stage, grabbed, event);
      if (point === null) return;
      const { position } = movedBy(taken, point.clone().sub(grabbed).multiplyScalar(stage.unit));
      const [x, y, z] = position;
      const exponent = exponentBelowPixel(stage, grabbed, event);
      hand.move(grip, {
        ...body.pose,
        position: [roundedAt(x, exponent), roundedAt(y, exponent), roundedAt(z, exponent)],
      });
    }
    last = event;
  };
  const onEnd = (event: PointerEvent): void => {
    if (event.pointerId !== start.pointerId) return;
    canvas.classList.remove('holding');
    canvas.removeEventListener('pointermove', onMove);
    canvas.removeEventListener('pointerup', onEnd);
    canvas.removeEventListener('pointercancel', onEnd);
    hand.hold?.(false);
  };
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerup', onEnd);
  canvas.addEventListener('pointercancel', onEnd);
}

/** Where the pointer meets the plane through `point` that faces the camera. */
function pointInPlane(
  stage: HandStage,
  point: Vector3,
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
): Vector3 | null {
  const facing = stage.camera.getWorldDirection(new Vector3());
  const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point);
  return stage.rayThrough(clientX, clientY).ray.intersectPlane(plane, new Vector3());
}

/**
 * The exponent of a power of ten that is less than a pixel. Positions are rounded to it: digits below it are noise, which would be in every
 * program that is copied from the page.
 */
function exponentBelowPixel(stage: HandStage, point: Vector3, { clientX, clientY }: PointerEvent): number {
  const [here, beside] = [clientX, clientX + 1].map((x) => pointInPlane(stage, point, { clientX: x, clientY }));
  const pixel = here && beside ? here.distanceTo(beside) * stage.unit : 0;
  return Math.floor(Math.log10(pixel)) - 1;
}

/** The turn of a drag as if by a ball that rolls under the pointer; the height of the picture is half a turn. */
function dragTurn(stage: HandStage, from: PointerEvent, to: PointerEvent): Quaternion {
  const dx = to.clientX - from.clientX;
  const dy = to.clientY - from.clientY;
  const axis = new Vector3(dy, dx, 0);
  const angle = (Math.PI * axis.length()) / stage.canvas.clientHeight;
  return new Quaternion().setFromAxisAngle(axis.normalize().applyQuaternion(stage.camera.quaternion), angle);
}
