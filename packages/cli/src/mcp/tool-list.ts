// What a client is told about the tools.

const POSE = {
  type: 'object',
  description: 'Body to world. What is missing is the identity.',
  properties: {
    position: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
    rotation: {
      type: 'array',
      items: { type: 'number' },
      minItems: 4,
      maxItems: 4,
      description: 'Unit quaternion x, y, z, w.',
    },
    matrix: {
      type: 'array',
      items: { type: 'number' },
      minItems: 9,
      maxItems: 9,
      description: 'Rotation, row by row, in place of rotation.',
    },
  },
  additionalProperties: false,
} as const;

const BODY = {
  type: 'object',
  description: 'One of model, shape, convex and mesh; and where it is.',
  properties: {
    model: {
      type: 'string',
      description:
        'A file of the folder (OBJ, STL, PLY, OFF, glTF, GLB), a part of it (a.glb#part) or scaled (a.stl@mm).',
    },
    shape: { type: 'string', description: 'A generated mesh, such as "box(size=[1,2,3])" or "torus-knot".' },
    convex: { type: 'string', description: 'An exact convex shape, such as "sphere(radius=2)".' },
    mesh: { type: 'object', description: '{ positions: [[x, y, z], …], triangles: [[a, b, c], …] }' },
    pose: POSE,
  },
  additionalProperties: false,
} as const;

const PICTURE = { type: 'boolean', description: 'Whether to add a picture, a small PNG.' } as const;

/** A tool as the protocol describes one. */
interface Tool {
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
}

function about(description: string, properties: Readonly<Record<string, object>>, required: readonly string[]): Tool {
  return {
    description,
    inputSchema: {
      type: 'object',
      properties: { ...properties, picture: PICTURE },
      required: [...required],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

const pair = (description: string, options: object): Tool =>
  about(
    description,
    { a: BODY, b: BODY, options: { type: 'object', properties: options, additionalProperties: false } },
    ['a', 'b'],
  );

const BUDGET = {
  budget: { type: 'number', description: 'Bounding-volume tests at most; the bracket then still holds.' },
};

export type ToolName = 'check' | 'collide' | 'distance' | 'penetration' | 'clash';

export const TOOL_LIST: Readonly<Record<ToolName, Tool>> = {
  check: about(
    'What a mesh file holds and what is odd about it: size, box, parts, whether it is closed and bounds a solid.',
    { file: { type: 'string', description: 'A file of the folder, a part of it (a.glb#part) or scaled (a.stl@mm).' } },
    ['file'],
  ),
  collide: pair('Whether two bodies have a point in common, or one is inside the other: decided exactly.', {}),
  distance: pair('How far two bodies are apart: a proven bracket [lower, upper], with the closest points.', {
    tolerance: { type: 'number', description: 'The width of the bracket that suffices.' },
    maxDistance: { type: 'number', description: 'Distances beyond this do not matter.' },
    ...BUDGET,
  }),
  penetration: pair(
    'How deep two bodies are in each other, as a bracket, and the translation of A that separates them.',
    {
      accuracy: { type: 'number', description: 'The width of the bracket that is aimed at.' },
      ...BUDGET,
    },
  ),
  clash: about(
    'Which elements of files (nodes of glTF, products of IFC, whole files of other formats) clash, and how deep.',
    {
      set: {
        type: 'object',
        description:
          '{"models":{"plant":"plant.glb"},"tests":[{"name":"itself","mode":"hard","a":{"model":"plant","select":"pipe*"}}]}; mode is hard, clearance (with clearance) or duplicate; without b, A in itself.',
      },
      file: { type: 'string', description: 'A file of the folder that holds such a set, in place of set.' },
      limit: {
        type: 'number',
        description: 'Clashes that are listed, the deepest first, 20 by default; the summary counts all.',
      },
      budget: { type: 'number', description: 'Bounding-volume tests that one search of a pair may take.' },
    },
    [],
  ),
};

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOL_LIST, name);
}
