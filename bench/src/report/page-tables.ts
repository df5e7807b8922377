// Tables in the documentation that a run writes anew. A line `<!-- table: NAME -->` stands right above each, and the table ends
// with the first line that is none of its rows.

/** The page with each marked table replaced by the one of its name; a table without a mark is refused, and a mark without a table. */
export function fillTables(page: string, tables: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(tables));
  const filled = page.replace(/^<!-- table: (\S+) -->\n(?:\|.*\n)*/gm, (_, name: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`The page has a slot for a table "${name}", which there is not.`);
    missing.delete(name);
    return `<!-- table: ${name} -->\n${table}\n`;
  });
  if (missing.size > 0) throw new Error(`The page has no slot for the tables ${[...missing].join(', ')}.`);
  return filled;
}
