// Handles on the chosen body: arrows that move it along an axis of the world, circles that turn it about one.

import { Object3D, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Body, BodyPose } from '../body.ts';
import { middleOf, movedBy, poseAt, rotationOf } from '../body-poses.ts';
import type { Stage } from './stage.ts';

/** Size of the handles; fingers need larger ones. */
const SIZE = 0.75;
const TOUCH_SIZE = 1.15;

export interface GizmoActions {
  move(pose: BodyPose): void;
  /** A drag of a handle has begun, or is over. */
  hold(isHeld: boolean): void;
}

export class Gizmo {
  readonly #stage: Stage;
  readonly #controls: TransformControls;
  /** Stands where the body is drawn; the controls move it, and the body follows. */
  readonly #proxy: Object3D = new Object3D();
  /** The body as the drag found it; null between drags. */
  #held: Body | null = null;
  #body: Body | null = null;
  #isEnabled = true;
  readonly #from: Vector3 = new Vector3();

  /** In a small picture handles are enlarged by a factor: they are as large as a part of its height. */
  constructor(stage: Stage, actions: GizmoActions, factor = 1) {
    this.#stage = stage;
    this.#controls = new TransformControls(stage.camera, stage.canvas);
    this.#controls.setSize(factor * (matchMedia('(pointer: coarse)').matches ? TOUCH_SIZE : SIZE));
    // The outer circle and the ball turn freely, as a drag on the body does; they would cover the body.
    this.#controls.showE = false;
    const helper = this.#controls.getHelper();
    stage.scene.add(this.#proxy, helper);
    stage.addAid(helper);
    stage.useTheme(({ axes }) => this.#controls.setColors(axes.x, axes.y, axes.z, axes.active));
    this.#controls.addEventListener('change', () => {
      stage.canvas.dataset.handle = this.#controls.axis ?? '';
      stage.invalidate();
    });
    this.#controls.addEventListener('dragging-changed', ({ value }) => {
      this.#held = value === true ? this.#body : null;
      this.#from.copy(this.#proxy.position);
      stage.setOrbiting(value !== true);
      actions.hold(value === true);
    });
    this.#controls.addEventListener('objectChange', () => {
      if (this.#held !== null) actions.move(this.#poseOf(this.#held));
    });
  }

  /** Whether a press here would take hold of a handle. */
  isAt(event: { readonly clientX: number; readonly clientY: number }): boolean {
    if (this.#body === null || !this.#isEnabled) return false;
    // Without a pointer the controls use their ray as it is.
    this.#controls.getRaycaster().setFromCamera(this.#stage.pointerOf(event), this.#stage.camera);
    this.#controls.pointerHover(null);
    return this.#controls.axis !== null;
  }

  setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
    this.show(this.#body);
  }

  setMode(turns: boolean): void {
    this.#controls.setMode(turns ? 'rotate' : 'translate');
    this.#stage.invalidate();
  }

  /** Shows the handles on a body, or none. A drag keeps its own. */
  show(body: Body | null): void {
    this.#body = body;
    if (body === null || !this.#isEnabled) {
      if (this.#controls.object !== undefined) this.#controls.detach();
      return;
    }
    if (this.#held !== null) return;
    this.#proxy.position.copy(this.#stage.toView(middleOf(body)));
    this.#proxy.quaternion.copy(rotationOf(body.pose));
    this.#proxy.updateMatrixWorld();
    if (this.#controls.object === undefined) this.#controls.attach(this.#proxy);
    this.#stage.invalidate();
  }

  /** Where the proxy has the body; what a drag does not change keeps its last bits. */
  #poseOf(held: Body): BodyPose {
    if (this.#controls.mode === 'rotate') return poseAt(held.shape, middleOf(held), this.#proxy.quaternion.normalize());
    const offset = this.#proxy.position.clone().sub(this.#from).multiplyScalar(this.#stage.unit);
    return movedBy(held.pose, offset);
  }
}
