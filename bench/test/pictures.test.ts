import { inflateSync } from 'node:zlib';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { poseFromQuaternion, type Vector } from '../src/body-pose.ts';
import { holedScenes, type PlottedTranslations } from '../src/penetration/plotted-translations.ts';
import { penetrationPictures } from '../src/report/penetration-pictures.ts';
import { encodePng, type Picture } from '../src/report/png.ts';
import { type PicturedBody, pictureOf } from '../src/report/solid-picture.ts';

const FROM_THE_FRONT: Vector = [0, -1, 0];

function cube(position: Vector, colour: PicturedBody['colour'], opacity = 1): PicturedBody {
  return { mesh: box(), pose: poseFromQuaternion(position, [0, 0, 0, 1]), colour, opacity };
}

const pixel = ({ width, pixels }: Picture, x: number, y: number): number[] =>
  Array.from(pixels.subarray(4 * (width * y + x), 4 * (width * y + x) + 4));

test('the nearer body hides the farther, and the paper shows beside both', () => {
  // Seen along y, x to the right and z up: the green one is half a side to the right, farther away, and listed first.
  const picture = pictureOf([cube([0.5, 2, 0], [0, 200, 0]), cube([0, 0, 0], [200, 0, 0])], FROM_THE_FRONT, 60, 60);
  const [left, middle, right] = [pixel(picture, 10, 30), pixel(picture, 30, 30), pixel(picture, 55, 30)];
  expect(left[0]).toBeGreaterThan(90);
  expect(middle).toEqual(left);
  expect([right[0], right[3]]).toEqual([0, 255]);
  expect(right[1]).toBe(left[0]);
  expect(pixel(picture, 30, 2)).toEqual([0, 0, 0, 0]);
});

test('bodies in each other hide each other in part', () => {
  const picture = pictureOf([cube([0, 0, 0], [200, 0, 0]), cube([0, -0.1, 0.5], [0, 0, 200])], FROM_THE_FRONT, 40, 60);
  expect(pixel(picture, 20, 20)[2]).toBeGreaterThan(90); // up is up, and the blue one stands out
  expect(pixel(picture, 20, 50)[0]).toBeGreaterThan(90);
});

test('a translucent body lets through what is behind it, and the paper', () => {
  const picture = pictureOf(
    [cube([0, 0, 0], [200, 0, 0]), cube([0.5, -2, 0], [0, 0, 200], 0.5)],
    FROM_THE_FRONT,
    60,
    60,
  );
  const [alone, over, glass] = [pixel(picture, 10, 30), pixel(picture, 30, 30), pixel(picture, 55, 30)];
  expect(over[0]).toBeCloseTo(alone[0] / 2, -1);
  expect(over[3]).toBe(255);
  expect(glass[0]).toBe(0);
  expect(glass[3]).toBe(128);
  // Behind an opaque body it is not seen.
  const hidden = pictureOf([cube([0, 0, 0], [200, 0, 0]), cube([0, 3, 0], [0, 0, 200], 0.5)], FROM_THE_FRONT, 60, 60);
  expect(pixel(hidden, 30, 30)).toEqual(alone);
});

test('a PNG file holds the pixels', () => {
  const picture = { width: 2, height: 2, pixels: Uint8ClampedArray.from({ length: 16 }, (_, k) => 3 * k) };
  const bytes = encodePng(picture);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2, 2]);
  const data = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)));
  expect([...rows]).toEqual([0, ...picture.pixels.subarray(0, 8), 0, ...picture.pixels.subarray(8)]);
  // The check sum of an empty last chunk is the same in every PNG file.
  expect(bytes.subarray(-4).toString('hex')).toBe('ae426082');
});

test('a figure has a picture and the depths of each scene', () => {
  const scenes = holedScenes().slice(-2);
  const found = scenes.map(({ name, start }): PlottedTranslations => {
    const method = {
      free: [0, 0, 2],
      method: [0, 0, 1],
      lower: 0,
      upper: 0.75,
      iterations: 1,
      isWrong: false,
    } as const;
    return { name, triangles: [1, 1], methods: [{ start, ...method }] };
  });
  const svg = penetrationPictures('Two scenes', scenes, found);
  expect(svg.match(/<image /g)).toHaveLength(2);
  for (const { name, start } of scenes) {
    expect(svg).toContain(`${name}, start: ${start}`);
    expect(svg).toContain(`${start} 0.7500`);
  }
});
