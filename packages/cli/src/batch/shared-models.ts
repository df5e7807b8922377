import { type ErrorCode, type Model, NearmissError } from 'nearmiss';
import type { ModelName, Models } from './models.ts';

/** A model's bytes in shared memory, or the reason why there is none. */
export type OpenedContent =
  | { readonly ok: true; readonly hash: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** Models built once for every thread of a batch, as bytes that all of them read in place. */
export class SharedModels {
  readonly #models: Models;
  // Valid while the model itself is kept; threads that still use the bytes hold their own reference.
  readonly #bytes = new WeakMap<Model, Uint8Array>();
  readonly #inProgress = new Map<string, Promise<OpenedContent>>();

  constructor(models: Models) {
    this.#models = models;
  }

  /** Never rejects: any error is part of the content. */
  open(name: ModelName): Promise<OpenedContent> {
    const key = `${name.kind}:${name.text}`;
    let content = this.#inProgress.get(key);
    if (content === undefined) {
      content = this.#open(name).finally(() => this.#inProgress.delete(key));
      this.#inProgress.set(key, content);
    }
    return content;
  }

  async #open(name: ModelName): Promise<OpenedContent> {
    try {
      const { hash, model } = await this.#models.named(name);
      let bytes = this.#bytes.get(model);
      if (bytes === undefined) {
        bytes = model.toBytes({ shared: true });
        this.#bytes.set(model, bytes);
      }
      return { ok: true, hash, bytes };
    } catch (error) {
      return { ok: false, ...openingError(error) };
    }
  }
}

/** Why a model could not be opened, as answers have it. */
export function openingError(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  const code = error instanceof NearmissError ? error.code : 'query/failed';
  return { code, message: error instanceof Error ? error.message : String(error) };
}
