/** Menus of a page are open one at a time, and close by a press beside them or by Escape. */
export function attachMenus(): void {
  const closeOthers = (within: EventTarget | null): void => {
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      if (!(within instanceof Node && menu.contains(within))) menu.removeAttribute('open');
    }
  };
  document.addEventListener('pointerdown', ({ target }) => closeOthers(target), { capture: true });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeOthers(null);
  });
}
