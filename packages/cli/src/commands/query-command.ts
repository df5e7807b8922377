import { use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import { type Body, type Op, QUESTIONS, type Results, readOptions } from '../ask.ts';
import { readUnit, UNIT_HELP } from '../body-word.ts';
import { resultObject } from '../result-json.ts';
import { showBusy } from '../terminal/busy.ts';
import { print } from '../terminal/print.ts';
import { formatTable, type Row, useColour } from '../terminal/table.ts';
import { readArguments, readChoice, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { BODY_HELP, readModelArgument } from './mesh-argument.ts';
import { type FlagValues, flagHelp, type OptionFlag, optionsOf, paragraph, parsedAs } from './option-flags.ts';
import { poseFlags, poseHelp, readMotion, readPose } from './pose-flags.ts';

// As a batch does: the same question has the same answer, to the last digit.
use(simd);

/** A query as a command. */
export interface QuerySpec<O extends Op> {
  readonly op: O;
  /** A sentence or two at the head of the help. */
  readonly about: string;
  readonly flags: readonly OptionFlag[];
  /** Required flags. */
  readonly needed?: readonly string[];
  readonly statuses: readonly string[];
  /** Conditions of --fail-on besides a status. */
  readonly condition?: {
    readonly name: string;
    readonly needs?: string;
    readonly help: string;
    readonly holds: (result: Results[O]) => boolean;
  };
  readonly rows: (result: Results[O], options: Readonly<Record<string, unknown>>) => readonly Row[];
}

export function queryCommand<O extends Op>(spec: QuerySpec<O>): Command {
  const { op, about, flags, statuses, condition } = spec;
  const question = QUESTIONS[op];
  const { moves } = question;
  const words = question.bodies === 2 ? ['A', 'B'] : ['BODY'];
  const ends = question.bodies === 2 ? ['-a', '-b'] : [''];
  const conditions = condition === undefined ? statuses : [...statuses, condition.name];
  const failHelp = `exit with 2 if the status is this, or one of several with commas between${condition === undefined ? '' : `; ${condition.help}`}`;
  return {
    help: `Usage: nearmiss ${op} ${words.join(' ')} [options]

${paragraph(`${about} ${words.length === 2 ? 'A and B are each' : 'BODY is'} ${BODY_HELP}, or, exact and not triangulated, "convex:sphere(radius=2)".`)}

${poseHelp(ends, moves)}
${flagHelp('unit', 'UNIT', UNIT_HELP)}
${flags.map(({ name, value, help }) => flagHelp(name, value, help)).join('\n')}
${flagHelp('json', '', 'one JSON object instead of a table')}
${flagHelp('fail-on', 'STATUS', failHelp)}

Statuses: ${statuses.join(', ')}.
`,
    async run(args) {
      const parsed = readArguments(
        args,
        {
          ...poseFlags(ends, moves),
          ...parsedAs(flags),
          unit: { type: 'string' },
          json: { type: 'boolean' },
          'fail-on': { type: 'string' },
        },
        words,
      );
      const { positionals } = parsed;
      const values: FlagValues = parsed.values;
      const failOn = readFailOn(values['fail-on'], conditions);
      for (const name of spec.needed ?? []) {
        if (values[name] === undefined) throw new UsageError(`nearmiss ${op} needs --${name}.`);
      }
      const needs = condition?.needs;
      if (needs !== undefined && failOn.includes(condition?.name ?? '') && values[needs] !== true) {
        throw new UsageError(`--fail-on ${condition?.name} needs --${needs}.`);
      }
      const options = readOptions(optionsOf(flags, values), op, question);
      const unit = readUnit(typeof values.unit === 'string' ? values.unit : undefined);
      const poses = ends.map((end) => {
        const pose = readPose(values, end);
        return { pose, motion: moves ? readMotion(values, end, pose) : pose };
      });

      const [first, second = first] = positionals;
      const [poseA, poseB = poseA] = poses;
      if (first === undefined || second === undefined || poseA === undefined || poseB === undefined) {
        throw new UsageError(`nearmiss ${op} needs ${words.join(' and ')}.`);
      }
      const a: Body = { model: await readModelArgument(first, unit), ...poseA };
      const b: Body = { model: first === second ? a.model : await readModelArgument(second, unit), ...poseB };
      showBusy('searching');
      const result = question.ask(a, b, options);
      const object = resultObject(result, options.contacts === 'all');
      await print(
        values.json === true
          ? `${JSON.stringify(object)}\n`
          : formatTable(result.status, spec.rows(result, options), useColour(process.stdout)),
      );
      const holds = condition !== undefined && failOn.includes(condition.name) && condition.holds(result);
      return holds || failOn.includes(result.status) ? 2 : 0;
    },
  };
}

function readFailOn(text: unknown, conditions: readonly string[]): readonly string[] {
  if (typeof text !== 'string') return [];
  return text.split(',').map((status) => readChoice('--fail-on', status.trim(), conditions));
}
