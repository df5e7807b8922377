// What a page with a stage can be taken away as. The shell makes the menu; whoever can give something offers it.

import { elementOf } from '../element.ts';

/** In the order of the menu. */
const ITEMS = {
  link: 'Copy link',
  code: 'Copy as code',
  command: 'Copy as command',
  file: 'Save scene for nearmiss batch',
  picture: 'Save picture',
  video: 'Record video',
} as const;
export type ShareItem = keyof typeof ITEMS;

/** How long a button says what it did. Milliseconds. */
const SAYING_TIME = 1600;

/** Adds the menu to the tools of the picture, with a link to the page; its address is kept up to date. */
export function mountShareMenu(tools: Element): void {
  const menu = Object.assign(document.createElement('details'), { id: 'share', className: 'menu' });
  const list = document.createElement('div');
  for (const [name, text] of Object.entries(ITEMS)) {
    const button = Object.assign(document.createElement('button'), { type: 'button', id: `share-${name}` });
    button.textContent = text;
    button.hidden = true;
    list.append(button);
  }
  const summary = Object.assign(document.createElement('summary'), { className: 'button', textContent: 'Share' });
  menu.append(summary, list);
  tools.append(menu);
  offer('link', () => copy(location.href, 'It is in the address bar'));
}

/** Puts something into the menu, in place of what was offered as this before; it returns what the button then says for a moment. */
export function offer(item: ShareItem, act: () => Promise<string>): void {
  const button = shareButton(item);
  button.hidden = false;
  button.onclick = async () => {
    button.textContent = await act();
    setTimeout(() => {
      button.textContent = ITEMS[item];
    }, SAYING_TIME);
  };
}

export function shareButton(item: ShareItem): HTMLButtonElement {
  return elementOf(`#share-${item}`, HTMLButtonElement);
}

/** Pages without a secure address have no clipboard; what was copied is also at hand for tests and extensions. */
export async function copy(text: string, otherwise: string): Promise<string> {
  elementOf('#share', HTMLElement).dataset.copied = text;
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return otherwise;
  }
}

export function download(content: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
