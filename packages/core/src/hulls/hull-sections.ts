// A hull tree among the saved sections of a model: all of its arrays, or none.

import type { Section } from '../model/bytes.ts';
import { damaged, requireWithin, takeSection } from '../model/sections.ts';
import { type HullArrays, HullTree } from './hull-tree.ts';
import { hullTreeDefect } from './validate-hull-tree.ts';

const NAMES: Readonly<Record<keyof HullArrays, string>> = {
  links: 'hull-links',
  faces: 'hull-faces',
  starts: 'hull-starts',
  points: 'hull-points',
  source: 'hull-source',
  triangles: 'hull-corners',
  neighbourStart: 'hull-edges',
  neighbours: 'hull-ends',
};

export function addHullSections(sections: Map<string, Section>, { arrays }: HullTree): void {
  sections.set(NAMES.links, arrays.links);
  sections.set(NAMES.faces, arrays.faces);
  sections.set(NAMES.starts, arrays.starts);
  sections.set(NAMES.points, arrays.points);
  sections.set(NAMES.source, arrays.source);
  sections.set(NAMES.triangles, arrays.triangles);
  sections.set(NAMES.neighbourStart, arrays.neighbourStart);
  sections.set(NAMES.neighbours, arrays.neighbours);
}

/** The hull tree of a model whose corners are within `radius`, or undefined if none was saved. */
export function takeHullSections(
  sections: ReadonlyMap<string, Section>,
  faceCount: number,
  vertexCount: number,
  radius: number,
): HullTree | undefined {
  if (!Object.values(NAMES).some((name) => sections.has(name))) return undefined;
  const arrays: HullArrays = {
    links: takeSection(sections, NAMES.links, Int32Array),
    faces: takeSection(sections, NAMES.faces, Uint32Array),
    starts: takeSection(sections, NAMES.starts, Uint32Array),
    points: takeSection(sections, NAMES.points, Float64Array),
    source: takeSection(sections, NAMES.source, Uint32Array),
    triangles: takeSection(sections, NAMES.triangles, Uint32Array),
    neighbourStart: takeSection(sections, NAMES.neighbourStart, Uint32Array),
    neighbours: takeSection(sections, NAMES.neighbours, Uint32Array),
  };
  requireWithin(NAMES.points, arrays.points, radius);
  const defect = hullTreeDefect(arrays, faceCount, vertexCount);
  if (defect !== null) throw damaged('hull-…', defect);
  return new HullTree(arrays);
}
