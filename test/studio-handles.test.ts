// Bodies moved by their handles, by scrubbing a number and by keys; in a real browser.

import { distance, Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { ServedStudio } from './studio/served-studio.ts';
import type { Shown, Visit } from './studio/visit.ts';

const PATIENTLY = { timeout: 60_000 };
const BOXES = 'pair.html#a=shape:box&pose-a=0,0,0,0,0,0,1&b=shape:box&pose-b=2,0,0,0,0,0,1&show=answer';
const BOX = Model.build(makeShape('box'));
const LARGE =
  'pair.html#a=shape:torus-knot(triangles=70000)&pose-a=-0.6,0,0,0,0,0,1&b=shape:torus-knot(triangles=70000)&pose-b=0.6,0,0,0,0,0,1&show=answer';
const MOVES = 20;
/** Counts what the page does from now on. */
const COUNT = `(() => {
  globalThis.counted = { messages: 0, largest: 0, draws: 0, pictures: 0, bytes: 0, linked: 0 };
  const context = WebGL2RenderingContext.prototype;
  const before = (name, count) => {
    const own = context[name];
    context[name] = function (...given) {
      count(given);
      return own.apply(this, given);
    };
  };
  before('drawElements', () => counted.draws++);
  before('drawArrays', () => counted.draws++);
  before('linkProgram', () => counted.linked++);
  before('bufferData', ([, data]) => (counted.bytes += data?.byteLength ?? data));
  before('bufferSubData', ([, , data]) => (counted.bytes += data.byteLength));
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (...given) {
    counted.messages++;
    counted.largest = Math.max(counted.largest, JSON.stringify(given[0]).length);
    postMessage.apply(this, given);
  };
  const frame = () => {
    counted.pictures++;
    requestAnimationFrame(frame);
  };
  frame();
})()`;
/** Longer than the page waits before it takes poses into its history. Milliseconds. */
const REST = 600;

/** What the page shows is what the library answers for its poses. */
function expectAnswer({ poseA, poseB, distance: shown }: Shown): void {
  expect(shown).toBe(distance(BOX, poseA, BOX, poseB).distance);
}

/** Brings the pointer onto a handle of the chosen body, and says where it is. */
async function findHandle({ page }: Visit, axis: string): Promise<{ readonly x: number; readonly y: number }> {
  const { width = 0, height = 0 } = (await page.locator('canvas').boundingBox()) ?? {};
  const { top = 0 } = await page.locator('canvas').evaluate((canvas) => canvas.getBoundingClientRect());
  for (let y = top + height / 2; y < top + 0.8 * height; y += 4) {
    for (let x = width - 20; x > width / 2; x -= 6) {
      await page.mouse.move(x, y);
      if ((await page.locator('canvas').getAttribute('data-handle')) === axis) return { x, y };
    }
  }
  throw new Error(`There is no handle ${axis}.`);
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio((visit) => visit.shown());

  test('an arrow moves the body along its axis alone, and the drag is one step to undo', () =>
    studio.visiting(BOXES, async (visit) => {
      const { page } = visit;
      await page.waitForTimeout(REST);
      const { x, y } = await findHandle(visit, 'X');
      await page.mouse.down();
      await page.mouse.move(x + 30, y + 20, { steps: 3 });
      // A pause in the drag is no end of it.
      await page.waitForTimeout(REST);
      await page.mouse.move(x + 60, y + 20, { steps: 3 });
      await page.mouse.up();
      const moved = await visit.shown();
      expect(moved.poseB.position?.[0]).toBeGreaterThan(2.1);
      expect(Array.from(moved.poseB.position ?? []).slice(1)).toEqual([0, 0]);
      expect(moved.poseB.rotation).toEqual([0, 0, 0, 1]);
      expectAnswer(moved);
      await page.waitForTimeout(REST);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await visit.shown()).poseB.position, PATIENTLY).toEqual([2, 0, 0]);
      expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    }));

  test('a drag of two meshes of 70,000 triangles asks once a move, and sends no mesh anywhere', () =>
    studio.visiting(LARGE, async ({ page }) => {
      await page.locator('#answer[data-settled=true]').waitFor({ state: 'attached' });
      const { width = 0, height = 0 } = (await page.locator('canvas').boundingBox()) ?? {};
      // Beside the arrows of the gizmo.
      const at = { x: width - 20, y: 40 + 0.45 * height };
      while ((await page.locator('canvas.over').count()) === 0) {
        at.x -= 15;
        expect(at.x).toBeGreaterThan(width / 2);
        await page.mouse.move(at.x, at.y);
      }
      await page.evaluate(COUNT);
      await page.mouse.down();
      for (let k = 1; k <= MOVES; k++) await page.mouse.move(at.x - 3 * k, at.y);
      await page.mouse.up();
      await page.locator('#answer[data-settled=true]').waitFor({ state: 'attached' });
      const counted = await page.evaluate<Readonly<Record<string, number>>>('counted');
      const { messages = 0, largest = 0, draws = 0, pictures = 0, bytes = 0 } = counted;
      // A question a move, or fewer where the worker is busy; of poses alone.
      expect(messages).toBeGreaterThan(2);
      expect(messages).toBeLessThanOrEqual(MOVES + 2);
      expect(largest).toBeLessThan(1000);
      // Two bodies, their shadows, the ground and the gizmo; whatever was uploaded stays where it is.
      expect(draws).toBeGreaterThan(pictures / 2);
      expect(draws).toBeLessThan(25 * pictures);
      expect(bytes).toBeLessThan(100_000);
    }));

  test('a drag that brings bodies into each other waits for no shader', () =>
    studio.visiting(BOXES, async (visit) => {
      const { page } = visit;
      expect((await visit.shown()).distance).toBeGreaterThan(0);
      const { x, y } = await findHandle(visit, 'X');
      await page.evaluate(COUNT);
      await page.mouse.down();
      await page.mouse.move(x - 400, y, { steps: 8 });
      await page.mouse.up();
      await expect.poll(async () => (await visit.shown()).distance, PATIENTLY).toBe(0);
      const { draws = 0, linked = -1 } = await page.evaluate<Readonly<Record<string, number>>>('counted');
      expect(draws).toBeGreaterThan(0);
      expect(linked).toBe(0);
    }));

  test('keys choose circles that turn the body about its middle, and frame the scene', () =>
    studio.visiting(BOXES, async (visit) => {
      const { page } = visit;
      await page.locator('#picture').focus();
      await page.keyboard.press('r');
      expect(await page.getByRole('radio', { name: 'Turn' }).isChecked()).toBe(true);
      const { x, y } = await findHandle(visit, 'Y');
      await page.mouse.down();
      await page.mouse.move(x - 40, y, { steps: 4 });
      await page.mouse.up();
      const turned = await visit.shown();
      const [qx = 1, qy = 0, qz = 1] = Array.from(turned.poseB.rotation ?? []);
      expect([qx, qz]).toEqual([0, 0]);
      expect(Math.abs(qy)).toBeGreaterThan(0.02);
      expect(turned.poseB.position?.[0]).toBeCloseTo(2, 12);
      expectAnswer(turned);
      await page.keyboard.press('w');
      expect(await page.getByRole('radio', { name: 'Move' }).isChecked()).toBe(true);
      await page.keyboard.press('f');
      expectAnswer(await visit.shown());
    }));

  test('keys orbit and zoom, and move no body', () =>
    studio.visiting(BOXES, async (visit) => {
      const { page } = visit;
      const before = await visit.shown();
      const gap = async (): Promise<number> => {
        const [left = 0, right = 0] = await page
          .locator('#witness circle')
          .evaluateAll((circles) => circles.map((circle) => Number(circle.getAttribute('cx'))));
        return right - left;
      };
      await expect.poll(gap, PATIENTLY).toBeGreaterThan(20);
      const first = await gap();
      await page.locator('#picture').focus();
      await page.keyboard.press('+');
      await expect.poll(gap, PATIENTLY).toBeGreaterThan(first * 1.1);
      await page.keyboard.press('-');
      await expect.poll(gap, PATIENTLY).toBeCloseTo(first, 0);
      for (let k = 0; k < 6; k++) await page.keyboard.press('l'); // a quarter of a half turn: 45°
      await expect.poll(gap, PATIENTLY).toBeLessThan(first * 0.85);
      expect(await visit.shown()).toEqual(before);
    }));

  test('a number is scrubbed by the letter of its field, in one step to undo', () =>
    studio.visiting(BOXES, async (visit) => {
      const { page } = visit;
      await page.waitForTimeout(REST);
      const field = page.getByLabel('Position of A along y');
      const letter = field.locator('xpath=preceding-sibling::span');
      await letter.scrollIntoViewIfNeeded();
      const { x = 0, y = 0, width = 0, height = 0 } = (await letter.boundingBox()) ?? {};
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + 50, y + height / 2, { steps: 5 });
      await page.mouse.up();
      const scrubbed = await visit.shown();
      // 50 pixels are a third of the radius of the box.
      expect(scrubbed.poseA.position?.[1]).toBeCloseTo(Math.sqrt(0.75) / 3, 4);
      expect(await field.inputValue()).toBe(String(Number(scrubbed.poseA.position?.[1]?.toPrecision(6))));
      expectAnswer(scrubbed);
      await page.waitForTimeout(REST);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await visit.shown()).poseA.position, PATIENTLY).toEqual([0, 0, 0]);
      expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    }));
});
