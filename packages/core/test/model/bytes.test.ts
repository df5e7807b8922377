import { describe, expect, test } from 'vitest';
import { obb, rss, sphereVolume } from '../../src/entries/lab.ts';
import { makeShape } from '../../src/entries/shapes.ts';
import { collide, disc, distance, Mesh, Model } from '../../src/index.ts';
import { VOLUMES, type VolumeName } from '../../src/lab/volumes/volumes-by-name.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { directory, entryOf, HEADER, refusal, seal } from './saved-bytes.ts';

const VOLUME_NAMES = Object.keys(VOLUMES) as VolumeName[];
const KINDS = Object.values(VOLUMES);

/** Seven triangles: two leaves and a root, so every section has more than one of everything. */
function tinyModel(): Model {
  const random = seededRandom(1);
  const positions = Array.from({ length: 27 }, () => 2 * random() - 1);
  return Model.build(new Mesh(positions, [0, 1, 2, 2, 1, 3, 3, 4, 5, 5, 6, 7, 7, 8, 0, 1, 4, 8, 2, 5, 7]));
}

const TINY: Uint8Array = tinyModel().toBytes();

const POSES = [
  [{}, { position: [2.6, 0.3, -0.2], rotation: [0.5, 0.5, -0.5, 0.5] }],
  [{ position: [1, 2, 3], rotation: [0, 0, 0.6, 0.8] }, { position: [1.2, 2.1, 3.3] }],
  [{}, {}],
] as const;

/** Answers of the model against itself, as text: every number to its last digit. */
function answers(model: Model, name: VolumeName): string {
  const volume = VOLUMES[name];
  return JSON.stringify(
    POSES.map(([a, b]) => {
      const near = distance(model, a, model, b, { volume, stats: true });
      const contact = collide(model, a, model, b, { volume, stats: true });
      return [near, near.pointA, near.pointB, near.normal, contact, contact.pointA, contact.faceA, contact.faceB];
    }),
  );
}

describe('toBytes and fromBytes', () => {
  test.each(['box', 'torus-knot(p=2,q=3,triangles=480)', 'gear', 'u-shape'])(
    '%s: the same answers to the last bit',
    (text) => {
      const model = Model.build(makeShape(text), { with: KINDS });
      const loaded = Model.fromBytes(model.toBytes());
      expect(loaded.triangleCount).toBe(model.triangleCount);
      expect(loaded.closed).toBe(model.closed);
      expect(loaded.facts).toEqual(model.facts);
      expect(loaded.frame).toEqual(model.frame);
      expect(loaded.tree).toEqual(model.tree);
      expect(loaded.mesh).toEqual(model.mesh);
      for (const volume of VOLUME_NAMES) expect(answers(loaded, volume)).toBe(answers(model, volume));
      expect(Buffer.compare(loaded.toBytes(), model.toBytes())).toBe(0);
    },
  );

  test('saves the volumes that were built and no others', () => {
    const mesh = makeShape('torus');
    const names = (model: Model): string[] =>
      directory(model.toBytes())
        .map((e) => e.name)
        .filter((name) => name in VOLUMES);
    expect(names(Model.build(mesh))).toEqual(['disc']);
    expect(names(Model.build(mesh, { with: [] }))).toEqual([]);
    expect(names(Model.build(mesh, { with: [obb, sphereVolume] }))).toEqual(['obb', 'sphere']);
    const model = Model.build(mesh);
    distance(model, {}, model, { position: [5, 0, 0] }, { volume: rss });
    // What was asked for is not part of what was built.
    expect(names(model)).toEqual(['disc']);
    expect(names(model.with(rss))).toEqual(['disc', 'rss']);
    // What was not saved is built on demand, to the same numbers.
    const loaded = Model.fromBytes(Model.build(mesh, { with: [] }).toBytes());
    for (const kind of KINDS) expect(loaded.volumes(kind)).toEqual(model.volumes(kind));
  });

  test('loads in place: the arrays of a loaded model are views on the bytes', () => {
    const bytes = tinyModel().toBytes();
    const { mesh, tree } = Model.fromBytes(bytes);
    for (const array of [mesh.positions, mesh.triangles, tree.links, tree.faces, tree.triangles]) {
      expect(array.buffer).toBe(bytes.buffer);
    }
  });

  test('shared memory: the bytes are shared and loaded without a copy', () => {
    const model = tinyModel();
    const bytes = model.toBytes({ shared: true });
    expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(Array.from(bytes)).toEqual(Array.from(TINY));
    for (const given of [bytes, bytes.buffer]) {
      const loaded = Model.fromBytes(given);
      expect(loaded.tree.triangles.buffer).toBe(bytes.buffer);
      expect(answers(loaded, 'disc')).toBe(answers(model, 'disc'));
    }
  });

  test('any view will do, aligned or not, inside a larger buffer or not', () => {
    const expected = answers(tinyModel(), 'disc');
    for (let offset = 0; offset <= 17; offset++) {
      const larger = new Uint8Array(TINY.length + 40).fill(0xa5);
      larger.set(TINY, offset);
      const views = [
        larger.subarray(offset, offset + TINY.length),
        new DataView(larger.buffer, offset, TINY.length),
        Buffer.from(larger.buffer, offset, TINY.length),
      ];
      for (const view of views) expect(answers(Model.fromBytes(view), 'disc')).toBe(expected);
      const shared = new Uint8Array(new SharedArrayBuffer(larger.length), offset, TINY.length);
      shared.set(TINY);
      expect(answers(Model.fromBytes(shared), 'disc')).toBe(expected);
    }
    expect(answers(Model.fromBytes(TINY.slice().buffer), 'disc')).toBe(expected);
  });

  test('the same model gives the same bytes', () => {
    expect(tinyModel().toBytes()).toEqual(TINY);
    const { mesh } = tinyModel();
    const [one, other] = [Model.build(mesh, { with: [obb, disc] }), Model.build(mesh, { with: [disc, obb] })];
    expect(one.toBytes()).toEqual(other.toBytes());
  });

  test('a torus knot of 11,520 triangles takes at most 450 bytes a triangle', () => {
    const model = Model.build(makeShape('torus-knot(p=2,q=3,triangles=11520)'));
    expect(model.triangleCount).toBe(11520);
    expect(model.toBytes().length / 11520).toBeLessThanOrEqual(450);
  });
});

