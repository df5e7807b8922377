// The style and the program of the report's page. The program is plain JavaScript that runs in any browser; all text goes in as text, never as
// markup.

export const PAGE_STYLE: string = `
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
body { margin: 1.5rem; }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
th button { all: unset; cursor: pointer; }
th[aria-sort=ascending] button::after { content: ' ▲'; }
th[aria-sort=descending] button::after { content: ' ▼'; }
th button:focus-visible { outline: 2px solid; }
#filters { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1rem 0; }
#matrix td button, #findings td button { all: unset; cursor: pointer; text-decoration: underline dotted; }
#matrix td button:focus-visible, #findings td button:focus-visible { outline: 2px solid; }
#matrix [aria-pressed=true], #findings [aria-pressed=true] { background: Highlight; color: HighlightText; padding: 0 0.3rem; }
#only { display: flex; gap: 0.75rem; }
#only:empty { display: none; }
#matrix { overflow-x: auto; }
#matrix tr:first-child th { writing-mode: vertical-rl; }
#list thead th { position: sticky; top: 0; background: Canvas; z-index: 1; }
#list img { display: block; width: 150px; height: 100px; cursor: pointer; }
#list td button { all: unset; cursor: pointer; }
#list td button:focus-visible { outline: 2px solid; }
#viewer { max-width: 95vw; }
#viewer p { margin: 0.5rem 0; }
#viewer .a { color: rgb(204 62 52); }
#viewer .b { color: rgb(72 122 176); }
#viewer canvas { display: block; margin: auto; max-width: 100%; max-height: 65vh; cursor: grab; touch-action: none; }
`;

