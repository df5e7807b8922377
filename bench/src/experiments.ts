import { ADVANCEMENT_EXPERIMENTS } from './advancement/experiments.ts';
import { broadPhase } from './broad-phase/experiment.ts';
import { browserTimes } from './browser/experiment.ts';
import { clash } from './clash/gearbox.ts';
import { clashModels } from './clash/models.ts';
import { clashPlant } from './clash/plant.ts';
import { costFunction } from './cost-function/experiment.ts';
import { curved } from './curved/experiment.ts';
import { deforming } from './deforming/experiment.ts';
import { depth } from './depth/experiment.ts';
import { dynamicsTables } from './dynamics/experiment.ts';
import { dynamics } from './dynamics/piles.ts';
import { elements } from './elements/experiment.ts';
import type { Experiment } from './experiment.ts';
import { hullTrees } from './hull-trees/experiment.ts';
import { kitamura } from './kitamura/experiment.ts';
import { marching } from './marching/experiment.ts';
import { publicMarching } from './marching/public-distance.ts';
import { medialAlternationExperiment } from './medial/alternation.ts';
import { medialBounding } from './medial/bounding.ts';
import { medialContact } from './medial/contact.ts';
import { medialDecimated } from './medial/decimated.ts';
import { medialEarly } from './medial/early.ts';
import { medial, medialEncloses } from './medial/experiment.ts';
import { medialHulls } from './medial/ghosts.ts';
import { medialHierarchies } from './medial/hierarchies.ts';
import { medialQuality } from './medial/quality.ts';
import { medialScenes } from './medial/scenes-over-time.ts';
import { obbOverlap } from './obb-overlap/experiment.ts';
import { parallelProximity } from './parallel-proximity/experiment.ts';
import { penetrationTables } from './penetration/experiment.ts';
import { polyDepthPipeline } from './polydepth/experiment.ts';
import { robotPaths } from './robot-paths/experiment.ts';
import { selfCollisions } from './self-collide/experiment.ts';
import { supports } from './supports/experiment.ts';

/** In the order of docs/lab/experiments.md, then docs/lab/convex.md, docs/lab/continuous.md, docs/lab/medial-experiments.md, docs/lab/continuous-experiments.md, docs/algorithms/world.md, docs/lab/penetration-experiments.md, docs/lab/polydepth.md, docs/lab/depth.md, docs/lab/dynamics.md, docs/lab/clash.md, docs/lab/clash-models.md and docs/lab/robot-paths.md. Each runs only when asked for by name. */
export const EXPERIMENTS: readonly Experiment[] = [
  costFunction,
  parallelProximity,
  obbOverlap,
  curved,
  hullTrees,
  marching,
  publicMarching,
  medial,
  medialEncloses,
  medialContact,
  medialAlternationExperiment,
  medialScenes,
  medialBounding,
  medialEarly,
  medialHierarchies,
  medialDecimated,
  medialHulls,
  medialQuality,
  supports,
  deforming,
  selfCollisions,
  kitamura,
  elements,
  ...ADVANCEMENT_EXPERIMENTS,
  broadPhase,
  dynamics,
  penetrationTables,
  polyDepthPipeline,
  depth,
  dynamicsTables,
  clash,
  clashModels,
  clashPlant,
  robotPaths,
  browserTimes,
];
