// A query that other queries are asked from within.

import type { QueryKind, Scene } from './every-query.ts';
import { bitsOf, type Channel, PLAIN, UserCode } from './user-code.ts';

/** A query of which the answer, asked by itself, is known. */
export interface Asked {
  readonly kind: QueryKind;
  readonly scene: Scene;
  readonly bits: string;
}

export function askPlainly(kind: QueryKind, scene: Scene): Asked {
  return { kind, scene, bits: bitsOf(kind.ask(scene, PLAIN)) };
}

/** How often a query runs code of its caller through a channel. */
export function countCalls({ kind, scene }: Asked, channel: Channel): number {
  let calls = 0;
  kind.ask(scene, new UserCode(channel, () => void calls++));
  return calls;
}

/** What differs where each of the `inner` queries is asked from within `outer`, at the call with the same position in `calls`. */
export function nest(outer: Asked, channel: Channel, inner: readonly Asked[], calls: readonly number[]): string[] {
  const wrong: string[] = [];
  let call = 0;
  let asked = 0;
  let isInside = false;
  const user = new UserCode(channel, () => {
    if (isInside) return;
    const here = call++;
    for (let k = 0; k < inner.length; k++) {
      if (calls[k] !== here) continue;
      asked++;
      isInside = true;
      const { kind, scene, bits } = inner[k];
      const nested = bitsOf(kind.ask(scene, PLAIN));
      isInside = false;
      if (nested !== bits) wrong.push(`${kind.name} from within ${outer.kind.name} by ${channel}`);
    }
  });
  const bits = bitsOf(outer.kind.ask(outer.scene, user));
  if (asked !== inner.length) wrong.push(`${outer.kind.name} by ${channel}: ${asked} of ${inner.length} were asked`);
  if (bits !== outer.bits) {
    const names = inner.map(({ kind }) => kind.name).join(', ');
    wrong.push(`${outer.kind.name}, from within which by ${channel} was asked: ${names}`);
  }
  return wrong;
}
