// Searches by the kernels of packages/core/kernels, in WebAssembly with vector instructions.

import type { Tree } from '../bvh/tree.ts';
import type { SelfCells, SelfSearch } from '../deform/self-kernels.ts';
import { NearmissError, textOf } from '../error.ts';
import type { MedialBody } from '../medial/medial-body.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { BuiltParts, ModelSteps, SplitMesh } from '../model/build-parts.ts';
import type { Model } from '../model/model.ts';
import { perModel } from '../model/per-model.ts';
import { convexBodyOf, mayBeConvex } from '../patches/convex-model.ts';
import type {
  Acceleration,
  ConvexContactList,
  ConvexGap,
  FirstContactOptions,
  FirstContactResult,
  KernelAdvance,
  KernelAdvanceEnd,
  KernelHull,
  KernelMotion,
  KernelNearest,
  KernelPose,
  KnownLeaves,
  LastLeaves,
} from '../query/acceleration.ts';
import type { BallTests } from '../query/ball-tests.ts';
import type { Contacts } from '../query/contacts.ts';
import type { NearSearch } from '../query/near-search.ts';
import type { Workspace } from '../query/workspace.ts';
import { type Pose, RELATIVE_SCALE } from '../scalar/pose.ts';
import type { CrowdKernel, RowTable } from '../space/crowd-kernels.ts';
import type { IntList } from '../space/int-list.ts';
import { advancePairs, writeMotion } from './advancement.ts';
import { KernelBalls } from './balls.ts';
import { convexDepth, separatesConvex } from './convex-depth.ts';
import { convexDistance, nearestConvex } from './convex-distance.ts';
import { KernelCrowd } from './crowd.ts';
import { searchContacts } from './face-contacts.ts';
import { convexContacts, writePosedHull } from './hull-contacts.ts';
import { COMPILING, type Kernel, loadKernel } from './kernel.ts';
import { KernelGap } from './kernel-gap.ts';
import { CAPACITY_AT, STACK_AT } from './layout.ts';
import { openMedialQuery, searchMedial, type UploadedMedial, uploadMedial } from './medial.ts';
import { buildParts, refitParts, splitMesh } from './model-builder.ts';
import { NearFaces } from './near-triangles.ts';
import { searchNearest } from './nearest.ts';
import { findNearestPoint } from './nearest-point.ts';
import { LEAST_PART, type QueryBlock } from './query-block.ts';
import { sortRows, sweepRows } from './row-sorting.ts';
import { openSelfSearch } from './self-cells.ts';
import { buildTree, fitBoxes, fitDiscs } from './tree-builder.ts';
import { type UploadedBody, uploadBody } from './uploaded-body.ts';
import { type UploadedHull, uploadHull } from './uploaded-hull.ts';
import { type UploadedModel, uploadModel } from './uploaded-model.ts';
import { searchWithin } from './within.ts';
import { isFirstAlone, searchInWorld, writeContact } from './world-pair.ts';

/** Capacity of the stack in pairs: sixteen for each step of a batch of sixteen, for as many levels as trees have. */
const CAPACITY = 256 * 128;
/** Scales of queries whose lengths and squares are far from the limits of f32. */
const LARGEST_SCALE: number = 2 ** 40;

/** What was allocated for a model or a crowd. */
interface Blocks {
  readonly blocks: readonly number[];
}

/** What a query needs of the kernels. One object is written again and again: it is read before anything else runs. */
interface OpenedPair {
  kernel: Kernel;
  block: QueryBlock;
  uploadedQ: UploadedModel;
  uploadedR: UploadedModel;
}

/** The same of convex bodies. */
interface OpenedConvexPair {
  readonly kernel: Kernel;
  readonly at: number;
  bodyA: UploadedBody;
  bodyB: UploadedBody;
}

