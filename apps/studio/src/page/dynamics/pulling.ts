// The pointer on the picture: a spring pulls the body it was put on; the background is the camera's.

import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { BodyHit, DynamicsView } from '../view/dynamics-view.ts';
import type { Picture } from '../view/picture.ts';
import type { Pull } from './messages.ts';

/** `view` is the scene that is drawn; `onPull` is told of the spring, and null when it is let go. */
export function attachPulling(
  picture: Picture,
  view: () => DynamicsView | null,
  onPull: (pull: Pull | null) => void,
): void {
  const { canvas } = picture;
  const rayThrough = ({ clientX, clientY }: PointerEvent): Raycaster => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    const raycaster = new Raycaster();
    raycaster.setFromCamera(at, picture.camera);
    return raycaster;
  };
  const find = (event: PointerEvent): BodyHit | null => view()?.find(rayThrough(event)) ?? null;
  const pullOf = (hit: BodyHit, event: PointerEvent): Pull | null => {
    const facing = picture.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, hit.inView);
    const inView = rayThrough(event).ray.intersectPlane(plane, new Vector3());
    const target = inView === null ? null : view()?.toWorld(inView);
    if (target === null || target === undefined) return null;
    return { body: hit.body, point: hit.point.toArray(), target: target.toArray() };
  };

  let held: { readonly hit: BodyHit; readonly pointer: number } | null = null;
  // Before the camera's own listener, which is not to see what is meant for a body.
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      const hit = event.button === 0 ? find(event) : null;
      if (hit === null) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add('holding');
      held = { hit, pointer: event.pointerId };
      onPull(pullOf(hit, event));
    },
    { capture: true },
  );
  canvas.addEventListener('pointermove', (event) => {
    if (held !== null && held.pointer === event.pointerId) onPull(pullOf(held.hit, event));
    else if (event.buttons === 0) canvas.classList.toggle('over', find(event) !== null);
  });
  const release = ({ pointerId }: PointerEvent): void => {
    if (held === null || held.pointer !== pointerId) return;
    held = null;
    canvas.classList.remove('holding');
    onPull(null);
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
}
