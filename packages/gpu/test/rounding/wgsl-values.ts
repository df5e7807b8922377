// Values of WGSL and its operations on them, each with a rounding error. Floats are numbers, integers are bigints of 32 bits.

import { OF_CONVERSION, OF_INVERSE_ROOT, OF_QUOTIENT, OF_ROOT, type Rounding, U } from './worst-rounding.ts';

export type Value = number | bigint | boolean | Value[] | Fields;
interface Fields {
  [name: string]: Value;
}

const isList = (value: Value): value is Value[] => Array.isArray(value);

export function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new Error(`${String(value)} is no float.`);
  return value;
}
export function vectorOf(value: Value): number[] {
  return listOf(value).map(numberOf);
}
function listOf(value: Value): Value[] {
  if (!isList(value)) throw new Error(`${String(value)} is no vector.`);
  return value;
}
export function fieldOf(value: Value, name: string): Value {
  if (typeof value !== 'object' || isList(value) || !(name in value)) throw new Error(`There is no field ${name}.`);
  return value[name];
}

function integerOf(value: Value): bigint {
  if (typeof value !== 'bigint') throw new Error(`${String(value)} is no integer.`);
  return value;
}

/** Componentwise; a scalar counts for all components. */
function broadcast(a: Value, b: Value, f: (x: Value, y: Value) => Value): Value {
  if (isList(a)) return a.map((x, k) => broadcast(x, isList(b) ? b[k] : b, f));
  if (isList(b)) return b.map((y) => broadcast(a, y, f));
  return f(a, b);
}

const each = (value: Value, f: (x: Value) => Value): Value => (isList(value) ? value.map((x) => each(x, f)) : f(value));

const INTEGERS: Readonly<Record<string, (x: bigint, y: bigint) => Value>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '%': (x, y) => x % y,
  '&': (x, y) => BigInt.asUintN(32, x) & BigInt.asUintN(32, y),
  '|': (x, y) => BigInt.asUintN(32, x) | BigInt.asUintN(32, y),
  '<<': (x, y) => BigInt.asUintN(32, x << y),
  '>>': (x, y) => x >> y,
};

const COMPARISONS: Readonly<Record<string, (x: number | bigint, y: number | bigint) => boolean>> = {
  '<': (x, y) => x < y,
  '>': (x, y) => x > y,
  '<=': (x, y) => x <= y,
  '>=': (x, y) => x >= y,
  '==': (x, y) => x === y,
  '!=': (x, y) => x !== y,
};

/** The operators and functions of WGSL that the kernels use. */
export class Arithmetic {
  readonly rounding: Rounding;

  constructor(rounding: Rounding) {
    this.rounding = rounding;
  }

  /** The function of an operator. */
  binary(operator: string): (a: Value, b: Value) => Value {
    const compare = COMPARISONS[operator];
    if (compare !== undefined) {
      return (a, b) =>
        broadcast(a, b, (x, y) =>
          typeof x === 'bigint' ? compare(x, integerOf(y)) : compare(numberOf(x), numberOf(y)),
        );
    }
    const ofIntegers = INTEGERS[operator];
    const ofFloats = this.#ofFloats(operator);
    const ofScalars = (x: Value, y: Value): Value =>
      typeof x === 'bigint'
        ? ofIntegers(x, integerOf(y))
        : ofFloats(numberOf(x), operator === '|' ? Number(integerOf(y)) : numberOf(y));
    return (a, b) => (typeof a === 'number' && typeof b === 'number' ? ofFloats(a, b) : broadcast(a, b, ofScalars));
  }

