// Pointer and keys on a clearance map: where the body stands, how it is turned, and where the plane is.

import { Raycaster } from 'three';
import type { MapView } from '../view/map-view.ts';
import type { Picture } from '../view/picture.ts';

export interface PointingActions {
  view(): MapView | null;
  /** The pointer is at a part of the side, along columns and along rows. */
  stand(u: number, v: number): void;
  /** The body goes on by a part of the side. */
  move(u: number, v: number): void;
  /** Degrees, degrees, and a part of the side. */
  change(turn: number, tilt: number, height: number): void;
  /** A drag is over. */
  settle(): void;
}

/** Degrees a pixel, and parts of the side a pixel. */
const TURN = 0.4;
const RISE = 1 / 600;
/** Of a key: parts of the side, and finely; degrees. */
const STEP = 1 / 64;
const FINE_STEP = 1 / 512;
const KEY_TURN = 3;

export function attachPointing(picture: Picture, target: HTMLElement, actions: PointingActions): void {
  const { canvas } = picture;
  const find = (event: PointerEvent): { readonly u: number; readonly v: number } | null => {
    const raycaster = new Raycaster();
    raycaster.setFromCamera(picture.pointerOf(event), picture.camera);
    return actions.view()?.find(raycaster) ?? null;
  };
  let held: { readonly pointer: number; x: number; y: number } | null = null;
  // Before the camera's own listener, which is not to see what is meant for the map.
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      const hit = event.button === 0 ? find(event) : null;
      if (hit === null) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add('holding');
      held = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
      actions.stand(hit.u, hit.v);
    },
    { capture: true },
  );
  canvas.addEventListener('pointermove', (event) => {
    if (held !== null && held.pointer === event.pointerId) {
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      Object.assign(held, { x: event.clientX, y: event.clientY });
      if (event.shiftKey) actions.change(TURN * dx, TURN * dy, 0);
      else actions.change(TURN * dx, 0, -RISE * dy);
    } else if (event.buttons === 0) {
      const hit = find(event);
      canvas.classList.toggle('over', hit !== null);
      if (hit !== null) actions.stand(hit.u, hit.v);
    }
  });
  const release = ({ pointerId }: PointerEvent): void => {
    if (held === null || held.pointer !== pointerId) return;
    held = null;
    canvas.classList.remove('holding');
    actions.settle();
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  attachKeys(target, actions);
}

function attachKeys(target: HTMLElement, actions: PointingActions): void {
  const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
    ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
    ...{ ArrowUp: [0, 1], ArrowDown: [0, -1] },
  };
  const RISES: Readonly<Record<string, number>> = { PageUp: 1, PageDown: -1 };
  target.tabIndex = 0;
  target.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || actions.view() === null) return;
    const step = event.altKey ? FINE_STEP : STEP;
    const direction = DIRECTIONS[event.key];
    const rise = RISES[event.key];
    if (rise !== undefined) actions.change(0, 0, rise * step);
    else if (direction === undefined) return;
    else if (event.shiftKey) actions.change(KEY_TURN * direction[0], KEY_TURN * direction[1], 0);
    else actions.move(step * direction[0], step * direction[1]);
    actions.settle();
    event.preventDefault();
  });
}
