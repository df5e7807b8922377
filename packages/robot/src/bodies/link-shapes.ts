// The shapes of a robot's links: collision geometry to models, in metres.

import { Mesh, Model, NearmissError } from 'nearmiss';
import { capsule, cylinder, makeConvex, sphere } from 'nearmiss/convex';
import { LONGEST } from '../description/odd-origins.ts';
import type { CollisionGeometry, RobotDescription } from '../description/robot-description.ts';
import { type ShapeBounds, shapeBounds } from './support.ts';

/** Meshes by the names that the URDF has for them. See {@link RobotOptions}. */
export type MeshLookup = (file: string) => Mesh | undefined;

/** One collision element of a link. */
export interface LinkShape {
  readonly link: number;
  readonly element: number;
  readonly shape: ShapeBounds;
}

/**
 * The shapes of all links. Elements with the same geometry share one. What is odd is told in `warnings`. `models` are those of the elements in
 * order, where they are known.
 */
export function linkShapes(
  robot: RobotDescription,
  meshes: MeshLookup,
  warnings: string[],
  models: readonly Model[] | undefined,
): LinkShape[] {
  const made = new Map<string, ShapeBounds>();
  let next = 0;
  return robot.links.flatMap(({ name, collisions }, link) =>
    collisions.map(({ geometry }, element) => {
      const key = JSON.stringify(geometry);
      const shape = made.get(key) ?? shapeBounds(models?.[next] ?? modelOf(geometry, meshes, name));
      next++;
      made.set(key, shape);
      const size = 2 * Math.max(...shape.halves);
      if (size > LONGEST) {
        const hint =
          geometry.kind === 'mesh' ? '; if its mesh is in millimetres, give it scale="0.001 0.001 0.001"' : '';
        warnings.push(`Link "${name}" is ${Number(size.toPrecision(3))} m long${hint}.`);
      }
      return { link, element, shape };
    }),
  );
}

function modelOf(geometry: CollisionGeometry, meshes: MeshLookup, link: string): Model {
  switch (geometry.kind) {
    case 'box':
      return makeConvex(`box(size=[${geometry.size.join(',')}])`);
    case 'sphere':
      return sphere({ radius: geometry.radius });
    case 'cylinder':
      return cylinder({ radius: geometry.radius, height: geometry.length });
    case 'capsule':
      return capsule({ radius: geometry.radius, length: geometry.length });
    case 'mesh': {
      const mesh = meshes(geometry.file);
      if (mesh !== undefined) return Model.build(scaledMesh(mesh, geometry.scale));
      refuseCollada(geometry.file, link, null);
      throw new NearmissError('robot/missing-mesh', `The mesh "${geometry.file}" of link "${link}" is missing.`);
    }
  }
}

/** COLLADA is a scene with units and axes of its own, which readers of URDF treat differently: it has to be converted. */
export function refuseCollada(file: string, link: string, line: number | null): void {
  if (!/\.dae$/i.test(file)) return;
  const name = file.replace(/^.*\//, '');
  const where = line === null ? 'The' : `Line ${line}: the`;
  throw new NearmissError(
    'io/unsupported',
    `${where} mesh "${file}" of link "${link}" is COLLADA, which is not read. Convert it to STL in metres, as by "assimp export ${name} ${name.slice(0, -4)}.stl", and name that in the URDF.`,
    line === null ? {} : { location: `line ${line}` },
  );
}

/** A mesh in metres. A scale that mirrors turns the triangles over, so that a solid stays one. */
function scaledMesh(mesh: Mesh, [x, y, z]: readonly [number, number, number]): Mesh {
  if (x === 1 && y === 1 && z === 1) return mesh;
  const factors = [x, y, z];
  const positions = Float64Array.from(mesh.positions, (value, k) => value * factors[k % 3]);
  const triangles = mesh.triangles.slice();
  if (x * y * z < 0) {
    for (let k = 0; k < triangles.length; k += 3) {
      const second = triangles[k + 1];
      triangles[k + 1] = triangles[k + 2];
      triangles[k + 2] = second;
    }
  }
  return new Mesh(positions, triangles);
}
