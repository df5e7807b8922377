// The colours of bodies and contacts, as people with each kind of colour vision see them: Machado, Oliveira and Fernandes (2009),
// "A Physiologically-based Model for Simulation of Color Vision Deficiency", severity 1; differences in CIE L*a*b*.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTACT, SCALE, STRIPE } from '../src/page/gpu/map-colours.ts';

const CSS = readFileSync(new URL('../src/page/style/colours.css', import.meta.url), 'utf8');
const [LIGHT = '', DARK = ''] = CSS.split('[data-theme="dark"]');

/** Two colours that are as different as this are told apart at a glance; 2.3 is just noticeable. */
const LEAST_DIFFERENCE = 35;

type Vector = readonly [number, number, number];

const VISIONS: Readonly<Record<string, readonly [Vector, Vector, Vector]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function colourOf(theme: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? '';
}

function linear(hex: string): Vector {
  const channel = (at: number): number => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function labOf([r, g, b]: Vector): Vector {
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seen(hex: string, vision: string): Vector {
  const [r, g, b] = linear(hex);
  const rows = VISIONS[vision] ?? [];
  const [x = 0, y = 0, z = 0] = rows.map(([p, q, s]) => Math.min(1, Math.max(0, p * r + q * g + s * b)));
  return labOf([x, y, z]);
}

function difference(p: string, q: string, vision: string): number {
  const [a, b] = [seen(p, vision), seen(q, vision)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

test('the measure is that of the literature', () => {
  expect(difference('#ffffff', '#000000', 'full')).toBeCloseTo(100, 1);
  // A red and a green that people without green cones confuse.
  expect(difference('#b05050', '#7a6b4a', 'full')).toBeGreaterThan(
    2 * difference('#b05050', '#7a6b4a', 'deuteranopia'),
  );
});

test.each(
  ([['light', LIGHT] as const, ['dark', DARK] as const] as const).flatMap(([name, theme]) =>
    Object.keys(VISIONS).map((vision) => [name, vision, theme] as const),
  ),
)('bodies and contacts in the %s theme, with %s', (_, vision, theme) => {
  const [a, b, touch] = ['body-a', 'body-b', 'touch'].map((name) => colourOf(theme, name));
  for (const [p = '', q = ''] of [
    [a, b],
    [a, touch],
    [b, touch],
  ]) {
    expect(p).not.toBe('');
    expect(difference(p, q, vision)).toBeGreaterThan(LEAST_DIFFERENCE);
  }
});

test.each(Object.keys(VISIONS))('a map of clearances with %s', (vision) => {
  const hex = (colour: readonly number[]): string =>
    `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
  const [near = '', ...farther] = SCALE.map(hex);
  // What is in contact is beside what is near, and hatched: stripes are seen.
  const stripe = hex(CONTACT.map((channel) => STRIPE * channel));
  for (const contact of [hex(CONTACT), stripe])
    expect(difference(contact, near, vision)).toBeGreaterThan(LEAST_DIFFERENCE);
  expect(difference(hex(CONTACT), stripe, vision)).toBeGreaterThan(10);
  // From near to far it darkens, step by step.
  expect(difference(near, farther.at(-1) ?? '', vision)).toBeGreaterThan(2 * LEAST_DIFFERENCE);
  const lightness = [near, ...farther].map((colour) => seen(colour, vision)[0]);
  for (const [k, light] of lightness.slice(1).entries()) expect((lightness[k] ?? 0) - light).toBeGreaterThan(5);
});