export const PAGE_PROGRAM: string = `
const { clashes, summary, views, unit, order: worstOrder } = JSON.parse(document.getElementById('data').textContent);
const get = (id) => document.getElementById(id);
recallDecisions();
// The name of a column, its value, and its cell where that is more than the value.
const COLUMNS = [
  ['Test', (c) => c.test], ['Type', typeText], ['State', (c) => c.state || ''],
  ['Decision', (c) => decisions.get(c.id) || 'open', decisionCell],
  ['A', (c) => elementText(c.a)], ['B', (c) => elementText(c.b)],
  [inUnit('Depth, at least'), (c) => c.depth ? c.depth.lower : null, (v) => numberCell(v, lowerText)],
  [inUnit('at most'), (c) => c.depth ? mostOf(c.depth) : null, (v) => numberCell(v, upperText)],
  [inUnit('Gap'), (c) => c.type === 'clearance' && c.distance ? mostOf(c.distance) : null, (v, c) => numberCell(v, () => bracketText(c.distance))],
  [inUnit('At'), (c) => c.point ? c.point.map((x) => x.toFixed(3)).join(', ') : ''],
  [inUnit('A separates by'), (c) => c.translation ? translationText(c.translation) : ''],
  ['Group', (c) => c.group || '', groupCell],
].filter(([name, value]) => !/^(State|Gap)/.test(name) || clashes.some((c) => value(c) !== '' && value(c) !== null));
const PAGE = 500;
const hasViews = Object.keys(views).length > 0;
let order = { column: -1, sign: 1 };
let classes = null;
let finding = null;
function elementText(e) { return [e.class, e.name || e.id, e.storey].filter(Boolean).join(' · ') + ' (' + e.model + ')'; }
function inUnit(name) { return unit === '' ? name : name + ' (' + unit + ')'; }
function typeText(c) { return [c.type, c.kind, c.decided === false && c.type !== 'undecided' ? 'not decided' : ''].filter(Boolean).join(', '); }
// JSON has null for what is not bounded.
function mostOf(bracket) { return bracket.upper === null ? Infinity : bracket.upper; }
// Rounded outward to six digits, so that bounds hold as they are printed.
function roundedText(x, sign) {
  const nearest = Number(x.toPrecision(6));
  if (sign * (nearest - x) >= 0) return String(nearest);
  return String(Number((nearest + sign * Number('1e' + (Number(x.toExponential(5).split('e')[1]) - 5))).toPrecision(6)));
}
function lowerText(x) { return roundedText(x, -1); }
function upperText(x) { return x === Infinity ? 'not known' : roundedText(x, 1); }
function factsText(c) {
  const facts = [c.test, typeText(c), c.depth ? 'depth ' + lengthText(bracketText(c.depth)) : '', c.type === 'clearance' && c.distance ? 'gap ' + lengthText(bracketText(c.distance)) : '',
    c.translation ? 'A separates by ' + lengthText(translationText(c.translation)) : ''];
  return facts.filter(Boolean).join('; ') + '.';
}
function lengthText(text) { return unit === '' ? text : text + ' ' + unit; }
// Six digits of the greatest coordinate, the others as far.
function translationText(v) {
  const exponent = Number(Math.max(...v.map(Math.abs)).toExponential(5).split('e')[1]);
  return v.map((x) => String(Number(x.toFixed(Math.min(Math.max(5 - exponent, 0), 20))) + 0)).join(', ');
}
// One number where both bounds are the same to that many digits.
function bracketText({ lower, upper }) {
  if (upper === null || upper === Infinity) return lower > 0 ? 'at least ' + lowerText(lower) : 'not known';
  if (lower.toPrecision(6) === upper.toPrecision(6)) return String(Number(upper.toPrecision(6)));
  return (lower > 0 ? lowerText(lower) + ' to ' : 'at most ') + upperText(upper);
}
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
  const found = worstOrder.map((k) => clashes[k]).filter((c) => is('test', c.test) && is('type', c.type) && is('state', c.state || '')
    && is('decision', decisions.get(c.id) || 'open')
    && (get('storey').value === '' || [c.a.storey, c.b.storey].includes(get('storey').value))
    && (finding === null || groupOf(c) === finding)
    && (classes === null || [classOf(c.a), classOf(c.b)].sort().join('|') === classes)
    && (words === '' || JSON.stringify([c.id, c.test, c.a, c.b, c.group]).toLowerCase().includes(words)));
  if (order.column < 0) return found;
  // Equal ones stay in the order of what is proven; those without a value come last.
  const value = COLUMNS[order.column][1], isBlank = (v) => v === null || v === '';
  return found.sort((x, y) => {
    const [p, q] = [value(x), value(y)];
    return isBlank(p) || isBlank(q) ? isBlank(p) - isBlank(q) : order.sign * (p === q ? 0 : p < q ? -1 : 1);
  });
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
// The list is below the tables in which it is filtered.
function toList(filter) { if (filter !== null) get('filters').scrollIntoView(); }
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
  return make('td', v);
}
function numberCell(v, text) {
  const td = make('td', v === null ? '' : text(v));
  td.className = 'number';
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
  offerDecisions(select);
  select.value = decision;
  select.addEventListener('change', () => decide([c.id], select.value));
  td.append(select);
  return td;
}
function offerDecisions(select) { for (const value of GIVEN) { const o = make('option', value); o.value = value; select.append(o); } }
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
  button.addEventListener('click', () => openViewer(chosen().filter((other) => views[other.id]), c));
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
    button.addEventListener('click', () => { sortBy(k); });
    th.append(button);
    tr.append(th);
  }
  get('list').tHead.append(tr);
}
// Depths with the deepest first, everything else from its beginning.
function sortBy(column) {
  const first = COLUMNS[column][0].startsWith('Depth') || COLUMNS[column][0].startsWith('at most') ? -1 : 1;
  order = { column, sign: order.column === column ? -order.sign : first };
  const heads = [...get('list').tHead.rows[0].cells].slice(hasViews ? 1 : 0);
  heads.forEach((th, k) => { if (k === column) th.ariaSort = order.sign > 0 ? 'ascending' : 'descending'; else th.ariaSort = null; });
  show();
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
        button.addEventListener('click', () => { classes = classes === key ? null : key; show(); toList(classes); });
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
// What is proven about the greatest depth of all.
function deepestText(members) {
  const depths = members.flatMap((c) => c.depth ? [c.depth] : []);
  if (depths.length === 0) return '';
  const upper = Math.max(...depths.map(mostOf));
  return bracketText({ lower: Math.max(...depths.map((depth) => depth.lower)), upper });
}
function showFindings() {
  const head = make('tr');
  head.append(...['Clashes', 'Element', 'Test', 'Types', inUnit('Deepest')].map((name) => make('th', name)));
  get('findings').tHead.append(head);
  const all = findings();
  for (const [group, members] of all.slice(0, PAGE)) {
    const tr = make('tr');
    tr.dataset.group = group;
    const button = make('button', String(members.length));
    button.type = 'button';
    button.title = 'Show these clashes';
    button.dataset.group = group;
    button.addEventListener('click', () => { finding = finding === group ? null : group; show(); toList(finding); });
    const cell = make('td');
    cell.append(button);
    tr.append(cell, make('td', elementText(sharedElement(members))), make('td', members[0].test),
      make('td', unique(members.map((c) => c.type)).join(', ')), make('td', deepestText(members)));
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
function amounts(texts) {
  const all = new Map();
  for (const text of texts) all.set(text, (all.get(text) || 0) + 1);
  return [...all].map(([text, n]) => n + ' ' + text);
}
const unsure = clashes.filter((c) => c.decided === false && c.type !== 'undecided' && c.state !== 'resolved').length;
get('counts').textContent = [counted(summary.elements, 'element'), counted(summary.pairs, 'pair'), counted(summary.groups, 'finding')].join(', ') + ': '
  + Object.entries(summary.clashes).map(([type, n]) => n + ' ' + type).join(', ') + (unsure > 0 ? ' (' + unsure + ' of them not decided)' : '');
const STATES = ['new', 'active', 'resolved'];
get('states').textContent = amounts(STATES.flatMap((state) => clashes.filter((c) => c.state === state).map((c) => c.state))).join(', ');
get('states').hidden = get('states').textContent === '';
fill('test', unique(clashes.map((c) => c.test)));
fill('type', unique(clashes.map((c) => c.type)));
fill('state', unique(clashes.map((c) => c.state)));
fill('storey', unique(clashes.flatMap((c) => [c.a.storey, c.b.storey])));
get('storey').parentElement.hidden = get('storey').options.length === 1;
fill('decision', GIVEN);
get('decide-all').append(make('option', '…'));
offerDecisions(get('decide-all'));
get('decide-all').addEventListener('change', () => {
  const found = chosen(), decision = get('decide-all').value;
  get('decide-all').selectedIndex = 0;
  if (found.length === 0 || !confirm('Set ' + found.length + (found.length === 1 ? ' clash' : ' clashes') + ' to ' + decision + '?')) return;
  decide(found.map((c) => c.id), decision);
  show();
});
offerDecisions(get('decide'));
get('decide').addEventListener('change', () => { decide([steps.all[steps.at].id], get('decide').value); show(); });
get('search').addEventListener('input', show);
get('filters').addEventListener('submit', (event) => event.preventDefault());
showMatrix();
showFindings();
showHead();
show();
`;
