// `@nearmiss/dynamics`: rigid bodies of any shape that move by their contacts.

export { Body, type BodyKind, type BodyOptions } from './body.ts';
export type { ContactPoint } from './contact-points.ts';
export { type BodyState, type Frame, frameOf, runScene } from './frames.ts';
export { Joint, type JointKind, type JointMotor, type JointOptions } from './joint.ts';
export { centerOfMassOf, type MassOptions } from './mass.ts';
export { angularMomentumOf, type Energy, energyOf, momentumOf } from './quantities.ts';
export { Recorder, type RecorderOptions } from './recorder.ts';
export { type OpenModel, readScene, type Scene } from './scene.ts';
export { Simulation, type StepReport } from './simulation.ts';
export type { SimulationOptions, StepperName } from './simulation-options.ts';
export type { Snapshot } from './snapshot.ts';
export { readTrajectory, writeTrajectory } from './trajectory.ts';
