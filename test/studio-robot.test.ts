// The page of a robot in a real browser: what it shows is what the library computes here.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeStl } from '@nearmiss/io';
import { Robot, readSrdf, readUrdf } from '@nearmiss/robot';
import { makeConvex } from 'nearmiss/convex';
import { box } from 'nearmiss/shapes';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ROBOT_EXAMPLES } from '../apps/studio/src/page/robot/examples.ts';
import { findChromium } from '../scripts/chromium.mjs';
import { ServedStudio } from './studio/served-studio.ts';

const settled = (page: Page): Promise<void> =>
  page.locator('#answer[data-settled=true]').waitFor({ state: 'attached', timeout: 120_000 });

const told = async (page: Page, name: string): Promise<string | null> =>
  page.locator('#answer').getAttribute(`data-${name}`);

/** An example as a robot here. */
function opened(name: string): { readonly robot: Robot; readonly waypoints: readonly (readonly number[])[] } {
  const files = ROBOT_EXAMPLES[name];
  if (files === undefined) throw new Error(`There is no ${name}.`);
  const description = readUrdf(files.urdf);
  const robot = new Robot(description, { semantics: readSrdf(files.srdf ?? '', description) });
  const scene: { bodies: { id: string; convex: string; pose: { position: number[] } }[] } = JSON.parse(
    files.scene ?? '',
  );
  for (const { id, convex, pose } of scene.bodies) robot.addObstacle({ name: id, model: makeConvex(convex), pose });
  return { robot, waypoints: JSON.parse(files.trajectory ?? '').waypoints };
}

describe.runIf(findChromium() !== null)('in a browser', () => {
  const studio = new ServedStudio();

  test.each(Object.keys(ROBOT_EXAMPLES))('%s: first contact, clearance, joints, and a planned path', (name) =>
    studio.visiting(`robot.html#robot=${name}`, async ({ page }) => {
      const { robot, waypoints } = opened(name);
      await settled(page);
      const contact = robot.pathContact(robot.path({ waypoints }));
      expect(await told(page, 'status')).toBe(contact.status);
      expect(Number(await told(page, 'lower'))).toBeCloseTo(contact.lower, 5);
      expect(Number(await told(page, 'upper'))).toBeCloseTo(contact.upper ?? 0, 5);
      expect(await page.locator('#sentence').innerText()).toContain(`, of ${contact.a} and ${contact.b}, proven`);
      expect(await page.locator('#here').innerText()).toContain('touch');

      // The start of the path, by the slider of time, then another value of the first joint.
      await page.locator('#scrubber').fill('0');
      const start = robot.distance(waypoints[0] ?? []);
      await expect.poll(() => page.locator('#here').getAttribute('data-upper')).toBe(String(start.upper));
      const moved = [...(waypoints[0] ?? [])];
      moved[0] = 0.25;
      await page.locator('#joints input').first().fill('0.25');
      const there = robot.distance(moved);
      await expect
        .poll(async () => Number(await page.locator('#here').getAttribute('data-upper')))
        .toBeCloseTo(there.upper, 9);

      await page.click('#plan');
      await expect.poll(() => told(page, 'status'), { timeout: 120_000 }).toBe('free');
      await settled(page);
      expect(await told(page, 'verified')).toBe('true');
      expect(Number(await told(page, 'clearance-lower'))).toBeGreaterThan(0);
      expect(Number(await told(page, 'proofs'))).toBeGreaterThan(0);
    }),
  );

  test('a folder dropped as a whole, a mesh that was missing, and files that are none of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nearmiss-drop-'));
    const urdf = `<robot name="r"><link name="base"/>
      <link name="cart"><collision><geometry><mesh filename="package://cart/meshes/part.stl"/></geometry></collision></link>
      <joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/>
        <limit lower="0" upper="2" velocity="1" effort="1"/></joint></robot>`;
    const stl = writeStl(box({ size: [0.2, 0.2, 0.2] }));
    await mkdir(join(folder, 'cart/meshes'), { recursive: true });
    await writeFile(join(folder, 'cart/cart.urdf'), urdf);
    await writeFile(join(folder, 'cart/meshes/part.stl'), stl);
    const xacro =
      '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:include filename="arm.xacro"/></robot>';
    await writeFile(join(folder, 'cart.urdf.xacro'), xacro);
    await writeFile(join(folder, 'notes.txt'), 'notes');
    await writeFile(join(folder, 'path.json'), JSON.stringify({ waypoints: [[0], [1], [2]] }));
    await studio.visiting('robot.html', async ({ page }) => {
      await settled(page);
      const session = await page.context().newCDPSession(page);
      /** As the hand does it: entries of the file system, which events made in the page have not. */
      const drop = async (name: string): Promise<void> => {
        const data = { items: [], files: [join(folder, name)], dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
          await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
        }
      };
      const joints = page.locator('#joints input');
      await drop('cart');
      await expect.poll(() => joints.count()).toBe(1);
      await drop('notes.txt');
      await page.locator('#notice').getByText('There is no URDF').waitFor();
      await drop('cart.urdf.xacro');
      await page.locator('#notice').getByText('is a xacro').waitFor();
      // The robot in the picture is still the one that a path is for.
      await drop('path.json');
      await expect.poll(() => told(page, 'waypoints')).toBe('3');
      await drop('cart/cart.urdf');
      await page.locator('#notice code').getByText('robot/missing-mesh').waitFor();
      await drop('cart/meshes/part.stl');
      await page.locator('#notice').waitFor({ state: 'hidden' });
    });
    await rm(folder, { recursive: true });
  });

  test('a robot of files, and one that cannot be read', () =>
    studio.visiting('robot.html', async ({ page }) => {
      await settled(page);
      const file = (name: string, text: string): { name: string; mimeType: string; buffer: Buffer } => ({
        ...{ name, mimeType: 'text/plain', buffer: Buffer.from(text) },
      });
      const urdf = `<robot name="r"><link name="base"/>
        <link name="cart"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
        <joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/>
          <limit lower="0" upper="2" velocity="1" effort="1"/></joint></robot>`;
      const scene = {
        ...{ step: 0.01, duration: 1 },
        bodies: [{ id: 'wall', convex: 'box(size=[0.1,1,1])', kind: 'static', pose: { position: [1.5, 0, 0] } }],
      };
      await page
        .locator('#files')
        .setInputFiles([
          file('cart.urdf', urdf),
          file('scene.json', JSON.stringify(scene)),
          file('path.json', JSON.stringify({ waypoints: [[0], [2]] })),
        ]);
      await expect.poll(() => told(page, 'status')).toBe('contact');
      // The wall begins at 1.45, the ball reaches 0.1: contact at 1.35 of 2.
      const isThere = (): Promise<void> =>
        expect.poll(async () => Number(await told(page, 'lower')), { timeout: 60_000 }).toBeCloseTo(0.675, 4);
      await isThere();
      await page.waitForURL(/#files=[0-9a-f]{16}$/);
      await page.reload();
      await isThere();
      expect(await page.locator('#joints input').count()).toBe(1);
      await page.locator('#files').setInputFiles([file('bad.urdf', '<robot name="r"/>')]);
      await page.locator('#notice code').getByText('robot/').waitFor();
      // Refused, so it is not what a reload shows; and a link to files that were never here says so.
      await page.reload();
      await isThere();
      await page.goto(page.url().replace(/files=.*/, 'files=0123456789abcdef'));
      await page.locator('#notice', { hasText: 'The files of this link are not here' }).waitFor();
      await page.waitForURL(/#robot=/);
    }));
});
