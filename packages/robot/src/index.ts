// The public face of @nearmiss/robot. Nothing here needs Node; what reads files is in @nearmiss/robot/node.

export type { ObstacleMotion } from './bodies/body.ts';
export type { MeshLookup } from './bodies/link-shapes.ts';
export type { CertifiedPath, IntervalProof, PathCertificate } from './certificate/certificate.ts';
export type { CertificateCheck } from './certificate/verify-certificate.ts';
export type { PathOptions } from './configuration.ts';
export { readSrdf } from './description/read-srdf.ts';
export { readUrdf } from './description/read-urdf.ts';
export type {
  CollisionElement,
  CollisionGeometry,
  JointDescription,
  JointKind,
  LinkDescription,
  LinkGroup,
  RobotDescription,
  SemanticDescription,
  Transform,
} from './description/robot-description.ts';
export type { JointVariable } from './kinematics/kinematic-tree.ts';
export { functionPath, type PathFunction } from './path/function-path.ts';
export type { JointPath } from './path/joint-path.ts';
export type { Interpolation } from './path/polynomial-path.ts';
export {
  type ClearanceOptions,
  PATH_DEFAULTS,
  type PathClearance,
  type PathContact,
  type PathContactOptions,
  type PathStatus,
} from './proof/path-queries.ts';
export type { RobotContact, RobotDistance } from './proof/still-queries.ts';
export { type AttachedObject, type Obstacle, Robot, type RobotOptions, type WorldObstacleOptions } from './robot.ts';
export { RobotPool } from './sharing/robot-pool.ts';
export { robotTasks } from './sharing/robot-tasks.ts';
export type { SharedBody, SharedRobot } from './sharing/shared-robot.ts';