  #ofFloats(operator: string): (x: number, y: number) => number {
    const { rounding } = this;
    switch (operator) {
      case '+':
        return (x, y) => rounding.round(x + y, U);
      case '-':
        return (x, y) => rounding.round(x - y, U);
      case '*':
        return (x, y) => rounding.round(x * y, U);
      case '/':
        return (x, y) => rounding.round(x / y, OF_QUOTIENT);
      case '|':
        // Of the bits of a float with a zero.
        return (x, y) => (y === 0 ? x : Number.NaN);
      default:
        return () => {
          throw new Error(`${operator} is not known for floats.`);
        };
    }
  }

  unary(operator: string, a: Value): Value {
    return each(a, (x) => {
      if (operator === '!') return x !== true;
      if (operator === '~') return BigInt.asUintN(32, ~integerOf(x));
      return typeof x === 'bigint' ? -x : -numberOf(x);
    });
  }

  #sum(x: number, y: number): number {
    return this.rounding.round(x + y, U);
  }

  #product(x: number, y: number): number {
    return this.rounding.round(x * y, U);
  }

  #dot(a: Value, b: Value): number {
    const p = listOf(a);
    const q = listOf(b);
    let sum = this.#product(numberOf(p[0]), numberOf(q[0]));
    for (let k = 1; k < p.length; k++) sum = this.#sum(sum, this.#product(numberOf(p[k]), numberOf(q[k])));
    return sum;
  }

  #cross(a: Value, b: Value): Value {
    const p = vectorOf(a);
    const q = vectorOf(b);
    const part = (i: number, j: number): number => this.#sum(this.#product(p[i], q[j]), -this.#product(p[j], q[i]));
    return [part(1, 2), part(2, 0), part(0, 1)];
  }

  #root(x: number): number {
    return this.rounding.round(Math.sqrt(x), OF_ROOT);
  }

  /** A function of the language; undefined for others. `type` is its template argument. */
  call(name: string, args: readonly Value[], type: string): Value | undefined {
    const [a, b, c] = args;
    switch (name) {
      case 'vec2f':
      case 'vec3f':
      case 'vec4f':
      case 'vec2u':
      case 'vec3u':
      case 'vec4u': {
        const parts = args.flat();
        return parts.length === 1 ? new Array<Value>(Number(name[3])).fill(parts[0]) : parts;
      }
      case 'mat3x3f':
      case 'array':
        return [...args];
      case 'f32':
        return this.#toFloat(a);
      case 'u32':
        return BigInt.asUintN(32, typeof a === 'number' ? BigInt(Math.trunc(a)) : BigInt(integerOf(a)));
      case 'i32':
        return BigInt.asIntN(32, integerOf(a));
      case 'bitcast':
        return each(a, (x) => (typeof x === 'bigint' && /f/.test(type) ? floatOfBits(x) : x));
      case 'dot':
        return this.#dot(a, b);
      case 'cross':
        return this.#cross(a, b);
      case 'length':
        return this.#root(this.#dot(a, a));
      case 'sqrt':
        return each(a, (x) => this.#root(numberOf(x)));
      case 'inverseSqrt':
        return each(a, (x) => this.rounding.round(1 / Math.sqrt(numberOf(x)), OF_INVERSE_ROOT));
      default:
        return exactCall(name, a, b, c);
    }
  }

  #toFloat(a: Value): number {
    const exact = Number(integerOf(a));
    return Math.fround(exact) === exact ? exact : this.rounding.round(exact, OF_CONVERSION);
  }
}

/** Functions without rounding. */
function exactCall(name: string, a: Value, b: Value, c: Value): Value | undefined {
  switch (name) {
    case 'abs':
      return each(a, (x) => Math.abs(numberOf(x)));
    case 'min':
      return broadcast(a, b, (x, y) => (x < y ? x : y));
    case 'max':
      return broadcast(a, b, (x, y) => (x > y ? x : y));
    case 'clamp':
      return each(a, (x) => Math.min(Math.max(numberOf(x), numberOf(b)), numberOf(c)));
    case 'select':
      return isList(c) ? c.map((chosen, k) => at(chosen === true ? b : a, k)) : c === true ? b : a;
    case 'any':
      return isList(a) ? a.includes(true) : a;
    case 'all':
      return isList(a) ? !a.includes(false) : a;
    default:
      return undefined;
  }
}

const at = (value: Value, k: number): Value => (isList(value) ? value[k] : value);

/** Floats keep their value when their bits are stored: with an error they are no floats of 32 bits. */
function floatOfBits(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, Number(BigInt.asUintN(32, bits)));
  return view.getFloat32(0);
}
