// The GPU as callers hold it: a device, the models on it, and the CPU where there is none.

import { type Model, NearmissError } from 'nearmiss';
import type { Device } from './device.ts';
import { deviceLost } from './errors.ts';
import { MedialPair } from './medial-run.ts';
import { openDevice } from './open-device.ts';
import { refuseOption, requireOptions, shown } from './options.ts';
import { PoseMemory } from './pose-memory.ts';
import { type UploadedMedial, uploadMedial } from './uploaded-medial.ts';
import { type UploadedModel, uploadModel } from './uploaded-model.ts';

/** Options of {@link openGpu}. */
export interface GpuOptions {
  /** Throw `gpu/no-adapter` where no GPU can be used; otherwise queries then run on the CPU, with the same answers. */
  readonly required?: boolean | undefined;
  /**
   * Told in one sentence when queries run on the CPU instead, or on an adapter that is software and slower than the CPU; by default nobody
   * is.
   */
  readonly notice?: ((sentence: string) => void) | undefined;
  /** In Node, flags for Dawn, such as `backend=vulkan`. */
  readonly flags?: readonly string[] | undefined;
}

const NO_FLAGS: readonly string[] = [];

/**
 * A GPU, or the CPU where there is none. Models are uploaded once and stay until `close`.
 *
 * @see {@link openGpu}
 */
export class Gpu {
  /** @internal */ device: Device | null;
  /** @internal */ readonly poseMemory: PoseMemory = new PoseMemory();
  readonly #options: GpuOptions;
  #models = new WeakMap<Model, Promise<UploadedModel | null>>();
  #medial = new WeakMap<Model, Promise<UploadedMedial | null>>();
  #medialPairs = new WeakMap<Model, WeakMap<Model, Promise<MedialPair | null>[]>>();
  #closed = false;
  /** The end of what runs on the device. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(device: Device | null, options: GpuOptions) {
    this.device = device;
    this.#options = options;
  }

  /** Where queries run. */
  get kind(): 'gpu' | 'cpu' {
    return this.device === null ? 'cpu' : 'gpu';
  }

  /** The adapter as the system names it; empty for the CPU. */
  get adapter(): string {
    return this.device?.adapter ?? '';
  }

  /** @internal */
  notice(sentence: string): void {
    this.#options.notice?.(sentence);
  }

  /** @internal The model on the device; null where the searches there cannot use it. */
  uploaded(device: Device, model: Model): Promise<UploadedModel | null> {
    return once(this.#models, model, () => uploadModel(device, model));
  }

  /** @internal The medial axes of two models on the device, in buffers of a number; null where the kernels cannot use them. */
  medialPair(device: Device, a: Model, b: Model, number = 0): Promise<MedialPair | null> {
    const pairs = this.#medialPairs.get(a) ?? new WeakMap<Model, Promise<MedialPair | null>[]>();
    this.#medialPairs.set(a, pairs);
    const known = pairs.get(b) ?? [];
    pairs.set(b, known);
    known[number] ??= this.#pairOf(device, a, b);
    const made = known[number];
    // What failed is tried again.
    made.catch(() => delete known[number]);
    return made;
  }

  async #pairOf(device: Device, a: Model, b: Model): Promise<MedialPair | null> {
    const ofA = await once(this.#medial, a, () => uploadMedial(device, a));
    const ofB = await once(this.#medial, b, () => uploadMedial(device, b));
    return ofA === null || ofB === null ? null : MedialPair.of(device, ofA, ofB);
  }

  /**
   * @internal Runs `work` on the device, once more on a new one where the first was lost. Without a device, or where there is no other,
   * null: the caller goes on with the CPU. One work runs at a time, since buffers are kept from one to the next.
   */
  onDevice<T>(work: (device: Device) => Promise<T>): Promise<T | null> {
    const mine = this.#turn.then(() => this.#inTurn(work));
    this.#turn = mine.catch(() => {});
    return mine;
  }

  async #inTurn<T>(work: (device: Device) => Promise<T>): Promise<T | null> {
    let cause = deviceLost('no other could be opened');
    for (let attempt = 0; attempt < 2; attempt++) {
      this.requireOpen();
      const { device } = this;
      if (device === null) break;
      try {
        return await work(device);
      } catch (error) {
        this.requireOpen();
        if (!(error instanceof NearmissError) || !(error.code === 'gpu/lost' || device.isLost)) throw error;
        cause = error;
        await this.#reopen(error);
      }
    }
    if (this.#options.required === true) throw cause;
    if (this.device !== null) this.notice(`${cause.message} The CPU answers this query.`);
    return null;
  }

  /** @internal */
  requireOpen(): void {
    if (this.#closed) throw new NearmissError('gpu/lost', 'This GPU was closed.');
  }

  async #reopen(cause: NearmissError): Promise<void> {
    this.#models = new WeakMap();
    this.#medial = new WeakMap();
    this.#medialPairs = new WeakMap();
    this.device = null;
    try {
      const opened = await openDevice(this.#options.flags ?? NO_FLAGS);
      if (this.#closed) opened.close();
      else this.device = opened;
    } catch (error) {
      if (this.#options.required === true) throw cause;
      const why = error instanceof Error ? error.message : String(error);
      this.notice(`${cause.message} ${why} Queries run on the CPU.`);
    }
  }

  /** Gives the device back. Queries on it are refused from now on. */
  close(): void {
    this.#closed = true;
    this.device?.close();
    this.poseMemory.clear();
    this.#models = new WeakMap();
    this.#medial = new WeakMap();
    this.#medialPairs = new WeakMap();
  }
}

/** Refuses what is no GPU: most often a promise of one. */
export function requireGpu(gpu: Gpu): Gpu {
  if (gpu instanceof Gpu) return gpu;
  return refuseOption(`gpu is ${shown(gpu)}; it is what openGpu resolves to: await openGpu().`);
}

/** What is kept of a model, made on first use; what failed is tried again. */
function once<T>(kept: WeakMap<Model, Promise<T>>, model: Model, make: () => Promise<T>): Promise<T> {
  const known = kept.get(model);
  if (known !== undefined) return known;
  const made = make();
  kept.set(model, made);
  made.catch(() => kept.delete(model));
  return made;
}

/**
 * Opens the GPU: that of the browser, or in Node that of the npm package `webgpu`. Where there is none, queries run on the CPU.
 *
 * @see {@link collideMany}
 */
export async function openGpu(options: GpuOptions = {}): Promise<Gpu> {
  requireOptions(options, ['required', 'notice', 'flags']);
  const { required = false, notice, flags = NO_FLAGS } = options;
  if (typeof required !== 'boolean') refuseOption(`required is ${shown(required)}; it is true or false.`);
  if (notice !== undefined && typeof notice !== 'function') {
    refuseOption(`notice is ${shown(notice)}; it is a function of a sentence.`);
  }
  if (!(Array.isArray(flags) && flags.every((flag) => typeof flag === 'string'))) {
    refuseOption(`flags is ${shown(flags)}; it is an array of texts, such as ['backend=vulkan'].`);
  }
  const read = { required, notice, flags: [...flags] };
  try {
    const device = await openDevice(read.flags);
    if (device.isSoftware)
      notice?.(`The adapter is software (${device.adapter}); queries take longer there than on the CPU.`);
    return new Gpu(device, read);
  } catch (error) {
    if (required || !(error instanceof NearmissError) || error.code === 'options/bad-value') throw error;
    notice?.(`${error.message} Queries run on the CPU.`);
    return new Gpu(null, read);
  }
}
