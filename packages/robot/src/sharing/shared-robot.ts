// A robot with its obstacles as plain data, for other threads. Models are in shared memory where there is such.

import { Model, NearmissError } from 'nearmiss';
import type { Body } from '../bodies/body.ts';
import type { RobotDescription } from '../description/robot-description.ts';
import { TRANSFORM } from '../kinematics/rotation.ts';

/** What `postMessage` can send of a robot and its obstacles. See {@link Robot.share}. */
export interface SharedRobot {
  readonly description: RobotDescription;
  /** Pairs of links, or of a link and an obstacle, whose contacts do not count. */
  readonly ignored: readonly (readonly [string, string])[];
  readonly models: readonly Uint8Array[];
  /** Of the collision elements of all links, then of attached objects, then of obstacles. */
  readonly bodies: readonly SharedBody[];
}

/** A body, with the number of its model. See {@link SharedRobot}. */
export interface SharedBody {
  readonly name: string;
  readonly model: number;
  /** The link that carries it; null of an obstacle, and of a link's own geometry. */
  readonly link: string | null;
  /** In the frame of the link or of the world: seven numbers. */
  readonly pose: readonly number[];
  readonly padding: number;
  /** Links that it may touch. */
  readonly touches: readonly string[];
}

/** Collects models, each once, as bytes. */
export class ModelBytes {
  readonly #numbers = new Map<Model, number>();
  readonly bytes: Uint8Array[] = [];

  add(model: Model): number {
    const known = this.#numbers.get(model);
    if (known !== undefined) return known;
    const isShared = typeof SharedArrayBuffer !== 'undefined';
    this.bytes.push(model.toBytes({ shared: isShared }));
    this.#numbers.set(model, this.bytes.length - 1);
    return this.bytes.length - 1;
  }
}

export function openModels(bytes: readonly Uint8Array[]): Model[] {
  return bytes.map((each) => Model.fromBytes(each));
}

/** A body as data. What moves by a function cannot be sent. */
export function sharedBody(
  { name, shape, padding, motion }: Body,
  pose: ArrayLike<number>,
  link: string | null,
  touches: readonly string[],
  models: ModelBytes,
): SharedBody {
  if (motion !== null) {
    throw new NearmissError('robot/bad-scene', `"${name}" moves by a function, which other threads cannot have.`);
  }
  return {
    name,
    model: models.add(shape.model),
    link,
    pose: Array.from({ length: TRANSFORM }, (_, k) => pose[k]),
    padding,
    touches,
  };
}
