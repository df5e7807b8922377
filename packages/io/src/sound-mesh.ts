import { Mesh, NearmissError } from 'nearmiss';

/** The mesh to be written, as a checked copy: callers can write to its arrays, and no file may contain NaN. */
export function soundMesh(mesh: Mesh): Mesh {
  if (mesh instanceof Mesh) return new Mesh(mesh.positions, mesh.triangles);
  throw new NearmissError('model/bad-argument', 'A file is written of a Mesh: new Mesh(positions, triangles).');
}
