// Every command with its line in the list. A command is loaded when it is run: a distance does not wait for the simulation and the studio to
// be read and compiled.

import type { Command } from './command.ts';
import type { QueryName } from './queries.ts';

export interface ListedCommand {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

function query(name: QueryName, summary: string): [string, ListedCommand] {
  return [name, { summary, load: async () => (await import('./queries.ts')).QUERY_COMMANDS[name] }];
}

export const COMMANDS: ReadonlyMap<string, ListedCommand> = new Map([
  query('collide', 'whether two bodies touch, decided exactly'),
  query('distance', 'how far apart two bodies are, between which points'),
  query('tolerance', 'whether two bodies are within a distance of each other'),
  query('clearance', 'all pairs of faces of two bodies nearer than a clearance'),
  query('penetration', 'how deep two bodies are in each other, and the separating translation'),
  query('toc', 'when two moving bodies first touch'),
  query('directional', 'how far A can go in a direction before it touches B'),
  query('closest-point', 'the point of a surface that is closest to a point'),
  query('contains', 'whether a point is inside a body, decided exactly'),
  query('raycast', 'what a ray hits first'),
  [
    'medial',
    {
      summary: 'the medial axis of a solid, as JSON or OBJ',
      load: async () => (await import('./medial.ts')).MEDIAL,
    },
  ],
  [
    'shapes',
    {
      summary: 'the shapes that can be named in place of a file, with their parameters',
      load: async () => (await import('./shapes.ts')).SHAPES,
    },
  ],
  [
    'check',
    {
      summary: 'what a mesh file holds, and what is odd about it',
      load: async () => (await import('./check.ts')).CHECK,
    },
  ],
  [
    'convert',
    {
      summary: 'a mesh file or a shape to a file of another format',
      load: async () => (await import('./convert.ts')).CONVERT,
    },
  ],
  [
    'batch',
    {
      summary: 'many queries, a JSON object a line in and a line out',
      load: async () => (await import('./batch.ts')).BATCH,
    },
  ],
  [
    'clash',
    {
      summary: 'which elements of assemblies and buildings clash, and how deep',
      load: async () => (await import('./clash.ts')).CLASH,
    },
  ],
  [
    'path',
    {
      summary: 'the first contact of a robot along a path, or a proof that there is none',
      load: async () => (await import('./path.ts')).PATH,
    },
  ],
  [
    'worker',
    {
      summary: 'answers shards of clash sets and batches that a queue hands out',
      load: async () => (await import('./worker.ts')).WORKER,
    },
  ],
  [
    'mcp',
    {
      summary: 'the queries as tools for programs that generate geometry (MCP)',
      load: async () => (await import('./mcp.ts')).MCP,
    },
  ],
  [
    'simulate',
    {
      summary: 'rigid bodies over time: a scene in, a trajectory out',
      load: async () => (await import('./simulate.ts')).SIMULATE,
    },
  ],
  [
    'studio',
    {
      summary: 'a page where two meshes are dragged against each other',
      load: async () => (await import('./studio.ts')).STUDIO,
    },
  ],
]);
