// The positions where a query runs code of its caller: getters of options, poses and points, the getter of a signal, pose functions,
// callbacks, and setters of a result to write into.

import type { AbortSignalLike, Pose } from 'nearmiss';

export type Channel = 'options' | 'pose' | 'signal' | 'motion' | 'callback' | 'out';

export const CHANNELS: readonly Channel[] = ['options', 'pose', 'signal', 'motion', 'callback', 'out'];

/** The arguments of a query, of which one channel runs code of ours whenever the query reads it; all others are plain. */
export class UserCode {
  readonly #channel: Channel | null;
  readonly #run: () => void;

  constructor(channel: Channel | null, run: () => void) {
    this.#channel = channel;
    this.#run = run;
  }

  /** Options whose every read runs code, with a signal where that is the channel. */
  options<const Options extends object>(options: Options, takesSignal = true): Options {
    if (this.#channel === 'options') return this.#watched(options);
    if (this.#channel !== 'signal' || !takesSignal) return options;
    const run = this.#run;
    const signal: AbortSignalLike = {
      get aborted() {
        run();
        return false;
      },
    };
    return { ...options, signal };
  }

  pose({ position, rotation }: Pose): Pose {
    if (this.#channel !== 'pose') return { position, rotation };
    return this.#watched({ position: this.vector(position ?? []), rotation: this.vector(rotation ?? []) });
  }

  vector(numbers: ArrayLike<number>): ArrayLike<number> {
    return this.#channel === 'pose' ? this.#watched(Array.from(numbers)) : numbers;
  }

  /** A pose function. */
  motion(pose: (time: number) => Pose, speed: number, angularSpeed: number) {
    return {
      pose: (time: number): Pose => {
        if (this.#channel === 'motion') this.#run();
        return pose(time);
      },
      speed,
      angularSpeed,
    };
  }

  /** What callbacks, predicates and listeners call. */
  callback(): void {
    if (this.#channel === 'callback') this.#run();
  }

  /** A result to write into; setting its status runs code. */
  out<Result extends { status: string }>(result: Result): Result {
    if (this.#channel !== 'out') return result;
    const run = this.#run;
    let { status } = result;
    Object.defineProperty(result, 'status', {
      enumerable: true,
      get: () => status,
      set: (value) => {
        run();
        status = value;
      },
    });
    return result;
  }

  #watched<Value extends object>(value: Value): Value {
    const run = this.#run;
    return new Proxy(value, {
      get(target, key) {
        if (typeof key === 'string') run();
        return Reflect.get(target, key);
      },
    });
  }
}

/** No code runs. */
export const PLAIN: UserCode = new UserCode(null, () => {});

/** Every number of an answer, to the bit, and every word: fields, and what getters of its class tell. */
export function bitsOf(value: unknown): string {
  if (typeof value === 'number') return bitsOfNumber(value);
  if (typeof value === 'function') return '';
  if (value === null || typeof value !== 'object') return String(value);
  if (ArrayBuffer.isView(value)) return hashOf(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (Array.isArray(value)) return `[${value.map(bitsOf).join()}]`;
  const keys = new Set(Object.keys(value));
  for (let type = Object.getPrototypeOf(value); type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(type)))
      if (get !== undefined) keys.add(key);
  }
  return `{${[...keys].map((key) => `${key}:${bitsOf(Reflect.get(value, key))}`).join()}}`;
}

const bits = new DataView(new ArrayBuffer(8));

function bitsOfNumber(x: number): string {
  // Which NaN it is, nobody can tell.
  if (Number.isNaN(x)) return 'NaN';
  bits.setFloat64(0, x);
  return `${bits.getUint32(0).toString(36)}_${bits.getUint32(4).toString(36)}`;
}

/** FNV-1a, 32 bits. */
export function hashOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (let k = 0; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k], 0x01000193);
  return `${bytes.length} bytes ${(hash >>> 0).toString(16)}`;
}
