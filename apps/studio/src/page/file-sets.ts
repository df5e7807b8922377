// Files that were opened together, kept by the browser as one set: a reload finds them again by their digest, which is in the link.

import { fileDigest } from './file-digest.ts';
import { FileStore } from './file-store.ts';
import type { NamedBytes, Refusal, Source } from './worker/messages.ts';

/** Said where a link names a set that is not here. */
export const MISSING_FILES: Refusal = {
  code: 'io/missing-resource',
  message:
    'The files of this link are not here: a link carries a digest of them, not their content. Drop them again; an example is shown instead.',
};

export class FileSets {
  readonly #store = new FileStore();
  readonly #page: string;

  /** The sets of one page. */
  constructor(page: string) {
    this.#page = page;
  }

  digestOf(files: readonly NamedBytes[]): string {
    return fileDigest(asOne(files));
  }

  /** Keeps files beyond this visit; their digest. */
  async keep(files: readonly NamedBytes[]): Promise<string> {
    const source = asOne(files);
    const digest = this.#store.hold(this.#page, source);
    await this.#store.keep(this.#page, source);
    return digest;
  }

  /** The set with a digest; null where it is not here. */
  async find(digest: string): Promise<readonly NamedBytes[] | null> {
    const found = await this.#store.find(this.#page, digest);
    return found && [found.file, ...found.companions];
  }
}

/** The store keeps a file with those that it refers to. */
function asOne([file = { name: '', bytes: new Uint8Array() }, ...companions]: readonly NamedBytes[]): Extract<
  Source,
  { readonly kind: 'file' }
> {
  return { kind: 'file', file, companions, factor: 1 };
}