describe('damaged bytes', () => {
  test('every bit of every byte matters: a flipped one is refused', () => {
    const bytes = TINY.slice();
    for (let at = 0; at < bytes.length; at++) {
      const original = bytes[at];
      for (const mask of [1, 2, 4, 8, 16, 32, 64, 128, 0xff, original]) {
        if (mask === 0) continue;
        bytes[at] = original ^ mask;
        expect(refusal(bytes)?.code).toMatch(/^model\/(not-a-model|bad-version|truncated|damaged)$/);
      }
      bytes[at] = original;
    }
  });

  test('bytes cut off anywhere are refused, and so are bytes too many', () => {
    for (let length = 0; length < TINY.length; length++) {
      const code = length < HEADER ? 'model/not-a-model' : 'model/truncated';
      expect(refusal(TINY.slice(0, length))?.code).toBe(code);
      expect(refusal(TINY.subarray(0, length))?.code).toBe(code);
    }
    for (const more of [1, 3, 4, 8, 1000]) {
      const longer = new Uint8Array(TINY.length + more);
      longer.set(TINY);
      expect(refusal(longer)?.code).toBe('model/damaged');
    }
  });

  test('two bits flipped: the highest of two words, and any others', () => {
    const random = seededRandom(4);
    for (let run = 0; run < 4000; run++) {
      const bytes = TINY.slice();
      const pick = (): number => HEADER + Math.floor(random() * (bytes.length - HEADER));
      const [a, b] = [pick(), pick()].map((at) => (run % 2 ? at : at | 3));
      if (a === b) continue;
      bytes[a] ^= run % 2 ? 1 << Math.floor(8 * random()) : 0x80;
      bytes[b] ^= run % 2 ? 1 << Math.floor(8 * random()) : 0x80;
      expect(refusal(bytes)?.code).toBe('model/damaged');
    }
  });

  test('two bytes, words or numbers swapped', () => {
    const random = seededRandom(5);
    for (let run = 0; run < 2000; run++) {
      const bytes = TINY.slice();
      const width = [1, 4, 8][run % 3];
      const pick = (): number => HEADER + width * Math.floor((random() * (bytes.length - HEADER)) / width);
      const [a, b] = [pick(), pick()];
      const [left, right] = [bytes.slice(a, a + width), bytes.slice(b, b + width)];
      bytes.set(right, a);
      bytes.set(left, b);
      if (bytes.every((byte, k) => byte === TINY[k])) continue;
      expect(refusal(bytes)?.code).toBe('model/damaged');
    }
  });

  test('what was never a model', () => {
    const random = seededRandom(6);
    const text = (characters: string): Uint8Array => new TextEncoder().encode(characters);
    const strangers: unknown[] = [
      new Uint8Array(0),
      new ArrayBuffer(0),
      new ArrayBuffer(1000),
      text('# a mesh in another format\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
      text('near'),
      text('nearmis'),
      text('nearmiss'),
      text('Nearmiss is not how it is written, no, but long enough to be a header.'),
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array.from({ length: 60 }, () => 0)),
      new Uint8Array(4096).fill(0xff),
      new Float64Array(100).fill(Number.NaN),
      null,
      undefined,
      'nearmiss',
      42,
      {},
      Array.from(TINY),
      tinyModel(),
    ];
    for (const stranger of strangers) expect(refusal(stranger)?.code).toBe('model/not-a-model');
    for (let run = 0; run < 500; run++) {
      const noise = Uint8Array.from({ length: Math.floor(400 * random()) }, () => Math.floor(256 * random()));
      expect(refusal(noise)?.code).toBe('model/not-a-model');
      // And noise behind the right first word.
      if (noise.length < HEADER) continue;
      noise.set(text('nearmiss'));
      expect(refusal(noise)?.code).toMatch(/^model\/(bad-version|truncated|damaged)$/);
      new DataView(noise.buffer).setUint32(8, 3, true);
      expect(refusal(noise)?.code).toMatch(/^model\/(truncated|damaged)$/);
      new DataView(noise.buffer).setFloat64(16, noise.length, true);
      expect(refusal(noise)?.code).toBe('model/damaged');
      expect(refusal(seal(noise))?.code).toMatch(/^model\/damaged$/);
    }
  });

  test('other versions are refused by their number, sealed or not', () => {
    for (const version of [0, 1, 2, 7, 2 ** 32 - 1]) {
      const bytes = TINY.slice();
      new DataView(bytes.buffer).setUint32(8, version, true);
      expect(refusal(bytes)?.code).toBe('model/bad-version');
      expect(refusal(seal(bytes))?.code).toBe('model/bad-version');
      expect(refusal(bytes)?.message).toContain(`format ${version}`);
    }
  });
});

