// `nearmiss/mesh`: properties of a single mesh. The class is in `nearmiss`.

export { checkMesh, type MeshOrientation, type MeshReport, type MeshReportLocations } from '../mesh/check.ts';
export {
  type MassProperties,
  type Matrix3,
  massProperties,
  type NoMassProperties,
  type SolidMassProperties,
} from '../mesh/mass.ts';
export { windingNumber } from '../mesh/winding.ts';
