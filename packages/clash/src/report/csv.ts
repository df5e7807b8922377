import type { Clash, ElementName } from '../clash.ts';
import type { Bracket } from '../question.ts';

const ELEMENT_COLUMNS = ['model', 'id', 'name', 'class', 'storey'] as const;

const COLUMNS: readonly string[] = [
  ...['id', 'test', 'type', 'kind', 'state', 'decision', 'group'],
  ...ELEMENT_COLUMNS.map((column) => `a_${column}`),
  ...ELEMENT_COLUMNS.map((column) => `b_${column}`),
  ...['depth_lower', 'depth_upper', 'distance_lower', 'distance_upper', 'volume_lower', 'volume_upper'],
  ...['x', 'y', 'z', 'move_x', 'move_y', 'move_z', 'decided', 'unit'],
];

/** Options of {@link clashesCsv}. */
export interface CsvOptions {
  /** The unit of lengths, such as `m`; without it the column `unit` is empty. */
  readonly unit?: string | undefined;
}

/**
 * Clashes as comma-separated values (RFC 4180), a line each below a line of names. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 *
 * @example
 * console.log(clashesCsv([]).split(',')[0]); // id
 */
export function clashesCsv(clashes: readonly Clash[], { unit = '' }: CsvOptions = {}): string {
  const rows = clashes.map((clash) => [...cells(clash), text(unit)].join(','));
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

function cells(clash: Clash): string[] {
  const { id, test, type, kind, state, decision, group, a, b, depth, distance, volume, point, translation } = clash;
  return [
    ...[id, test, type, kind, state, decision, group].map(text),
    ...elementCells(a),
    ...elementCells(b),
    ...bracketCells(depth),
    ...bracketCells(distance),
    ...bracketCells(volume),
    ...[0, 1, 2].map((k) => number(point?.[k])),
    ...[0, 1, 2].map((k) => number(translation?.[k])),
    String(clash.decided ?? true),
  ];
}

function elementCells(element: ElementName): string[] {
  return ELEMENT_COLUMNS.map((column) => text(element[column]));
}

function bracketCells(bracket: Bracket | undefined): string[] {
  return [number(bracket?.lower), number(bracket?.upper)];
}

function number(value: number | undefined | null): string {
  return value === undefined || value === null || !Number.isFinite(value) ? '' : String(value);
}

function text(value: string | undefined): string {
  if (value === undefined) return '';
  // Some spreadsheets take the full-width signs for formulas as well.
  const safe = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
