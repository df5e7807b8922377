// What every page has in common: a bar with a link to the gallery, a menu of the pages, and the choice of light or dark; beside a stage also
// a menu of what it can be taken away as.

import { elementOf } from '../element.ts';
import { mountShareMenu } from '../share/share-menu.ts';
import { attachMenus } from './menus.ts';
import { PAGES } from './pages.ts';
import { attachTerms } from './terms.ts';
import { chosenTheme, setTheme, THEMES, themeNamed } from './theme-choice.ts';

/** Fills the bar of the page with this id. */
export function mountShell(id: string): void {
  const bar = elementOf('#shell', HTMLElement);
  bar.replaceChildren(homeLink(), pageMenu(id), themeMenu());
  const tools = document.querySelector('#tools');
  if (tools !== null) mountShareMenu(tools);
  attachMenus();
  attachTerms();
}

function homeLink(): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href: './', className: 'home', title: 'All pages' });
  link.append('nearmiss ', Object.assign(document.createElement('small'), { textContent: 'studio' }));
  return link;
}

/** A native menu, which works by mouse, touch and keyboard alike. */
function pageMenu(id: string): HTMLElement {
  const menu = labelled('Page');
  menu.select.replaceChildren(
    new Option('All pages', '', false, id === ''),
    ...PAGES.map((page) => new Option(page.title, page.id, false, page.id === id)),
  );
  menu.select.addEventListener('change', () => {
    location.href = PAGES.find((page) => page.id === menu.select.value)?.href ?? './';
  });
  return menu.label;
}

function themeMenu(): HTMLElement {
  const menu = labelled('Theme');
  const chosen = chosenTheme();
  menu.select.replaceChildren(...THEMES.map((name) => new Option(name, name, false, name === chosen)));
  menu.select.addEventListener('change', () => setTheme(themeNamed(menu.select.value)));
  return menu.label;
}

function labelled(name: string): { readonly label: HTMLLabelElement; readonly select: HTMLSelectElement } {
  const label = Object.assign(document.createElement('label'), { className: 'button pick' });
  const text = Object.assign(document.createElement('span'), { textContent: name });
  const select = document.createElement('select');
  label.append(text, select);
  return { label, select };
}

/** Shows which page of the menu this is, where one document serves several. */
export function markPage(id: string): void {
  const select = elementOf('#shell select', HTMLSelectElement);
  select.value = id;
}
