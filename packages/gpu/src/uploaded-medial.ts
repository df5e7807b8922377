// A medial axis on the device: the sections of the model's bytes as they are, and the primitives that the kernels read, gathered there
// (wgsl/unpack-medial.ts). Lengths on the device are in units of the model's frame, which is a power of two near the size of the body.

import type { Model } from 'nearmiss';
import { medialStructure } from 'nearmiss/medial';
import type { FrameBox } from './body-boxes.ts';
import { COPY_DST, type Device, groupsFor, STORAGE, UNIFORM } from './device.ts';
import { doublesOf, sectionsOf } from './model-sections.ts';
import { PRIMITIVE, UNPACK_MEDIAL } from './wgsl/unpack-medial.ts';

/** The axis of a model as motions see it. */
export interface MedialBody {
  /** Cones and slabs. */
  readonly count: number;
  readonly cones: number;
  /** Origin of the frame in body coordinates. */
  readonly centre: readonly [number, number, number];
  /** One unit of the frame in body coordinates. */
  readonly unit: number;
  /** No ball reaches farther from the origin of the frame, in its units. */
  readonly reach: number;
  /** All balls are within this box, in the frame and its units. */
  readonly box: FrameBox;
  /** No point of the primitives is farther than this from the solid, in body coordinates; infinite where that is not known. */
  readonly error: number;
}

export interface UploadedMedial extends MedialBody {
  readonly primitives: GPUBuffer;
}

/** The axis that a model stores, or else the one that its queries have derived; nothing is built twice. */
const AXIS = medialStructure();
const STORED = { ...AXIS, build: (model: Model) => model.structure(AXIS) };

const SECTIONS = ['medial-balls', 'medial-cones', 'medial-slabs', 'medial-sizes', 'frame'];

/** The medial axis on a device; null where it is too large for its buffers. */
export async function uploadMedial(device: Device, model: Model): Promise<UploadedMedial | null> {
  const bytes = model.with(STORED).toBytes();
  const sections = sectionsOf(bytes);
  const [balls, cones, slabs, sizes, frame] = SECTIONS.map((name) => sections.get(name) ?? { at: 0, count: 0 });
  const count = cones.count / 2 + slabs.count / 3;
  if (Math.max(8 * balls.count, 4 * slabs.count, PRIMITIVE * count) > device.largestBuffer) return null;
  const primitives = await device.buffer(PRIMITIVE * count, STORAGE);
  const raw = await Promise.all(
    [8 * balls.count, 4 * cones.count, 4 * slabs.count].map((size) => device.buffer(size, STORAGE | COPY_DST)),
  );
  const numbers = await device.buffer(16, UNIFORM | COPY_DST);
  const pipeline = await device.pipeline(UNPACK_MEDIAL, 'unpackMedial');
  const { queue } = device.device;
  const write = (to: GPUBuffer, at: number, size: number, offset = 0) =>
    queue.writeBuffer(to, offset, bytes.buffer, bytes.byteOffset + at, size);
  write(raw[0], balls.at, 8 * balls.count);
  write(raw[1], cones.at, 4 * cones.count);
  write(raw[2], slabs.at, 4 * slabs.count);
  queue.writeBuffer(numbers, 0, Uint32Array.of(cones.count / 2, slabs.count / 3));
  // The dilation is the first of the sizes.
  write(numbers, sizes.at, 8, 8);
  const encoder = device.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.bind(pipeline, [numbers, ...raw, primitives]));
  pass.dispatchWorkgroups(...groupsFor(count));
  pass.end();
  queue.submit([encoder.finish()]);
  // They are kept until the work is done.
  for (const buffer of [...raw, numbers]) buffer.destroy();
  const [x, y, z, unit] = doublesOf(bytes, frame);
  const [dilation, , , overhangBound] = doublesOf(bytes, sizes);
  return {
    primitives,
    count,
    cones: cones.count / 2,
    centre: [x, y, z],
    unit,
    reach: reachOf(doublesOf(bytes, balls), dilation),
    box: boxOf(doublesOf(bytes, balls), dilation),
    error: (dilation + overhangBound) * unit,
  };
}

function boxOf(balls: Float64Array, dilation: number): FrameBox {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < balls.length; k += 4) {
    const radius = balls[k + 3] + dilation;
    for (let c = 0; c < 3; c++) {
      box[c] = Math.min(box[c], balls[k + c] - radius);
      box[3 + c] = Math.max(box[3 + c], balls[k + c] + radius);
    }
  }
  return box;
}

function reachOf(balls: Float64Array, dilation: number): number {
  let reach = 0;
  for (let k = 0; k < balls.length; k += 4) {
    reach = Math.max(reach, Math.hypot(balls[k], balls[k + 1], balls[k + 2]) + balls[k + 3] + dilation);
  }
  return reach * (1 + 2 ** -20);
}
