// A device and what is kept on it: pipelines by their code, buffers within the limits of the adapter, and what it said when
// something went wrong.
//
// No answer depends on the device having said so in time: every result carries the number of its run (`stamp`), and a result without
// it counts as undecided.

import { NearmissError } from 'nearmiss';
import { deviceFailed, deviceLost, noAdapter, outOfMemory } from './errors.ts';
import { findAdapter, findGpu } from './find-adapter.ts';
import type { Slot } from './slot.ts';

/** Invocations of a workgroup of the searches: WebGPU promises 256. */
const GROUP = 64;
/** Workgroups of a dispatch along one axis, on every device. */
export const MOST_GROUPS = 65535;

/** The stamps of results have this many bits. */
const STAMPS: number = 2 ** 20;

/** Adapters that compute on the CPU and do not all say so. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|software|basic render/i;

export class Device {
  readonly device: GPUDevice;
  readonly adapter: string;
  /** Whether the adapter computes on the CPU, as far as it tells. */
  readonly isSoftware: boolean;
  readonly hasTimestamps: boolean;
  /** The largest buffer a kernel can be given, in bytes. */
  readonly largestBuffer: number;
  /** Dawn closes what is no longer referenced. */
  readonly #entry: GPU;
  readonly #pipelines = new Map<string, GPUComputePipeline>();
  #lost: string | null = null;
  #refusal: string | null = null;
  /** No small number: memory that nothing was written to may have such. */
  #stamp: number = STAMPS / 2;
  /** Queries of a chunk that took a short time, by kernel (many-run.ts). */
  readonly #chunks = new Map<string, number>();
  readonly #slots = new Map<string, Slot[]>();

  private constructor(entry: GPU, device: GPUDevice, info: GPUAdapterInfo) {
    this.#entry = entry;
    this.device = device;
    const { vendor, architecture, description } = info;
    this.adapter = [vendor, architecture, description].filter((word) => word !== '').join(' ');
    this.isSoftware = info.isFallbackAdapter || SOFTWARE.test(this.adapter);
    this.hasTimestamps = device.features.has('timestamp-query');
    this.largestBuffer = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    void device.lost.then(({ reason, message }) => {
      this.#lost = message === '' ? reason : message;
    });
    device.addEventListener('uncapturederror', ({ error }) => {
      this.#refusal ??= error.message;
    });
  }

  static async open(flags: readonly string[]): Promise<Device> {
    const entry = await findGpu(flags);
    const adapter = await findAdapter(entry, flags);
    const device = await requestDevice(adapter);
    return new Device(entry, device, adapter.info);
  }

  /** Refuses to go on with a device that was lost or that refused its work. */
  requireUsable(): void {
    if (this.#lost !== null) throw deviceLost(this.#lost);
    if (this.#refusal === null) return;
    const why = this.#refusal;
    this.#refusal = null;
    throw deviceFailed(why);
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** A number that no other recent run has, and that is not 0. */
  nextStamp(): number {
    this.#stamp = (this.#stamp % (STAMPS - 1)) + 1;
    return this.#stamp;
  }

  /** Buffers kept from one run of a kernel to the next. */
  slots(kernel: string): Slot[] {
    const known = this.#slots.get(kernel) ?? [];
    this.#slots.set(kernel, known);
    return known;
  }

  chunk(kernel: string): number | undefined {
    return this.#chunks.get(kernel);
  }

  setChunk(kernel: string, queries: number): void {
    this.#chunks.set(kernel, queries);
  }

  /** A buffer; refuses one that the device has no memory for. */
  async buffer(size: number, usage: GPUBufferUsageFlags): Promise<GPUBuffer> {
    const bytes = Math.max(16, Math.ceil(size / 16) * 16);
    if (bytes > this.largestBuffer) throw outOfMemory(bytes);
    this.device.pushErrorScope('out-of-memory');
    const buffer = this.device.createBuffer({ size: bytes, usage });
    let error: GPUError | null;
    try {
      error = await this.device.popErrorScope();
    } catch (reason) {
      // Some devices refuse to tell once they are lost.
      throw await this.#failure(reason);
    }
    if (error === null) return buffer;
    this.requireUsable();
    throw outOfMemory(bytes);
  }

  /** The pipeline of an entry point of some code; compiled once. */
  async pipeline(code: string, entryPoint: string): Promise<GPUComputePipeline> {
    const key = `${entryPoint}\n${code}`;
    const known = this.#pipelines.get(key);
    if (known !== undefined) return known;
    const module = this.device.createShaderModule({ code });
    try {
      const made = await this.device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint } });
      this.#pipelines.set(key, made);
      return made;
    } catch (error) {
      throw await this.#failure(error);
    }
  }

  bind(pipeline: GPUComputePipeline, buffers: readonly GPUBuffer[]): GPUBindGroup {
    return this.device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  /** Makes a buffer readable here, or says what is wrong with the device. */
  async map(buffer: GPUBuffer, size: number): Promise<ArrayBuffer> {
    try {
      await buffer.mapAsync(READ, 0, size);
      this.requireUsable();
      return buffer.getMappedRange(0, size);
    } catch (error) {
      // It is kept for other queries, which could not use it while it is mapped.
      buffer.unmap();
      throw error instanceof NearmissError ? error : await this.#failure(error);
    }
  }

  /** What a promise of the device that was rejected means. That the device is lost may be told after that. */
  async #failure(reason: unknown): Promise<NearmissError> {
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#lost !== null) return deviceLost(this.#lost);
    const why = this.#refusal ?? (reason instanceof Error ? reason.message : String(reason));
    this.#refusal = null;
    return deviceFailed(why);
  }

  close(): void {
    this.device.destroy();
    this.#pipelines.clear();
    // The last reference to it.
    void this.#entry;
  }
}

/** With the largest buffers that the adapter has, and its clock; an adapter that gives no device is none. */
async function requestDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  try {
    return await adapter.requestDevice({
      requiredFeatures: adapter.features.has('timestamp-query') ? ['timestamp-query'] : [],
      requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
    });
  } catch (error) {
    throw noAdapter(`the adapter gives no device (${error instanceof Error ? error.message : String(error)})`);
  }
}

// The numbers of the specification: Node has no global objects for them.
const READ = 1;
export const MAP_READ = 0x1;
export const COPY_SRC = 0x4;
export const COPY_DST = 0x8;
export const UNIFORM = 0x40;
export const STORAGE = 0x80;

/** Workgroups for so many invocations, along two axes. */
export function groupsFor(invocations: number, group: number = GROUP): [number, number] {
  const groups = Math.max(1, Math.ceil(invocations / group));
  const rows = Math.ceil(groups / MOST_GROUPS);
  return [Math.ceil(groups / rows), rows];
}
