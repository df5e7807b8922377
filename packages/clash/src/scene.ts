// What is shown of a clash: the faces of both elements near it.

import type { Clash, ElementName } from './clash.ts';
import { clipFaces } from './clip-faces.ts';
import type { Assembly, ClashElement, ClashShape } from './element.ts';
import { poseMatrix } from './matrix.ts';
import { emptyBox, growBox } from './posed-model.ts';
import { type ClashView, viewOf } from './report/view.ts';

/** The faces of two elements near a clash, nine numbers each, relative to the point that the view is directed at. See {@link clashScenes}. */
export interface ClashScene {
  readonly view: ClashView;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** The scene of a clash, or null where an element is not known. See {@link clashScenes}. */
export type SceneOf = (clash: Clash) => ClashScene | null;

/** Faces of each element that are shown, the nearest first. */
const MOST_FACES = 4000;
/** How far faces are shown, in distances of the camera: at most, and at least where faces are many. */
const REACH = 3;
const LEAST_REACH = 1 / 20;

/**
 * Scenes of clashes from an assembly, for the pictures of reports.
 *
 * @see {@link clashesHtml}
 * @see {@link clashesBcf}
 */
export function clashScenes({ elements, shapes }: Assembly): SceneOf {
  const byName = new Map<string, ClashElement>();
  for (const element of elements) byName.set(keyOf(element), element);
  return (clash) => {
    const [a, b] = [byName.get(keyOf(clash.a)), byName.get(keyOf(clash.b))];
    if (a === undefined || b === undefined) return null;
    const view = viewOf(clash);
    return { view, a: nearFaces(a, shapes[a.shape], view), b: nearFaces(b, shapes[b.shape], view) };
  };
}

/** The first faces of a scene's element, which are the nearest, clipped where the last of them is. */
export function fewFaces(faces: Float64Array, most: number, { back }: ClashView): Float64Array {
  if (faces.length <= 9 * most) return faces;
  const kept = faces.subarray(0, 9 * most);
  return clipFaces(kept, Math.max(boxDistance(kept.subarray(kept.length - 9)), LEAST_REACH * back));
}

function keyOf({ model, id }: Pick<ElementName, 'model' | 'id'>): string {
  return JSON.stringify([model, id]);
}

function nearFaces({ pose }: ClashElement, { mesh }: ClashShape, { target, back }: ClashView): Float64Array {
  const m = poseMatrix(pose, 1);
  const { positions, triangles } = mesh;
  const face = new Float64Array(9);
  const near: { readonly corners: Float64Array; readonly distance: number }[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * triangles[k + corner];
      for (let row = 0; row < 3; row++) {
        const turned = m[row] * positions[at] + m[4 + row] * positions[at + 1] + m[8 + row] * positions[at + 2];
        face[3 * corner + row] = turned + (m[12 + row] - target[row]);
      }
    }
    const distance = boxDistance(face);
    if (distance <= REACH * back) near.push({ corners: face.slice(), distance });
  }
  near.sort((p, q) => p.distance - q.distance);
  const kept = near.slice(0, MOST_FACES);
  const faces = new Float64Array(9 * kept.length);
  for (const [k, { corners }] of kept.entries()) faces.set(corners, 9 * k);
  const farthest = kept.length < near.length ? (kept.at(-1)?.distance ?? 0) : Infinity;
  return clipFaces(faces, Math.min(Math.max(farthest, LEAST_REACH * back), REACH * back));
}

/** From the origin to the box of a face. */
function boxDistance(face: Float64Array): number {
  const box = emptyBox();
  for (let corner = 0; corner < 9; corner += 3) growBox(box, face.subarray(corner, corner + 3));
  return Math.hypot(...[0, 1, 2].map((k) => Math.max(box[k], -box[k + 3], 0)));
}
