// The picture of two bodies, what an answer draws into it, and what can be taken hold of.

import type { Vector3 } from 'three';
import type { FacePaint } from '../../apps/studio/src/page/view/face-paint.ts';
import { BodyView } from './body-view.ts';
import { DemoPicture } from './demo-picture.ts';
import type { Answer, BodyPose, DrawnShape, Point, Poses, Slot } from './messages.ts';
import { Overlay } from './overlay.ts';
import { colour } from './theme.ts';

/** What can be moved: a body, or the end of A's motion. */
export type Grip = Slot | 'end';

export class PairView {
  readonly picture: DemoPicture;
  readonly overlay = new Overlay();
  readonly #views = { a: new BodyView('solid'), b: new BodyView('solid'), end: new BodyView('ghost') };
  /** A where it is in contact, or where the separating translation puts it. */
  readonly #result = new BodyView('ghost');
  readonly #root: Element;

  constructor(root: Element, canvas: HTMLCanvasElement) {
    this.#root = root;
    this.picture = new DemoPicture(canvas, () => this.overlay.draw(this.picture));
    for (const view of [...Object.values(this.#views), this.#result]) this.picture.scene.add(view.root);
    this.#views.end.root.visible = false;
    this.#result.root.visible = false;
    this.applyTheme();
  }

  applyTheme(): void {
    const of = (name: string): string => colour(this.#root, name);
    this.#views.a.setColours(of('--demo-a'), of('--demo-touch'));
    this.#views.b.setColours(of('--demo-b'), of('--demo-touch'));
    this.#views.end.setColours(of('--demo-a'), of('--demo-touch'));
    this.#result.setColours(of('--demo-result'), of('--demo-touch'));
    this.picture.invalidate();
  }

  show(slot: Slot, shape: DrawnShape): void {
    this.#views[slot].show(shape);
    if (slot === 'a') for (const view of [this.#views.end, this.#result]) view.show(shape);
    this.picture.invalidate();
  }

  /** Gives the faces of a body colours of their own, or none; a demo draws no hulls. */
  paint(slot: Slot, paint: FacePaint | null): void {
    const of = (name: string): string => colour(this.#root, name);
    this.#views[slot].paint(paint, {
      heat: [of('--cold'), of('--warm'), of('--hot')],
      mark: of('--mark'),
      body: { a: of('--demo-a'), b: of('--demo-b') },
      dark: document.documentElement.classList.contains('dark'),
    });
    this.picture.invalidate();
  }

  setPose(poses: Poses, showEnd: boolean): void {
    this.#views.a.setPose(poses.a);
    this.#views.b.setPose(poses.b);
    this.#views.end.setPose(poses.end);
    this.#views.end.root.visible = showEnd;
    this.picture.invalidate();
  }

  draw(answer: Answer): void {
    const { faces, segment, translation, contactPose, poses } = answer;
    this.#views.a.light(faces.a);
    this.#views.b.light(faces.b);
    const overlapping = /inside|overlap|intersect/.test(answer.status);
    this.#views.a.setGlass(overlapping);
    this.#views.b.setGlass(overlapping);
    if (translation === null) this.overlay.showSegment(segment);
    else this.overlay.showArrow(poses.a.position, translation);
    const result = translation === null ? contactPose : translated(poses.a, translation);
    if (result !== null) this.#result.setPose(result);
    this.#result.root.visible = result !== null;
    this.picture.invalidate();
  }

  find(clientX: number, clientY: number): { grip: Grip; point: Vector3 } | null {
    const grips: readonly Grip[] = this.#views.end.root.visible ? ['a', 'b', 'end'] : ['a', 'b'];
    const hit = this.picture.pick(
      clientX,
      clientY,
      grips.map((grip) => this.#views[grip].surface),
    );
    const grip = grips.find((candidate) => this.#views[candidate].surface === hit?.object);
    return hit === null || grip === undefined ? null : { grip, point: hit.point };
  }

  dispose(): void {
    for (const view of [...Object.values(this.#views), this.#result]) view.dispose();
    this.picture.dispose();
  }
}

function translated({ position: [x, y, z], rotation }: BodyPose, by: Point): BodyPose {
  return { position: [x + by[0], y + by[1], z + by[2]], rotation };
}
