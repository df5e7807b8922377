// Kernels on two medial meshes, in one submission: pose the balls, cull pairs, test pairs, keep those that can touch first. Only
// these come back.

import { COPY_DST, COPY_SRC, type Device, MAP_READ, MOST_GROUPS, STORAGE, UNIFORM } from './device.ts';
import { deviceFailed } from './errors.ts';
import type { MedialMotion } from './medial-motion.ts';
import type { UploadedMedial } from './uploaded-medial.ts';
import {
  ALTERNATION_GROUP,
  ALTERNATION_OF_ALL,
  CONE_TESTS,
  MEDIAL_ALTERNATION,
  SLAB_TESTS,
} from './wgsl/medial-alternation.ts';
import { MEDIAL_CULL, MEDIAL_PAIRS, NUMBER_BITS, ROWS } from './wgsl/medial-pairs.ts';
import { MEDIAL_PROVEN } from './wgsl/medial-proven.ts';
import { MEDIAL_FILTER, MEDIAL_POSE, MEDIAL_TEST, MOST_INTERVALS, POSE_ROWS } from './wgsl/medial-scene.ts';

/** `proven`: times before which pairs are proven apart. `alternation`: times that the paper's test claims. */
export type MedialTest = 'proven' | 'alternation';

/** Bytes of `Scene` before the poses, and of `State` (wgsl/medial-scene.ts). */
const SCENE = 80;
const STATE = 32;
/** Bytes of a candidate: two primitives, a time. */
const CANDIDATE = 16;
/** Bytes of a pair that the culling has left: two primitives, a time. */
const SURVIVOR = 12;
/** Bytes of a posed primitive: start and displacement of four balls. */
const POSED = 128;
/** Candidates that come back with the state, in 64 KiB; more need a second copy, which takes as long as the rest. */
const FIRST_READ = 4094;
const FIRST_CAPACITY: number = 2 ** 14;
const FIRST_SURVIVORS: number = 2 ** 16;
/** Workgroups of the kernels that go through a list. */
const LIST_GROUPS = 1024;

/** Pairs that can touch first, and from when on. */
export interface MedialCandidates {
  readonly pairs: Uint32Array;
  readonly times: Float64Array;
  /** By this time a contact was proven, or claimed; infinite if none. */
  readonly found: number;
  /** Pairs of primitives that the culling left; NaN without culling. */
  readonly survivors: number;
  /** Bytes that were read back. */
  readonly bytesRead: number;
}

interface Buffers {
  readonly scene: GPUBuffer;
  readonly state: GPUBuffer;
  readonly readable: GPUBuffer;
  posed: GPUBuffer;
  survivors: GPUBuffer;
  candidates: GPUBuffer;
  kept: GPUBuffer;
}

interface Step {
  readonly pipeline: GPUComputePipeline;
  readonly bindings: GPUBindGroup;
  readonly groups: readonly [number, number, number];
}

/** The kernels of a run for one number of intervals, kept from one to the next. */
interface Plan {
  readonly test: MedialTest;
  readonly culls: boolean;
  readonly intervals: number;
  readonly steps: readonly Step[];
}

/** What a run needs besides the buffers. */
interface Prepared {
  readonly motion: MedialMotion;
  readonly stamp: number;
  readonly plan: Plan;
}

/** Two meshes and their motion. */
export interface MedialRun {
  readonly pair: MedialPair;
  readonly motion: MedialMotion;
}

/** Two medial meshes on a device. */
export class MedialPair {
  readonly a: UploadedMedial;
  readonly b: UploadedMedial;
  /** Pairs that a list of survivors can hold: by the limit of buffers. */
  mostSurvivors: number;
  readonly #device: Device;
  readonly #buffers: Buffers;
  readonly #numbers = new ArrayBuffer(SCENE + 16 * POSE_ROWS);
  readonly #words = new Uint32Array(this.#numbers);
  readonly #floats = new Float32Array(this.#numbers);
  #plan: Plan | null = null;
  #intervals = 1;
  #capacity = FIRST_CAPACITY;
  #survivors: number;

  private constructor(device: Device, a: UploadedMedial, b: UploadedMedial, buffers: Buffers, survivors: number) {
    this.#device = device;
    this.a = a;
    this.b = b;
    this.#buffers = buffers;
    this.#survivors = survivors;
    this.mostSurvivors = Math.floor(device.largestBuffer / SURVIVOR);
  }

