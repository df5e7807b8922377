/** About four significant digits, thousands separated: 0.0123, 3.21, 24.7, 801.2, 320,300. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return '0';
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : size >= 0.01 ? 4 : 5;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A ratio to three significant digits: 0.308, 1.24, 412. */
export function ratio(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

type Rows = readonly (readonly string[])[];

/** Columns as wide as their widest cell; the first to the left, the others to the right, under their heads. */
export function alignColumns(rows: Rows, indent = '  '): string {
  return paddedCells(rows)
    .map((cells) => indent + cells.join('   ').trimEnd())
    .join('\n');
}

/** The same for a Markdown page. */
export function markdownTable(rows: Rows): string {
  const [head = [], ...body] = paddedCells(rows);
  const rule = head.map((cell, column) => (column === 0 ? '-'.repeat(cell.length) : `${'-'.repeat(cell.length - 1)}:`));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function paddedCells(rows: Rows): string[][] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))),
  );
}
