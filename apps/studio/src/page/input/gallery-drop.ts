// Files dropped on the gallery: they become two bodies, on the tab whose card they fall on.

import { fileWord } from '../body-scale.ts';
import { digestOf } from '../file-digest.ts';
import { FileStore } from '../file-store.ts';
import { writeWord } from '../scene-link.ts';
import { readShown, writeShown } from '../shown.ts';
import { attachDropping, readFiles } from './dropping.ts';

/** Without it the browser would leave the page for the file. */
export function attachGalleryDrop(): void {
  let card: HTMLAnchorElement | null = null;
  const aim = (next: HTMLAnchorElement | null): void => {
    card?.classList.remove('aimed-at');
    next?.classList.add('aimed-at');
    card = next;
  };
  attachDropping(
    document.body,
    (x, y) => {
      aim(document.elementFromPoint(x, y)?.closest<HTMLAnchorElement>('#cards a[href*="pair.html#"]') ?? null);
      return 'a';
    },
    (slot) => {
      if (slot === null) aim(null);
    },
    (_, files) => {
      const href = card?.hash ?? '';
      aim(null);
      void open(files, href);
    },
  );
}

/** Opens the page of two bodies. Its address has the names of the files, and finds them where they are kept. */
async function open(files: readonly File[], hash: string): Promise<void> {
  const store = new FileStore();
  const words: string[] = [];
  for (const [slot, { name, source }] of await readFiles('a', files)) {
    await store.keep(name, source);
    words.push(writeWord(slot, fileWord(name, null), digestOf(source)));
  }
  if (words.length > 0) location.href = `./pair.html#${words.join('&')}${writeShown(readShown(hash))}`;
}