  static async of(device: Device, a: UploadedMedial, b: UploadedMedial): Promise<MedialPair | null> {
    // Numbers of A share a word with intervals; a dispatch has so many workgroups along an axis.
    if (a.count >= 2 ** NUMBER_BITS || Math.max(a.count / ROWS, b.count / 64) > MOST_GROUPS) return null;
    const posed = POSED * (a.count + b.count);
    if (posed > device.largestBuffer) return null;
    const survivors = Math.min(FIRST_SURVIVORS, a.count * b.count, Math.floor(device.largestBuffer / SURVIVOR));
    return new MedialPair(
      device,
      a,
      b,
      {
        scene: await device.buffer(SCENE + 16 * POSE_ROWS, UNIFORM | COPY_DST),
        state: await device.buffer(STATE, STORAGE | COPY_SRC | COPY_DST),
        readable: await device.buffer(STATE + CANDIDATE * FIRST_READ, MAP_READ | COPY_DST),
        posed: await device.buffer(posed, STORAGE),
        survivors: await device.buffer(SURVIVOR * survivors, STORAGE),
        candidates: await device.buffer(CANDIDATE * FIRST_CAPACITY, STORAGE),
        kept: await device.buffer(CANDIDATE * FIRST_CAPACITY, STORAGE | COPY_SRC),
      },
      survivors,
    );
  }

  /** Pairs that the list of survivors holds. */
  get #listed(): number {
    return Math.min(this.#survivors, this.mostSurvivors);
  }

  /** Whether a buffer can hold the balls of a motion of so many intervals, and a word count its pairs. */
  holds(intervals: number): boolean {
    const { a, b } = this;
    const fits = POSED * (a.count + b.count) * buffered(intervals) <= this.#device.largestBuffer;
    return fits && a.count * b.count * intervals < 2 ** 32;
  }

  /** Elementary pairs: 1 of two cones, 3 + 2 of a cone and a slab, 9 + 6 of two slabs (Song, Lan, Yao and Guo, §4.1). */
  get elementaryPairs(): number {
    const { a, b } = this;
    const [slabsA, slabsB] = [a.count - a.cones, b.count - b.cones];
    return a.cones * b.cones + 5 * (a.cones * slabsB + slabsA * b.cones) + 15 * slabsA * slabsB;
  }

  /** Tests all pairs, or those that the culling leaves; `repeats` of the same tests are for measurements. */
  async run(motion: MedialMotion, test: MedialTest, culls: boolean, repeats = 1): Promise<MedialCandidates> {
    const prepared = await this.#prepare(motion, test, culls);
    const encoder = this.#device.device.createCommandEncoder();
    this.#encode(encoder, prepared, repeats);
    this.#device.device.queue.submit([encoder.finish()]);
    return this.#finish(prepared);
  }

  /** Tests for many pairs of meshes, each with its own motion, in one submission. No pair may be in the list twice. */
  static async runAll(device: Device, runs: readonly MedialRun[], culls: boolean): Promise<MedialCandidates[]> {
    const prepared: Prepared[] = [];
    const encoder = device.device.createCommandEncoder();
    for (const { pair, motion } of runs) {
      const one = await pair.#prepare(motion, 'proven', culls);
      pair.#encode(encoder, one, 1);
      prepared.push(one);
    }
    device.device.queue.submit([encoder.finish()]);
    return Promise.all(runs.map(({ pair }, k) => pair.#finish(prepared[k])));
  }

  async #prepare(motion: MedialMotion, test: MedialTest, culls: boolean): Promise<Prepared> {
    const { intervals } = motion;
    if (intervals > this.#intervals) await this.#fit(intervals);
    let plan = this.#plan;
    if (plan === null || plan.test !== test || plan.culls !== culls || plan.intervals !== intervals) {
      plan = { test, culls, intervals, steps: await this.#steps(test, culls, intervals) };
      this.#plan = plan;
    }
    const stamp = this.#device.nextStamp();
    this.#write(motion, stamp);
    const { scene } = this.#buffers;
    this.#device.device.queue.writeBuffer(scene, 0, this.#numbers, 0, SCENE + motion.poses.byteLength);
    return { motion, stamp, plan };
  }

  #encode(encoder: GPUCommandEncoder, { plan: { steps } }: Prepared, repeats: number): void {
    const { state, kept, readable } = this.#buffers;
    for (let k = 0; k < repeats; k++) {
      encoder.clearBuffer(state);
      const pass = encoder.beginComputePass();
      for (const { pipeline, bindings, groups } of steps) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, bindings);
        pass.dispatchWorkgroups(...groups);
      }
      pass.end();
    }
    encoder.copyBufferToBuffer(state, 0, readable, 0, STATE);
    encoder.copyBufferToBuffer(kept, 0, readable, STATE, CANDIDATE * FIRST_READ);
  }

