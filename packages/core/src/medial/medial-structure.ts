// The medial axis of a model, stored or derived, and as callers get it.

import { NearmissError } from '../error.ts';
import type { Section } from '../model/bytes.ts';
import type { Model } from '../model/model.ts';
import { frameMesh } from '../model/model-frame.ts';
import { perModel } from '../model/per-model.ts';
import { requireModel } from '../model/require-model.ts';
import type { Structure } from '../model/structure.ts';
import { buildMedialAxis, type MedialAxis, type MedialKeep, type MedialOptions } from './build-medial.ts';
import { type MedialBody, medialBody } from './medial-body.ts';
import { addMedialSections, medialInBody, savedMedialAxis } from './medial-sections.ts';

/** The input of the simplification, kept from one axis to the next on request: it does not change the results. */
const sourceOf: (model: Model) => MedialKeep = /* @__PURE__ */ perModel(() => ({ source: null }));

/**
 * The medial axis made with options, to build into a model: queries on medial axes then use this one.
 *
 * @example
 * const model = Model.build(box(), { with: [medialStructure({ samples: 200 })] });
 * console.log(distance(model, {}, model, { position: [3, 0, 0] }, { method: medial }).status); // separated
 */
export function medialStructure(options?: MedialOptions): Structure<MedialAxis> {
  // Without options one object, so that a model derives it once.
  return options === undefined ? DEFAULT_MEDIAL : structureWith(options);
}

function structureWith(options: MedialOptions): Structure<MedialAxis> {
  requireMedialOptions(options);
  // A copy: later changes of the object have no effect.
  const own = { ...options };
  return {
    ...savedMedialAxis,
    build: (model) => buildFor(model, own),
    write: (axis: MedialAxis, sections: Map<string, Section>) => addMedialSections(sections, axis),
  };
}

/** The medial axis of a model that stores none, in the model's frame. */
const DEFAULT_MEDIAL: Structure<MedialAxis> = /* @__PURE__ */ structureWith({});

function buildFor(model: Model, options: MedialOptions): MedialAxis {
  const { mesh, facts, round } = model;
  if (round !== null) {
    throw new NearmissError('query/unsupported', 'A round shape is a ball, a cone or a slab of balls as it is.');
  }
  const corners = new Float64Array(9 * mesh.triangleCount);
  frameMesh(mesh, corners);
  return buildMedialAxis(corners, facts.closed && facts.oriented, options, sourceOf(model));
}

/** The medial axis prepared for queries, dilated so that it encloses the surface. */
export const medialBodyOf: (model: Model) => MedialBody = /* @__PURE__ */ perModel((model) => {
  const axis = model.structure(DEFAULT_MEDIAL);
  return medialBody(axis, axis.dilation, axis.dilation + axis.overhangBound);
});

/**
 * The medial axis of the solid in body coordinates: balls, cones and slabs with their proven bounds. Without options the one that
 * the model stores, or that its queries use; with options a new one, which the model does not keep.
 *
 * @example
 * const { uncovered } = medialAxis(Model.build(box()), { samples: 200 });
 * console.log(uncovered >= 0); // true
 */
export function medialAxis(model: Model, options?: MedialOptions): MedialAxis {
  requireModel(model, 'The body');
  if (options === undefined) return medialInBody(model.structure(DEFAULT_MEDIAL), model.frame);
  requireMedialOptions(options);
  return medialInBody(buildFor(model, options), model.frame);
}

function requireMedialOptions(options: MedialOptions): void {
  if (options === null || typeof options !== 'object') {
    throw new NearmissError('options/bad-value', 'Options must be an object.');
  }
}
