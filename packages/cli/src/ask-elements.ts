import { type ElementPoints, type ElementTimeResult, edgeEdgeTime, vertexFaceTime } from 'nearmiss';

/** A query about four points that move from `start` to `end`, instead of two bodies. */
interface ElementQuestion {
  /** Its options. */
  readonly options: readonly string[];
  /** All arguments come from JSON; the library checks them. */
  readonly ask: (start: unknown, end: unknown, options: Readonly<Record<string, unknown>>) => ElementTimeResult;
}

const question = (time: typeof vertexFaceTime): ElementQuestion => ({
  options: ['tolerance'],
  ask: (start, end, options) => time(start as ElementPoints, end as ElementPoints, options),
});

export const ELEMENT_QUESTIONS: ReadonlyMap<unknown, ElementQuestion> = new Map([
  ['vertex-face', question(vertexFaceTime)],
  ['edge-edge', question(edgeEdgeTime)],
]);