  async #finish({ motion, stamp, plan: { test, culls } }: Prepared): Promise<MedialCandidates> {
    const { readable } = this.#buffers;
    const mapped = new Uint32Array(await this.#device.map(readable, STATE + CANDIDATE * FIRST_READ));
    const [found, survivors, candidates, count, stamped] = mapped;
    const words = mapped.slice(STATE / 4, (STATE + CANDIDATE * Math.min(count, FIRST_READ)) / 4);
    readable.unmap();
    if (stamped !== stamp) throw deviceFailed('A run has left no result.');
    if (candidates > this.#capacity || survivors > this.#listed) {
      // A list that no buffer holds is left out: all pairs are tested instead.
      const fits = survivors <= this.mostSurvivors;
      await this.#grow(candidates, fits ? survivors : 0);
      return this.run(motion, test, culls && fits);
    }
    const list = count > FIRST_READ ? await this.#readAll(count) : words;
    return candidatesOf(list, count, found, culls ? survivors : Number.NaN);
  }

  async #steps(test: MedialTest, culls: boolean, intervals: number): Promise<readonly Step[]> {
    const device = this.#device;
    const { a, b } = this;
    const { scene, posed, survivors, state, candidates, kept } = this.#buffers;
    const buffers = [scene, a.primitives, b.primitives, posed, survivors, state, candidates, kept];
    const testCode = `${test === 'proven' ? MEDIAL_PROVEN : MEDIAL_ALTERNATION}\n${MEDIAL_PAIRS}`;
    const tiles = [Math.ceil(b.count / 64), Math.ceil(a.count / ROWS), intervals] as const;
    const plan = [
      {
        code: MEDIAL_POSE,
        entry: 'poseMedial',
        used: [0, 1, 2, 3],
        groups: [Math.ceil((a.count + b.count) / 64), intervals, 1] as const,
      },
      ...(culls
        ? [{ code: `${MEDIAL_TEST}\n${MEDIAL_CULL}`, entry: 'cullMedial', used: [0, 3, 4, 5], groups: tiles }]
        : []),
      ...(culls
        ? [{ code: testCode, entry: 'testSurvivors', used: [0, 3, 4, 5, 6], groups: [LIST_GROUPS, 1, 1] as const }]
        : test === 'proven'
          ? [{ code: testCode, entry: 'testAll', used: [0, 3, 5, 6], groups: tiles }]
          : this.#alternations(intervals)),
      { code: MEDIAL_FILTER, entry: 'filterMedial', used: [0, 5, 6, 7], groups: [64, 1, 1] as const },
    ];
    return Promise.all(
      plan.map(async ({ code, entry, used, groups }) => {
        const pipeline = await device.pipeline(code, entry);
        const entries = used.map((binding) => ({ binding, resource: { buffer: buffers[binding] } }));
        const bindings = device.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
        return { pipeline, bindings, groups };
      }),
    );
  }

