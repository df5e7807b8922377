// @react-three/fiber makes objects of three.js, so queries take them as they are. It renders here into a renderer that draws nothing.

import { createRoot, extend } from '@react-three/fiber';
import { act, createElement, createRef } from 'react';
import * as three from 'three';
import { expect, test } from 'vitest';
import { penetrationObjects } from '../src/queries.ts';

test('refs of @react-three/fiber are bodies', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  extend({ Mesh: three.Mesh, BoxGeometry: three.BoxGeometry, Group: three.Group });
  const canvas = Object.assign(new EventTarget(), { style: {}, width: 100, height: 100 });
  const gl = Object.assign(new EventTarget(), {
    domElement: canvas,
    shadowMap: {},
    xr: new EventTarget(),
    render: () => {},
    setSize: () => {},
    setPixelRatio: () => {},
  });
  const [a, b] = [createRef<three.Mesh>(), createRef<three.Mesh>()];
  const root = createRoot(canvas as never);
  await root.configure({
    gl: () => gl as never,
    frameloop: 'never',
    size: { width: 100, height: 100, top: 0, left: 0 },
    dpr: 1,
  });
  const box = createElement('boxGeometry');
  const first = createElement('mesh', { ref: a, position: [0.75, 0, 0] }, box);
  const second = createElement('group', { scale: 2 }, createElement('mesh', { ref: b, position: [-0.25, 0, 0] }, box));
  await act(async () => {
    root.render(createElement('group', null, first, second));
  });
  if (a.current === null || b.current === null) throw new Error('nothing was rendered');
  // Half of A is 0.5 around 0.75, half of B is 1 around −0.5: they overlap from 0.25 to 0.5.
  expect(penetrationObjects(a.current, b.current).depth).toBeCloseTo(0.25, 9);
});
