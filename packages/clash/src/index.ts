// The public face of @nearmiss/clash. Nothing here needs Node; what reads files is in @nearmiss/clash/node.

export { AssemblyBuilder, type ElementFile, type FileElement, type TransformedMesh } from './assembly.ts';
export {
  type CandidatePair,
  CandidateSearch,
  type CandidateTest,
  candidatePairs,
  DEFAULT_BUDGET,
} from './candidates.ts';
export {
  CLASH_TYPES,
  type Clash,
  type ClashState,
  type ClashType,
  DECISIONS,
  type Decision,
  type ElementName,
  type GivenDecision,
  judgePair,
  sortClashes,
} from './clash.ts';
export { countUnused, type Decisions, decisionAbout, readDecisions, withDecisions } from './decisions.ts';
export type { Assembly, Box, ClashElement, ClashShape } from './element.ts';
export { elementsOf } from './elements-of.ts';
export { factsOfText, factsText } from './facts-text.ts';
export { type Glob, parseGlob } from './glob.ts';
export { groupClashes } from './group.ts';
export { type LengthUnit, unitOf } from './length-unit.ts';
export type { Matrix, Transform } from './matrix.ts';
export { findNamesakes } from './namesakes.ts';
export { pairFacts } from './pair-facts.ts';
export type { PosedModel } from './posed-model.ts';
export type { Bracket, PairFacts, PairQuestion, PairRelation } from './question.ts';
export { type IfcOptions, readIfc } from './read-ifc.ts';
export {
  type BcfOptions,
  type BcfTopics,
  type BcfVersion,
  bcfDates,
  bcfDecisions,
  clashesBcf,
  findingGuid,
  topicGuid,
} from './report/bcf.ts';
export { type CsvOptions, clashesCsv } from './report/csv.ts';
export { clashesHtml, type HtmlOptions } from './report/html.ts';
export { type ClashXmlOptions, clashesXml } from './report/navisworks.ts';
export type { ClashView } from './report/view.ts';
export { type ClashScene, clashScenes, type SceneOf } from './scene.ts';
export { countSelected, type SelectedCount } from './select.ts';
export {
  type ClashMode,
  type ClashSet,
  type ClashTest,
  hasSpaces,
  type IgnoreRule,
  readClashSet,
  type Selection,
  type SetModel,
} from './set.ts';
export { type Sha256, sha256, sha256Text } from './sha256.ts';
export { keepDecisions, withStates } from './states.ts';
export { type ClashSummary, summarize } from './summary.ts';
export { worstFirst } from './worst-first.ts';
