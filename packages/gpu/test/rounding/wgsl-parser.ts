// A parser of the part of WGSL that the kernels use. What it returns computes: expressions values, statements how they ended.

import type { Arithmetic, Value } from './wgsl-values.ts';

export type Scope = Map<string, Value>;
export type Compute = (scope: Scope) => Value;
export const RETURNED = 'returned';
type End =
  | { readonly kind: typeof RETURNED; readonly value: Value }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' };
export type Run = (scope: Scope) => End | undefined;

export interface Surroundings {
  readonly arithmetic: Arithmetic;
  readonly call: (name: string, args: readonly Value[], type: string) => Value;
  readonly global: (name: string) => Value;
}

/** Operators by how tightly they bind, the loosest first. */
const LEVELS = [
  ['||'],
  ['&&'],
  ['|'],
  ['&'],
  ['==', '!=', '<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const TEMPLATES = ['bitcast', 'array'];

/** A step from a value to a part of it. */
type Accessor = (scope: Scope) => string | number;

export class Parser {
  readonly #tokens: readonly string[];
  readonly #around: Surroundings;
  #at = 0;

  constructor(tokens: readonly string[], around: Surroundings) {
    this.#tokens = tokens;
    this.#around = around;
  }

  expressionAt(at: number): Compute {
    this.#at = at;
    return this.#expression();
  }

  blockAt(at: number): Run {
    this.#at = at;
    return this.#block();
  }

  get #next(): string {
    return this.#tokens[this.#at];
  }

  #take(expected?: string): string {
    const token = this.#tokens[this.#at++];
    if (expected !== undefined && token !== expected) throw new Error(`Expected ${expected}, found ${token}.`);
    return token;
  }

  #skips(token: string): boolean {
    if (this.#next !== token) return false;
    this.#at++;
    return true;
  }

  #expression(level = 0): Compute {
    if (level === LEVELS.length) return this.#unary();
    let left = this.#expression(level + 1);
    while (LEVELS[level].includes(this.#next)) {
      const operator = this.#take();
      left = this.#binary(operator, left, this.#expression(level + 1));
    }
    return left;
  }

  #binary(operator: string, a: Compute, b: Compute): Compute {
    const { arithmetic } = this.#around;
    if (operator === '&&') return (scope) => a(scope) === true && b(scope) === true;
    if (operator === '||') return (scope) => a(scope) === true || b(scope) === true;
    const apply = arithmetic.binary(operator);
    return (scope) => apply(a(scope), b(scope));
  }

  #unary(): Compute {
    const operator = this.#next;
    if (operator !== '-' && operator !== '!' && operator !== '~') return this.#postfix();
    this.#take();
    const operand = this.#unary();
    return (scope) => this.#around.arithmetic.unary(operator, operand(scope));
  }

  #postfix(): Compute {
    const base = this.#primary();
    const accessors = this.#accessors();
    return accessors.reduce<Compute>((value, accessor) => (scope) => partOf(value(scope), accessor(scope)), base);
  }

  #accessors(): Accessor[] {
    const out: Accessor[] = [];
    for (;;) {
      if (this.#skips('.')) {
        const name = this.#take();
        out.push(() => name);
      } else if (this.#skips('[')) {
        const index = this.#expression();
        this.#take(']');
        out.push((scope) => Number(index(scope)));
      } else return out;
    }
  }

  #primary(): Compute {
    const token = this.#take();
    if (token === '(') {
      const inner = this.#expression();
      this.#take(')');
      return inner;
    }
    if (/^\d/.test(token)) return constant(literal(token));
    if (token === 'true' || token === 'false') return constant(token === 'true');
    let type = '';
    if (TEMPLATES.includes(token) && this.#skips('<')) {
      while (!this.#skips('>')) type += this.#take();
    }
    if (this.#next === '(') return this.#callOf(token, type);
    return (scope) => scope.get(token) ?? this.#around.global(token);
  }

  #callOf(name: string, type: string): Compute {
    const args: Compute[] = [];
    this.#take('(');
    while (!this.#skips(')')) {
      args.push(this.#expression());
      this.#skips(',');
    }
    return (scope) =>
      this.#around.call(
        name,
        args.map((arg) => arg(scope)),
        type,
      );
  }

  #block(): Run {
    this.#take('{');
    const steps: Run[] = [];
    while (!this.#skips('}')) steps.push(this.#statement());
    return (scope) => {
      for (const step of steps) {
        const end = step(scope);
        if (end !== undefined) return end;
      }
      return undefined;
    };
  }

  #statement(): Run {
    switch (this.#next) {
      case '{':
        return this.#block();
      case 'if':
        return this.#if();
      case 'for':
        return this.#for();
      case 'while': {
        this.#take();
        return loop(constant(true), this.#expression(), this.#block(), () => undefined);
      }
      case 'switch':
        return this.#switch();
      case 'return':
        return this.#return();
      case 'break':
      case 'continue': {
        const kind = this.#take() === 'break' ? 'break' : 'continue';
        this.#take(';');
        return () => ({ kind });
      }
      default: {
        const step = this.#simple();
        this.#take(';');
        return step;
      }
    }
  }

  #return(): Run {
    this.#take('return');
    if (this.#skips(';')) return () => ({ kind: RETURNED, value: false });
    const value = this.#expression();
    this.#take(';');
    return (scope) => ({ kind: RETURNED, value: value(scope) });
  }

  /** A declaration, an assignment or a call. */
  #simple(): Run {
    const keyword = this.#next;
    if (keyword === 'let' || keyword === 'var') {
      this.#take();
      const name = this.#take();
      while (this.#next !== '=' && this.#next !== ';') this.#take();
      const value = this.#skips('=') ? this.#expression() : constant({});
      return (scope) => void scope.set(name, value(scope));
    }
    const start = this.#at;
    const name = this.#take();
    if (this.#next === '(') {
      this.#at = start;
      const call = this.#expression();
      return (scope) => void call(scope);
    }
    const accessors = this.#accessors();
    const operator = this.#take();
    const value = operator === '++' || operator === '--' ? constant(1n) : this.#expression();
    const apply = operator === '=' ? null : this.#around.arithmetic.binary(operator[0]);
    return (scope) => {
      const before = scope.get(name) ?? {};
      const path = accessors.map((accessor) => accessor(scope));
      const given = value(scope);
      const now = apply === null ? given : apply(path.reduce(partOf, before), given);
      scope.set(name, changed(before, path, now));
    };
  }

  #if(): Run {
    this.#take('if');
    const condition = this.#expression();
    const then = this.#block();
    const otherwise = this.#skips('else') ? this.#statement() : () => undefined;
    return (scope) => (condition(scope) === true ? then(scope) : otherwise(scope));
  }

  #for(): Run {
    this.#take('for');
    this.#take('(');
    const first = this.#simple();
    this.#take(';');
    const condition = this.#expression();
    this.#take(';');
    const step = this.#simple();
    this.#take(')');
    const body = this.#block();
    return loop((scope) => first(scope) === undefined, condition, body, step);
  }

  #switch(): Run {
    this.#take('switch');
    const subject = this.#expression();
    this.#take('{');
    const cases: { readonly label: Compute | null; readonly run: Run }[] = [];
    while (!this.#skips('}')) {
      const label = this.#take() === 'case' ? this.#expression() : null;
      this.#skips(':');
      cases.push({ label, run: this.#block() });
    }
    return (scope) => {
      const value = subject(scope);
      const chosen =
        cases.find(({ label }) => label !== null && label(scope) === value) ?? cases.find((one) => one.label === null);
      return chosen?.run(scope);
    };
  }
}

