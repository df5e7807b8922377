// Words that are explained: a link into the glossary that shows the explanation on hover and focus. The text is that of the glossary
// page, which is loaded when the first word is asked about.

/** What is called what in lists of numbers. */
const TERM_OF_ROW: Readonly<Record<string, string>> = {
  'at most': 'bracket',
  'at least': 'bracket',
  'contact by': 'bracket',
  'free before': 'bracket',
  proven: 'certified',
  translation: 'separating translation',
  threshold: 'contact threshold',
  'what touches': 'feature',
};

/** Terms of each question, by the name of its tab or page. */
const TERMS: Readonly<Record<string, readonly string[]>> = {
  touch: ['contact', 'contact status', 'exact predicate'],
  distance: ['witness points', 'bracket'],
  depth: ['penetration depth', 'separating translation', 'bracket'],
  'first-contact': ['time of contact (TOC)', 'contact threshold', 'motion'],
  inside: ['bounding-volume traversal tree (BVTT)', 'BVTT front', 'convex patch', 'GJK', 'Voronoi marching'],
  crowd: ['broad phase', 'narrow phase', 'contact'],
  deforming: ['contact', 'exact predicate'],
  clash: ['penetration depth', 'separating translation', 'bracket'],
  dynamics: ['contact', 'contact manifold', 'time of contact (TOC)'],
  robot: ['time of contact (TOC)', 'clearance', 'bracket', 'certified'],
  medial: ['medial axis', 'bracket'],
  gpu: ['map of clearances', 'bracket'],
  tori: ['medial axis', 'elementary pair', 'time of contact (TOC)'],
};

/** All terms that the studio explains. */
export function usedTerms(): string[] {
  return [...new Set([...Object.values(TERM_OF_ROW), ...Object.values(TERMS).flat()])];
}

/** The terms of a question or page. */
export function termsOf(question: string): readonly string[] {
  return TERMS[question] ?? [];
}

/** Fills a line with the terms of a question. */
export function writeTerms(line: HTMLElement, question: string): void {
  line.replaceChildren(...termsOf(question).map((term) => termLink(term)));
}

/** The address of a term, and its id there. */
export function termId(term: string): string {
  return term
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** A word with its explanation. */
function termLink(term: string, text: string = term): HTMLAnchorElement {
  const link = Object.assign(document.createElement('a'), {
    className: 'term',
    href: `./glossary.html#${termId(term)}`,
    target: '_blank',
    textContent: text,
  });
  return link;
}

/** The name of a row, explained where the glossary has its term. */
export function rowName(name: string): Node {
  const term = TERM_OF_ROW[name];
  return term === undefined ? document.createTextNode(name) : termLink(term, name);
}

/** Explains every term of the page, also those that come later. */
export function attachTerms(): void {
  const tip = Object.assign(document.createElement('div'), { id: 'tip', hidden: true });
  tip.role = 'tooltip';
  document.body.append(tip);
  let page: Promise<Document> | null = null;
  let shown: Element | null = null;
  const hide = (): void => {
    tip.hidden = true;
    shown?.removeAttribute('aria-describedby');
    shown = null;
  };
  const show = async (link: Element): Promise<void> => {
    if (link === shown) return;
    hide();
    shown = link;
    page ??= loadGlossary();
    const text = explanationOf(await page, link);
    if (text === null || shown !== link) return;
    tip.textContent = text;
    tip.hidden = false;
    link.setAttribute('aria-describedby', 'tip');
    putBeside(tip, link);
  };
  const termOf = (target: EventTarget | null): Element | null =>
    target instanceof Element ? target.closest('a.term') : null;
  const onEnter = ({ target }: Event): void => {
    const link = termOf(target);
    if (link !== null) void show(link);
    else if (!(target instanceof Node && tip.contains(target))) hide();
  };
  document.addEventListener('pointerover', onEnter);
  document.addEventListener('focusin', onEnter);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
  // A finger has no hover: its first touch explains, the second follows the link.
  document.addEventListener('click', (event) => {
    const link = termOf(event.target);
    if (link === null || !matchMedia('(hover: none)').matches || link.hasAttribute('aria-describedby')) return;
    event.preventDefault();
    void show(link);
  });
}

async function loadGlossary(): Promise<Document> {
  const response = await fetch('./glossary.html');
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

function explanationOf(glossary: Document, link: Element): string | null {
  const id = new URL(link.getAttribute('href') ?? '', location.href).hash.slice(1);
  return glossary.getElementById(id)?.querySelector('dd')?.textContent ?? null;
}

/** Under the word, or over it where there is no space; never beyond the window. */
function putBeside(tip: HTMLElement, word: Element): void {
  const { left, top, bottom } = word.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const GAP = 6;
  tip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  tip.style.top = `${bottom + GAP + height > innerHeight ? top - height - GAP : bottom + GAP}px`;
}
