// The queries of the library as commands, with their flags.

import {
  type ClearanceStatus,
  type ClosestPointResult,
  type CollideStatus,
  type ContainsResult,
  type DirectionalStatus,
  type DistanceStatus,
  type MotionBound,
  PENETRATION_DEFAULTS,
  type PenetrationStart,
  type PenetrationStatus,
  type RaycastResult,
  type TimeOfContactStatus,
  type ToleranceStatus,
} from 'nearmiss';
import { ADVANCE_METHODS, COLLIDE_METHODS, DISTANCE_METHODS, VOLUMES } from 'nearmiss/lab';
import type { Command } from './command.ts';
import { choiceFlag, numberFlag, type OptionFlag, switchFlag, vectorFlag } from './option-flags.ts';
import { queryCommand } from './query-command.ts';
import * as rows from './result-rows.ts';

/** All values of a type, in order: a missing one does not compile. */
function every<T extends string>(values: Readonly<Record<T, true>>): readonly T[] {
  return Object.keys(values) as T[];
}

const CONTACT_STATUSES = every<CollideStatus>({
  separated: true,
  touching: true,
  intersecting: true,
  'a-inside-b': true,
  'b-inside-a': true,
  near: true,
  'iteration-limit': true,
});

const SOLID = choiceFlag(
  {
    name: 'solid',
    value: 'HOW',
    option: 'solid',
    help: 'auto (a closed mesh is a solid, anything else a surface), true, false; auto by default',
  },
  ['auto', 'true', 'false'],
  (choice) => (choice === 'auto' ? choice : choice === 'true'),
);
const BUDGET = numberFlag('budget', 'N', 'give up after so many bounding-volume tests');
const MAX_DISTANCE = numberFlag('max-distance', 'D', 'search no farther than this', 'maxDistance');
const POINT = vectorFlag('point', 'the point, in the world; needed');

/** The default first. */
const VOLUME_NAMES = ['disc', ...Object.keys(VOLUMES).filter((name) => name !== 'disc')];

function volumeFlag(usual: string): OptionFlag {
  const help = `the bounding volume to search with; ${usual} by default:\n${VOLUME_NAMES.join(', ')}`;
  return choiceFlag({ name: 'volume', value: 'NAME', option: 'volume', help }, Object.keys(VOLUMES));
}

function methodFlag<T extends string>(methods: readonly T[], help: string): OptionFlag {
  return choiceFlag({ name: 'method', value: 'NAME', option: 'method', help }, methods);
}

const COLLIDE = queryCommand({
  op: 'collide',
  about: 'Says whether two bodies touch.',
  flags: [
    choiceFlag(
      {
        name: 'contacts',
        value: 'WHICH',
        option: 'contacts',
        help: 'first, or all: every pair of faces that meets; first by default',
      },
      ['first', 'all'],
    ),
    numberFlag('limit', 'N', 'with --contacts all, list no more pairs than this'),
    switchFlag('segments', 'with --contacts all and --json, the segment each pair has in common'),
    methodFlag(
      Object.keys(COLLIDE_METHODS),
      'auto (convex bodies as a whole, others by volumes), volumes, or medial: the enclosures of the medial axes',
    ),
    volumeFlag('disc'),
    SOLID,
    BUDGET,
  ],
  statuses: CONTACT_STATUSES,
  condition: {
    name: 'colliding',
    help: 'colliding: they have a point in common, or that is not decided',
    holds: ({ colliding }) => colliding !== false,
  },
  rows: rows.collideRows,
});

const DISTANCE = queryCommand({
  op: 'distance',
  about: 'Says how far apart two bodies are.',
  flags: [
    numberFlag('tolerance', 'T', 'stop once the bracket is no wider than this'),
    numberFlag('max-distance', 'D', 'stop once the distance is known to be more than this', 'maxDistance'),
    methodFlag(
      Object.keys(DISTANCE_METHODS),
      'auto (convex bodies as a whole, others by volumes), volumes, hulls (trees of convex hulls), voronoi-marching (at their nodes; the same answers), or medial: the enclosures of the medial axes',
    ),
    volumeFlag('disc'),
    SOLID,
    BUDGET,
  ],
  statuses: every<DistanceStatus>({
    separated: true,
    touching: true,
    intersecting: true,
    'a-inside-b': true,
    'b-inside-a': true,
    beyond: true,
    near: true,
    'iteration-limit': true,
  }),
  rows: rows.distanceRows,
});

const TOLERANCE = queryCommand({
  op: 'tolerance',
  about: 'Says whether two bodies are at most so far apart; much cheaper than their distance.',
  flags: [numberFlag('tolerance', 'T', 'the distance in question; needed'), volumeFlag('disc'), SOLID, BUDGET],
  needed: ['tolerance'],
  statuses: every<ToleranceStatus>({ within: true, beyond: true, 'iteration-limit': true }),
  rows: rows.toleranceRows,
});

const CLEARANCE = queryCommand({
  op: 'clearance',
  about: 'Lists the pairs of faces, one of each body, that are no farther apart than a clearance.',
  flags: [
    numberFlag('clearance', 'D', 'the clearance; needed'),
    numberFlag('limit', 'N', 'stop after so many pairs'),
    volumeFlag('disc'),
    BUDGET,
  ],
  needed: ['clearance'],
  statuses: every<ClearanceStatus>({ complete: true, limit: true, 'iteration-limit': true }),
  rows: rows.clearanceRows,
});