// Bytes whose checksum was made to fit: what is left is what loading checks itself. A forger can still write volumes that
// do not hold their triangles, or a mesh that is not the one the tree was built on; nothing here judges that.
describe('forged bytes', () => {
  test('the seal of this test is the seal of the library', () => {
    expect(seal(TINY.slice())).toEqual(TINY);
  });

  /** The tiny model with all volumes, changed by `change` and sealed again. */
  const forge = (change: (bytes: Uint8Array, view: DataView) => void): Uint8Array => {
    const bytes = Model.build(tinyModel().mesh, { with: KINDS }).toBytes();
    change(bytes, new DataView(bytes.buffer));
    return seal(bytes);
  };
  const names = ['frame', 'flags', 'positions', 'triangles', 'anchors', 'links', 'faces', 'corners', ...VOLUME_NAMES];

  test.each(names)('section %s: a wrong kind, a wrong length or an end beyond the end is named', (name) => {
    const entry = entryOf(
      forge(() => {}),
      name,
    );
    const refusals = [
      forge((_, view) => view.setUint32(entry.at + 12, entry.kind === 0 ? 1 : 0, true)),
      forge((_, view) => view.setUint32(entry.at + 12, 3, true)),
      forge((_, view) => view.setUint32(entry.at + 12, 2 ** 32 - 1, true)),
      forge((_, view) => view.setUint32(entry.at + 16, 2 ** 32 - 1, true)),
      forge((_, view) => view.setUint32(entry.at + 20, 2 ** 32 - 1, true)),
    ].map((bytes) => refusal(bytes, KINDS));
    for (const refused of refusals) {
      expect(refused?.code).toBe('model/damaged');
      expect(refused?.message).toContain(name);
    }
    // One number too few. The number of vertices is the mesh's own affair, and components may be any number.
    if (name === 'anchors') return;
    const shorter = refusal(
      forge((_, view) => view.setUint32(entry.at + 16, entry.count - 1, true)),
      KINDS,
    );
    expect(shorter?.code).toBe('model/damaged');
    expect(shorter?.message).toContain(`"${name}`);
  });

  test.each(names)('section %s: missing, it is missed, or built anew where it can be', (name) => {
    const entry = entryOf(
      forge(() => {}),
      name,
    );
    const forged = forge((bytes) => bytes.set([0x78, 0x78], entry.at));
    if (name in VOLUMES) {
      expect(answers(Model.fromBytes(forged), name as VolumeName)).toBe(answers(tinyModel(), name as VolumeName));
    } else {
      expect(refusal(forged)).toEqual({
        code: 'model/damaged',
        message: `Section "${name}" of the model is damaged: it is missing.`,
      });
    }
  });

  test.each(['frame', 'positions', 'corners', ...VOLUME_NAMES])(
    'section %s: no number that is not finite, or out of range',
    (name) => {
      const entry = entryOf(
        forge(() => {}),
        name,
      );
      for (const value of [Number.NaN, Infinity, -Infinity, 1e300, -1e200]) {
        for (let k = 0; k < entry.count; k += name === 'frame' ? 1 : 7) {
          const refused = refusal(
            forge((_, view) => view.setFloat64(entry.offset + 8 * k, value, true)),
            KINDS,
          );
          expect(refused?.code).toBe('model/damaged');
          expect(refused?.message).toContain(`"${name}"`);
        }
      }
    },
  );

  test.each(VOLUME_NAMES)(
    'section %s: no negative length, on which a search would not know which node to open',
    (name) => {
      const { offset, count } = entryOf(
        forge(() => {}),
        name,
      );
      const { stride, lengths } = VOLUMES[name];
      for (let k = 0; k < count; k++) {
        const isLength = k % stride >= stride - lengths;
        const forged = forge((_, view) => view.setFloat64(offset + 8 * k, -1, true));
        expect(refusal(forged, KINDS)?.message ?? 'loaded').toContain(isLength ? `"${name}"` : 'loaded');
      }
    },
  );

  test.each(['triangles', 'anchors'])('section %s: no vertex that is not there', (name) => {
    const entry = entryOf(
      forge(() => {}),
      name,
    );
    for (let k = 0; k < entry.count; k++) {
      for (const vertex of [9, 10, 2 ** 31, 2 ** 32 - 1]) {
        const refused = refusal(forge((_, view) => view.setUint32(entry.offset + 4 * k, vertex, true)));
        expect(refused?.code).toBe('model/damaged');
        expect(refused?.message).toContain(`"${name}"`);
      }
    }
  });

  test('the frame: a unit that is no power of two, or none of a mesh; a radius of nothing or of too much', () => {
    const { offset } = entryOf(
      forge(() => {}),
      'frame',
    );
    const damage = (slot: number, value: number): string | undefined =>
      refusal(forge((_, view) => view.setFloat64(offset + 8 * slot, value, true)))?.message;
    for (const unit of [0, -1, 3, 0.1, 2 ** -1023, 2 ** 500, 5e-324]) expect(damage(3, unit)).toContain('"frame"');
    for (const radius of [-1, 0, -0, 1e-300, 3]) expect(damage(4, radius)).toContain('"frame"');
    expect(damage(4, 1e-3)).toContain('"corners"');
  });

  test.each(['links', 'faces', 'flags'])('section %s: a tree that is none', (name) => {
    const entry = entryOf(
      forge(() => {}),
      name,
    );
    const original = forge(() => {});
    const first = name === 'flags' ? 3 : 0; // the flags before it are yes or no
    for (let k = first; k < entry.count; k++) {
      for (const value of [-1, 0, 1, 2, 3, 6, 7, 100, 2 ** 31 - 1]) {
        if (new DataView(original.buffer).getInt32(entry.offset + 4 * k, true) === value) continue;
        const refused = refusal(forge((_, view) => view.setInt32(entry.offset + 4 * k, value, true)));
        expect(refused?.code).toBe('model/damaged');
        expect(refused?.message).toContain(name);
      }
    }
  });

  test('any byte at all: refused, or a model that answers in the end', () => {
    const random = seededRandom(7);
    let answered = 0;
    let refusedCount = 0;
    for (let at = 8; at < TINY.length; at++) {
      for (let tries = 0; tries < 3; tries++) {
        const bytes = TINY.slice();
        bytes[at] ^= tries === 0 ? 0x80 : 1 + Math.floor(255 * random());
        const refused = refusal(seal(bytes));
        if (refused !== null) {
          refusedCount++;
          expect(refused.code).toMatch(/^model\/(bad-version|truncated|damaged)$/);
          continue;
        }
        answered++;
        const model = Model.fromBytes(bytes);
        for (const [a, b] of POSES.slice(0, 2)) {
          const near = distance(model, a, model, b);
          const contact = collide(model, a, model, b);
          expect([near.lower, near.upper].some(Number.isNaN)).toBe(false);
          expect(contact.status).toMatch(/\w/);
        }
      }
    }
    expect(answered).toBeGreaterThan(300);
    expect(refusedCount).toBeGreaterThan(300);
  });
});
