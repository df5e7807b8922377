// `nearmiss/mesh`: what can be asked of a mesh by itself. The class is in `nearmiss`.

export { checkMesh, type MeshOrientation, type MeshReport, type MeshReportLocations } from '../mesh/check.ts';
export {
  type MassProperties,
  type Matrix3,
  massProperties,
  type NoMassProperties,
  type SolidMassProperties,
} from '../mesh/mass.ts';
export { windingNumber } from '../mesh/winding.ts';
