// A pose to be typed, or scrubbed by the letter of a field: the position, and the rotation as angles about x, y and z in degrees.

import { Euler, Quaternion } from 'three';
import type { BodyPose } from './body.ts';
import { elementOf } from './element.ts';
import { roundedAt } from './rounded-at.ts';

const POSITION = ['x', 'y', 'z'] as const;
const ROTATION = ['rx', 'ry', 'rz'] as const;
const DEGREE = Math.PI / 180;
/** A scrub by one pixel: a part of the body's radius, or an angle in degrees; with Shift a tenth. */
const SCRUB_LENGTH = 1 / 150;
const SCRUB_ANGLE = 0.5;
const FINE = 0.1;
/** Digits of a field, and the decimals for a body of size 1: less is rounding. What is not typed keeps all of its own. */
const DIGITS = 6;
const DECIMALS = 5;

export interface PoseActions {
  /** Another pose was typed. */
  move(pose: BodyPose): void;
  /** A scrub has begun, or is over. */
  hold(isHeld: boolean): void;
}

export class PoseFields {
  readonly #root: HTMLElement;
  readonly #actions: PoseActions;
  #pose: BodyPose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
  /** Of the body, in the world. */
  #radius = 1;

  constructor(root: HTMLElement, letter: string, actions: PoseActions) {
    this.#root = root;
    this.#actions = actions;
    for (const name of [...POSITION, ...ROTATION]) {
      const axis = name.at(-1) ?? '';
      const field = this.#field(name);
      field.ariaLabel = `${name === axis ? 'Position' : 'Rotation'} of ${letter} ${name === axis ? 'along' : 'about'} ${axis}`;
      field.addEventListener('change', () => this.#take(field));
      this.#attachScrub(field, name === axis);
    }
  }

  show(pose: BodyPose, radius: number = this.#radius): void {
    this.#pose = pose;
    this.#radius = radius;
    const values = [...pose.position, ...anglesOf(pose)];
    [...POSITION, ...ROTATION].forEach((name, k) => {
      const field = this.#field(name);
      const text = textOf(values[k] ?? 0, k < POSITION.length ? radius : 1);
      // While it is typed into, a field is its writer's.
      if (field !== document.activeElement) field.value = text;
      field.dataset.shown = text;
    });
  }

  #take(field: HTMLInputElement): void {
    const pose = this.#typed();
    field.ariaInvalid = String(pose === null);
    if (pose === null) this.show(this.#pose);
    else this.#actions.move(pose);
  }

  /** A drag on the letter of a field changes its number. */
  #attachScrub(field: HTMLInputElement, isLength: boolean): void {
    const letter = elementOf('span', HTMLElement, field.parentElement ?? this.#root);
    letter.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      letter.setPointerCapture(event.pointerId);
      let [x, value] = [event.clientX, Number(field.value)];
      this.#actions.hold(true);
      const scrub = ({ clientX, shiftKey }: PointerEvent): void => {
        const step = (isLength ? SCRUB_LENGTH * this.#radius : SCRUB_ANGLE) * (shiftKey ? FINE : 1);
        value += (clientX - x) * step;
        x = clientX;
        field.value = textOf(value, isLength ? this.#radius : 1);
        this.#take(field);
      };
      const end = (): void => {
        letter.removeEventListener('pointermove', scrub);
        this.#actions.hold(false);
      };
      letter.addEventListener('pointermove', scrub);
      letter.addEventListener('lostpointercapture', end, { once: true });
    });
  }

  /** The pose that the fields hold; null where one is no number. Fields that show what they were given keep its last bits. */
  #typed(): BodyPose | null {
    const read = (name: string, exact: number): number => {
      const { value, dataset } = this.#field(name);
      return value === dataset.shown ? exact : value.trim() === '' ? Number.NaN : Number(value.replace(',', '.'));
    };
    const angles = anglesOf(this.#pose);
    const position = POSITION.map((name, k) => read(name, this.#pose.position[k] ?? 0));
    const turned = ROTATION.map((name, k) => read(name, angles[k] ?? 0));
    const [x = 0, y = 0, z = 0] = position;
    const [rx = 0, ry = 0, rz = 0] = turned;
    if (![...position, ...turned].every(Number.isFinite)) return null;
    const isTurned = turned.some((angle, k) => angle !== angles[k]);
    const rotation = isTurned
      ? new Quaternion().setFromEuler(new Euler(rx * DEGREE, ry * DEGREE, rz * DEGREE)).toArray()
      : this.#pose.rotation;
    return { position: [x, y, z], rotation };
  }

  #field(name: string): HTMLInputElement {
    return elementOf(`.${name}`, HTMLInputElement, this.#root);
  }
}

function anglesOf({ rotation }: BodyPose): readonly number[] {
  const { x, y, z } = new Euler().setFromQuaternion(new Quaternion(...rotation));
  return [x / DEGREE, y / DEGREE, z / DEGREE];
}

function textOf(value: number, size: number): string {
  return String(roundedAt(Number(value.toPrecision(DIGITS)), Math.floor(Math.log10(size)) - DECIMALS));
}
