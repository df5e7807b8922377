// What is decided on the report's page, as plain JavaScript: it is kept in the browser until a report has it, and the page says what is not saved yet.
// A decision that is kept belongs to what the report said when it was made, so that it never replaces a later one.

export const DECISIONS_PROGRAM: string = `
const GIVEN = ['open', 'approved', 'ignored'];
// Pages of files share what they keep: the key has the address of the page, and its title.
const KEY = 'nearmiss clashes: ' + location.pathname + ': ' + document.title;
const reported = new Map();
const decisions = new Map();
// By ids: { from, to, saved }: what the report says, what was decided since, and what was saved of that.
let changes = {};
let isKept = true;
function keptChanges() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || '{}');
    return Object.fromEntries(Object.entries(kept).filter(([, c]) => c && GIVEN.includes(c.from) && GIVEN.includes(c.to)));
  } catch { return {}; }
}
function recallDecisions() {
  for (const c of clashes) {
    reported.set(c.id, c.decision || 'open');
    if (c.decision) decisions.set(c.id, c.decision);
  }
  for (const [id, { from, to, saved }] of Object.entries(keptChanges())) {
    const now = reported.get(id);
    // Another report came, which knows more.
    if (now === undefined || (now !== from && now !== saved)) continue;
    if (to !== now || (saved !== undefined && saved !== now)) changes[id] = { from: now, to, ...(saved === undefined || saved === now ? {} : { saved }) };
    if (to !== now) decisions.set(id, to);
  }
  showUnsaved();
}
function decide(ids, decision) {
  for (const id of ids) {
    decisions.set(id, decision);
    const { saved } = changes[id] || {};
    changes[id] = { from: reported.get(id), to: decision, ...(saved === undefined ? {} : { saved }) };
  }
  keepDecisions(ids);
}
// Another window may have kept some as well.
function keepDecisions(ids) {
  const kept = keptChanges();
  for (const id of ids) {
    const { from, to, saved } = changes[id];
    if (to !== from || saved !== undefined) { kept[id] = changes[id]; continue; }
    // As it was: open is not said then.
    delete changes[id];
    delete kept[id];
    if (to === 'open') decisions.delete(id);
  }
  try { localStorage.setItem(KEY, JSON.stringify(kept)); isKept = true; } catch { isKept = false; }
  showUnsaved();
}
function unsavedCount() { return Object.values(changes).filter(({ from, to, saved }) => to !== (saved === undefined ? from : saved)).length; }
function showUnsaved() {
  const count = unsavedCount();
  document.getElementById('save').textContent = 'Save decisions' + (count > 0 ? ' (' + count + ' unsaved)' : '');
  document.getElementById('not-kept').hidden = count === 0 || isKept;
}
function saveDecisions() {
  const text = JSON.stringify({ decisions: Object.fromEntries(decisions) }, null, 1);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'decisions.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  for (const change of Object.values(changes)) change.saved = change.to;
  keepDecisions(Object.keys(changes));
}
document.getElementById('save').addEventListener('click', saveDecisions);
addEventListener('beforeunload', (event) => { if (unsavedCount() > 0) event.preventDefault(); });
`;
