/** The first element that matches; throws if there is none. */
export function elementOf<T extends Element>(
  selector: string,
  kind: abstract new () => T,
  within: ParentNode = document,
): T {
  const element = within.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${selector}.`);
}