function loop(start: Compute, condition: Compute, body: Run, step: Run): Run {
  return (scope) => {
    start(scope);
    while (condition(scope) === true) {
      const end = body(scope);
      if (end?.kind === 'break') break;
      if (end?.kind === RETURNED) return end;
      step(scope);
    }
    return undefined;
  };
}

const constant =
  (value: Value): Compute =>
  () =>
    value;

function literal(token: string): Value {
  if (/^0x|[ui]$/.test(token)) return BigInt(token.replace(/[ui]$/, ''));
  return /[.e]/.test(token) ? Number(token) : BigInt(token);
}

function partOf(value: Value, key: string | number): Value {
  if (!Array.isArray(value)) {
    if (typeof value !== 'object') throw new Error(`${String(value)} has no parts.`);
    return value[key] ?? {};
  }
  if (typeof key === 'number') return value[key];
  const parts = [...key].map((letter) => value['xyzw'.indexOf(letter)]);
  return parts.length === 1 ? parts[0] : parts;
}

/** The value with a part replaced; the one before is not changed. */
function changed(value: Value, [key, ...path]: readonly (string | number)[], part: Value): Value {
  if (key === undefined) return part;
  if (Array.isArray(value) || typeof key === 'number') {
    const out = Array.isArray(value) ? [...value] : [];
    const k = typeof key === 'number' ? key : 'xyzw'.indexOf(key);
    out[k] = changed(out[k] ?? {}, path, part);
    return out;
  }
  if (typeof value !== 'object') throw new Error(`${String(value)} has no parts.`);
  return { ...value, [key]: changed(value[key] ?? {}, path, part) };
}
