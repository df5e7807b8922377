/** Whether a text matches; case counts. See {@link parseGlob}. */
export type Glob = (text: string) => boolean;

/**
 * A pattern in which `*` stands for any text, `?` for one character and `|` for alternatives.
 *
 * @example
 * console.log(parseGlob('IfcPipe*|IfcDuct*')('IfcDuctSegment')); // true
 */
export function parseGlob(pattern: string): Glob {
  const alternatives = pattern.split('|').map((text) => parts(text.trim()));
  return (text) => alternatives.some((stretches) => matches(stretches, text));
}

/** The stretches between stars. */
function parts(pattern: string): readonly string[] {
  return pattern.split(/\*+/);
}

/** Each stretch is searched for behind the one before it, as early as it occurs: no pattern takes longer than text × pattern. */
function matches(stretches: readonly string[], text: string): boolean {
  const [first = '', ...rest] = stretches;
  if (!occursAt(first, text, 0)) return false;
  let at = first.length;
  const last = rest.pop();
  if (last === undefined) return at === text.length;
  for (const stretch of rest) {
    while (at + stretch.length <= text.length && !occursAt(stretch, text, at)) at++;
    if (at + stretch.length > text.length) return false;
    at += stretch.length;
  }
  return text.length - last.length >= at && occursAt(last, text, text.length - last.length);
}

function occursAt(stretch: string, text: string, at: number): boolean {
  if (at + stretch.length > text.length) return false;
  for (let k = 0; k < stretch.length; k++) if (stretch[k] !== '?' && stretch[k] !== text[at + k]) return false;
  return true;
}