const PENETRATION = queryCommand({
  op: 'penetration',
  about: 'Says how far A has to move, and where, until the bodies no longer overlap.',
  flags: [
    numberFlag('accuracy', 'T', 'go on until the bracket is no wider than this'),
    choiceFlag(
      {
        name: 'start',
        value: 'HOW',
        option: 'start',
        help: `where the search starts: auto, centroid, clear, coherent, random, sampling; ${PENETRATION_DEFAULTS.start} by default`,
      },
      every<PenetrationStart>({
        auto: true,
        centroid: true,
        clear: true,
        coherent: true,
        random: true,
        sampling: true,
      }),
    ),
    numberFlag('seed', 'N', 'for the starts that are drawn at random'),
    choiceFlag(
      {
        name: 'local',
        value: 'WHICH',
        option: 'local',
        help: 'a depth for each region of overlap: true, false, auto (for small meshes); auto by default',
      },
      ['auto', 'true', 'false'],
      (choice) => (choice === 'auto' ? choice : choice === 'true'),
    ),
    switchFlag('quick', 'less work for a wider bracket'),
    switchFlag('trace', 'every step of the search, with its translation'),
    switchFlag('verify', 'check both bounds again, by other means where there are any'),
    SOLID,
    BUDGET,
  ],
  statuses: every<PenetrationStatus>({ separated: true, touching: true, overlapping: true, 'iteration-limit': true }),
  condition: {
    name: 'unverified',
    needs: 'verify',
    help: 'with --verify also unverified: a bound was not confirmed',
    holds: ({ verified }) => verified?.ok === false,
  },
  rows: rows.penetrationRows,
});

const TOC = queryCommand({
  op: 'toc',
  about: 'Says when two moving bodies first touch; time runs from 0 to 1.',
  flags: [
    numberFlag('threshold', 'T', 'gap that counts as contact; a millionth of the larger diameter by default'),
    choiceFlag(
      {
        name: 'from',
        value: 'WHERE',
        option: 'from',
        help: 'anywhere, or contact: what starts nearer than the threshold may leave; anywhere by default',
      },
      ['anywhere', 'contact'],
    ),
    methodFlag(
      Object.keys(ADVANCE_METHODS),
      'pairs (the default), controlled (C²A), hulls and patches (FAST), or medial: the enclosures of the medial axes',
    ),
    choiceFlag(
      {
        name: 'bound',
        value: 'NAME',
        option: 'bound',
        help: 'what the steps of controlled, hulls and patches are proven by: directed (by default) or undirected',
      },
      every<MotionBound>({ directed: true, undirected: true }),
    ),
    volumeFlag('with --method controlled, rss'),
    SOLID,
    BUDGET,
  ],
  statuses: every<TimeOfContactStatus>({
    contact: true,
    near: true,
    free: true,
    'initially-in-contact': true,
    'iteration-limit': true,
  }),
  rows: rows.tocRows,
});

const DIRECTIONAL = queryCommand({
  op: 'directional',
  about: 'Says how far A can be moved in a direction before it touches B.',
  flags: [vectorFlag('direction', 'where to, in the world; of any length; needed'), MAX_DISTANCE, SOLID, BUDGET],
  needed: ['direction'],
  statuses: every<DirectionalStatus>({ blocked: true, free: true, 'iteration-limit': true }),
  rows: rows.directionalRows,
});

const CLOSEST_POINT = queryCommand({
  op: 'closest-point',
  about: 'Finds the point of a surface that is closest to a point, which may be inside the body.',
  flags: [POINT, MAX_DISTANCE],
  needed: ['point'],
  statuses: every<ClosestPointResult['status']>({ found: true, beyond: true }),
  rows: rows.closestPointRows,
});

const CONTAINS = queryCommand({
  op: 'contains',
  about: 'Says whether a point is inside a body, outside it or on its boundary.',
  flags: [POINT, SOLID],
  needed: ['point'],
  statuses: every<ContainsResult['status']>({ inside: true, outside: true, boundary: true }),
  rows: rows.containsRows,
});

const RAYCAST = queryCommand({
  op: 'raycast',
  about: 'Finds the first face that a ray hits, from either side.',
  flags: [
    vectorFlag('origin', 'where the ray starts, in the world; needed'),
    vectorFlag('direction', 'where to, of any length; needed'),
    MAX_DISTANCE,
  ],
  needed: ['origin', 'direction'],
  statuses: every<RaycastResult['status']>({ hit: true, miss: true }),
  rows: rows.raycastRows,
});

/** The commands that ask one query, by name. */
export type QueryName =
  | 'collide'
  | 'distance'
  | 'tolerance'
  | 'clearance'
  | 'penetration'
  | 'toc'
  | 'directional'
  | 'closest-point'
  | 'contains'
  | 'raycast';

export const QUERY_COMMANDS: Readonly<Record<QueryName, Command>> = {
  collide: COLLIDE,
  distance: DISTANCE,
  tolerance: TOLERANCE,
  clearance: CLEARANCE,
  penetration: PENETRATION,
  toc: TOC,
  directional: DIRECTIONAL,
  'closest-point': CLOSEST_POINT,
  contains: CONTAINS,
  raycast: RAYCAST,
};
