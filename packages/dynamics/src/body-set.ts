// The bodies of a simulation, by their numbers and ids.

import { Model, NearmissError, nearestName } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { Body, type BodyOptions, type Material } from './body.ts';
import { faultOf, requireKeys, requireText, textOf } from './input.ts';

const BODY_KEYS = [
  ...['id', 'model', 'kind', 'pose', 'velocity', 'angularVelocity', 'friction', 'restitution', 'linearDamping'],
  ...['angularDamping', 'group', 'mask', 'medial', 'density', 'mass', 'centerOfMass', 'inertia'],
] as const;

export class BodySet {
  /** By number; numbers of bodies that were removed are null until they are given again. The first is the world. */
  readonly slots: (Body | null)[] = [];
  /** Stands for the world, to which joints are made. */
  readonly world: Body;
  readonly #material: Material;
  readonly #free: number[] = [];
  readonly #byId = new Map<string, Body>();
  /** −1 where it is not known. */
  #smallest = -1;

  /** `material` is that of bodies which do not say theirs. */
  constructor(material: Material) {
    this.#material = material;
    this.world = new Body({ model: Model.build(box()), kind: 'static' }, '', material);
    this.world.slot = 0;
    this.slots.push(this.world);
  }

  /** All but the world, in the order of their numbers. */
  get all(): Body[] {
    return this.slots.filter((body, slot): body is Body => body !== null && slot > 0);
  }

  /** The size of the smallest body; 1 where there is none. */
  get smallest(): number {
    if (this.#smallest < 0) {
      this.#smallest = Infinity;
      for (const { size } of this.all) if (size > 0) this.#smallest = Math.min(this.#smallest, size);
    }
    return this.#smallest < Infinity ? this.#smallest : 1;
  }

  /** The body with an id. */
  named(id: string): Body {
    const body = this.#byId.get(id);
    if (body !== undefined) return body;
    const near = typeof id === 'string' ? nearestName(id, [...this.#byId.keys()]) : null;
    const hint = near === null ? '.' : `; did you mean "${near}"?`;
    throw new NearmissError('dynamics/unknown-body', `There is no body ${textOf(id)}${hint}`);
  }

  add(options: BodyOptions): Body {
    requireKeys(options, BODY_KEYS, 'A body');
    const slot = this.#free[this.#free.length - 1] ?? this.slots.length;
    const id = options.id === undefined ? this.#freeId(slot) : requireText(options.id, 'id');
    if (id === '') throw faultOf('id', 'The id of a body is empty, which is how the world is named.');
    if (this.#byId.has(id)) throw faultOf('id', `There is a body "${id}" already.`);
    const body = new Body(options, id, this.#material);
    if (this.#free.length > 0) this.#free.pop();
    body.slot = slot;
    this.slots[slot] = body;
    this.#smallest = -1;
    this.#byId.set(id, body);
    return body;
  }

  /** The number of a body, or the next one that is no id yet. */
  #freeId(slot: number): string {
    let number = slot;
    while (this.#byId.has(String(number))) number++;
    return String(number);
  }

  remove(body: Body): void {
    this.slots[body.slot] = null;
    this.#smallest = -1;
    this.#free.push(body.slot);
    this.#byId.delete(body.id);
    body.slot = -1;
  }

  /** Refuses a body of another simulation, or one that was removed. `what` names it in the error. */
  require(body: Body, what: string): void {
    if (body instanceof Body && body.slot > 0 && this.slots[body.slot] === body) return;
    const given: unknown = body;
    const message =
      typeof given === 'string'
        ? `${what} is the text ${textOf(given)}; it takes the body itself, which addBody and body(id) give.`
        : `${what} is none of this simulation's bodies.`;
    throw faultOf(what, message, 'dynamics/unknown-body');
  }
}
