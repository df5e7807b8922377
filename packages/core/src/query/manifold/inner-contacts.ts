// Contacts with negative gaps that are none: a vertex is below the plane of a face on the far side of a thin body too, and edges on the far
// sides of two bodies have not passed each other. Of an overlap, the point of each body is inside the other one.

import type { Model } from '../../model/model.ts';
import { pointInBody } from '../../scalar/point-in-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { locatePoint } from '../point/locate.ts';
import { INNER_CONTACTS_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import type { ContactPoint } from './contact-point.ts';

/** A point in the frame of a body, and an error bound of its coordinates. */
const pointOf = perWorkspace(INNER_CONTACTS_SLOT, () => new Float64Array(4));

/** Whether the bodies posed in `w`, both solids, overlap at a contact. Points too near to a surface to be decided count as inside. */
export function isInBoth(w: Workspace, { numbers }: ContactPoint): boolean {
  const { pose, queryBody, reference } = w;
  const point = pointOf(w);
  point[3] = w.coordinateError[0];
  for (let k = 0; k < 3; k++) point[k] = numbers[k];
  if (isOutside(w, reference, point)) return false;
  pointInBody(pose, numbers, 3, point);
  point[3] = w.coordinateError[0] / pose[RELATIVE_SCALE];
  return !isOutside(w, queryBody, point);
}

function isOutside(w: Workspace, body: Model, point: Float64Array): boolean {
  return locatePoint(body, point, w.locating, null) === 'outside';
}
