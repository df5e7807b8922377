// A geometry without points that has the attributes of what replaces it. Shaders are chosen by them: one that is compiled for a geometry
// without attributes is not the one that is drawn with later, and the first picture with another shader waits until it is compiled.

import { BufferAttribute, BufferGeometry } from 'three';

/** @param colourSize 4 for colours with opacity, 3 for those without, 0 for a geometry without colours */
export function emptyGeometry(colourSize: 0 | 3 | 4 = 0): BufferGeometry {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(), 3));
  return colourSize === 0
    ? geometry
    : geometry.setAttribute('color', new BufferAttribute(new Float32Array(), colourSize));
}
