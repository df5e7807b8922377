// Evaluates the text of a shader: the part of WGSL that the kernels use, as it stands in the sources, so that a test of its rounding
// cannot differ from it. Functions are parsed when they are first called.

import { Parser, RETURNED, type Run, type Scope } from './wgsl-parser.ts';
import { Arithmetic, type Value } from './wgsl-values.ts';
import { Rounding } from './worst-rounding.ts';

const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|[A-Za-z_]\w*|0x[0-9a-fA-F]+u?|\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+|\d+[ui]?|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/|&]=|->|\S/g;

interface Declared {
  readonly parameters: readonly string[];
  /** Where its body begins. */
  readonly body: number;
  run: Run | null;
}

export class WgslProgram {
  readonly rounding: Rounding;
  /** Variables of the module: the test sets those that a binding would. */
  readonly globals: Map<string, Value> = new Map();
  /** The variables of the last call of each function. */
  readonly #last = new Map<string, Scope>();
  readonly #tokens: readonly string[];
  readonly #functions = new Map<string, Declared>();
  readonly #structs = new Map<string, readonly string[]>();
  readonly #arithmetic: Arithmetic;
  readonly #parser: Parser;

  constructor(source: string, rounding: Rounding = new Rounding()) {
    this.rounding = rounding;
    this.#arithmetic = new Arithmetic(rounding);
    this.#tokens = (source.match(TOKENS) ?? []).filter((token) => !/^(\/\/|\/\*)/.test(token));
    this.#parser = new Parser(this.#tokens, {
      arithmetic: this.#arithmetic,
      call: (name, args, type) => this.#call(name, args, type),
      global: (name) => this.#global(name),
    });
    this.#declare();
  }

  run(name: string, ...args: Value[]): Value {
    return this.#call(name, args, '');
  }

  /** A variable of the last call of a function. */
  local(name: string, variable: string): Value {
    const value = this.#last.get(name)?.get(variable);
    if (value === undefined) throw new Error(`${name} has no variable ${variable}.`);
    return value;
  }

  #global(name: string): Value {
    const value = this.globals.get(name);
    if (value === undefined) throw new Error(`The shader has no variable ${name}.`);
    return value;
  }

  #call(name: string, args: readonly Value[], type: string): Value {
    const builtin = this.#arithmetic.call(name, args, type);
    if (builtin !== undefined) return builtin;
    const fields = this.#structs.get(name);
    if (fields !== undefined) return Object.fromEntries(fields.map((field, k) => [field, args[k]]));
    const declared = this.#functions.get(name);
    if (declared === undefined) throw new Error(`The shader has no function ${name}.`);
    declared.run ??= this.#parser.blockAt(declared.body);
    const scope: Scope = new Map(declared.parameters.map((parameter, k) => [parameter, args[k]]));
    const end = declared.run(scope);
    this.#last.set(name, scope);
    return end !== undefined && end.kind === RETURNED ? end.value : false;
  }

  /** Finds functions, structures and constants of the module. */
  #declare(): void {
    const tokens = this.#tokens;
    let depth = 0;
    for (let at = 0; at < tokens.length; at++) {
      if (tokens[at] === '{') depth++;
      if (tokens[at] === '}') depth--;
      if (depth > 0) continue;
      if (tokens[at] === 'fn') {
        const body = tokens.indexOf('{', at);
        const head = tokens.slice(at + 2, body);
        this.#functions.set(tokens[at + 1], { parameters: namesIn(head), body, run: null });
      }
      if (tokens[at] === 'struct') {
        this.#structs.set(tokens[at + 1], namesIn(tokens.slice(at + 2, tokens.indexOf('}', at))));
      }
      if (tokens[at] === 'const') {
        // Constants are computed by the compiler, in doubles, and then are floats.
        const value = this.#parser.expressionAt(tokens.indexOf('=', at) + 1)(new Map());
        this.globals.set(tokens[at + 1], typeof value === 'number' ? Math.fround(value) : value);
      }
    }
  }
}

/** The names before colons, but for those of attributes. */
function namesIn(tokens: readonly string[]): string[] {
  return tokens.filter((token, k) => tokens[k + 1] === ':' && /^[A-Za-z_]/.test(token));
}
