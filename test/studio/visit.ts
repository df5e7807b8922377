import type { Motion, PenetrationResult, Pose } from 'nearmiss';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** What the page shows, every number as the double it is. */
export interface Shown {
  readonly status: string;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly surfaceDistance: number;
  readonly pairs: number;
  readonly poseA: Pose;
  readonly poseB: Pose;
}

/** What the page shows of motions: what was asked, and what came of it. */
export interface ShownMotion {
  readonly motionA: Motion;
  readonly motionB: Motion;
  /** All but the motions, as the library's result has it. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** What the page shows of the depth: of which poses, how it was asked for, and what came of it. */
export interface ShownDepth {
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** Whether the search was led on from an earlier one. */
  readonly led: boolean;
  /** Whether both bounds were confirmed; null where they were not checked. */
  readonly verified: boolean | null;
  readonly certificate: string | undefined;
  readonly result: Pick<
    PenetrationResult,
    'status' | 'depth' | 'lower' | 'upper' | 'translation' | 'certified' | 'local' | 'iterations'
  >;
}

/** Whatever takes longer has hung. Milliseconds. */
const LONGEST_WAIT = 120_000;

/** One visit to the page; whatever goes wrong in it is remembered. */
export class Visit {
  readonly page: Page;
  readonly troubles: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(LONGEST_WAIT);
    page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.troubles.push(`page: ${error.message}`));
    page.on('requestfailed', (request) => {
      // A page that is left, as the gallery for a scene, gives up what it was still loading.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') this.troubles.push(`request: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.troubles.push(`response: ${response.status()} ${response.url()}`);
    });
  }

  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const visit = new Visit(await browser.newPage({ viewport: { width: 900, height: 500 }, ...options }));
    await visit.page.goto(url);
    return visit;
  }

  /** The answer, once it is that of the poses as they are. */
  async shown(): Promise<Shown> {
    const section = this.page.locator('#answer[data-settled=true]');
    await section.waitFor({ state: 'attached' });
    const read = async (name: string): Promise<string> => (await section.getAttribute(`data-${name}`)) ?? '';
    return {
      status: await read('status'),
      distance: Number(await read('distance')),
      lower: Number(await read('lower')),
      upper: Number(await read('upper')),
      surfaceDistance: Number(await read('surface-distance')),
      pairs: Number(await read('pairs')),
      poseA: JSON.parse(await read('pose-a')),
      poseB: JSON.parse(await read('pose-b')),
    };
  }

  /** What is said of the structures shown, once it is there: the data attributes of the section. */
  async structure(): Promise<Readonly<Record<string, string | undefined>>> {
    const section = this.page.locator('#structure[data-settled=true]');
    await section.waitFor();
    return section.evaluate(({ dataset }) => ({ ...dataset }));
  }

  /** The time of contact, once it is that of the motions as they are. */
  async motion(): Promise<ShownMotion> {
    const section = this.page.locator('#motion[data-settled=true]');
    await section.waitFor();
    const { status, settled: _settled, ...texts } = await section.evaluate(({ dataset }) => ({ ...dataset }));
    const values = Object.entries(texts).map(([name, text]) => [name, JSON.parse(String(text))]);
    const { motionA, motionB, ...result } = Object.fromEntries(values);
    return { motionA, motionB, result: { status, ...result } };
  }

  /** The depth, once it is that of the poses as they are. */
  async depth(): Promise<ShownDepth> {
    const section = this.page.locator('#depth[data-settled=true]');
    await section.waitFor();
    const {
      status,
      certificate,
      settled: _settled,
      ...texts
    } = await section.evaluate(({ dataset }) => ({
      ...dataset,
    }));
    const values = Object.entries(texts).map(([name, text]) => [name, JSON.parse(String(text))]);
    const { poseA, poseB, led, verified, ...result } = Object.fromEntries(values);
    return { poseA, poseB, led, verified, certificate, result: { status, ...result } };
  }

  async show(what: string): Promise<void> {
    const tabs: Readonly<Record<string, string>> = {
      touch: 'Touch',
      answer: 'Distance',
      depth: 'Depth',
      motion: 'First contact',
    };
    await this.page.getByRole('tab', { name: tabs[what] ?? 'Inside' }).click();
    if (tabs[what] === undefined) await this.page.locator('#show').selectOption(what);
  }

  name(slot: 'a' | 'b'): Promise<string> {
    return this.page.locator(`.body[data-slot=${slot}] .name`).innerText();
  }

  /** Drops files, made in the page, at a point of the window. */
  async drop(
    files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
    x: number,
    y: number,
  ): Promise<void> {
    const contents = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
    const dataTransfer = await this.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of ${JSON.stringify(contents)}) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    })()`);
    const event = { dataTransfer, clientX: x, clientY: y, bubbles: true, cancelable: true };
    await this.page.dispatchEvent('canvas, #gallery', 'dragover', event);
    await this.page.dispatchEvent('canvas, #gallery', 'drop', event);
  }

  /** Waits until a body is there. */
  async arrived(slot: 'a' | 'b', name: string): Promise<void> {
    await this.page.locator(`.body[data-slot=${slot}] .name`, { hasText: name }).waitFor();
  }

  /** Brings the pointer to a body, found by the pointer's shape over it: A from the left, B from the right. */
  async findBody(slot: 'a' | 'b'): Promise<{ readonly x: number; readonly y: number }> {
    const { width = 0, height = 0, y: top = 0 } = (await this.page.locator('canvas').boundingBox()) ?? {};
    const canvas = this.page.locator('canvas.over');
    for (let column = 1; column < 24; column++) {
      const x = Math.round(width * (slot === 'a' ? column / 48 : 1 - column / 48));
      // Tools lie over the upper part of the picture.
      for (const part of [0.5, 0.45, 0.55, 0.6, 0.65, 0.4]) {
        const y = Math.round(top + height * part);
        await this.page.mouse.move(x, y);
        if ((await canvas.count()) > 0) return { x, y };
      }
    }
    throw new Error('There is no body in this half of the picture.');
  }
}
