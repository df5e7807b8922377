// The numbers behind the accessors of a plan: interleaved, sparse, quantised or compressed, as decoded by @gltf-transform.
// It and the decoders of compressed data are loaded when they are first needed.

import { refuse } from '../refuse.ts';
import { readDracoCounts } from './draco-header.ts';
import { bufferName, type GeometryPlan, type GltfLimits } from './geometry-plan.ts';

/** Creates a Draco decoder, with the interface of the package draco3dgltf. See {@link ReadOptions}. */
export type DracoDecoderFactory = () => Promise<object>;

export type AccessorArray = ArrayLike<number>;

/** Decodes every accessor of the plan, in order. `buffers` are those of the plan, each at least of the planned length. */
export async function decodeAccessors(
  plan: GeometryPlan,
  buffers: readonly Uint8Array[],
  makeDraco: DracoDecoderFactory,
  limits: GltfLimits,
): Promise<AccessorArray[]> {
  for (const check of plan.sparseChecks) checkSparseIndices(check, buffers[check.buffer]);
  checkDraco(plan, buffers, limits);

  const { Logger, WebIO } = await import('@gltf-transform/core');
  const { EXTMeshoptCompression, KHRAccessorFloat64, KHRDracoMeshCompression } = await import(
    '@gltf-transform/extensions'
  );
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  io.registerExtensions([EXTMeshoptCompression, KHRAccessorFloat64, KHRDracoMeshCompression]);
  if (plan.json.extensionsUsed.includes(EXTMeshoptCompression.EXTENSION_NAME)) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
  if (plan.dracoStretches.length > 0) io.registerDependencies({ 'draco3d.decoder': await makeDraco() });

  const resources = Object.fromEntries(buffers.map((bytes, index) => [bufferName(index), bytes]));
  try {
    const document = await io.readJSON({ json: plan.json as never, resources: resources as never });
    return document
      .getRoot()
      .listAccessors()
      .map((accessor) => accessor.getArray() ?? []);
  } catch (cause) {
    const location = plan.dracoStretches[0]?.path ?? '/bufferViews';
    return refuse('io/damaged', location, 'The compressed data cannot be decoded.', cause);
  }
}

/** A decoder of the package draco3dgltf, a new one each time: one that has failed on a file may be in a bad state. */
export async function loadDraco(): Promise<object> {
  const { default: draco3d } = await import('draco3dgltf');
  const silent = (): void => {};
  return draco3d.createDecoderModule({ print: silent, printErr: silent });
}

function checkSparseIndices(check: GeometryPlan['sparseChecks'][number], bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < check.count; i++) {
    const at = check.byteOffset + i * check.bytesEach;
    const index =
      check.bytesEach === 1
        ? view.getUint8(at)
        : check.bytesEach === 2
          ? view.getUint16(at, true)
          : view.getUint32(at, true);
    if (index >= check.below) {
      refuse('io/index-out-of-range', check.path, `Sparse item ${index} is to change, but there are ${check.below}.`);
    }
  }
}

function checkDraco(plan: GeometryPlan, buffers: readonly Uint8Array[], limits: GltfLimits): void {
  let faces = 0;
  let points = 0;
  for (const { path, buffer, byteOffset, byteLength } of plan.dracoStretches) {
    const counts = readDracoCounts(buffers[buffer].subarray(byteOffset, byteOffset + byteLength), path);
    faces += counts.faces;
    points += counts.points;
    if (faces > limits.maxTriangles || points > limits.maxVertices) {
      refuse(
        'io/too-large',
        path,
        `The Draco data holds ${faces} faces and ${points} points, more than the limits allow.`,
      );
    }
  }
}
