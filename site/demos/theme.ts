// Colours of the demos: custom properties of the style sheet, which knows light from dark.

/** The value of a custom property where an element stands. */
export function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}
