// The style and the program of the report's page. The program is plain JavaScript that runs in any browser; all text goes in as text, never as
// markup.

export const PAGE_STYLE: string = `
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
body { margin: 1.5rem; }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: 2px solid; }
#filters { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1rem 0; }
#matrix td button, #findings td button { all: unset; cursor: pointer; text-decoration: underline dotted; }
#matrix td button:focus-visible, #findings td button:focus-visible { outline: 2px solid; }
#matrix [aria-pressed=true], #findings [aria-pressed=true] { background: Highlight; color: HighlightText; padding: 0 0.3rem; }
#only { display: flex; gap: 0.75rem; }
#only:empty { display: none; }
#list img { display: block; width: 150px; height: 100px; cursor: pointer; }
#list td button { all: unset; cursor: pointer; }
#list td button:focus-visible { outline: 2px solid; }
#viewer { max-width: 95vw; }
#viewer canvas { max-width: 100%; cursor: grab; touch-action: none; }
`;

export const PAGE_PROGRAM: string = `
const { clashes, summary, views } = JSON.parse(document.getElementById('data').textContent);
const get = (id) => document.getElementById(id);
recallDecisions();
// The name of a column, its value, and its cell where that is more than the value.
const COLUMNS = [
  ['Test', (c) => c.test], ['Type', (c) => c.kind ? c.type + ', ' + c.kind : c.type], ['State', (c) => c.state || ''],
  ['Decision', (c) => decisions.get(c.id) || 'open', decisionCell],
  ['A', (c) => elementText(c.a)], ['B', (c) => elementText(c.b)],
  ['Depth', (c) => c.depth ? c.depth.upper : null], ['at least', (c) => c.depth ? c.depth.lower : null],
  ['Distance', (c) => c.type === 'clearance' && c.distance ? c.distance.upper : null],
  ['At', (c) => c.point ? c.point.map((x) => x.toFixed(3)).join(', ') : ''],
  ['A separates by', (c) => c.translation ? c.translation.map((x) => x.toFixed(4)).join(', ') : ''],
  ['Group', (c) => c.group || '', groupCell],
];
const PAGE = 500;
const hasViews = Object.keys(views).length > 0;
let order = { column: -1, sign: 1 };
let classes = null;
let finding = null;
function elementText(e) { return [e.class, e.name || e.id, e.storey].filter(Boolean).join(' · ') + ' (' + e.model + ')'; }
function groupOf(c) { return c.group || c.id; }
function classOf(e) { return e.class || e.model; }
function make(name, text) { const e = document.createElement(name); if (text !== undefined) e.textContent = text; return e; }
function fill(id, values) {
  const select = get(id);
  for (const [value, text] of [['', 'all'], ...values.map((v) => [v, v])]) { const o = make('option', text); o.value = value; select.append(o); }
  select.addEventListener('change', show);
}
function unique(values) { return [...new Set(values.filter(Boolean))].sort(); }
function chosen() {
  const words = get('search').value.toLowerCase();
  const is = (id, value) => get(id).value === '' || get(id).value === value;
  const found = clashes.filter((c) => is('test', c.test) && is('type', c.type) && is('state', c.state || '')
    && is('decision', decisions.get(c.id) || 'open')
    && (finding === null || groupOf(c) === finding)
    && (classes === null || [classOf(c.a), classOf(c.b)].sort().join('|') === classes)
    && (words === '' || JSON.stringify([c.id, c.test, c.a, c.b, c.group]).toLowerCase().includes(words)));
  if (order.column >= 0) {
    const value = COLUMNS[order.column][1];
    found.sort((x, y) => { const [p, q] = [value(x), value(y)]; return order.sign * (p === q ? 0 : p === null ? -1 : q === null ? 1 : p < q ? -1 : 1); });
  }
  return found;
}
// What was chosen in a table above the list, each with a button that takes it back.
function only() {
  const parts = [];
  if (classes !== null) parts.push([classes.split('|').join(' × '), () => { classes = null; }]);
  if (finding !== null) parts.push(['finding ' + finding.slice(0, 8), () => { finding = null; }]);
  return parts.map(([text, clear]) => {
    const button = make('button', 'only ' + text + ' ✕');
    button.type = 'button';
    button.setAttribute('aria-label', 'Show not only ' + text);
    button.addEventListener('click', () => { clear(); show(); get('search').focus(); });
    return button;
  });
}
function show() {
  const found = chosen();
  get('only').replaceChildren(...only());
  for (const button of document.querySelectorAll('#matrix button')) button.setAttribute('aria-pressed', String(button.dataset.a === classes));
  for (const button of document.querySelectorAll('#findings button')) button.setAttribute('aria-pressed', String(button.dataset.group === finding));
  const body = get('list').tBodies[0];
  body.replaceChildren(...found.slice(0, PAGE).map(row));
  get('shown').textContent = found.length + ' of ' + clashes.length + ' clashes' + (found.length > PAGE ? ', the first ' + PAGE + ' are shown' : '');
}
function row(c) {
  const tr = make('tr');
  tr.id = c.id;
  if (hasViews) tr.append(pictureCell(c));
  for (const [, value, cell = plainCell] of COLUMNS) tr.append(cell(value(c), c));
  return tr;
}
function plainCell(v) {
  const td = make('td', v === null ? '' : typeof v === 'number' ? Number(v.toPrecision(6)) : v);
  if (typeof v === 'number') td.className = 'number';
  return td;
}
function groupCell(group) {
  const td = make('td', group.slice(0, 8));
  td.title = group;
  return td;
}
function decisionCell(decision, c) {
  const td = make('td');
  const select = make('select');
  select.setAttribute('aria-label', 'Decision');
  for (const value of GIVEN) { const o = make('option', value); o.value = value; select.append(o); }
  select.value = decision;
  select.addEventListener('change', () => decide([c.id], select.value));
  td.append(select);
  return td;
}
function pictureCell(c) {
  const td = make('td');
  const view = views[c.id];
  if (view === undefined) return td;
  const button = make('button');
  button.type = 'button';
  const picture = make('img');
  picture.src = 'data:image/png;base64,' + view.picture;
  picture.alt = 'Picture of ' + elementText(c.a) + ' and ' + elementText(c.b);
  button.append(picture);
  button.addEventListener('click', () => openViewer(view, picture.alt.slice(11)));
  td.append(button);
  return td;
}
function showHead() {
  const tr = make('tr');
  if (hasViews) tr.append(make('th', 'Picture'));
  for (const [k, [name]] of COLUMNS.entries()) {
    const th = make('th');
    const button = make('button', name);
    button.type = 'button';
    button.addEventListener('click', () => { order = { column: k, sign: order.column === k ? -order.sign : 1 }; show(); });
    th.append(button);
    tr.append(th);
  }
  get('list').tHead.append(tr);
}
function showMatrix() {
  const names = unique(summary.matrix.flatMap(([a, b]) => [a, b]));
  const counts = new Map(summary.matrix.map(([a, b, n]) => [[a, b].sort().join('|'), n]));
  const table = make('table');
  const head = make('tr');
  head.append(make('th'), ...names.map((n) => make('th', n)));
  table.append(head);
  for (const a of names) {
    const tr = make('tr');
    tr.append(make('th', a));
    for (const b of names) {
      const key = [a, b].sort().join('|');
      const td = make('td');
      td.className = 'number';
      if (counts.has(key)) {
        const button = make('button', counts.get(key));
        button.type = 'button';
        button.dataset.a = key;
        button.title = 'Show only ' + a + ' × ' + b;
        button.addEventListener('click', () => { classes = classes === key ? null : key; show(); });
        td.append(button);
      }
      tr.append(td);
    }
    table.append(tr);
  }
  get('matrix').append(table);
}
// A finding with more than one clash: the element that all of them share, with how many others, and the deepest. Most clashes first.
function findings() {
  const groups = new Map();
  for (const c of clashes) if (c.state !== 'resolved') groups.set(groupOf(c), [...(groups.get(groupOf(c)) || []), c]);
  return [...groups].filter(([, all]) => all.length > 1).sort(([, a], [, b]) => b.length - a.length);
}
function sharedElement(all) {
  const key = (e) => JSON.stringify([e.model, e.id]);
  return [all[0].a, all[0].b].find((e) => all.every((c) => [c.a, c.b].some((other) => key(other) === key(e)))) || all[0].a;
}
function showFindings() {
  const head = make('tr');
  head.append(...['Clashes', 'Element', 'Test', 'Types', 'Deepest'].map((name) => make('th', name)));
  get('findings').tHead.append(head);
  const all = findings();
  for (const [group, members] of all.slice(0, PAGE)) {
    const tr = make('tr');
    tr.dataset.group = group;
    const button = make('button', String(members.length));
    button.type = 'button';
    button.title = 'Show these clashes';
    button.dataset.group = group;
    button.addEventListener('click', () => { finding = finding === group ? null : group; show(); });
    const deepest = Math.max(0, ...members.map((c) => c.depth && c.depth.upper !== null ? c.depth.upper : 0));
    const cell = make('td');
    cell.append(button);
    tr.append(cell, make('td', elementText(sharedElement(members))), make('td', members[0].test),
      make('td', unique(members.map((c) => c.type)).join(', ')), make('td', Number(deepest.toPrecision(6))));
    get('findings').tBodies[0].append(tr);
  }
  get('findings').hidden = all.length === 0;
  const single = summary.groups - all.length;
  const notes = [];
  if (single > 0) notes.push(single + (all.length > 0 ? ' more' : '') + ' with one clash each');
  if (all.length > PAGE) notes.push('the first ' + PAGE + ' are shown');
  get('more-findings').textContent = notes.join('; ');
}
const counted = (n, what) => n + ' ' + what + (n === 1 ? '' : 's');
get('counts').textContent = [counted(summary.elements, 'element'), counted(summary.pairs, 'pair'), counted(summary.groups, 'finding')].join(', ') + ': '
  + Object.entries(summary.clashes).map(([type, n]) => n + ' ' + type).join(', ');
fill('test', unique(clashes.map((c) => c.test)));
fill('type', unique(clashes.map((c) => c.type)));
fill('state', unique(clashes.map((c) => c.state)));
fill('decision', GIVEN);
get('search').addEventListener('input', show);
get('filters').addEventListener('submit', (event) => event.preventDefault());
showMatrix();
showFindings();
showHead();
show();
`;
