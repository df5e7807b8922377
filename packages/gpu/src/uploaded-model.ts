// A model on the device: its bytes as they are, and what the searches read, unpacked there (wgsl/unpack-model.ts).

import { disc, type Model } from 'nearmiss';
import { COPY_DST, type Device, groupsFor, STORAGE, UNIFORM } from './device.ts';
import { doublesOf, type ModelSection, sectionsOf, wholeNumbersOf } from './model-sections.ts';
import { LEAF_SIZE } from './wgsl/distance.ts';
import { UNPACK_MODEL } from './wgsl/unpack-model.ts';

export interface UploadedModel {
  readonly nodes: GPUBuffer;
  readonly nodeCount: number;
  readonly triangles: GPUBuffer;
  /** A vertex of each connected part, in the model's frame. */
  readonly anchors: Float64Array;
  readonly centre: Float64Array;
  readonly unit: number;
  readonly reach: number;
  readonly closed: boolean;
  readonly depth: number;
  readonly branching: number;
}

/** The model on a device; null for one without a tree of triangles, or with one over parts of triangles. */
export async function uploadModel(device: Device, model: Model): Promise<UploadedModel | null> {
  const bytes = model.with(disc).toBytes();
  const sections = sectionsOf(bytes);
  const [links, discs, corners, frame, flags] = ['links', 'disc', 'corners', 'frame', 'flags'].map((name) =>
    sections.get(name),
  );
  if (!links || !discs || !corners || !frame || !flags || sections.has('tiles')) return null;
  if (bytes.byteLength > device.largestBuffer) return null;
  if (!hasSmallLeaves(wholeNumbersOf(bytes, links))) return null;
  const nodes = links.count / 4;
  const triangles = corners.count / 9;
  const raw = await device.buffer(bytes.byteLength, STORAGE | COPY_DST);
  const unpackedNodes = await device.buffer(32 * nodes + 16 * Math.ceil(nodes / 2), STORAGE);
  const unpackedTriangles = await device.buffer(48 * triangles, STORAGE);
  const numbers = await device.buffer(32, UNIFORM | COPY_DST);
  const { queue } = device.device;
  queue.writeBuffer(raw, 0, bytes.buffer, bytes.byteOffset, bytes.byteLength);
  queue.writeBuffer(numbers, 0, Uint32Array.of(links.at / 4, discs.at / 4, corners.at / 4, nodes, triangles));
  const encoder = device.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  for (const [entry, buffers, count] of [
    ['unpackNodes', [numbers, raw, unpackedNodes], nodes],
    ['unpackTriangles', [numbers, raw, unpackedTriangles], 3 * triangles],
  ] as const) {
    const pipeline = await device.pipeline(UNPACK_MODEL, entry);
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindUnpack(device, pipeline, entry, buffers));
    pass.dispatchWorkgroups(...groupsFor(count));
  }
  pass.end();
  queue.submit([encoder.finish()]);
  // They are kept until the work is done.
  raw.destroy();
  numbers.destroy();
  const [x, y, z, unit, reach] = doublesOf(bytes, frame);
  const [closed, , , depth, branching] = wholeNumbersOf(bytes, flags);
  const centre = Float64Array.of(x, y, z);
  return {
    nodes: unpackedNodes,
    nodeCount: nodes,
    triangles: unpackedTriangles,
    anchors: anchorsOf(bytes, sections, centre, unit),
    centre,
    unit,
    reach,
    closed: closed === 1,
    depth,
    branching,
  };
}

/** Whether no leaf has more triangles than the kernels take: of each node, its first child (0 in a leaf), first triangle, triangles. */
function hasSmallLeaves(links: Uint32Array): boolean {
  for (let at = 0; at < links.length; at += 4) if (links[at] === 0 && links[at + 2] > LEAF_SIZE) return false;
  return true;
}

/** The two entry points write to different buffers. */
function bindUnpack(
  device: Device,
  pipeline: GPUComputePipeline,
  entry: 'unpackNodes' | 'unpackTriangles',
  [numbers, raw, out]: readonly [GPUBuffer, GPUBuffer, GPUBuffer],
): GPUBindGroup {
  return device.device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [
      { binding: 0, resource: { buffer: numbers } },
      { binding: 1, resource: { buffer: raw } },
      { binding: entry === 'unpackNodes' ? 2 : 3, resource: { buffer: out } },
    ],
  });
}

function anchorsOf(
  bytes: Uint8Array,
  sections: ReadonlyMap<string, ModelSection>,
  centre: Float64Array,
  unit: number,
): Float64Array {
  const anchors = sections.get('anchors');
  const positions = sections.get('positions');
  if (anchors === undefined || positions === undefined) return new Float64Array(0);
  const vertices = wholeNumbersOf(bytes, anchors);
  const xyz = doublesOf(bytes, positions);
  const out = new Float64Array(3 * vertices.length);
  for (let k = 0; k < vertices.length; k++) {
    for (let c = 0; c < 3; c++) out[3 * k + c] = (xyz[3 * vertices[k] + c] - centre[c]) / unit;
  }
  return out;
}
