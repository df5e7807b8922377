// The studio, built and served, with a browser to visit it; for one file of tests.

import { type Served, type ServeOptions, serveStudio } from '@nearmiss/studio';
import { use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { Visit } from './visit.ts';

// As the page does: what it shows is then what the library says here, to the last bit.
use(simd);

export class ServedStudio {
  readonly #ready: (visit: Visit) => Promise<unknown>;
  #browser: Browser | null = null;
  #served: Served | null = null;

  /** Is there from the first test to the last; `ready` waits for a page that can be tested, `flags` are more of the browser. */
  constructor(
    ready: (visit: Visit) => Promise<unknown> = async () => {},
    bodies?: ServeOptions['bodies'],
    flags: readonly string[] = [],
  ) {
    this.#ready = ready;
    beforeAll(async () => {
      this.#browser = await launchBrowser(flags);
      this.#served = await serveStudio(bodies === undefined ? { port: 0 } : { port: 0, bodies });
    });
    afterAll(async () => {
      await this.#browser?.close();
      await this.#served?.close();
    });
  }

  get url(): string {
    return this.#served?.url ?? '';
  }

  /** A visit, during which nothing may go wrong on the page. */
  async visiting(
    path: string,
    during: (visit: Visit) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    if (this.#browser === null) throw new Error('The browser has not been launched.');
    const visit = await Visit.open(this.#browser, this.url + path, options);
    await this.#ready(visit);
    await during(visit);
    expect(visit.troubles).toEqual([]);
    await visit.page.close();
  }
}
