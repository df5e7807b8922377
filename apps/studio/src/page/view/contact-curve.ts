import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Theme } from './theme.ts';
import type { ViewFrame } from './view-frame.ts';

/** Thickness of the curve. CSS pixels. */
const THICKNESS = 2.5;

/** Where two surfaces cut each other: the segments that pairs of faces have in common. */
export class ContactCurve {
  readonly lines: LineSegments2;
  readonly #material = new LineMaterial({ linewidth: THICKNESS });

  constructor() {
    this.lines = new LineSegments2(new LineSegmentsGeometry(), this.#material);
    this.lines.visible = false;
    this.lines.frustumCulled = false;
  }

  /** Six numbers a segment, in the world. */
  show(segments: Float64Array, { origin, unit }: ViewFrame): void {
    this.lines.visible = segments.length > 0;
    if (!this.lines.visible) return;
    const shift = [origin.x, origin.y, origin.z];
    const drawn = new Float32Array(segments.length);
    for (let i = 0; i < drawn.length; i++) drawn[i] = ((segments[i] ?? 0) - (shift[i % 3] ?? 0)) / unit;
    this.lines.geometry.dispose();
    this.lines.geometry = new LineSegmentsGeometry().setPositions(drawn);
  }

  setTheme({ curve }: Theme): void {
    this.#material.color.set(curve);
  }
}
