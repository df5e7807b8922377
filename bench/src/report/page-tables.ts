// Tables in the documentation that a run writes anew. A line `<!-- table: NAME -->` stands right above each, and the table ends
// with the first line that is none of its rows.

const MARKED = /^<!-- table: (\S+) -->\n(?:\|.*\n)*/gm;

/** The page with marked tables replaced by those of their names. Others stay, as several experiments may share a page; a table without a mark is refused. */
export function fillTables(page: string, tables: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(tables));
  const filled = page.replace(MARKED, (present, name: string) => {
    const table = tables[name];
    if (table === undefined) return present;
    missing.delete(name);
    return `<!-- table: ${name} -->\n${table}\n`;
  });
  if (missing.size > 0) throw new Error(`The page has no slot for the tables ${[...missing].join(', ')}.`);
  return filled;
}

/** The names of the marked tables of a page. */
export function markedTables(page: string): string[] {
  return [...page.matchAll(MARKED)].map(([, name]) => name);
}
