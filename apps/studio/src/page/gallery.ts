// The first page: a card for each page of the studio. Links of earlier versions, which lead to two bodies, are passed on.

import { elementOf } from './element.ts';
import { attachGalleryDrop } from './input/gallery-drop.ts';
import { PAGES, type StudioPage } from './shell/pages.ts';
import { mountShell } from './shell/shell.ts';

mountShell('');
elementOf('#cards', HTMLElement).replaceChildren(...PAGES.map(card));
attachGalleryDrop();
passOn();
addEventListener('hashchange', passOn);

function passOn(): void {
  if (location.hash.length > 1) location.replace(`./pair.html${location.hash}`);
}

function card({ title, question, sentence, href, picture }: StudioPage): HTMLElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href });
  const image = Object.assign(document.createElement('img'), { src: picture, alt: '', width: 480, height: 300 });
  const heading = Object.assign(document.createElement('h2'), { textContent: title });
  const asked = Object.assign(document.createElement('p'), { textContent: question, className: 'question' });
  const told = Object.assign(document.createElement('p'), { textContent: sentence });
  link.append(image, heading, asked, told);
  item.append(link);
  return item;
}
