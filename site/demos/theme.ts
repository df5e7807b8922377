// Colours of the demos: custom properties of the style sheet, which knows light from dark.

/** The value of a custom property where an element stands. */
export function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

/** Calls the listener when the scheme of the page or of the system changes, until the returned function is called. */
export function onThemeChange(listener: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const classes = new MutationObserver(listener);
  scheme.addEventListener('change', listener);
  classes.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme'] });
  return () => {
    scheme.removeEventListener('change', listener);
    classes.disconnect();
  };
}
