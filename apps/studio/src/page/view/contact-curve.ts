import { Group } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Theme } from './theme.ts';
import type { ViewFrame } from './view-frame.ts';

/** Thickness of the curve. CSS pixels. */
const THICKNESS = 2.5;

/** How much of the curve is seen through what hides it. */
const GHOST = 0.35;

/** Where two surfaces cut each other: the segments that pairs of faces have in common. */
export class ContactCurve {
  readonly root: Group = new Group();
  readonly #lines: readonly LineSegments2[];

  constructor() {
    const geometry = new LineSegmentsGeometry();
    // The curve lies in both surfaces: without an offset towards the eye they would hide every other pixel of it.
    const towardsEye = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -8 };
    const seen = new LineMaterial({ linewidth: THICKNESS, ...towardsEye });
    const hidden = new LineMaterial({ linewidth: THICKNESS, transparent: true, opacity: GHOST, depthTest: false });
    this.#lines = [new LineSegments2(geometry, seen), new LineSegments2(geometry, hidden)];
    this.root.add(...this.#lines);
    this.root.visible = false;
  }

  hide(): void {
    this.root.visible = false;
  }

  /** Six numbers a segment, in the world. */
  show(segments: Float64Array, { origin, unit }: ViewFrame): void {
    this.root.visible = segments.length > 0;
    if (!this.root.visible) return;
    const shift = [origin.x, origin.y, origin.z];
    const drawn = new Float32Array(segments.length);
    for (let i = 0; i < drawn.length; i++) drawn[i] = ((segments[i] ?? 0) - (shift[i % 3] ?? 0)) / unit;
    const geometry = new LineSegmentsGeometry().setPositions(drawn);
    this.#lines[0]?.geometry.dispose();
    for (const lines of this.#lines) lines.geometry = geometry;
  }

  setTheme({ curve }: Theme): void {
    for (const { material } of this.#lines) material.color.set(curve);
  }
}