  /** The elementary tests of all pairs, those of cones and those of slabs. */
  #alternations(intervals: number) {
    const code = `${MEDIAL_ALTERNATION}\n${ALTERNATION_OF_ALL}`;
    const [across, down] = [Math.ceil(this.b.count / ALTERNATION_GROUP), Math.ceil(this.a.count / ROWS)];
    return [
      { code, entry: 'testAllCones', used: [0, 3, 5, 6], groups: [across, down, CONE_TESTS * intervals] as const },
      { code, entry: 'testAllSlabs', used: [0, 3, 5, 6], groups: [across, down, SLAB_TESTS * intervals] as const },
    ];
  }

  #write({ intervals, poses, turns, units, enlarged, overlap }: MedialMotion, stamp: number): void {
    this.#words.set([this.a.count, this.b.count, intervals, stamp], 0);
    this.#floats.set([overlap, enlarged], 4);
    this.#words.set([this.#capacity, this.#listed], 6);
    this.#floats.set(turns[0], 8);
    this.#floats.set(turns[1], 12);
    this.#floats.set(units, 16);
    this.#floats.set(poses, SCENE / 4);
  }

  /** Provides for so many intervals. */
  async #fit(intervals: number): Promise<void> {
    const size = buffered(intervals);
    const posed = await this.#device.buffer(POSED * (this.a.count + this.b.count) * size, STORAGE);
    this.#plan = null;
    this.#buffers.posed.destroy();
    this.#buffers.posed = posed;
    this.#intervals = size;
  }

  /** Larger lists. Where there is no memory for one, those that there are stay: the next run can use them. */
  async #grow(candidates: number, survivors: number): Promise<void> {
    const device = this.#device;
    const buffers = this.#buffers;
    if (candidates > this.#capacity) {
      const capacity = Math.max(candidates, Math.min(2 * candidates, Math.floor(device.largestBuffer / CANDIDATE)));
      const listed = await device.buffer(CANDIDATE * capacity, STORAGE);
      let kept: GPUBuffer;
      try {
        kept = await device.buffer(CANDIDATE * capacity, STORAGE | COPY_SRC);
      } catch (error) {
        listed.destroy();
        throw error;
      }
      this.#plan = null;
      for (const buffer of [buffers.candidates, buffers.kept]) buffer.destroy();
      [buffers.candidates, buffers.kept, this.#capacity] = [listed, kept, capacity];
    }
    if (survivors > this.#survivors) {
      const capacity = Math.min(2 * survivors, this.mostSurvivors);
      const left = await device.buffer(SURVIVOR * capacity, STORAGE);
      this.#plan = null;
      buffers.survivors.destroy();
      [buffers.survivors, this.#survivors] = [left, capacity];
    }
  }

  async #readAll(count: number): Promise<Uint32Array> {
    const device = this.#device;
    const all = await device.buffer(CANDIDATE * count, MAP_READ | COPY_DST);
    const encoder = device.device.createCommandEncoder();
    encoder.copyBufferToBuffer(this.#buffers.kept, 0, all, 0, CANDIDATE * count);
    device.device.queue.submit([encoder.finish()]);
    const words = new Uint32Array(await device.map(all, CANDIDATE * count)).slice();
    all.destroy();
    return words;
  }

  destroy(): void {
    for (const buffer of Object.values(this.#buffers)) if (typeof buffer === 'object') buffer.destroy();
  }
}

/** Intervals that a buffer is made for. */
function buffered(intervals: number): number {
  return Math.min(MOST_INTERVALS, 2 ** Math.ceil(Math.log2(intervals)));
}

/** Sorted by pairs, so that the order in which invocations ended does not matter; one entry a pair, its first time. */
function candidatesOf(list: Uint32Array, count: number, found: number, survivors: number): MedialCandidates {
  const floats = new Float32Array(list.buffer, list.byteOffset, list.length);
  let order = new Uint32Array(count);
  for (let k = 0; k < count; k++) order[k] = 4 * k;
  for (const word of [1, 0]) order = sortedBy(list, word, order);
  const pairs = new Uint32Array(2 * count);
  const times = new Float64Array(count);
  let kept = 0;
  for (const at of order) {
    const isKnown = kept > 0 && pairs[2 * kept - 2] === list[at] && pairs[2 * kept - 1] === list[at + 1];
    if (isKnown) times[kept - 1] = Math.min(times[kept - 1], floats[at + 2]);
    else {
      pairs[2 * kept] = list[at];
      pairs[2 * kept + 1] = list[at + 1];
      times[kept++] = floats[at + 2];
    }
  }
  return {
    pairs: pairs.slice(0, 2 * kept),
    times: times.slice(0, kept),
    found: found === 0 ? Infinity : new Float32Array(Uint32Array.of(~found).buffer)[0],
    survivors,
    bytesRead: STATE + CANDIDATE * (FIRST_READ + (count > FIRST_READ ? count : 0)),
  };
}

/** Offsets in a list, in the order of a word there, equal ones as they were: a counting sort, since a comparison for each takes longer than a run. */
function sortedBy(list: Uint32Array, word: number, offsets: Uint32Array): Uint32Array<ArrayBuffer> {
  let most = 0;
  for (const at of offsets) most = Math.max(most, list[at + word]);
  const next = new Uint32Array(most + 2);
  for (const at of offsets) next[list[at + word] + 1]++;
  for (let k = 0; k <= most; k++) next[k + 1] += next[k];
  const out = new Uint32Array(offsets.length);
  for (const at of offsets) out[next[list[at + word]]++] = at;
  return out;
}
