import { NearmissError } from 'nearmiss';
import { convexParameters } from 'nearmiss/convex';
import { type ShapeParameters, shapeParameters } from 'nearmiss/shapes';
import { CONVEX, SHAPE } from '../body-word.ts';
import { print } from '../terminal/print.ts';
import { readArguments } from '../usage.ts';
import type { Command } from './command.ts';

export const SHAPES: Command = {
  help: `Usage: nearmiss shapes [NAME] [--json]

Lists what can stand in place of a file: generated meshes behind "shape:", exact convex bodies behind "convex:", each with
its parameters and their defaults. A parameter that is not given is its default. NAME lists the shapes of that name.

  --json    one JSON object instead of a list
`,
  async run(args) {
    const { values, positionals } = readArguments(args, { json: { type: 'boolean' } }, ['NAME'], 0);
    const [name] = positionals;
    const shape = chosen(shapeParameters, name);
    const convex = chosen(convexParameters, name);
    if (Object.keys(shape).length + Object.keys(convex).length === 0) {
      const known = [...new Set([...Object.keys(shapeParameters), ...Object.keys(convexParameters)])].sort().join(', ');
      throw new NearmissError('shape/bad-parameter', `There is no shape "${name}"; there are ${known}.`);
    }
    const json = `${JSON.stringify({ shape, convex })}\n`;
    await print(values.json === true ? json : `${lines(SHAPE, shape)}${lines(CONVEX, convex)}`);
    return 0;
  },
};

type Shapes = Readonly<Record<string, ShapeParameters>>;

function chosen(shapes: Shapes, name: string | undefined): Shapes {
  return Object.fromEntries(Object.entries(shapes).filter(([known]) => name === undefined || known === name));
}

/** Each shape in the notation of the command line. */
function lines(prefix: string, shapes: Shapes): string {
  return Object.entries(shapes)
    .map(([name, parameters]) => {
      const list = Object.entries(parameters).map(([key, value]) => `${key}=${valueText(value)}`);
      return `"${prefix}${name}(${list.join(',')})"\n`;
    })
    .join('');
}

function valueText(value: number | readonly number[]): string {
  if (typeof value === 'number') return String(value);
  return value.length === 0 ? '[x,y,z, …]' : `[${value.join(',')}]`;
}