/** A copy in the memory of the kernels. */
interface Upload<Uploaded extends Blocks> {
  /** Null before the first query, and where it was refused. */
  uploaded: Uploaded | null;
  /** How often memory had been freed when there was not enough: until more is, it is refused again. −1 before. */
  refusedAt: number;
}

function perModelUpload<Uploaded extends Blocks>(): (model: Model) => Upload<Uploaded> {
  return perModel(() => ({ uploaded: null, refusedAt: -1 }));
}

/** Of a model, of the convex body that it is, of the faces of that, and of its medial axis. */
const uploadOf: (model: Model) => Upload<UploadedModel> = /* @__PURE__ */ perModelUpload();
const bodyUploadOf: (model: Model) => Upload<UploadedBody> = /* @__PURE__ */ perModelUpload();
const hullUploadOf: (model: Model) => Upload<UploadedHull> = /* @__PURE__ */ perModelUpload();
const medialUploadOf: (model: Model) => Upload<UploadedMedial> = /* @__PURE__ */ perModelUpload();

/** Kernels in WebAssembly, with the memory they hold. See {@link simd}. */
export class Simd implements Acceleration {
  #kernel: Kernel | string | null = null;
  readonly #idle: QueryBlock[] = [];
  /** The block of queries about convex bodies: these call no code of the caller, so that one is enough. */
  #convexAt: number | null = null;
  /** The same for medial axes. */
  #medialAt: number | null = null;
  #gap: KernelGap | null = null;
  #opened: OpenedPair | null = null;
  #openedConvex: OpenedConvexPair | null = null;
  /** How often memory was freed. */
  #freed = 0;
  /** Whether the console was told that queries run without kernels. */
  #isTold = false;
  readonly #dropped: {
    register(owner: object, uploaded: Blocks, token: object): void;
    unregister(token: object): void;
  };

  constructor() {
    this.#dropped = new FinalizationRegistry<Blocks>((uploaded) => this.#free(uploaded));
  }

  /**
   * The reason why the kernels cannot be used in this engine, or not yet; null where they can. Without them queries run as before, and the first one that
   * cannot use them warns on the console, once.
   */
  get unavailable(): string | null {
    const kernel = this.#open();
    return typeof kernel === 'string' ? kernel : null;
  }

  /** Bytes of memory that the kernels hold. It does not shrink, but the memory of freed models is reused. */
  get memorySize(): number {
    const kernel = this.#kernel;
    return kernel === null || typeof kernel === 'string' ? 0 : kernel.exports.memory.buffer.byteLength;
  }

  /** Frees the kernels' copy of a model before the model itself is collected. A later query writes it again. */
  release(model: Model): void {
    // (The class itself would be in every bundle.)
    if (!Array.isArray(model?.derived)) {
      throw new NearmissError('model/bad-argument', `release takes a model, not ${textOf(model)}.`);
    }
    this.#dropped.unregister(model);
    for (const upload of [uploadOf(model), bodyUploadOf(model), hullUploadOf(model), medialUploadOf(model)]) {
      const { uploaded } = upload;
      upload.uploaded = null;
      if (uploaded !== null) this.#free(uploaded);
    }
  }

  /** @internal */
  readyFor(w: Workspace): boolean {
    return this.#ready(w) !== null;
  }

  /** @internal */
  searchNearest(w: Workspace, memory: LastLeaves | null): 'done' | 'contact' | null {
    const opened = this.#openPair(w);
    if (opened === null) return null;
    const { kernel, block, uploadedQ, uploadedR } = opened;
    try {
      return searchNearest(kernel, block, w, uploadedQ, uploadedR, memory);
    } finally {
      this.#idle.push(block);
    }
  }

  /** @internal */
  searchContacts(w: Workspace, contacts: Contacts): 'done' | 'stopped' | null {
    const opened = this.#openPair(w);
    if (opened === null) return null;
    const { kernel, block, uploadedQ, uploadedR } = opened;
    try {
      return searchContacts(kernel, block, w, uploadedQ, uploadedR, contacts);
    } finally {
      this.#idle.push(block);
    }
  }

  /** @internal */
  searchWithin(w: Workspace, memory: KnownLeaves | null): 'done' | null {
    const opened = this.#openPair(w);
    if (opened === null) return null;
    const { kernel, block, uploadedQ, uploadedR } = opened;
    try {
      return searchWithin(kernel, block, w, uploadedQ, uploadedR, memory);
    } finally {
      this.#idle.push(block);
    }
  }

  /** @internal */
  isFirstAlone(options: FirstContactOptions): boolean {
    return typeof this.#load() !== 'string' && isFirstAlone(options);
  }

  /** @internal */
  firstContact(w: Workspace, out: FirstContactResult): 'answered' | 'none' | null {
    const end = this.#inWorld(w, null);
    return end === null ? null : writeContact(w, end === 'found', out);
  }

  /** @internal */
  within(w: Workspace): 'found' | 'none' | null {
    return this.#inWorld(w, w.asked);
  }

  /** A search from the poses in the world, for points within a distance or common ones. Models are uploaded by other queries. */
  #inWorld(w: Workspace, asked: Float64Array | null): 'found' | 'none' | null {
    const kernel = this.#kernel;
    const { queryBody, reference } = w;
    const uploadedQ = uploadOf(queryBody).uploaded;
    const uploadedR = queryBody === reference ? uploadedQ : uploadOf(reference).uploaded;
    if (kernel === null || typeof kernel === 'string' || uploadedQ === null || uploadedR === null) return null;
    const block = this.#borrow(kernel);
    if (block === null) return null;
    try {
      return searchInWorld(kernel, block, w, uploadedQ, uploadedR, asked);
    } finally {
      this.#idle.push(block);
    }
  }

  /** @internal */
  advancePairs(w: Workspace, motion: KernelMotion, work: KernelAdvance, mostCost: number): KernelAdvanceEnd | null {
    const opened = this.#openPair(w);
    if (opened === null) return null;
    const { kernel, block, uploadedQ, uploadedR } = opened;
    try {
      if (!writeMotion(kernel, w, motion, work, mostCost)) return null;
      return advancePairs(kernel, block, w, uploadedQ, uploadedR, work);
    } finally {
      this.#idle.push(block);
    }
  }

  /** @internal */
  convexDistance(w: Workspace): boolean {
    const opened = this.#openConvex(w.queryBody, w.reference);
    return opened !== null && convexDistance(opened.kernel, opened.at, w, opened.bodyA, opened.bodyB);
  }

  /** @internal */
  convexDepth(w: Workspace): boolean {
    const opened = this.#openConvex(w.queryBody, w.reference);
    return opened !== null && convexDepth(opened.kernel, opened.at, w, opened.bodyA, opened.bodyB);
  }

  /** @internal */
  separatesConvex(w: Workspace): boolean {
    const opened = this.#openConvex(w.queryBody, w.reference);
    return opened !== null && separatesConvex(opened.kernel, opened.at, w, opened.bodyA, opened.bodyB);
  }

  /** @internal */
  nearestConvex(w: Workspace): boolean {
    const opened = this.#openConvex(w.queryBody, w.reference);
    return opened !== null && nearestConvex(opened.kernel, opened.at, w, opened.bodyA, opened.bodyB);
  }

  /** @internal */
  convexGap(a: Model, poseA: Pose, b: Model, poseB: Pose): ConvexGap | null {
    // Most bodies have been met before, and are known to be convex then.
    let gap = this.#gap;
    let bodyA = bodyUploadOf(a).uploaded;
    let bodyB = a === b ? bodyA : bodyUploadOf(b).uploaded;
    if (gap === null || bodyA === null || bodyB === null) {
      const opened = this.#openConvex(a, b);
      if (opened === null) return null;
      // (Copied: to read poses runs code of the caller, whose queries open other bodies.)
      bodyA = opened.bodyA;
      bodyB = opened.bodyB;
      gap = this.#gap ??= new KernelGap(opened.kernel, opened.at);
    }
    if (!gap.read(poseA, poseB)) return null;
    // It may also have released these bodies.
    if (bodyUploadOf(a).uploaded !== bodyA || bodyUploadOf(b).uploaded !== bodyB) this.#findAgain(gap, a, b);
    else gap.find(a, b, bodyA, bodyB);
    return gap;
  }

  /** The gap in the poses read, of bodies that are to be uploaded again. */
  #findAgain(gap: KernelGap, a: Model, b: Model): void {
    const opened = this.#openConvex(a, b);
    gap.isFound = false;
    if (opened !== null) gap.find(a, b, opened.bodyA, opened.bodyB);
  }

  /** @internal */
  convexContacts(
    a: Model,
    poseA: KernelPose,
    hullA: KernelHull,
    b: Model,
    poseB: KernelPose,
    hullB: KernelHull,
    within: number,
    out: ConvexContactList,
  ): boolean {
    const kernel = this.#load();
    if (typeof kernel === 'string') return false;
    const at = this.#convexQuery(kernel);
    if (at === null || !this.#writeHull(kernel, at, a, hullA, poseA, false)) return false;
    return this.#writeHull(kernel, at, b, hullB, poseB, true) && convexContacts(kernel, at, within, b.frame.unit, out);
  }

  /** Writes a body, its faces and its pose to the block of a query; false where they are not uploaded. */
  #writeHull(
    kernel: Kernel,
    at: number,
    model: Model,
    polygons: KernelHull,
    pose: KernelPose,
    isReference: boolean,
  ): boolean {
    const body = this.#uploadBody(kernel, model);
    const hull = body === null ? null : this.#uploadHull(kernel, model, polygons);
    if (body === null || hull === null) return false;
    writePosedHull(kernel, at, body, hull, pose, isReference);
    return true;
  }

  /** @internal */
  openNearSearch(): NearSearch | null {
    const kernel = this.#load();
    if (typeof kernel === 'string') return null;
    return new NearFaces(kernel, {
      readyFor: (w) => this.readyFor(w),
      upload: (model) => this.#upload(kernel, model),
      borrow: () => this.#borrow(kernel),
      giveBack: (block) => this.#idle.push(block),
    });
  }

  /** @internal */
  findNearestPoint(model: Model, point: Float64Array, limit: number, found: Float64Array): boolean {
    const kernel = this.#load();
    if (typeof kernel === 'string') return false;
    const uploaded = this.#upload(kernel, model);
    return uploaded !== null && findNearestPoint(kernel, model, uploaded, point, limit, found);
  }

  /** @internal */
  searchMedial(
    w: Workspace,
    medialQ: MedialBody,
    medialR: MedialBody,
    limit: number,
    nearest: KernelNearest,
  ): 'done' | null {
    const kernel = this.#load();
    if (typeof kernel === 'string' || w.budget.checkpoint[0] !== Infinity) return null;
    const uploadedQ = this.#uploadMedial(kernel, w.queryBody, medialQ);
    const uploadedR = this.#uploadMedial(kernel, w.reference, medialR);
    if (uploadedQ === null || uploadedR === null) return null;
    this.#medialAt ??= openMedialQuery(kernel);
    if (this.#medialAt === null) return null;
    return searchMedial(kernel, this.#medialAt, w, [uploadedQ, uploadedR], limit, nearest);
  }

  /** @internal */
  openBallTests(mostDirections: number): BallTests | null {
    const kernel = this.#load();
    return typeof kernel === 'string' ? null : KernelBalls.open(kernel, mostDirections);
  }

  /** @internal */
  openSelfSearch(search: SelfSearch): SelfCells | null {
    const kernel = this.#load();
    return typeof kernel === 'string' ? null : openSelfSearch(kernel, search);
  }

  /** @internal */
  openCrowd(owner: object): CrowdKernel | null {
    const kernel = this.#load();
    if (typeof kernel === 'string') return null;
    const crowd = new KernelCrowd(kernel);
    this.#dropped.register(owner, crowd, crowd);
    return crowd;
  }

  /** @internal */
  sortRows(table: RowTable, bounds: Float64Array, ids: Int32Array, count: number, largest: number): number {
    const kernel = this.#load();
    return typeof kernel === 'string' ? -1 : sortRows(kernel, table, bounds, ids, count, largest);
  }

  /** @internal */
  sweepRows(table: RowTable, out: IntList): boolean {
    const kernel = this.#load();
    return typeof kernel !== 'string' && sweepRows(kernel, table, out);
  }

  /** @internal */
  buildTree(triangles: Float64Array, leafSize: number, level: number): Tree | null {
    const kernel = this.#load();
    return typeof kernel === 'string' ? null : buildTree(kernel, triangles, leafSize, level);
  }

  /** @internal */
  fitBoxes(links: Int32Array, triangles: Float64Array, out: Float64Array): boolean {
    const kernel = this.#load();
    return typeof kernel !== 'string' && fitBoxes(kernel, links, triangles, out);
  }

  /** @internal */
  fitDiscs(links: Int32Array, triangles: Float64Array, out: Float64Array, rootMoments?: Float64Array): boolean {
    const kernel = this.#load();
    return typeof kernel !== 'string' && fitDiscs(kernel, links, triangles, out, rootMoments);
  }

  /** @internal */
  buildParts(mesh: Mesh, steps: ModelSteps): BuiltParts | null {
    const kernel = this.#load();
    return typeof kernel === 'string' ? null : buildParts(kernel, mesh, steps);
  }

  /** @internal */
  splitMesh(mesh: Mesh, runSize: number, steps: ModelSteps): SplitMesh | null {
    const kernel = this.#load();
    return typeof kernel === 'string' ? null : splitMesh(kernel, mesh, runSize, steps);
  }

  /** @internal */
  refitParts(mesh: Mesh, tree: Tree, steps: ModelSteps): BuiltParts | null {
    const kernel = this.#load();
    return typeof kernel === 'string' ? null : refitParts(kernel, mesh, tree, steps);
  }

  /** The kernels, if they apply to a query: not if its work is limited, since their counts differ. */
  #ready({ scale, pose, budget }: Workspace): Kernel | null {
    const kernel = this.#load();
    const isWithin = scale[0] <= LARGEST_SCALE && pose[RELATIVE_SCALE] >= LEAST_PART;
    return typeof kernel === 'string' || !isWithin || budget.checkpoint[0] !== Infinity ? null : kernel;
  }

  /** As a query asks for them. */
  #load(): Kernel | string {
    const kernel = this.#open();
    if (typeof kernel === 'string' && kernel !== COMPILING && !this.#isTold) {
      this.#isTold = true;
      const { console } = globalThis as { console?: { warn(sentence: string): void } };
      console?.warn(`nearmiss: queries run without the kernels of nearmiss/simd, and take longer. ${kernel}`);
    }
    return kernel;
  }

  #open(): Kernel | string {
    return this.#kernel ?? this.#compile();
  }

  /** Apart from `#open`, where the closure would cost every query an allocation. */
  #compile(): Kernel | string {
    this.#kernel = loadKernel((kernel) => {
      this.#kernel = kernel;
    });
    return this.#kernel;
  }

  /** Writes the models of a query, and takes a block for it, which the caller gives back; null where the kernels do not apply. */
  #openPair(w: Workspace): OpenedPair | null {
    const kernel = this.#ready(w);
    if (kernel === null) return null;
    const uploadedQ = this.#upload(kernel, w.queryBody);
    const uploadedR = this.#upload(kernel, w.reference);
    if (uploadedQ === null || uploadedR === null) return null;
    const block = this.#borrow(kernel);
    if (block === null) return null;
    this.#opened ??= { kernel, block, uploadedQ, uploadedR };
    this.#opened.kernel = kernel;
    this.#opened.block = block;
    this.#opened.uploadedQ = uploadedQ;
    this.#opened.uploadedR = uploadedR;
    return this.#opened;
  }

  /** Writes two convex bodies; null where a model is none. No model is proven convex for one that is not. */
  #openConvex(a: Model, b: Model): OpenedConvexPair | null {
    const kernel = this.#load();
    if (typeof kernel === 'string' || !mayBeConvex(b)) return null;
    const bodyA = this.#uploadBody(kernel, a);
    const bodyB = a === b || bodyA === null ? bodyA : this.#uploadBody(kernel, b);
    const at = this.#convexQuery(kernel);
    if (bodyA === null || bodyB === null || at === null) return null;
    this.#openedConvex ??= { kernel, at, bodyA, bodyB };
    this.#openedConvex.bodyA = bodyA;
    this.#openedConvex.bodyB = bodyB;
    return this.#openedConvex;
  }

  #upload(kernel: Kernel, model: Model): UploadedModel | null {
    const upload = uploadOf(model);
    if (this.#isSettled(upload)) return upload.uploaded;
    return this.#keep(upload, model, uploadModel(kernel, model));
  }

  #convexQuery(kernel: Kernel): number | null {
    this.#convexAt ??= kernel.allocate(kernel.exports.convexQuerySize());
    return this.#convexAt;
  }

  #uploadBody(kernel: Kernel, model: Model): UploadedBody | null {
    const upload = bodyUploadOf(model);
    if (this.#isSettled(upload)) return upload.uploaded;
    const body = convexBodyOf(model);
    return this.#keep(upload, model, body === null ? null : uploadBody(kernel, model, body));
  }

  #uploadMedial(kernel: Kernel, model: Model, body: MedialBody): UploadedMedial | null {
    const upload = medialUploadOf(model);
    return this.#isSettled(upload) ? upload.uploaded : this.#keep(upload, model, uploadMedial(kernel, body));
  }

  #uploadHull(kernel: Kernel, model: Model, polygons: KernelHull): UploadedHull | null {
    const upload = hullUploadOf(model);
    return this.#isSettled(upload) ? upload.uploaded : this.#keep(upload, model, uploadHull(kernel, polygons));
  }

  /** Whether there is a copy, or there would again be no memory for one. */
  #isSettled({ uploaded, refusedAt }: Upload<Blocks>): boolean {
    return uploaded !== null || refusedAt === this.#freed;
  }

  #keep<Uploaded extends Blocks>(upload: Upload<Uploaded>, model: Model, uploaded: Uploaded | null): Uploaded | null {
    upload.uploaded = uploaded;
    if (uploaded === null) upload.refusedAt = this.#freed;
    else this.#dropped.register(model, uploaded, model);
    return uploaded;
  }

  #free({ blocks }: Blocks): void {
    const kernel = this.#kernel;
    if (kernel === null || typeof kernel === 'string') return;
    this.#freed++;
    for (const block of blocks) if (block !== 0) kernel.release(block);
  }

  #borrow(kernel: Kernel): QueryBlock | null {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const at = kernel.allocate(kernel.exports.querySize());
    if (at === null) return null;
    const stack = kernel.allocate(8 * CAPACITY);
    if (stack === null) {
      kernel.release(at);
      return null;
    }
    kernel.ints[at / 4 + STACK_AT] = stack;
    kernel.ints[at / 4 + CAPACITY_AT] = CAPACITY;
    return { at, query: 0, reference: 0, isFromWorld: false };
  }
}

/** The kernels: pass them to `use`. See {@link use}. */
export const simd: Simd = /* @__PURE__ */ new Simd();
